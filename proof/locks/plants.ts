import { readFileSync } from 'node:fs';
import path from 'node:path';
import { inventory } from '#proof/locks/inventory';
import { type Site, siteOf, withoutLock } from '#proof/locks/sites';

const root = path.resolve(import.meta.dirname, '../..');

interface Common {
  name: string;
  file: string;
  /** Of the file, without the lock. */
  text: string;
}

/** The statement that makes the function without the lock, and the one that makes it as it is; none where it is in none. */
export type SqlPlant = Common & { without: string; put: string };
/** What is found in the text of a query, between two of its values, and what stands there instead. */
export type QueryPlant = Common & { find: string; instead: string };
export type Plant = SqlPlant | QueryPlant;

/** What stands in the product without one of the locks that a scenario is of. */
export function plantsOf(title: string): Plant[] {
  return Object.entries(inventory).flatMap(([file, locks]) => {
    const those = locks.filter((each) => each.title === title);
    if (those.length === 0) return [];
    const source = readFileSync(path.join(root, file), 'utf8');
    return those.flatMap((each) => {
      const site = siteOf(file, source, each);
      return site === undefined ? [] : site.without.map((instead) => plantOf(source, site, instead));
    });
  });
}

function plantOf(source: string, site: Site, instead: string): Plant {
  const text = withoutLock(source, site, instead);
  const name = `${site.file}:${site.lineNumber} ${site.text.trim()}${instead && ` → ${instead.trim()}`}`;
  const common = { name, file: site.file, text };
  return site.file.endsWith('.sql')
    ? { ...common, without: functionAround(text, site), put: functionAround(source, site) }
    : { ...common, ...queryParts(source, site, instead) };
}

/** The statement that makes the function in which the place is, also where that is made anew; none in a block that runs once. */
export function functionAround(source: string, { start }: Pick<Site, 'start'>): string {
  const heads = [...source.slice(0, start).matchAll(/^(?:create (?:or replace )?function|do \$\$) /gm)];
  const head = heads.at(-1);
  if (head === undefined) throw new Error('It stands in no function.');
  if (head[0].startsWith('do')) return '';
  const rest = source.slice(head.index);
  const end = /^(?:end )?\$\$;|end \$\$;$/m.exec(rest);
  if (end === null) throw new Error('The function has no end.');
  return rest.slice(0, end.index + end[0].length).replace(/^create function/, 'create or replace function');
}

/**
 * Of a query in TypeScript, which is in pieces when it is sent: the lock with what stands around it in its piece. A value
 * that is compared stands in none: what is compared with it is then true of any.
 */
function queryParts(source: string, { start, end, text }: Site, instead: string) {
  const value = text.indexOf('${');
  const before = /[^`}]*$/.exec(source.slice(0, start))?.[0] ?? '';
  if (value >= 0) {
    const isNumber = text.includes('version');
    const compared = text.slice(0, value);
    return { find: before + compared, instead: `${before}${isNumber ? -1 : "'-'"} is distinct from ` };
  }
  const after = /^[^`$]*/.exec(source.slice(end))?.[0] ?? '';
  return { find: before + text + after, instead: before + instead + after };
}
