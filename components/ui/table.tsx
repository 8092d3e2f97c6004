import type { ComponentProps } from 'react';
import { cn } from './cn.ts';

/** Scrolls sideways by itself on a narrow screen; `label` names it for a screen reader. */
export function Table({ label, className, ...props }: ComponentProps<'table'> & { label: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard (axe: scrollable-region-focusable).
    <section aria-label={label} tabIndex={0} className="relative overflow-x-auto rounded-lg border">
      <table className={cn('w-full border-collapse text-left', className)} {...props} />
    </section>
  );
}

export function Th({ className, ...props }: ComponentProps<'th'>) {
  return (
    <th
      scope="col"
      className={cn(
        'h-9 border-b bg-surface px-3 text-[13px] font-semibold whitespace-nowrap text-muted-foreground',
        className,
      )}
      {...props}
    />
  );
}

export function Td({ className, ...props }: ComponentProps<'td'>) {
  return <td className={cn('h-11 px-3 align-middle whitespace-nowrap', className)} {...props} />;
}

/** A row; the link inside its first cell may cover it by `after:absolute after:inset-0`. */
export function Tr({ className, ...props }: ComponentProps<'tr'>) {
  return <tr className={cn('relative border-b last:border-b-0 hover:bg-surface/60', className)} {...props} />;
}

/** For amounts and counts. */
export const numeric = 'text-right tabular-nums';
