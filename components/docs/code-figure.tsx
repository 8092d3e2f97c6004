import type { ReactNode } from 'react';
import { CopyCode } from './copy-code.tsx';

/** A text to the byte, in a box that scrolls sideways, with a button that copies it. */
export function CodeFigure({ label, children }: { label: ReactNode; children: ReactNode }) {
  return (
    <figure className="my-5 min-w-0 overflow-hidden rounded-lg border">
      <figcaption className="flex min-h-9 items-center justify-between gap-2 border-b bg-surface pr-1 pl-3 text-[13px] text-muted-foreground">
        {label}
        <CopyCode />
      </figcaption>
      {children}
    </figure>
  );
}

/** No region of its own: a page has dozens, and each would be a landmark. */
export function Code({ text, language }: { text: string; language?: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard (axe: scrollable-region-focusable).
    <div tabIndex={0} data-language={language} className="max-h-128 overflow-auto">
      <pre className="w-max min-w-full px-3.5 py-3 font-mono text-[13px] leading-6">{text}</pre>
    </div>
  );
}
