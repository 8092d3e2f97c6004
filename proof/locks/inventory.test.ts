import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { inventory } from '#proof/locks/inventory';
import { functionAround, plantsOf } from '#proof/locks/plants';
import { siteOf, sitesOf } from '#proof/locks/sites';

const root = path.resolve(import.meta.dirname, '../..');
const product = globSync(['db/functions/*.sql', '{app,db,lib,scripts}/**/*.ts', 'server.ts'], { cwd: root })
  .filter((file) => !/\.test\.ts$|^db\/migrations\//.test(file))
  .sort();
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
const covered = Object.entries(inventory).flatMap(([file, locks]) =>
  locks.map((lock) => ({ file, ...lock })),
);

describe('the inventory of locks', () => {
  test('has each lock, lease and version of the product, and none that is not there', () => {
    const there = product.flatMap((file) =>
      sitesOf(file, read(file)).map(({ line, nth }) => `${file}: ${line} #${nth}`),
    );
    const listed = covered
      .filter(({ part }) => part === undefined)
      .map(({ file, line, nth = 1 }) => `${file}: ${line} #${nth}`);
    expect(listed.toSorted()).toEqual(there.toSorted());
  });

  test('has nothing else that decides a race and is not there any more', () => {
    const gone = covered.filter((each) => siteOf(each.file, read(each.file), each) === undefined);
    expect(gone).toEqual([]);
  });

  test('names for each a test that is there, or why none can show it', () => {
    const missing = covered.filter(({ test: file, title, why }) =>
      why
        ? file !== undefined
        : !file || !existsSync(path.join(root, file)) || !read(file).includes(title ?? ' '),
    );
    expect(missing).toEqual([]);
  });

  test('is of scenarios that are told apart by their titles, and each has its lock', () => {
    const written = globSync('**/locks.db.test.ts', { cwd: root, exclude: ['node_modules'] }).flatMap(
      (file) =>
        [...read(file).matchAll(/lockTest\(\s*'((?:[^'\\]|\\.)+)'/g)].map(([, title = '']) => ({
          file,
          title,
        })),
    );
    expect(new Set(written.map(({ title }) => title)).size).toBe(written.length);
    expect(written.filter(({ title }) => plantsOf(title).length === 0)).toEqual([]);
  });
});

test.each([
  ['a.sql', 'where id = 1 for update;\n', [['']]],
  ['a.sql', 'order by id\n    for update of a skip locked\n', [['', '\n    for update of a']]],
  ['a.sql', "-- taken for update\nperform pg_advisory_xact_lock(hashtext('a' || b(c)));", [['null']]],
  ['a.sql', 'if not pg_try_advisory_xact_lock(1) then', [['true']]],
  ['a.sql', 'set lease_token = n where id = 1 and lease_token = p_token', [['true']]],
  ['a.sql', "if t.version <> (c->>'version')::int then", [['false']]],
  ['a.ts', `sql\`update a set x = 1 where version = \${before.version}::int\``, [['true']]],
  ['a.ts', 'if (present.version !== read.version) return; f(version === 1)', [['false']]],
])('%s: %s', (file, source, without) => {
  expect(sitesOf(file, source).map((site) => site.without)).toEqual(without);
});

test('the statement around a lock is the whole function, made anew', () => {
  const text =
    'drop function if exists f();\ncreate function f() returns int language sql as $$\n  select 1 for update\n$$;\nselect 2;';
  const [site] = sitesOf('a.sql', text);
  expect(functionAround(text, site as never)).toBe(
    'create or replace function f() returns int language sql as $$\n  select 1 for update\n$$;',
  );
});
