import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { plant } from '#proof/mutation/mutants';
import { functionsOf, sqlMutantsOf } from '#proof/mutation/sql-mutants';

const root = path.resolve(import.meta.dirname, '../..');
const sql = (body: string) =>
  `create or replace function f(a int) returns int language sql as $$\n${body}\n$$;`;
const planted = (source: string) =>
  sqlMutantsOf(source, new Set(['own'])).map(
    (mutant) => plant(source, mutant).split('$$')[1]?.trim().replaceAll(/\s+/g, ' ') ?? '',
  );

test.each([
  [
    "select x from t where a = 1 and b <= 'Z'",
    [
      "select x from t where true and b <= 'Z'",
      "select x from t where a <> 1 and b <= 'Z'",
      "select x from t where a = (1 + 1) and b <= 'Z'",
      "select x from t where a = 1 or b <= 'Z'",
      'select x from t where a = 1 and true',
      "select x from t where a = 1 and b < 'Z'",
      "select x from t where a = 1 and b > 'Z'",
    ],
  ],
  [
    "update t set status = 'NEW' where id = 'OLD'",
    [
      "update t set status = 'NEW' where true",
      "update t set status = 'NEW' where id <> 'OLD'",
      "update t set status = 'NEW' where id = '-'",
    ],
  ],
  [
    'select x from t where a is null and (b).c is null and d is null',
    [
      'select x from t where true and (b).c is null and d is null',
      'select x from t where a is not null and (b).c is null and d is null',
      'select x from t where a is null or (b).c is null and d is null',
      'select x from t where a is null and true and d is null',
      'select x from t where a is null and (b).c is not null and d is null',
      'select x from t where a is null and (b).c is null or d is null',
      'select x from t where a is null and (b).c is null and true',
      'select x from t where a is null and (b).c is null and d is not null',
    ],
  ],
  [
    'select own(b, c), coalesce(d, 0), -e from t order by 1 limit 5',
    [
      'select own(c, b), coalesce(d, 0), -e from t order by 1 limit 5',
      'select own(b, c), (d), -e from t order by 1 limit 5',
      'select own(b, c), (0), -e from t order by 1 limit 5',
      'select own(b, c), coalesce(d, (0 + 1)), -e from t order by 1 limit 5',
      'select own(b, c), coalesce(d, 0), e from t order by 1 limit 5',
      'select own(b, c), coalesce(d, 0), -e from t order by 1',
      'select own(b, c), coalesce(d, 0), -e from t order by 1 limit 6',
    ],
  ],
  [
    'select x from t where a between b and c or d is null -- and a = 1',
    [
      'select x from t where true -- and a = 1',
      'select x from t where a between b and c and d is null -- and a = 1',
      'select x from t where a between b and c or d is not null -- and a = 1',
    ],
  ],
])('%s', (body, mutants) => {
  expect(planted(sql(body))).toEqual(mutants);
});

test('of PL/pgSQL a statement is left out, and a condition always or never holds', () => {
  const body = 'declare v int := 1; begin perform g(); if not found then return a; end if; v := a; end';
  const those = planted(sql(body).replace('language sql', 'language plpgsql'));
  const all = (text: string) => body.replace(...(text.split(' => ') as [string, string]));
  expect(those.filter((each) => !each.includes('(1 + 1)'))).toEqual([
    all('perform g(); => null;'),
    all('not found => true'),
    all('not found => false'),
    all('not found => found').replace('if found', 'if  found').replaceAll('  ', ' '),
    all('return a; => null;'),
    all('v := a; => null;'),
  ]);
});

test('each function of db/functions is found whole, and each mutant is in one', () => {
  for (const file of globSync('db/functions/*.sql', { cwd: root })) {
    const source = readFileSync(path.join(root, file), 'utf8');
    const functions = functionsOf(source);
    expect(functions.map(({ end }) => source.slice(end - 1, end)).every((last) => last === ';')).toBe(true);
    for (const { of, start, end } of sqlMutantsOf(source, new Set())) {
      const around = functions.find((each) => each.name === of && each.from <= start && end <= each.to);
      expect(around, `${file} ${of}`).toBeDefined();
    }
  }
});
