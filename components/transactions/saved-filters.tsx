'use client';

import { useMutation } from '@tanstack/react-query';
import { Bookmark, X } from 'lucide-react';
import Link from 'next/link';
import { useState } from 'react';
import { call } from '#lib/browser/api';
import { faultsOf } from '#lib/browser/faults';
import { t } from '#lib/browser/language/words';
import type { SavedFilters as Saved } from '#lib/users/saved-filters';
import { Button } from '../ui/button.tsx';
import { Field, Input } from '../ui/field.tsx';
import { Form, FormFault } from '../ui/form.tsx';
import { Popover } from '../ui/popover.tsx';

interface SavedFiltersProps {
  initial: Saved[];
  /** The filters that are set now, as the address has them; empty where there are none. */
  query: string;
  onOpen(query: string): void;
}

/** Filters under names of one's own, on every device: each is one press away. */
export function SavedFilters({ initial, query, onOpen }: SavedFiltersProps) {
  const [saved, setSaved] = useState(initial);
  const here = saved.find((each) => each.query === query);
  return (
    <Popover
      label={t('Saved filters')}
      trigger={
        <Button size="small" className="rounded-full">
          <Bookmark aria-hidden="true" /> {here?.name ?? t('Saved|filters')}
        </Button>
      }
    >
      {(close) => (
        <div className="grid gap-3">
          {saved.length === 0 && query === '' && (
            <p className="text-muted-foreground">
              {t('Nothing is saved yet. Set some filters, then give them a name here.')}
            </p>
          )}
          <SavedList
            saved={saved}
            here={here}
            onOpen={(next) => {
              onOpen(next);
              close();
            }}
            onChanged={setSaved}
          />
          {query !== '' && here === undefined && <SaveForm query={query} onSaved={setSaved} close={close} />}
        </div>
      )}
    </Popover>
  );
}

interface SavedListProps {
  saved: Saved[];
  here: Saved | undefined;
  onOpen(query: string): void;
  onChanged(saved: Saved[]): void;
}

function SavedList({ saved, here, onOpen, onChanged }: SavedListProps) {
  const forget = useMutation({
    mutationFn: (name: string) =>
      call<Saved[]>('/api/dashboard/saved-filters', { method: 'DELETE', body: { name } }),
    onSuccess: onChanged,
  });
  if (saved.length === 0) return null;
  return (
    <>
      <ul className="-mx-2 grid">
        {saved.map(({ name, query }) => (
          <li key={name} className="flex items-center gap-1">
            <Link
              href={`?${query}`}
              aria-current={name === here?.name}
              onNavigate={(event) => {
                event.preventDefault();
                onOpen(query);
              }}
              className="h-9 min-w-0 flex-1 truncate rounded px-2 leading-9 hover:bg-surface aria-[current=true]:font-semibold"
            >
              {name}
            </Link>
            <button
              type="button"
              onClick={() => forget.mutate(name)}
              aria-label={t('Remove {name}', { name })}
              className="flex size-9 flex-none items-center justify-center rounded text-muted-foreground hover:bg-surface hover:text-foreground"
            >
              <X aria-hidden="true" className="size-3.5" />
            </button>
          </li>
        ))}
      </ul>
      <FormFault>{faultsOf(forget.error).form}</FormFault>
    </>
  );
}

interface SaveFormProps {
  query: string;
  onSaved(saved: Saved[]): void;
  close(): void;
}

function SaveForm({ query, onSaved, close }: SaveFormProps) {
  const [name, setName] = useState('');
  const save = useMutation({
    mutationFn: () =>
      call<Saved[]>('/api/dashboard/saved-filters', { method: 'POST', body: { name: name.trim(), query } }),
    onSuccess: (list) => {
      onSaved(list);
      close();
    },
  });
  const faults = faultsOf(save.error);
  return (
    <Form onSend={() => save.mutate()}>
      <Field label={t('Save these filters as')} error={faults.name}>
        {(control) => (
          <Input
            {...control}
            required
            maxLength={40}
            autoComplete="off"
            placeholder={t('Failed this week')}
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
        )}
      </Field>
      <FormFault>{faults.form ?? faults.query}</FormFault>
      <Button type="submit" variant="primary" size="small" busy={save.isPending}>
        {t('Save')}
      </Button>
    </Form>
  );
}
