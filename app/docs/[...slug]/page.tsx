import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { DocsArticle } from '#components/docs/docs-article';
import { findPage } from '#lib/docs/page';
import { showExample, showWebhook } from '#lib/docs/print';

interface Props {
  params: Promise<{ slug: string[] }>;
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const slug = (await params).slug.join('/');
  const title = findPage(slug)?.title;
  return title ? { title, alternates: { types: { 'text/markdown': `/docs/${slug}.md` } } } : {};
}

export default async function GuidePage({ params }: Props) {
  const slug = (await params).slug.join('/');
  const page = findPage(slug);
  if (!page) notFound();
  const blocks = page.blocks.map((block) => {
    if (block.kind === 'example') return { kind: block.kind, example: showExample(block.name) };
    if (block.kind === 'webhook') {
      return {
        kind: 'code' as const,
        label: `To your endpoint: ${block.name}`,
        text: showWebhook(block.name),
      };
    }
    return block;
  });
  const place = (entry: typeof page.next) => entry && { title: entry.title, href: `/docs/${entry.slug}` };
  return (
    <DocsArticle
      title={page.title}
      group={page.group}
      markdown={`/docs/${slug}.md`}
      blocks={blocks}
      sections={page.sections.filter(({ depth }) => depth === 2)}
      previous={place(page.previous)}
      next={place(page.next)}
    />
  );
}
