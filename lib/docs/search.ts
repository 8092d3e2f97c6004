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

// Anybody may search, in the process that pays: what one search can cost is bounded by these.
const LONGEST_QUERY = 100;
const MOST_WORDS = 8;
/** Hundreds of words begin with one letter or two, which therefore count only where nothing longer is asked for. */
const FEWEST_LETTERS = 3;

let index: MiniSearch<Indexed> | undefined;

/** The sections of all pages that have these words, or words that begin so, best first; at most 20. */
export function searchDocs(words: string): Found[] {
  index ??= makeIndex();
  return index
    .search(words.slice(0, LONGEST_QUERY))
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
    tokenize: wordsOf,
    searchOptions: {
      tokenize: askedFor,
      boost: { section: 4, page: 2 },
      prefix: (word) => word.length >= FEWEST_LETTERS,
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

/** `client_reference` is found by `reference`, and whole. */
function wordsOf(text: string): string[] {
  return [...text.matchAll(/[\p{L}\p{N}_]+/gu)].flatMap(([word]) =>
    word.includes('_') ? [word, ...word.split('_')].filter((part) => part !== '') : [word],
  );
}

function askedFor(query: string): string[] {
  const words = [...new Set(wordsOf(query))];
  const long = words.filter((word) => word.length >= FEWEST_LETTERS);
  return (long.length > 0 ? long : words).slice(0, MOST_WORDS);
}

function excerptOf(text: string, terms: string[]): string {
  const at = Math.max(0, text.toLowerCase().search(new RegExp(terms.join('|'))) - 60);
  const from = at === 0 ? 0 : text.indexOf(' ', at) + 1;
  const excerpt = text.slice(from, from + 180).trim();
  return `${from > 0 ? '… ' : ''}${excerpt}${from + 180 < text.length ? ' …' : ''}`;
}
