'use client';

import type { ReactNode } from 'react';
import { t } from '#lib/browser/language/words';
import { Button } from './button.tsx';
import { cn } from './cn.ts';

/** Stands where something is being loaded, in its size. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={cn('base:block animate-pulse rounded bg-border/70 motion-reduce:animate-none', className)}
    />
  );
}

/** Rows of a table that is being loaded. */
export function SkeletonRows({ rows = 6, columns }: { rows?: number; columns: number }) {
  return Array.from({ length: rows }, (_, row) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the rows are all alike and never move.
    <tr key={row} className="border-b last:border-b-0">
      {Array.from({ length: columns }, (_, column) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: as above.
        <td key={column} className="h-11 px-3">
          <Skeleton className="h-4 w-24" />
        </td>
      ))}
    </tr>
  ));
}

/** What could be here, and the way to it. */
export function EmptyState({
  title,
  isPage,
  children,
  action,
}: {
  title: string;
  /** There is nothing else on the page, so that this is its heading. */
  isPage?: boolean;
  children?: ReactNode;
  action?: ReactNode;
}) {
  const Title = isPage ? 'h1' : 'p';
  return (
    <div className="rounded-lg border border-dashed px-6 py-12 text-center">
      <Title className="font-semibold">{title}</Title>
      {children && <div className="mx-auto mt-1 max-w-md text-muted-foreground">{children}</div>}
      {action && <div className="mt-5 flex justify-center">{action}</div>}
    </div>
  );
}

/** What went wrong, and a way on. */
export function ErrorState({ error, onRetry }: { error: Error; onRetry?: () => void }) {
  return (
    <div role="alert" className="rounded-lg border border-failed/40 px-6 py-8 text-center">
      <p className="font-semibold">{t('This could not be loaded')}</p>
      <p className="mt-1 text-muted-foreground">{error.message}</p>
      {onRetry && (
        <Button className="mt-5" onClick={onRetry}>
          {t('Try again')}
        </Button>
      )}
    </div>
  );
}

/** A figure with its name. `reason` stands instead of a number that cannot be known. */
export function Figure({ name, children, hint }: { name: string; children: ReactNode; hint?: ReactNode }) {
  return (
    <div className="rounded-lg border p-3 sm:p-4">
      <p className="text-[13px] text-muted-foreground">{name}</p>
      <p className="mt-1 font-semibold tabular-nums sm:text-xl">{children}</p>
      {hint && <p className="mt-1 text-[13px] text-muted-foreground">{hint}</p>}
    </div>
  );
}

/** A number that cannot be known yet. */
export function Unknown({ reason }: { reason: string }) {
  return (
    <span title={reason}>
      <span aria-hidden="true">–</span>
      <span className="sr-only">{reason}</span>
    </span>
  );
}
