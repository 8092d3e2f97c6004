import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { parseAst } from 'vitest/node';
import { moneyPath } from '#proof/mutation/money-path';
import { mutantsOf } from '#proof/mutation/mutants';
import { withSwitches } from '#proof/mutation/switches';

const root = path.resolve(import.meta.dirname, '../..');
const switched = (source: string) =>
  withSwitches(
    source,
    mutantsOf(source).map((mutant, number) => ({ number, mutant })),
  );

test.each([
  [
    'const x = a < 3;',
    'const x = (__mutant(0) ? (a <= 3) : __mutant(1) ? (a >= 3) : (a < (__mutant(2) ? ((3 + 1)) : (3))));',
  ],
  [
    'if (ok) f();',
    'if ((__mutant(0) ? (true) : __mutant(1) ? (false) : (ok))) { if (!(__mutant(2))) { f(); } }',
  ],
  [
    'if (ok) throw a;',
    'if ((__mutant(0) ? (true) : __mutant(1) ? (false) : (ok))) { if (!(__mutant(2))) { throw a; } }',
  ],
  // What is called stays what it is called on.
  ['const y = a.min(b);', 'const y = (__mutant(0) ? (a.max(b)) : (a.min(b)));'],
  // All of a chain ends where a part of it is not there.
  ['const z = a?.min(b).c;', 'const z = (__mutant(0) ? (a?.max(b).c) : (a?.min(b).c));'],
  ['const w = { k: [...a] };', 'const w = { k: (__mutant(0) ? ([...({} as never)]) : ([...a])) };'],
  ['const { a = 1 } = b;', 'const { a = (__mutant(0) ? ((1 + 1)) : (1)) } = b;'],
])('%s', (source, expected) => {
  expect(switched(source)).toBe(expected);
});

test('each mutant of the money path has a switch, in a text that is a module still', () => {
  const files = moneyPath(globSync('lib/**/*.ts', { cwd: root }));
  expect(files.length).toBeGreaterThan(200);
  for (const file of files) {
    const source = readFileSync(path.join(root, file), 'utf8');
    const text = switched(source);
    expect(() => parseAst(text, { lang: 'ts' }), file).not.toThrow();
    const without = mutantsOf(source).filter((_, number) => !text.includes(`__mutant(${number})`));
    expect(without, file).toEqual([]);
  }
});
