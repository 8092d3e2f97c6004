import type { ReactNode } from 'react';
import { Heading } from '../ui/heading.tsx';

/** A part of a transaction's page, under its name. */
export function DetailSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="min-w-0">
      <Heading>{title}</Heading>
      {children}
    </section>
  );
}
