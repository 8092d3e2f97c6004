import path from 'node:path/posix';
import { Marked, type Token, type Tokens } from 'marked';
import { allPages, sourceFiles } from '#lib/docs/contents';

/** A part of a page: HTML as it is, or something that has a form of its own. */
export type Block =
  | { kind: 'html'; html: string }
  | { kind: 'code'; language: string; label: string; text: string }
  | { kind: 'example'; name: string }
  | { kind: 'webhook'; name: string };

export interface Section {
  id: string;
  title: string;
  depth: number;
  /** For the search: without marks. */
  text: string;
}

export interface Parsed {
  title: string;
  /** The words before the first section. */
  intro: string;
  blocks: Block[];
  sections: Section[];
}

/** A table with so many columns is blocks on a phone, instead of scrolling sideways. */
const WIDE_COLUMNS = 4;

/**
 * A page of markdown as blocks. `file` is where it lies in the repository: its relative links lead to the pages of the
 * site; what has no page there stays text. The markdown is ours: HTML in it is shown as it is.
 */
export function parseMarkdown(markdown: string, file: string): Parsed {
  const ids = new Map<string, number>();
  const sections: Section[] = [];
  const blocks: Block[] = [];
  let title = '';
  let intro = '';
  const marked = new Marked({ gfm: true });
  marked.use({
    renderer: {
      heading({ tokens, depth, text }) {
        const id = idOf(text, ids);
        sections.push({ id, title: plain(tokens), depth, text: '' });
        const inner = this.parser.parseInline(tokens);
        return `<h${depth} id="${id}"><a href="#${id}">${inner}</a></h${depth}>\n`;
      },
      link({ href, tokens }) {
        const inner = this.parser.parseInline(tokens);
        const to = siteLink(href, file);
        return to === undefined ? inner : `<a href="${escapeHtml(to)}">${inner}</a>`;
      },
      table({ header, rows }) {
        const isWide = header.length >= WIDE_COLUMNS;
        const line = (tag: string, cells: Tokens.TableCell[]) => {
          const inner = cells.map((each, column) => {
            // Repeated before each cell on a phone, where a row is a block (globals.css); the first cell is its heading.
            const name = isWide && tag === 'td' && column > 0 ? plain(header[column]?.tokens ?? []) : '';
            const label = name && ` data-label="${escapeHtml(name)}"`;
            return `<${tag}${label}>${this.parser.parseInline(each.tokens)}</${tag}>`;
          });
          return `<tr>${inner.join('')}</tr>`;
        };
        // What scrolls must be reachable by keyboard (axe: scrollable-region-focusable).
        return `<div class="table-scroll" tabindex="0"><table${isWide ? ' class="rows-in-blocks"' : ''}><thead>${line('th', header)}</thead><tbody>${rows.map((row) => line('td', row)).join('')}</tbody></table></div>\n`;
      },
    },
  });
  const push = (token: Token) => {
    const html = marked.parser([token]);
    const last = blocks.at(-1);
    if (last?.kind === 'html') last.html += html;
    else blocks.push({ kind: 'html', html });
    const section = sections.at(-1);
    if (token.type === 'heading') return;
    if (section) section.text += ` ${plain([token])}`;
    else intro += ` ${plain([token])}`;
  };
  for (const token of marked.lexer(markdown)) {
    if (token.type === 'heading' && token.depth === 1 && title === '') title = plain(token.tokens ?? []);
    else if (token.type === 'code') blocks.push(fence(token as Tokens.Code));
    else push(token);
  }
  return { title, intro, blocks, sections };
}

function fence({ lang = '', text }: Tokens.Code): Block {
  const [language = '', ...words] = lang.split(' ');
  if (language === 'example') return { kind: 'example', name: words.join(' ') };
  if (language === 'webhook') return { kind: 'webhook', name: words.join(' ') };
  const named = words.find((word) => word.startsWith('file='))?.slice('file='.length);
  return { kind: 'code', language, label: named ?? labels[language] ?? language, text };
}

const labels: Record<string, string> = {
  sh: 'Shell',
  '': 'Text',
  text: 'Text',
  js: 'JavaScript',
  php: 'PHP',
  python: 'Python',
  ts: 'TypeScript',
  json: 'JSON',
  sql: 'SQL',
  yaml: 'YAML',
  diff: 'Change',
};

/** Where a link of a file leads on the site; undefined: it has no page there. */
export function siteLink(href: string, file: string): string | undefined {
  if (/^(https?:|#|\/)/.test(href)) return href;
  const [target = '', hash] = href.split('#');
  const at = path.join(path.dirname(file), target).replace(/\/$/, '/README.md');
  // Made of the description, not of a file.
  const made = /^docs\/guides\/((errors)|(reference\/[\w-]+))\.md$/.exec(at)?.[1];
  const page = allPages.find((each) => each.file === at || (made !== undefined && each.slug === made));
  const fragment = hash === undefined ? '' : `#${hash}`;
  if (page) return `/docs/${page.slug}${fragment}`;
  return sourceFiles.includes(at) ? `/docs/files/${path.basename(at)}` : undefined;
}

/** As GitHub makes the anchor of a heading. */
function idOf(text: string, taken: Map<string, number>): string {
  const code = /^`([\w-]+)`$/.exec(text)?.[1];
  const id =
    code ??
    text
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .trim()
      .replaceAll(/\s/g, '-');
  const count = taken.get(id) ?? 0;
  taken.set(id, count + 1);
  return count === 0 ? id : `${id}-${count}`;
}

/** The words alone. */
function plain(tokens: Token[]): string {
  return tokens
    .map((token) => {
      if (token.type === 'table') {
        const { header, rows } = token as Tokens.Table;
        return [header, ...rows].map((row) => row.map((cell) => plain(cell.tokens)).join(' ')).join(' ');
      }
      if (token.type === 'list')
        return (token as Tokens.List).items.map((item) => plain(item.tokens)).join(' ');
      if ('tokens' in token && token.tokens) return plain(token.tokens);
      return 'text' in token ? unescapeHtml(token.text as string) : '';
    })
    .join('');
}

function unescapeHtml(text: string): string {
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');
}

export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
