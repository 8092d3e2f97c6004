'use client';

import { Search } from 'lucide-react';
import { usePathname, useRouter, useSearchParams } from 'next/navigation';
import { type KeyboardEvent, type RefObject, useEffect, useId, useRef, useState } from 'react';
import { sayThatPageStays } from './offline-strip.tsx';
import type { SearchSuggestions } from './search-suggestions.tsx';

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

/** The search of every page: Enter lists what it finds, and what it would find first is offered below while one types. */
export function SearchField({ input, href, label, hint, suggests }: SearchFieldProps) {
  const router = useRouter();
  const id = useId();
  const [text, setText] = useState('');
  const [isOpen, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  /** The addresses of what is offered. */
  const [found, setFound] = useState<string[]>([]);
  const [Offered, setOffered] = useState<typeof SearchSuggestions>();
  const isShown = isOpen && found.length > 0;
  const sought = useSought(input, href);

  const go = (address: string) => {
    setOpen(false);
    if (!navigator.onLine) return sayThatPageStays();
    router.push(address);
  };
  // Nobody needs it before; without a line the search is as it was.
  const load = () => {
    if (!suggests || Offered) return;
    import('./search-suggestions.tsx').then(
      (loaded) => setOffered(() => loaded.SearchSuggestions),
      () => undefined,
    );
  };
  const submit = () => {
    const chosen = isShown ? found[active] : undefined;
    if (chosen !== undefined) return go(chosen);
    // Also what was typed before this page's script came.
    const typed = input.current?.value.trim();
    if (typed) go(`${href}?q=${encodeURIComponent(typed)}`);
    else if (sought) go(href);
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
      action={href}
      className="relative"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
      onBlur={(event) => !event.currentTarget.contains(event.relatedTarget) && setOpen(false)}
    >
      <Search
        aria-hidden="true"
        className="pointer-events-none absolute inset-y-0 left-3 my-auto size-4 text-muted-foreground"
      />
      <input
        ref={input}
        type="search"
        name="q"
        autoComplete="off"
        defaultValue={sought}
        aria-label={label}
        placeholder={hint}
        onFocus={load}
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
          ...(isShown && { 'aria-controls': id }),
          ...(isShown && active >= 0 && { 'aria-activedescendant': id + active }),
        })}
        className="h-9 w-full rounded-md border bg-background pr-8 pl-9 placeholder:text-muted-foreground"
      />
      <span
        aria-hidden="true"
        className="absolute top-2 right-2.5 hidden rounded border px-1.5 text-[11px] leading-4.5 text-muted-foreground sm:block"
      >
        /
      </span>
      {suggests && Offered && (
        <Offered
          text={isOpen ? text : ''}
          {...suggests}
          id={id}
          active={active}
          onFound={setFound}
          onChoose={go}
        />
      )}
    </form>
  );
}

/** What the page is narrowed to, which the field says as well: whatever was typed before is gone with its page. */
function useSought(input: RefObject<HTMLInputElement | null>, href: string): string {
  const pathname = usePathname();
  const q = useSearchParams().get('q') ?? '';
  const sought = pathname === href ? q : '';
  const page = `${pathname}?${sought}`;
  const shown = useRef(page);
  useEffect(() => {
    // Not at first: somebody may have typed before this script came.
    if (shown.current === page) return;
    shown.current = page;
    if (input.current) input.current.value = sought;
  }, [page, sought, input]);
  return sought;
}
