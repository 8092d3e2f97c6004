import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '../..');
const page = readFileSync(path.join(import.meta.dirname, 'security.md'), 'utf8');
const HIGHEST = 95;
const model = readFileSync(path.join(root, 'docs/operations/security.md'), 'utf8');

/** The cells of the table below this heading, line by line. */
function tableBelow(text: string, heading: string): string[][] {
  const section = text.split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? '';
  const lines = section.split('\n').filter((line) => line.startsWith('| '));
  return lines.slice(1).map((line) => line.split(' | ').map((cell) => cell.replace(/^\| | \|$/g, '')));
}

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

  test('has a line with tests for each of the twenty-two that a review found', () => {
    const found = tableBelow(page, 'What a review found');
    expect(found).toHaveLength(22);
    for (const [what, now, proof = ''] of found) {
      expect([what, now]).not.toContain('');
      for (const each of proof.split('<br>')) {
        const [, file = '', title = ''] = /^`([^`]+)`: (.+)$/.exec(each) ?? [];
        expect(file !== '' && hasTitle(file, title), each).toBe(true);
      }
    }
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

test('the security model says of each who could try something what they hold, reach and are stopped by', () => {
  const lines = tableBelow(model, 'Who could try what');
  for (const line of lines) expect(line.filter(Boolean)).toHaveLength(4);
  const people = [
    ...['a stranger', 'a customer with a link', 'a client’s cashier', 'developer’s laptop', 'a live key'],
    ...[
      'one dishonest operator',
      'operator’s cookie',
      'a rail that lies',
      'a proxy in front',
      'reads a backup',
    ],
  ];
  for (const each of people) {
    expect(
      lines.some(([who = '']) => who.replaceAll("'", '’').includes(each)),
      each,
    ).toBe(true);
  }
});
