import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { systemContext } from '#lib/context';
import { checkName } from '#lib/rails/check-name';
import type { Outcome, Rail, RecipientCheck } from '#lib/rails/rail';

const live = systemContext({ id: 'client', name: 'Shop', commissionBps: 0 }, 'LIVE');
const about = (mobile: string, name?: string) => ({ mobile, name, amountBututs: 25_00n });

beforeAll(() => {
  vi.stubEnv('DATABASE_URL', 'postgres://127.0.0.1/nowhere');
  vi.stubEnv('KAIRA_SECRET', 'a secret of the tests, 32 characters or more');
});
afterAll(() => vi.unstubAllEnvs());

/** A rail that says this of every number, and how often it was asked. */
function railThat(says: () => Promise<Outcome<RecipientCheck>>): Rail & { asked: number } {
  const rail = {
    traits: { provider: 'PROVIDER_W' } as Rail['traits'],
    asked: 0,
    checkRecipient: () => {
      rail.asked++;
      return says();
    },
  };
  return rail;
}

describe('a name check', () => {
  test('is the rail’s word, and UNAVAILABLE whatever else the rail does', async () => {
    const outcomes: [() => Promise<Outcome<RecipientCheck>>, RecipientCheck][] = [
      [async () => ({ kind: 'done', value: 'PARTIAL' }), 'PARTIAL'],
      [async () => ({ kind: 'unknown', why: '429' }), 'UNAVAILABLE'],
      [async () => ({ kind: 'not_sent', why: 'nobody listens' }), 'UNAVAILABLE'],
      [() => Promise.reject(new Error('a bug')), 'UNAVAILABLE'],
    ];
    for (const [n, [says, expected]] of outcomes.entries()) {
      expect(await checkName(live, railThat(says), about(`+220700000${n}`, 'Awa'))).toBe(expected);
    }
  });

  test('without a name, or where the rail has no word, is not asked for', async () => {
    const rail = railThat(async () => ({ kind: 'done', value: 'MATCH' }));
    expect(await checkName(live, rail, about('+2207000010'))).toBe('UNAVAILABLE');
    expect(await checkName(live, { traits: rail.traits }, about('+2207000010', 'Awa'))).toBe('UNAVAILABLE');
    expect(rail.asked).toBe(0);
  });

  test('of one number is not asked for so often that the rail falls silent about it', async () => {
    const rail = railThat(async () => ({ kind: 'done', value: 'MATCH' }));
    const said = [];
    for (let n = 0; n < 40; n++) said.push(await checkName(live, rail, about('+2207000020', 'Awa')));
    expect(rail.asked).toBeLessThanOrEqual(11);
    expect(said.at(0)).toBe('MATCH');
    expect(said.at(-1)).toBe('UNAVAILABLE');
    expect(await checkName(live, rail, about('+2207000021', 'Awa'))).toBe('MATCH');
  });
});
