'use client';

import { useQuery } from '@tanstack/react-query';
import { Check } from 'lucide-react';
import { useDeferredValue, useState } from 'react';
import { callApi, type Page } from '#lib/browser/api';
import { plural, t } from '#lib/browser/language/words';
import { Field, Input } from '../../ui/field.tsx';
import { Filter } from '../../ui/filters.tsx';

interface Client {
  id: string;
  name: string;
}

interface ClientFilterProps {
  /** Ids with commas between them. */
  value: string | undefined;
  /** Those that the address names, with their names. */
  chosen: Client[];
  onChange(value: string | undefined): void;
}

const LISTED = 20;

/** Any number of clients, looked for by a part of a name, number or e-mail address. */
export function ClientFilter({ value, chosen, onChange }: ClientFilterProps) {
  const ids = value?.split(',') ?? [];
  const names = ids.map((id) => chosen.find((each) => each.id === id)?.name ?? t('another|client'));
  const [first = '', second = ''] = names;
  const shown =
    names.length > 2
      ? plural(names.length, { one: '{count} client', other: '{count} clients' })
      : names.length === 2
        ? t('{first} or {second}', { first, second })
        : first;
  const toggle = ({ id }: Client) =>
    onChange(
      [...ids.filter((each) => each !== id), ...(ids.includes(id) ? [] : [id])].join(',') || undefined,
    );
  return (
    <Filter
      names={['client']}
      label={t('Client')}
      value={shown || undefined}
      onClear={() => onChange(undefined)}
    >
      {() => <ClientList ids={ids} chosen={chosen} onToggle={toggle} />}
    </Filter>
  );
}

interface ClientListProps {
  ids: string[];
  chosen: Client[];
  onToggle(client: Client): void;
}

function ClientList({ ids, chosen, onToggle }: ClientListProps) {
  const [typed, setTyped] = useState('');
  const q = useDeferredValue(typed.trim());
  const { data, error } = useQuery({
    queryKey: ['admin-client-names', q],
    queryFn: ({ signal }) =>
      callApi<Page<Client>>('/api/admin/clients', {
        query: { ...(q && { q }), limit: String(LISTED) },
        signal,
      }),
    placeholderData: (before) => before,
  });
  // Those that are set stand above, also where the search does not find them.
  const found = (data?.data ?? []).filter(({ id }) => !chosen.some((each) => each.id === id));
  return (
    <div className="grid gap-2">
      <Field label={t('Find a client')}>
        {(control) => (
          <Input
            {...control}
            type="search"
            autoComplete="off"
            placeholder={t('Name, number or e-mail')}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
        )}
      </Field>
      <ul className="-mx-1 grid max-h-64 overflow-y-auto">
        {[...chosen, ...found].map((client) => (
          <li key={client.id} className="min-w-0">
            <button
              type="button"
              aria-pressed={ids.includes(client.id)}
              onClick={() => onToggle(client)}
              className="flex h-8 w-full items-center justify-between gap-2 rounded px-2 text-left hover:bg-surface"
            >
              <span className="truncate" title={client.name}>
                {client.name}
              </span>
              {ids.includes(client.id) && (
                <Check aria-hidden="true" className="size-4 flex-none text-primary" />
              )}
            </button>
          </li>
        ))}
      </ul>
      {error && <p className="text-[13px] text-failed">{error.message}</p>}
      {data && found.length + chosen.length === 0 && (
        <p className="text-[13px] text-muted-foreground">{t('No client has this in its name.')}</p>
      )}
      {data?.pagination.next_cursor && (
        <p className="text-[13px] text-muted-foreground">{t('There are more: type a part of the name.')}</p>
      )}
    </div>
  );
}
