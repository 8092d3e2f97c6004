import { readFileSync } from 'node:fs';
import { allPages, contents, type PageEntry } from '#lib/docs/contents';
import { type Parsed, parseMarkdown, siteLink } from '#lib/docs/markdown';
import { exampleText, webhookText } from '#lib/docs/print';
import { errorsPage, referencePage } from '#lib/docs/reference';

export interface DocsPage extends Parsed {
  entry: PageEntry;
  group: string;
  previous: PageEntry | undefined;
  next: PageEntry | undefined;
}

const kept = new Map<string, DocsPage>();

/** A page by its place below `/docs/`, read once in each process; undefined: there is none. */
export function findPage(slug: string): DocsPage | undefined {
  const found = kept.get(slug);
  if (found) return found;
  const index = allPages.findIndex((each) => each.slug === slug);
  const entry = allPages[index];
  if (entry === undefined) return undefined;
  const page = {
    entry,
    group: contents.find(({ pages }) => pages.includes(entry))?.title ?? '',
    previous: allPages[index - 1],
    next: allPages[index + 1],
    ...parseMarkdown(sourceOf(entry), fileOf(entry)),
  };
  // While somebody writes, the file is the truth.
  if (process.env.NODE_ENV === 'production') kept.set(slug, page);
  return page;
}

/** A page as plain markdown, with its examples in curl and the links as they are on the site. */
export function markdownOf(entry: PageEntry, baseUrl: string): string {
  const file = fileOf(entry);
  return sourceOf(entry)
    .replaceAll(/^```example (.+)\n```$/gm, (_, name: string) => exampleText(name))
    .replaceAll(/^```webhook (.+)\n```$/gm, (_, name: string) => webhookText(name))
    .replaceAll(/\[([^\]]*)\]\(([^)\s]+)\)/g, (whole, text: string, href: string) => {
      const to = siteLink(href, file);
      if (to === undefined) return text;
      return to.startsWith('/docs/') && !to.startsWith('/docs/files/')
        ? `[${text}](${baseUrl}${to.replace(/(#|$)/, '.md$1')})`
        : whole.replace(`](${href}`, `](${to.startsWith('/') ? baseUrl : ''}${to}`);
    });
}

function sourceOf(entry: PageEntry): string {
  if (entry.file) return readFileSync(entry.file, 'utf8');
  return entry.slug === 'errors' ? errorsPage() : referencePage(entry.title);
}

function fileOf({ file, slug }: PageEntry): string {
  // What has no file stands beside the guides, as their links have it.
  return file ?? `docs/guides/${slug}.md`;
}
