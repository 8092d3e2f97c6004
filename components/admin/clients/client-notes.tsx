'use client';

import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { ApiError, call } from '#lib/browser/api';
import { t } from '#lib/browser/language/words';
import type { ClientDetail } from '#lib/clients/get-client';
import { Button } from '../../ui/button.tsx';
import { Field, Textarea } from '../../ui/field.tsx';
import { Time } from '../../ui/time.tsx';

interface ClientNotesProps {
  path: string;
  notes: ClientDetail['notes'];
  mayAdd: boolean;
  onAdded(): void;
}

export function ClientNotes({ path, notes, mayAdd, onAdded }: ClientNotesProps) {
  const [text, setText] = useState('');
  const add = useMutation({
    mutationFn: () => call(`${path}/notes`, { method: 'POST', body: { text } }),
    onSuccess: () => {
      setText('');
      onAdded();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    add.mutate();
  };
  const { error } = add;
  return (
    <div className="grid gap-4">
      {mayAdd && (
        <form onSubmit={submit} className="grid justify-items-start gap-2">
          <Field
            label={t('New note')}
            hint={t('For operators only. A note stays: it is not changed and not removed.')}
            className="w-full max-w-2xl"
            error={error instanceof ApiError ? (error.field('text') ?? error.message) : error?.message}
          >
            {(control) => (
              <Textarea
                {...control}
                className="min-h-16"
                maxLength={2000}
                value={text}
                onChange={(event) => setText(event.target.value)}
              />
            )}
          </Field>
          <Button type="submit" busy={add.isPending} disabled={text.trim() === ''}>
            {t('Add the note')}
          </Button>
        </form>
      )}
      {notes.length === 0 ? (
        <p className="text-muted-foreground">{t('No note yet.')}</p>
      ) : (
        <ul className="divide-y border-y">
          {notes.map((note) => (
            <li key={note.id} className="py-3">
              <p className="whitespace-pre-line break-words">{note.text}</p>
              <p className="mt-1 text-[13px] text-muted-foreground">
                {note.by}, <Time at={note.at} />
              </p>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
