import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#e2e/setup/test-database';
import { checkHistory } from '#lib/history/history';
import { readyz, startDraining } from '#lib/http/probes';

vi.mock('#lib/history/history', async (real) => {
  const history = await real<typeof import('#lib/history/history')>();
  return { ...history, checkHistory: vi.fn(history.checkHistory) };
});

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const ask = () => readyz(new Request('http://127.0.0.1/readyz'));
const looks = () => vi.mocked(checkHistory).mock.calls.length;

test('whoever asks for readiness all the time costs the database one look a second, and is told at once of a shutdown', async () => {
  const now = vi.spyOn(performance, 'now').mockReturnValue(10_000);
  expect((await Promise.all(Array.from({ length: 200 }, ask))).map(({ status }) => status)).toEqual(
    Array(200).fill(200),
  );
  expect(looks()).toBe(1);
  now.mockReturnValue(11_000);
  expect([(await ask()).status, looks()]).toEqual([200, 2]);
  startDraining();
  const red = await ask();
  expect([red.status, looks()]).toEqual([503, 2]);
  expect((await red.json()).checks).toMatchObject({ draining: true, database: true });
});
