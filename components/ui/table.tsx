import type { ComponentProps } from 'react';
import { cn } from './cn.ts';

interface TableProps extends ComponentProps<'table'> {
  /** Names it for a screen reader. */
  label: string;
  /**
   * On a phone each row is a small block: its cells go in two columns, one with a label is a line of its own
   * (globals.css). Without it the table scrolls sideways by itself.
   */
  inBlocks?: boolean;
}

export function Table({ label, inBlocks, className, ...props }: TableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard (axe: scrollable-region-focusable).
    <section aria-label={label} tabIndex={0} className="relative overflow-x-auto rounded-lg border">
      <table
        className={cn('w-full border-collapse text-left', inBlocks && 'table-in-blocks', className)}
        {...props}
      />
    </section>
  );
}

export function Th({ className, ...props }: ComponentProps<'th'>) {
  return (
    <th
      scope="col"
      className={cn(
        'h-9 border-b bg-surface base:px-3 text-[13px] font-semibold whitespace-nowrap text-muted-foreground',
        className,
      )}
      {...props}
    />
  );
}

/** `label` repeats the column's name where it stands alone, in a table that is `inBlocks`. */
export function Td({ className, label, ...props }: ComponentProps<'td'> & { label?: string }) {
  return (
    <td
      className={cn('base:h-11 base:px-3 base:align-middle base:whitespace-nowrap', className)}
      data-label={label}
      {...props}
    />
  );
}

/** A row; the link inside its first cell may cover it by `after:absolute after:inset-0`. */
export function Tr({ className, ...props }: ComponentProps<'tr'>) {
  return <tr className={cn('relative border-b last:border-b-0 hover:bg-surface/60', className)} {...props} />;
}

/** For amounts and counts. */
export const numeric = 'text-right tabular-nums';
