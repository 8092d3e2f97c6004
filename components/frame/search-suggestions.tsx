'use client';

import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { callApi } from '#lib/browser/api';
import { mobile } from '#lib/browser/format';
import { plural, t } from '#lib/browser/language/words';
import type { TransactionSearch } from '#lib/reads/search-transactions';
import { signedAmount } from '../transactions/signed-amount.ts';
import { statusLabel } from '../transactions/status.tsx';
import { cn } from '../ui/cn.ts';

interface SearchSuggestionsProps {
  /** What was typed; nothing is offered for an empty one. */
  text: string;
  environment: 'LIVE' | 'SANDBOX';
  home: string;
  /** Of the list; with the place behind it, of an option. */
  id: string;
  /** Which one the keys have chosen; −1: none. */
  active: number;
  /** Told the addresses of all that is offered. */
  onFound(addresses: string[]): void;
  onChoose(address: string): void;
}

type Row = TransactionSearch['data'][number];

const SHOWN = 6;
/** One letter is in too many names. */
const SHORTEST = 2;
/** Between two keys of somebody who types slowly. */
const PAUSE_MS = 300;

/** The options below the search: what it would list first. The field above has the keys, as a combobox does. */
export function SearchSuggestions(props: SearchSuggestionsProps) {
  const { text, environment, home, id, active, onFound, onChoose } = props;
  const rows = useFound(text, environment);
  useEffect(() => onFound(rows.map((row) => addressOf(row, home))), [rows, home, onFound]);
  return (
    <>
      <div
        id={id}
        role="listbox"
        aria-label={t('Transactions')}
        hidden={rows.length === 0}
        className="absolute inset-x-0 top-full z-40 mt-1 overflow-hidden rounded-md border bg-background"
      >
        {rows.map((row, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the keys.
          // biome-ignore lint/a11y/useFocusableInteractive: and the focus.
          <div
            key={row.transaction_id}
            id={id + index}
            role="option"
            aria-selected={index === active}
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => onChoose(addressOf(row, home))}
            className={cn(
              'grid cursor-pointer grid-cols-[minmax(0,1fr)_auto] gap-x-4 border-b px-3 py-2 last:border-b-0 hover:bg-surface',
              index === active && 'bg-surface',
            )}
          >
            <span className="truncate font-semibold">{whoOf(row) ?? row.client_reference}</span>
            <span className="tabular-nums">{signedAmount(row)}</span>
            <span className="truncate text-[13px] text-muted-foreground">
              {whoOf(row) === undefined ? '' : row.client_reference}
            </span>
            <span className="text-right text-[13px] text-muted-foreground">{statusLabel(row.status)}</span>
          </div>
        ))}
      </div>
      <p role="status" className="sr-only">
        {rows.length > 0 &&
          plural(rows.length, {
            one: '{count} found. Up and down choose one; Enter without one lists all.',
            other: '{count} found. Up and down choose one; Enter without one lists all.',
          })}
      </p>
    </>
  );
}

/** Who paid, or was paid, as far as it is known. */
function whoOf({ customer_name: name, mobile: number }: Row): string | undefined {
  return name ?? (number ? mobile(number) : undefined);
}

const addressOf = (row: Row, home: string) => `${home}/transactions/${row.transaction_id}`;
const nothing: Row[] = [];

/** What a search for this would list first; nothing while too little was typed. */
function useFound(text: string, environment: 'LIVE' | 'SANDBOX'): Row[] {
  const [asked, setAsked] = useState('');
  const typed = text.trim().normalize('NFC');
  useEffect(() => {
    const timer = setTimeout(() => setAsked(typed), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  const isEnough = typed.length >= SHORTEST && asked.length >= SHORTEST;
  const { data } = useQuery({
    queryKey: ['suggestions', environment, asked],
    queryFn: ({ signal }) =>
      callApi<TransactionSearch>('/api/dashboard/transactions', {
        query: { environment, q: asked, limit: String(SHOWN) },
        signal,
      }),
    enabled: isEnough,
    staleTime: 30_000,
    retry: false,
    // Of a text that goes on; what was found for another one is not chosen by a slip.
    placeholderData: (before, query) => (asked.startsWith(String(query?.queryKey[2])) ? before : undefined),
  });
  return isEnough && typed.startsWith(asked) && data ? data.data : nothing;
}
