import type { ReactNode } from 'react';
import { cn } from './cn.ts';

interface FactsProps {
  /** A part of a page by itself, with its own border. */
  isFramed?: boolean;
  /** Its values are long, so that on a phone each goes below its name; where it is framed they always do. */
  isLong?: boolean;
  className?: string;
  children: ReactNode;
}

/** Names and what they stand for, one under the other. */
export function Facts({ isFramed, isLong = isFramed, className, children }: FactsProps) {
  return (
    <dl
      className={cn(
        'grid gap-y-2',
        isFramed && 'rounded-lg border px-4 py-3 sm:gap-y-4',
        isLong && 'max-sm:gap-y-3 max-sm:*:grid-cols-1',
        className,
      )}
    >
      {children}
    </dl>
  );
}

export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[8.5rem_minmax(0,1fr)] gap-x-3">
      <dt className="wrap-anywhere text-muted-foreground">{name}</dt>
      <dd className="min-w-0 wrap-anywhere tabular-nums">{children}</dd>
    </div>
  );
}

/** A name above what it stands for: in the strip on top of a detail, or in a narrow column. */
export function StackedFact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-[13px] wrap-anywhere text-muted-foreground">{name}</dt>
      <dd className="mt-0.5 min-w-0 wrap-anywhere tabular-nums">{children}</dd>
    </div>
  );
}
