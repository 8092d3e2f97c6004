import MiniSearch from 'minisearch';
import { allPages } from '#lib/docs/contents';
import { findPage } from '#lib/docs/page';

export interface Found {
  href: string;
  /** The page, and the section in it. */
  page: string;
  section: string;
  /** Where the words stand. */
  excerpt: string;
}

interface Indexed extends Found {
  id: string;
  text: string;
}

/** Whoever integrates searches more often than whoever operates or proves. */
const weightOf = (href: string) => (/^\/docs\/(rails|proof|contributing)/.test(href) ? 0.4 : 1);

let index: MiniSearch<Indexed> | undefined;

/** The sections of all pages that have these words, or words that begin so, best first; at most 20. */
export function searchDocs(words: string): Found[] {
  index ??= makeIndex();
  return index
    .search(words.slice(0, 200))
    .slice(0, 20)
    .map((found) => ({
      href: found.href,
      page: found.page,
      section: found.section,
      excerpt: excerptOf(found.text, found.terms),
    }));
}

function makeIndex(): MiniSearch<Indexed> {
  const made = new MiniSearch<Indexed>({
    fields: ['page', 'section', 'text'],
    storeFields: ['href', 'page', 'section', 'text'],
    // `client_reference` is found by `reference`, and whole.
    tokenize: (text) =>
      [...text.matchAll(/[\p{L}\p{N}_]+/gu)].flatMap(([word]) =>
        word.includes('_') ? [word, ...word.split('_')] : [word],
      ),
    searchOptions: {
      boost: { section: 4, page: 2 },
      prefix: true,
      fuzzy: 0.15,
      combineWith: 'AND',
      boostDocument: weightOf,
    },
  });
  for (const { slug, title } of allPages) {
    const { sections, intro } = findPage(slug)!;
    for (const { id, title: section, text } of [{ id: '', title, text: intro }, ...sections]) {
      const href = `/docs/${slug}${id && `#${id}`}`;
      made.add({ id: href, href, page: title, section, text, excerpt: '' });
    }
  }
  return made;
}

function excerptOf(text: string, terms: string[]): string {
  const at = Math.max(0, text.toLowerCase().search(new RegExp(terms.join('|'))) - 60);
  const from = at === 0 ? 0 : text.indexOf(' ', at) + 1;
  const excerpt = text.slice(from, from + 180).trim();
  return `${from > 0 ? '… ' : ''}${excerpt}${from + 180 < text.length ? ' …' : ''}`;
}
