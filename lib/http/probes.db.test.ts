import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#e2e/setup/test-database';
import { checkHistory } from '#lib/history/history';
import { readyz, startDraining } from '#lib/http/probes';
import { readWorkerLag } from '#lib/jobs/worker-lag';

vi.mock('#lib/history/history', async (real) => {
  const history = await real<typeof import('#lib/history/history')>();
  return { ...history, checkHistory: vi.fn(history.checkHistory) };
});
vi.mock('#lib/jobs/worker-lag', async (real) => {
  const lag = await real<typeof import('#lib/jobs/worker-lag')>();
  return { ...lag, readWorkerLag: vi.fn(lag.readWorkerLag) };
});

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
afterEach(() => vi.restoreAllMocks());

const ask = () => readyz(new Request('http://127.0.0.1/readyz'));
const looks = () => vi.mocked(checkHistory).mock.calls.length;
let clock = 10_000;
/** So that the database is looked at anew. */
function later() {
  clock += 1_000;
  vi.spyOn(performance, 'now').mockReturnValue(clock);
}

test.each<[string, () => unknown, string[]]>([
  ['nothing', () => undefined, []],
  ['the database', () => vi.mocked(readWorkerLag).mockRejectedValueOnce(new Error('away')), ['database']],
  ['the database', () => vi.mocked(checkHistory).mockRejectedValueOnce(new Error('cut off')), ['database']],
  ['a worker', () => vi.mocked(readWorkerLag).mockResolvedValueOnce(66), ['worker']],
])('where %s is missing, it is named, and nothing that was not looked at', async (_what, plant, missing) => {
  plant();
  later();
  const told = await ask();
  expect([told.status, (await told.json()).missing]).toEqual([missing.length === 0 ? 200 : 503, missing]);
});

test('whoever asks for readiness all the time costs the database one look a second, and is told at once of a shutdown', async () => {
  later();
  const before = looks();
  expect((await Promise.all(Array.from({ length: 200 }, ask))).map(({ status }) => status)).toEqual(
    Array(200).fill(200),
  );
  expect(looks() - before).toBe(1);
  later();
  expect([(await ask()).status, looks() - before]).toEqual([200, 2]);
  startDraining();
  const red = await ask();
  expect([red.status, looks() - before]).toEqual([503, 2]);
  expect(await red.json()).toMatchObject({
    missing: ['draining'],
    checks: { draining: true, database: true },
  });
});
