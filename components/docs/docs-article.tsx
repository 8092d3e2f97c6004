import type { Block } from '#lib/docs/markdown';
import type { ShownExample } from '#lib/docs/print';
import { Code, CodeFigure } from './code-figure.tsx';
import type { Place } from './docs-frame.tsx';
import { Example } from './example.tsx';

type ArticleBlock =
  | Extract<Block, { kind: 'html' }>
  | { kind: 'code'; label: string; text: string }
  | { kind: 'example'; example: ShownExample };

interface DocsArticleProps {
  title: string;
  group: string;
  /** Where the same page is as plain text. */
  markdown: string;
  blocks: ArticleBlock[];
  sections: { id: string; title: string }[];
  previous: Place | undefined;
  next: Place | undefined;
}

export function DocsArticle({ title, group, markdown, blocks, sections, previous, next }: DocsArticleProps) {
  return (
    <div className="grid gap-x-10 xl:grid-cols-[minmax(0,1fr)_13rem]">
      <main className="min-w-0 py-8">
        <article className="docs-prose max-w-3xl">
          <p className="docs-group">{group}</p>
          <h1>{title}</h1>
          {blocks.map((block, index) => {
            const key = `${block.kind}-${index}`;
            if (block.kind === 'example') return <Example key={key} id={key} example={block.example} />;
            if (block.kind === 'code') {
              return (
                <CodeFigure key={key} label={block.label}>
                  <Code text={block.text} />
                </CodeFigure>
              );
            }
            // biome-ignore lint/security/noDangerouslySetInnerHtml: made of the repository's own markdown.
            return <div key={key} dangerouslySetInnerHTML={{ __html: block.html }} />;
          })}
        </article>
        <nav
          aria-label="Next and previous page"
          className="mt-12 flex max-w-3xl justify-between gap-4 border-t pt-5"
        >
          {previous ? (
            <a href={previous.href} className="text-primary hover:underline">{`← ${previous.title}`}</a>
          ) : (
            <span />
          )}
          {next && (
            <a href={next.href} className="text-right text-primary hover:underline">{`${next.title} →`}</a>
          )}
        </nav>
      </main>
      <aside className="hidden xl:block">
        <nav
          aria-label="On this page"
          className="sticky top-14 max-h-[calc(100dvh-3.5rem)] overflow-y-auto py-8 text-[13px]"
        >
          {sections.length > 1 && (
            <>
              <p className="font-semibold">On this page</p>
              <ul className="mt-1.5 grid gap-1">
                {sections.map((section) => (
                  <li key={section.id}>
                    <a href={`#${section.id}`} className="text-muted-foreground hover:text-foreground">
                      {section.title}
                    </a>
                  </li>
                ))}
              </ul>
            </>
          )}
          <p className="mt-4">
            <a
              href={markdown}
              className="text-muted-foreground underline underline-offset-4 hover:text-foreground"
            >
              This page as markdown
            </a>
          </p>
        </nav>
      </aside>
    </div>
  );
}
