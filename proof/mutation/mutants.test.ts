import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { equivalents, survivesBecause } from '#proof/mutation/equivalents';
import { mutantsOf, plant } from '#proof/mutation/mutants';

const root = path.resolve(import.meta.dirname, '../..');
const planted = (source: string) => mutantsOf(source).map((mutant) => plant(source, mutant));

test.each([
  ['f(a < 3);', [';', 'f(a <= 3);', 'f(a >= 3);', 'f(a < (3 + 1));']],
  ["x = a && b ?? 'c';".replace(' && b', ''), [';', 'x = (a);', "x = ('c');"]],
  [
    'if (!ok) throw f(1n);',
    [
      'if (true) throw f(1n);',
      'if (false) throw f(1n);',
      'if ((ok)) throw f(1n);',
      'if (!ok) ;',
      'if (!ok) throw f((1n + 1n));',
    ],
  ],
  [
    'export const f = (a: 1 | 2) => (a === b ? true : [...a]);',
    [
      'export const f = (a: 1 | 2) => ((true));',
      'export const f = (a: 1 | 2) => (([...a]));',
      'export const f = (a: 1 | 2) => (a !== b ? true : [...a]);',
      'export const f = (a: 1 | 2) => (a === b ? false : [...a]);',
      'export const f = (a: 1 | 2) => (a === b ? true : [...({} as never)]);',
    ],
  ],
  [
    'const y = rows.filter(isOpen).some(isLate);',
    ['const y = rows.filter(isOpen).every(isLate);', 'const y = rows.some(isLate);'],
  ],
  ['x = new Map(f(a, b, b));', [';', 'x = new Map(f(b, a, b));']],
  ["import a from 'a';\ntype T = 1;\nexport const b = 'text';", []],
])('%s', (source, mutants) => {
  expect(planted(source)).toEqual(mutants);
});

test('each reason why a mutant is no mistake is of one that can be planted', () => {
  for (const [file, those] of Object.entries(equivalents)) {
    const mutants = mutantsOf(readFileSync(path.join(root, file), 'utf8'));
    expect(
      mutants.filter((mutant) => survivesBecause(file, mutant)),
      file,
    ).toHaveLength(those.length);
  }
});
