import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

// For the tests beside it: what the operators' pages say, by their parts.

export const folder = import.meta.dirname;
export const root = path.resolve(folder, '../..');

export interface Fence {
  /** Empty for a block without one. */
  language: string;
  text: string;
}

export interface Page {
  name: string;
  text: string;
  /** The text without its blocks. */
  prose: string;
  fences: Fence[];
}

export const pages: readonly Page[] = readdirSync(folder)
  .filter((name) => name.endsWith('.md'))
  .sort()
  .map((name) => {
    const text = readFileSync(path.join(folder, name), 'utf8');
    const form = /^```(\w*)\n([\s\S]*?)^```$/gm;
    return {
      name,
      text,
      prose: text.replace(form, ''),
      fences: [...text.matchAll(form)].map(([, language = '', block = '']) => ({ language, text: block })),
    };
  });

/** Throws for a page that is not there. */
export function getPage(name: string): Page {
  const found = pages.find((page) => page.name === name);
  if (found === undefined) throw new Error(`There is no page ${name}.`);
  return found;
}

export function fencesOf(name: string, language: string): string[] {
  return getPage(name)
    .fences.filter((fence) => fence.language === language)
    .map((fence) => fence.text);
}

/** A file of the repository. */
export function source(file: string): string {
  return readFileSync(path.join(root, file), 'utf8');
}

/** The rows of the tables of a text, each cell without the spaces around it; heads and rules left out. */
export function rowsIn(text: string): string[][] {
  const lines = text.split('\n');
  return lines
    .filter((line, at) => line.startsWith('|') && !isRule(line) && !isRule(lines[at + 1] ?? ''))
    .map((line) =>
      line
        .slice(1, -1)
        .split('|')
        .map((cell) => cell.trim()),
    );
}

function isRule(line: string): boolean {
  return /^\|[-|]+\|$/.test(line);
}
