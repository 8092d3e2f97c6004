import type { ReactNode } from 'react';

/** The name of a part of a page; its `id` is for the section that it names. */
export function Heading({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <h2 id={id} className="mb-3 font-semibold">
      {children}
    </h2>
  );
}
