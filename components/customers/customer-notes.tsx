'use client';

import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { call } from '#lib/browser/api';
import { faultsOf } from '#lib/browser/faults';
import { t } from '#lib/browser/language/words';
import type { CustomerNote } from '#lib/customers/note';
import { Button } from '../ui/button.tsx';
import { Field, Textarea } from '../ui/field.tsx';
import { FormFault } from '../ui/form.tsx';
import { Heading } from '../ui/heading.tsx';
import { onDemand } from '../ui/on-demand.tsx';
import { Time } from '../ui/time.tsx';

const RemoveNoteDialog = onDemand(async () => (await import('./remove-note-dialog.tsx')).RemoveNoteDialog);

interface CustomerNotesProps {
  /** Of the customer. */
  path: string;
  environment: 'SANDBOX' | 'LIVE';
  notes: CustomerNote[];
  mayNote: boolean;
  onChanged(): void;
}

/** So many stand there at first. */
const SHOWN = 3;

/** What colleagues should know of a customer. */
export function CustomerNotes({ path, environment, notes, mayNote, onChanged }: CustomerNotesProps) {
  const [isWhole, setWhole] = useState(false);
  const [removing, setRemoving] = useState<CustomerNote>();
  return (
    <section aria-labelledby="notes" className="min-w-0 max-w-2xl">
      <Heading id="notes">{t('Notes')}</Heading>
      <div className="grid gap-4">
        {notes.length === 0 && <p className="text-muted-foreground">{t('No note yet.')}</p>}
        {notes.length > 0 && (
          <ul className="divide-y rounded-lg border">
            {notes.slice(0, isWhole ? notes.length : SHOWN).map((note) => (
              <li key={note.id} className="px-3 py-2.5">
                <p className="wrap-anywhere whitespace-pre-line">{note.text}</p>
                <p className="mt-0.5 flex items-center justify-between gap-3 text-[13px] text-muted-foreground">
                  <span>
                    {note.by}, <Time at={note.at} />
                  </span>
                  {mayNote && (
                    <Button size="small" variant="ghost" onClick={() => setRemoving(note)}>
                      {t('Remove')}
                      <span className="sr-only">
                        {' '}
                        {t('the note “{text}”', { text: note.text.slice(0, 40) })}
                      </span>
                    </Button>
                  )}
                </p>
              </li>
            ))}
          </ul>
        )}
        {notes.length > SHOWN && !isWhole && (
          <Button size="small" className="justify-self-start" onClick={() => setWhole(true)}>
            {t('Show all {count} notes', { count: notes.length })}
          </Button>
        )}
        {mayNote && <NewNote path={path} environment={environment} onAdded={onChanged} />}
      </div>
      {removing && (
        <RemoveNoteDialog
          path={path}
          environment={environment}
          note={removing}
          onClose={() => setRemoving(undefined)}
          onRemoved={onChanged}
        />
      )}
    </section>
  );
}

function NewNote({
  path,
  environment,
  onAdded,
}: Pick<CustomerNotesProps, 'path' | 'environment'> & { onAdded(): void }) {
  const [text, setText] = useState('');
  const add = useMutation({
    mutationFn: () => call(`${path}/notes`, { method: 'POST', body: { text }, query: { environment } }),
    onSuccess: () => {
      setText('');
      onAdded();
    },
  });
  const faults = faultsOf(add.error);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    add.mutate();
  };
  return (
    <form onSubmit={submit} className="grid justify-items-start gap-2">
      <Field
        label={t('New note')}
        hint={t('Your colleagues read it, the customer does not.')}
        className="w-full"
        error={faults.text}
      >
        {(control) => (
          <Textarea
            {...control}
            className="min-h-16"
            maxLength={500}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        )}
      </Field>
      <FormFault>{faults.form}</FormFault>
      <Button type="submit" busy={add.isPending} disabled={text.trim() === ''}>
        {t('Add the note')}
      </Button>
    </form>
  );
}
