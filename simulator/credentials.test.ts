import { readFileSync, statSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import { type RailSimulatorOptions, startRailSimulator } from './server.ts';
import { bookFile, callersOf } from './test-stage.ts';
import { credentialNames } from './world.ts';

/** The credentials of both wallets of a simulator that starts and ends. */
async function start(options: RailSimulatorOptions) {
  const simulator = await startRailSimulator({ wallets: 2, ...options });
  onTestFinished(() => simulator.close());
  const of = (settings: Record<string, string> = {}) =>
    Object.fromEntries(credentialNames.map((name) => [name, settings[name]]));
  return { simulator, first: of(simulator.settings), second: of(simulator.settings2) };
}

test('a restart with the same book is reached by the credentials of before, those of the second wallet too', async () => {
  const book = bookFile();
  const before = await start({ book });
  await callersOf(before.simulator).control('/key', { rail: 'PROVIDER_W', key: 'until the next start' });
  await before.simulator.close();
  const after = await start({ book });
  expect([after.first, after.second]).toEqual([before.first, before.second]);
  expect(new Set([...Object.values(after.first), ...Object.values(after.second)]).size).toBe(
    2 * credentialNames.length,
  );
  const { status } = await callersOf(after.simulator).call('GET', '/w/v1/balance', undefined, {
    authorization: `Bearer ${before.second.RAIL_W_API_KEY}`,
  });
  expect(status).toBe(200);
});

test('what is given wins and is not kept; without a book, or with another one, all is made up', async () => {
  const book = bookFile();
  const given = { RAIL_W_API_KEY: 'given' };
  const first = await start({ book, credentials: given });
  expect(first.first.RAIL_W_API_KEY).toBe('given');
  await first.simulator.close();
  const second = await start({ book });
  expect(second.first).toEqual({ ...first.first, RAIL_W_API_KEY: expect.stringMatching(/^wave_sn_prod_/) });
  const file = `${book}.credentials`;
  expect(readFileSync(file, 'utf8')).not.toContain('given');
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const others = [await start({ book: bookFile() }), await start({}), await start({})];
  const keys = [second, ...others].map(({ first: { RAIL_C_API_KEY: key } }) => key);
  expect(new Set(keys).size).toBe(4);
});
