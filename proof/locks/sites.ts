import type { Covered } from '#proof/locks/inventory';

// Every place that a race is decided in, found in the text of a file: a row that is locked, an advisory lock, a lease or a
// version that is compared. A race that a unique index decides, or a status that a statement asks for, is not looked for.

export interface Site {
  file: string;
  /** Of the file, without the spaces around it, and of a value in it the braces alone; the nth such line, from 1. */
  line: string;
  nth: number;
  lineNumber: number;
  start: number;
  end: number;
  text: string;
  /** What stands there without the lock; one that skips rows can also wait for them. */
  without: string[];
}

interface Pattern {
  pattern: RegExp;
  without: (text: string) => string[];
}

const rowLock: Pattern = {
  pattern: /[ \n]+for (?:no key )?(?:update|share)(?: of \w+)?(?: skip locked)?\b/g,
  without: (text) => (text.endsWith(' skip locked') ? ['', text.slice(0, -' skip locked'.length)] : ['']),
};
const advisoryLock: Pattern = {
  pattern: /\bpg_(?:try_)?advisory_(?!unlock)\w+\(/g,
  without: (text) => [text.includes('_try_') ? 'true' : 'null'],
};
/** `set lease_token = …` is no comparison: only what follows a word of a condition is. */
const value = String.raw`(?:\$\{[^}]+\}|\([^)]+\)|[\w.]+)(?:::\w+)?`;
const leaseOrVersion: Pattern = {
  pattern: new RegExp(
    String.raw`(?<=\b(?:and|where|when|or|if)\s+\(?)(?:\w+\.)?(?:lease_token = ${value}|version <> ${value}|version = ${value}|lease_token is null(?: or [\w.]+ <=? now\(\))?|(?:\w+\.)?lease_until <=? now\(\)|proposed_at is not distinct from \w+)(?! then 1)`,
    'g',
  ),
  without: (text) => [text.includes('<>') ? 'false' : 'true'],
};
const versionInTypeScript: Pattern = {
  pattern: /\b\w+(?:\.version (?:===|!==) (?!undefined|\d)\w+(?:\.\w+)*| === \w+\.version)/g,
  without: (text) => [text.includes('!==') ? 'false' : 'true'],
};

/** What reads times, not races: the audit, and what was lost of a history that another database has. */
const others = /^lib\/(?:history|reads)\/|^lib\/(?:ledger\/[\w-]*checks|health\/lines-of-keeping)\.ts$/;

export function sitesOf(file: string, source: string): Site[] {
  if (others.test(file)) return [];
  const patterns = [
    rowLock,
    advisoryLock,
    leaseOrVersion,
    ...(file.endsWith('.ts') ? [versionInTypeScript] : []),
  ];
  const lines = source.split('\n');
  const sites: Site[] = [];
  for (const { pattern, without } of patterns) {
    for (const match of source.matchAll(pattern)) {
      const start = match.index;
      const end = match[0].endsWith('(')
        ? closingOf(source, start + match[0].length)
        : start + match[0].length;
      const text = source.slice(start, end);
      // A lock that stands on a line of its own belongs to that line.
      const lineNumber = source.slice(0, start + text.length - text.trimStart().length).split('\n').length;
      const line = (lines[lineNumber - 1] ?? '').trim();
      if (/^(--|\/\/|\*|\/\*)/.test(line)) continue;
      sites.push({
        file,
        line: line.replaceAll('${', '{'),
        nth: 0,
        lineNumber,
        start,
        end,
        text,
        without: without(text),
      });
    }
  }
  sites.sort((a, b) => a.start - b.start);
  for (const site of sites) {
    site.nth = sites.filter((each) => each.line === site.line && each.start <= site.start).length;
  }
  return sites;
}

/** Where one of the inventory stands; undefined where it is not there any more. */
export function siteOf(
  file: string,
  source: string,
  { line, nth = 1, part, instead = '' }: Pick<Covered, 'line' | 'nth' | 'part' | 'instead'>,
): Site | undefined {
  if (part === undefined) return sitesOf(file, source).find((each) => each.line === line && each.nth === nth);
  const lines = source.split('\n');
  const at = [...lines.keys()].filter((each) => lines[each]?.trim().replaceAll('${', '{') === line)[nth - 1];
  if (at === undefined) return undefined;
  const from = lines.slice(0, at).reduce((length, each) => length + each.length + 1, 0);
  const text = file.endsWith('.ts') ? part.replaceAll('{', '${') : part;
  const start = from + (lines[at]?.indexOf(text) ?? -1);
  if (start < from) return undefined;
  const place = { start, end: start + text.length, text, without: [instead] };
  return { file, line, nth, lineNumber: at + 1, ...place };
}

export function withoutLock(source: string, { start, end }: Site, put: string): string {
  return source.slice(0, start) + put + source.slice(end);
}

/** Behind the bracket that closes the one before `from`. */
function closingOf(source: string, from: number): number {
  let depth = 1;
  let at = from;
  for (; depth > 0; at++) {
    if (source[at] === '(') depth++;
    if (source[at] === ')') depth--;
  }
  return at;
}
