import { describe, expect, test } from 'vitest';
import { providerA } from '#lib/rails/provider-a/index';
import { providerC } from '#lib/rails/provider-c/index';
import { providerCCard } from '#lib/rails/provider-c-card/index';
import { providerW } from '#lib/rails/provider-w/index';
import type { RailCollection } from '#lib/rails/rail';
import { SANDBOX_OTP } from '#lib/rails/simulator';

const createdAt = new Date('2026-01-01T00:00:00Z');
const call = { key: 'attempt', deadlineMs: 1_000, now: new Date(createdAt.getTime() + 2_000) };
const options = { baseUrl: 'http://localhost:3000', resolveMs: 1_500 };

describe('a rail of the sandbox', () => {
  test('looks a collection up as it was asked for, with the outcome of its amount', async () => {
    const rail = providerW.sandbox(options);
    expect(await rail.fetchCollection?.(collection(100_00n), call)).toEqual({
      kind: 'done',
      value: {
        news: { state: 'SUCCEEDED' },
        railReference: 'sim_id',
        reference: 'id',
        amountBututs: 100_00n,
        currency: 'GMD',
      },
    });
    const early = { ...call, now: createdAt };
    expect(await rail.fetchCollection?.(collection(100_00n), early)).toMatchObject({
      value: { news: { state: 'PENDING' } },
    });
  });

  test('confirms the one password that pays, and charges what it confirmed', async () => {
    const rail = providerA.sandbox(options);
    expect(await rail.confirmOtp?.(collection(150_00n), '123456', call)).toEqual({
      kind: 'done',
      value: 'wrong_otp',
    });
    expect(await rail.confirmOtp?.(collection(150_00n), SANDBOX_OTP, call)).toEqual({
      kind: 'done',
      value: { railState: null },
    });
    expect(await rail.charge?.(collection(150_00n), call)).toMatchObject({
      value: { news: { state: 'SUCCEEDED' } },
    });
    expect(await rail.charge?.(collection(400_00n), call)).toMatchObject({
      value: { news: { state: 'FAILED', failure: { code: 'INSUFFICIENT_FUNDS' } } },
    });
  });

  test('tells of a session that was paid before it could be closed', async () => {
    const rail = providerW.sandbox(options);
    expect(await rail.closeCollection?.(collection(100_00n), call)).toMatchObject({ value: 'already_paid' });
    expect(await rail.closeCollection?.(collection(200_00n), call)).toMatchObject({ value: 'closed' });
  });

  test('checks names by the end of the number, where the rail can say', async () => {
    const check = async (definition: typeof providerW, mobile: string) =>
      definition.sandbox(options).checkRecipient?.({ mobile, name: 'Awa', amountBututs: 25_00n }, call);
    for (const definition of [providerW, providerA]) {
      expect(await check(definition, '+2207012300')).toEqual({ kind: 'done', value: 'NO_MATCH' });
      expect(await check(definition, '+220877012301')).toEqual({ kind: 'done', value: 'PARTIAL' });
      expect(await check(definition, '+2207012345')).toEqual({ kind: 'done', value: 'MATCH' });
      expect(await check(definition, '+2207000010')).toEqual({ kind: 'done', value: 'MATCH' });
    }
    expect(await check(providerC, '+2207012345')).toBeUndefined();
  });

  test('takes a payout back where it pays out', () => {
    expect(providerW.sandbox(options).reversePayout).toBeDefined();
    expect(providerCCard.sandbox(options).reversePayout).toBeUndefined();
  });
});

function collection(amountBututs: bigint): RailCollection {
  return {
    id: 'id',
    amountBututs,
    createdAt,
    mobile: null,
    railReference: 'sim_id',
    railState: null,
    expiresAt: null,
    scenario: null,
    endedAs: null,
  };
}
