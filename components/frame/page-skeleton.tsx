'use client';

import { usePathname } from 'next/navigation';
import { useOffline } from 'next/offline';
import { useEffect, useState } from 'react';
import { t } from '#lib/browser/language/words';
import { Skeleton } from '../ui/feedback.tsx';
import { sayThatPageStays } from './offline-strip.tsx';

type Shape = 'overview' | 'table' | 'detail' | 'form';

/** What a page is like, by its address: those of one kind are laid out alike. */
function shapeOf(pathname: string): Shape {
  const [, side, ...rest] = pathname.split('/');
  const last = (side === 'admin' ? rest : rest.slice(1)).at(-1);
  if (last === undefined) return 'overview';
  if (/^[0-9a-f-]{36}$|^\d+$/.test(last)) return 'detail';
  return ['settings', 'new', 'collect', 'bulk', 'debugger'].includes(last) ? 'form' : 'table';
}

/** A page that is there sooner needs no skeleton, which would only flicker. */
const PATIENCE_MS = 120;
/** After this the page is shown again: whatever was pressed led nowhere. */
const LONGEST_MS = 15_000;

/**
 * The page that a link was pressed for, from a moment after that until it is there. Not a `loading.tsx`: with one,
 * every page would be sent in two parts that a script has to put together, and a page that is missing as a 200.
 */
export function useNextPage(): string | undefined {
  const pathname = usePathname();
  const isOffline = useOffline();
  const [next, setNext] = useState<string>();
  useEffect(() => {
    // Arrived, or gone elsewhere.
    setNext(undefined);
    let timers: ReturnType<typeof setTimeout>[] = [];
    const onClick = (event: MouseEvent) => {
      const link = linkOf(event);
      if (link && (isOffline || !navigator.onLine)) return stay(event, link);
      const to = link && pageOf(link);
      if (to === undefined || to === pathname) return;
      timers.forEach(clearTimeout);
      timers = [setTimeout(() => setNext(to), PATIENCE_MS), setTimeout(() => setNext(undefined), LONGEST_MS)];
    };
    document.addEventListener('click', onClick, { capture: true });
    return () => {
      document.removeEventListener('click', onClick, { capture: true });
      timers.forEach(clearTimeout);
    };
  }, [pathname, isOffline]);
  return isOffline ? undefined : next;
}

/** The link that is followed in this window. */
function linkOf(event: MouseEvent): HTMLAnchorElement | undefined {
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (!link || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  const isPage = link.protocol.startsWith('http') && !link.hasAttribute('download');
  return isPage && link.target === '' ? link : undefined;
}

/** Without a line a link would lead to nothing, and what was typed here would be lost. */
function stay(event: MouseEvent, link: HTMLAnchorElement): void {
  if (link.pathname === location.pathname && link.hash !== '') return;
  event.preventDefault();
  sayThatPageStays();
}

/** The path of a link that leads to a page of this dashboard. */
function pageOf(link: HTMLAnchorElement): string | undefined {
  if (link.origin !== location.origin) return undefined;
  const isPage = /^\/(admin|dashboard)(\/|$)/.test(link.pathname);
  return isPage && link.pathname.split('/')[1] === location.pathname.split('/')[1]
    ? link.pathname
    : undefined;
}

/** A page of either dashboard while it is read, where its parts will stand. */
export function PageSkeleton({ pathname }: { pathname: string }) {
  const shape = shapeOf(pathname);
  return (
    <div role="status" aria-label={t('Loading')}>
      <div className="mb-6 flex items-start justify-between gap-6">
        <div className="grid gap-2">
          <Skeleton className="h-7 w-40" />
          {shape !== 'overview' && <Skeleton className="h-4 w-56 max-w-full sm:w-80" />}
        </div>
        {shape !== 'form' && <Skeleton className="h-9 w-32" />}
      </div>
      {shape === 'overview' && <Skeleton className="mb-8 h-64" />}
      {(shape === 'detail' || shape === 'form') && (
        <div className="grid max-w-2xl gap-6 sm:grid-cols-2">
          {['a', 'b', 'c', 'd', 'e', 'f'].map((key) => (
            <div key={key} className="grid gap-2">
              <Skeleton className="h-4 w-28" />
              <Skeleton className="h-9" />
            </div>
          ))}
        </div>
      )}
      {(shape === 'overview' || shape === 'table') && (
        <div className="rounded-lg border">
          <div className="h-9 rounded-t-lg border-b bg-surface" />
          {Array.from({ length: 8 }, (_, row) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the rows are all alike and never move.
            <div key={row} className="flex h-11 items-center justify-between border-b px-3 last:border-b-0">
              <Skeleton className="h-4 w-28" />
              <Skeleton className="h-4 w-20" />
              <Skeleton className="hidden h-4 w-24 sm:block" />
              <Skeleton className="h-4 w-20" />
            </div>
          ))}
        </div>
      )}
    </div>
  );
}
