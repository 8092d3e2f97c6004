import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';

interface FoldedProps {
  title: string;
  /** How much is in it, in a word or two. */
  hint?: string | undefined;
  children: ReactNode;
}

/** A part of a page for those who want it: closed until somebody opens it. */
export function Folded({ title, hint, children }: FoldedProps) {
  return (
    <details className="group min-w-0 border-t first:border-t-0">
      <summary className="flex min-h-11 cursor-pointer flex-wrap list-none items-center gap-2 rounded py-2 hover:bg-surface/60 [&::-webkit-details-marker]:hidden">
        <ChevronRight
          aria-hidden="true"
          className="size-4 flex-none text-muted-foreground transition-transform group-open:rotate-90 motion-reduce:transition-none"
        />
        <h2 className="font-semibold">{title}</h2>
        {hint && <span className="text-[13px] text-muted-foreground">{hint}</span>}
      </summary>
      <div className="pt-2 pb-6">{children}</div>
    </details>
  );
}
