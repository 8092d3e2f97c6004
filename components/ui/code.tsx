'use client';

import { CopyButton } from './copy-button.tsx';

interface CodeBlockProps {
  /** What it is, such as "Body". */
  label: string;
  text: string;
  /** Shown instead, where what is copied is harder to read. */
  shown?: string;
}

/** A text to the byte, in monospace, with a button that copies all of it. */
export function CodeBlock({ label, text, shown = text }: CodeBlockProps) {
  return (
    <figure className="min-w-0 rounded-lg border">
      <figcaption className="flex h-9 items-center justify-between gap-2 border-b bg-surface pr-1 pl-3 text-[13px] font-semibold text-muted-foreground">
        {label}
        <CopyButton textOf={() => text} />
      </figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard (axe: scrollable-region-focusable). */}
      <section aria-label={label} tabIndex={0} className="max-h-96 overflow-auto">
        <pre className="px-3 py-2.5 font-mono text-[13px] break-all whitespace-pre-wrap">{shown}</pre>
      </section>
    </figure>
  );
}
