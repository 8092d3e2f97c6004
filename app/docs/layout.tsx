import type { Metadata } from 'next';
import type { ReactNode } from 'react';
import { DocsFrame } from '#components/docs/docs-frame';
import { contents } from '#lib/docs/contents';

export const metadata: Metadata = {
  title: { absolute: 'Documentation – Kaira', template: '%s – Kaira docs' },
};

export default function DocsLayout({ children }: { children: ReactNode }) {
  const groups = contents.map(({ title, pages }) => ({
    title,
    pages: pages.map((each) => ({ title: each.title, href: `/docs/${each.slug}` })),
  }));
  return <DocsFrame groups={groups}>{children}</DocsFrame>;
}
