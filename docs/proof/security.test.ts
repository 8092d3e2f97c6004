import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '../..');
const page = readFileSync(path.join(import.meta.dirname, 'security.md'), 'utf8');
const HIGHEST = 95;

const rows = page.split('\n').flatMap((line) => {
  const [, number, what, expected, proof] = /^\| (\d+) \| (.+?) \| (.+?) \| (.+) \|$/.exec(line) ?? [];
  return number === undefined ? [] : [{ number: Number(number), what, expected, proof: proof ?? '' }];
});
const sources = new Map<string, string>();

/** Whether a text of the file, in any quotes, is this title. */
function hasTitle(file: string, title: string): boolean {
  if (!sources.has(file)) sources.set(file, readFileSync(path.join(root, file), 'utf8'));
  const source = sources.get(file) ?? '';
  return [`'${title}'`, `"${title}"`, `\`${title}\``].some((literal) => source.includes(literal));
}

describe('the table of security cases', () => {
  test('names no test that is gone, in a line without a number either', () => {
    const named = [...page.matchAll(/`([\w./-]+\.(?:test|spec)\.tsx?)`: (.+?)(?=<br>| \|$)/gm)];
    expect(named.length).toBeGreaterThan(HIGHEST);
    expect(named.filter(([, file = '', title = '']) => !hasTitle(file, title)).map(([text]) => text)).toEqual(
      [],
    );
  });

  test(`has each number from 1 to ${HIGHEST} once, in order, and no line that cannot be read`, () => {
    expect(rows.map(({ number }) => number)).toEqual(
      Array.from({ length: HIGHEST }, (_, index) => index + 1),
    );
    expect(page.split('\n').filter((line) => /^\| *\d/.test(line))).toHaveLength(HIGHEST);
  });

  test.each(rows)('$number is proven by tests that exist', ({ number, proof }) => {
    const named = proof.split('<br>').map((each) => /^`([^`]+)`: (.+)$/.exec(each) ?? []);
    for (const [, file = '', title = ''] of named) {
      expect(file, `the file of case ${number}`).toMatch(/\.(test|spec)\.tsx?$/);
      expect(existsSync(path.join(root, file)), file).toBe(true);
      expect(hasTitle(file, title), `${file} has the test "${title}"`).toBe(true);
    }
  });
});
