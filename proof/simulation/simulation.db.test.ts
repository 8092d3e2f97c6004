import { afterAll, beforeAll, expect, test } from 'vitest';
import { type SimulationServer, startSimulationServer } from './prepare.ts';
import type { RunReport } from './run.ts';
import { runSeeds } from './seeds.ts';

// A short form of `npm run simulate`. Its seeds are other ones than those of the long runs.

let server: SimulationServer;

beforeAll(async () => {
  server = await startSimulationServer();
}, 60_000);

afterAll(() => server?.stop());

async function simulate(seeds: number[], operations: number): Promise<RunReport[]> {
  const reports: RunReport[] = [];
  const wanted = seeds.map((seed) => ({ seed, operations, without: [], bug: undefined }));
  await runSeeds(server, wanted, 1, (_wanted, report) => {
    reports.push(report);
    return undefined;
  });
  return reports;
}

test('money that moves among faults is all there in the end, and a seed replays exactly', {
  timeout: 180_000,
}, async () => {
  const reports = await simulate([90_001, 90_002, 90_001], 200);
  expect(reports.flatMap((each) => each.violations)).toEqual([]);
  const [first, , again] = reports.map(({ milliseconds, ...report }) => report);
  expect(again).toEqual(first);
  // Something was at stake.
  const sum = (field: 'transactions' | 'webhooks' | 'notices') =>
    reports.reduce((total, each) => total + each[field], 0);
  expect(sum('transactions')).toBeGreaterThan(80);
  expect(sum('webhooks')).toBeGreaterThan(80);
  expect(sum('notices')).toBeGreaterThan(20);
  expect(reports.some((each) => Object.keys(each.faults).length > 4)).toBe(true);
});
