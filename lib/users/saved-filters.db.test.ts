import { afterAll, beforeAll, expect, test } from 'vitest';
import { newClient, newUser } from '#e2e/setup/people';
import { createTestDatabase, type TestDatabase } from '#e2e/setup/test-database';
import { forgetFilters, listSavedFilters, saveFilters } from '#lib/users/saved-filters';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const failed = { name: 'Failed', query: 'status=FAILED%2CEXPIRED&period=last_7_days' };

test('filters are saved under a name for one person, replaced by the same name and removed by it', async () => {
  const client = await newClient();
  const [mine, other] = [await newUser('owner', client), await newUser('owner', client)];
  // What a page is at, and what is no filter, is not saved; the order is always the same.
  const asked = { name: 'Failed', query: 'cursor=x&period=last_7_days&status=FAILED,EXPIRED&other=1' };
  expect(await saveFilters(mine, asked)).toEqual([failed]);
  await saveFilters(mine, { name: 'Big', query: 'amount_min=1000.00' });
  expect(await saveFilters(mine, { name: 'Big', query: 'amount_min=2000.00' })).toEqual([
    { name: 'Big', query: 'amount_min=2000.00' },
    failed,
  ]);
  expect(await listSavedFilters(other)).toEqual([]);
  expect(await forgetFilters(mine, 'Big')).toEqual([failed]);
  expect(await forgetFilters(mine, 'Big')).toEqual([failed]);
});

test('what a search refuses is not saved, and neither is nothing', async () => {
  const mine = await newUser('viewer', await newClient());
  const save = (query: string) => saveFilters(mine, { name: 'x', query });
  await expect(save('status=NONE')).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
  await expect(save('period=ever')).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
  await expect(save('cursor=x')).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
  expect(await listSavedFilters(mine)).toEqual([]);
});

test('of many at the same time each is kept, up to twenty', async () => {
  const mine = await newUser('owner', await newClient());
  const save = (name: string) => saveFilters(mine, { name, query: failed.query });
  await Promise.all(Array.from({ length: 20 }, (_, index) => save(`f${index}`)));
  expect(await listSavedFilters(mine)).toHaveLength(20);
  await expect(save('one more')).rejects.toMatchObject({ code: 'INVALID_STATE' });
  expect(await save('f3')).toHaveLength(20);
});
