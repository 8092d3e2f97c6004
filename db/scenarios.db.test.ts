import path from 'node:path';
import type { Sql } from 'postgres';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connect } from '#db/client';
import { scenarios } from '#db/scenarios/index';
import { keysOf, play } from '#db/scenarios/stage';
import { createTestDatabase, type TestDatabase } from '#e2e/setup/test-database';

// Every function of the core by itself, and each row that it writes: db/scenarios has what is called, and beside it how that
// goes. Whoever changes what a function does reads there what has changed, before `vitest -u` writes it down.

let database: TestDatabase;
let sql: Sql;

beforeAll(async () => {
  database = await createTestDatabase();
  sql = connect(database.url, 1, 'kaira scenarios');
});
afterAll(async () => {
  await sql?.end({ timeout: 5 });
  await database?.drop();
});

test.each(Object.entries(scenarios))('the functions do what %s says, row by row', async (file, all) => {
  const keys = await keysOf(sql);
  let text = '';
  await sql.unsafe('begin');
  for (const scenario of all) text += await play(sql, keys, scenario);
  await sql.unsafe('rollback');
  await expect(text).toMatchFileSnapshot(path.join(import.meta.dirname, 'scenarios', file));
});
