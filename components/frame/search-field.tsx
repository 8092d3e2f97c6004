'use client';

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Search } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { type KeyboardEvent, type RefObject, useEffect, useId, useState } from 'react';
import { callApi } from '#lib/browser/api';
import { mobile } from '#lib/browser/format';
import type { TransactionSearch } from '#lib/reads/search-transactions';
import { signedAmount } from '../transactions/signed-amount.ts';
import { statusLabel } from '../transactions/status.tsx';
import { cn } from '../ui/cn.ts';
import { sayThatPageStays } from './offline-strip.tsx';

interface SearchFieldProps {
  input: RefObject<HTMLInputElement | null>;
  /** Where a search leads: `?q=` is put behind it. */
  href: string;
  label: string;
  /** What it finds, in the field itself. */
  hint: string;
  /** Whose transactions are offered while somebody types; without it nothing is. */
  suggests?: { environment: 'LIVE' | 'SANDBOX'; home: string } | undefined;
}

const SHOWN = 6;
/** One letter is in too many names. */
const SHORTEST = 2;
/** Between two keys of somebody who types slowly. */
const PAUSE_MS = 300;

/** The search of every page: Enter lists what it finds, and what it would find first is offered below while one types. */
export function SearchField({ input, href, label, hint, suggests }: SearchFieldProps) {
  const router = useRouter();
  const id = useId();
  const [text, setText] = useState('');
  const [isOpen, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const found = useSuggestions(isOpen ? text : '', suggests?.environment);
  const isShown = isOpen && found.length > 0;
  const optionId = (index: number) => `${id}-${index}`;

  const go = (address: string) => {
    setOpen(false);
    if (!navigator.onLine) return sayThatPageStays();
    router.push(address);
  };
  const addressOf = (index: number) => `${suggests?.home}/transactions/${found[index]?.transaction_id}`;
  const submit = () => {
    if (isShown && active >= 0) return go(addressOf(active));
    const typed = text.trim();
    if (typed) go(`${href}?q=${encodeURIComponent(typed)}`);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (!isShown) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      // The field itself is one of the places.
      setActive((at) => ((at + 1 + step + found.length + 1) % (found.length + 1)) - 1);
    } else if (event.key === 'Escape') {
      // The first time it closes what is offered, and keeps what was typed.
      event.preventDefault();
      setOpen(false);
    }
  };
  return (
    <form
      className="relative"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
      onBlur={(event) => !event.currentTarget.contains(event.relatedTarget) && setOpen(false)}
    >
      <Search
        aria-hidden="true"
        className="pointer-events-none absolute top-2.5 left-3 size-4 text-muted-foreground"
      />
      <input
        ref={input}
        type="search"
        name="q"
        autoComplete="off"
        aria-label={label}
        placeholder={hint}
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          setActive(-1);
          setOpen(true);
        }}
        onKeyDown={onKeyDown}
        {...(suggests && {
          role: 'combobox',
          'aria-autocomplete': 'list',
          'aria-expanded': isShown,
          'aria-controls': `${id}-list`,
          ...(active >= 0 && isShown && { 'aria-activedescendant': optionId(active) }),
        })}
        className="h-9 w-full rounded-md border bg-background pr-8 pl-9 placeholder:text-muted-foreground"
      />
      <span
        aria-hidden="true"
        className="absolute top-2 right-2.5 hidden rounded border px-1.5 text-[11px] leading-4.5 text-muted-foreground sm:block"
      >
        /
      </span>
      {suggests && (
        <>
          <div
            id={`${id}-list`}
            role="listbox"
            aria-label="Transactions"
            hidden={!isShown}
            className="absolute inset-x-0 top-full z-40 mt-1 overflow-hidden rounded-md border bg-background"
          >
            {found.map((row, index) => (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the keys, as a combobox does.
              // biome-ignore lint/a11y/useFocusableInteractive: nor is it focused itself.
              <div
                key={row.transaction_id}
                id={optionId(index)}
                role="option"
                aria-selected={index === active}
                // The field keeps the focus.
                onPointerDown={(event) => event.preventDefault()}
                onClick={() => go(addressOf(index))}
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
                <span className="text-right text-[13px] text-muted-foreground">
                  {statusLabel(row.status)}
                </span>
              </div>
            ))}
          </div>
          <p role="status" className="sr-only">
            {isShown && `${found.length} found. Up and down choose one; Enter without one lists all.`}
          </p>
        </>
      )}
    </form>
  );
}

type Row = TransactionSearch['data'][number];

/** Who paid, or was paid, as far as it is known. */
function whoOf({ customer_name: name, mobile: number }: Row): string | undefined {
  return name ?? (number ? mobile(number) : undefined);
}

/** What a search for this would list first; nothing while too little was typed. */
function useSuggestions(text: string, environment: 'LIVE' | 'SANDBOX' | undefined): Row[] {
  const [asked, setAsked] = useState('');
  const typed = text.trim().normalize('NFC');
  useEffect(() => {
    const timer = setTimeout(() => setAsked(typed), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  const isEnough = environment !== undefined && typed.length >= SHORTEST && asked.length >= SHORTEST;
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
    placeholderData: keepPreviousData,
  });
  return (isEnough && data?.data) || [];
}
