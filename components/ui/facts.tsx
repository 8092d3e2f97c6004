import type { ReactNode } from 'react';
import { cn } from './cn.ts';

/** Names and what they stand for, one under the other. */
export function Facts({ children, className }: { children: ReactNode; className?: string }) {
  return <dl className={cn('grid gap-y-2', className)}>{children}</dl>;
}

export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[8.5rem_minmax(0,1fr)] gap-x-3">
      <dt className="text-muted-foreground">{name}</dt>
      <dd className="min-w-0 break-words tabular-nums">{children}</dd>
    </div>
  );
}
