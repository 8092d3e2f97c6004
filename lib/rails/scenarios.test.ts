import { describe, expect, expectTypeOf, test } from 'vitest';
import {
  type CollectionScenario,
  collectionScenarios,
  collectionStory,
  firstWord,
  heldBack,
  magicAmounts,
  type PayoutScenario,
  payoutScenarios,
  payoutStory,
  wordAt,
} from '#lib/rails/scenarios';
import type { CollectionScenario as OfSdk } from '#sdk/resources/collections';
import type { PayoutScenario as PayoutOfSdk } from '#sdk/resources/payouts';

const RESOLVE = 1_500;
const story = (scenario: CollectionScenario) => {
  const found = collectionStory('150.00', scenario);
  if (!found) throw new Error(`${scenario} has no story`);
  return found;
};
const stateAt = (scenario: CollectionScenario, ageMs: number, endedAs: string | null = null) => {
  const { news, againInMs } = wordAt(story(scenario), ageMs, RESOLVE, endedAs);
  return [typeof news === 'object' ? news.state : news, againInMs];
};

describe('the table of scenarios', () => {
  test('has the names of contract-more.md §18, in its order, and the SDK the same', () => {
    expect(collectionScenarios).toEqual([
      ...['success', 'insufficient_funds', 'account_blocked', 'declined', 'expired', 'cancelled'],
      ...['late_success', 'unknown_then_success', 'unknown_then_failure', 'duplicate_webhook'],
      'webhooks_out_of_order',
    ]);
    expect(payoutScenarios).toEqual([
      ...['success', 'recipient_not_found', 'recipient_inactive', 'float_short'],
      ...['pending_then_success', 'pending_then_failure', 'reversed'],
    ]);
    expectTypeOf<CollectionScenario>().toEqualTypeOf<OfSdk>();
    expectTypeOf<PayoutScenario>().toEqualTypeOf<PayoutOfSdk>();
  });

  test('gives every scenario a sentence, and words that come one after the other', () => {
    const stories = [...collectionScenarios.map(story), ...payoutScenarios.map((each) => payoutStory(each))];
    for (const each of stories) {
      expect(each?.explanation).toMatch(/\.$/);
      const times = each?.words.map(({ after }) => after) ?? [];
      expect(times).toEqual(times.toSorted((a, b) => a - b));
      expect(new Set(times).size).toBe(times.length);
    }
  });

  test('lets a magic amount win over a scenario, and only that', () => {
    for (const amount of magicAmounts) {
      expect(collectionStory(amount, 'late_success')).toBe(collectionStory(amount, null));
    }
    expect(collectionStory('150.00', null)).toBeUndefined();
    expect(collectionStory('400.00', 'success')).not.toBe(collectionStory('400.01', 'success'));
  });

  test('says what the simulator says at each age, and when it says something else', () => {
    expect(stateAt('late_success', 0)).toEqual([undefined, 1_500]);
    expect(stateAt('late_success', 1_500)).toEqual(['EXPIRED', 3_000]);
    expect(stateAt('late_success', 4_500, 'EXPIRED')).toEqual(['SUCCEEDED', undefined]);
    expect(stateAt('unknown_then_failure', 0)).toEqual(['silent', 6_000]);
    expect(stateAt('unknown_then_failure', 6_000)).toEqual(['FAILED', undefined]);
  });

  test('leaves out no word when it is asked late', () => {
    expect(stateAt('duplicate_webhook', 60_000)).toEqual(['SUCCEEDED', 250]);
    expect(stateAt('webhooks_out_of_order', 60_000)).toEqual(['EXPIRED', 250]);
    expect(stateAt('webhooks_out_of_order', 60_000, 'EXPIRED')).toEqual(['SUCCEEDED', 250]);
    expect(stateAt('webhooks_out_of_order', 60_000, 'SUCCEEDED')).toEqual(['SUCCEEDED', undefined]);
    expect(stateAt('unknown_then_failure', 60_000)).toEqual(['FAILED', undefined]);
    expect(stateAt('expired', 60_000, 'EXPIRED')).toEqual(['EXPIRED', undefined]);
    expect(stateAt('success', 60_000, 'CANCELLED')).toEqual(['SUCCEEDED', undefined]);
  });

  test('keeps the words apart where the first one comes at once', () => {
    const { news, againInMs } = wordAt(story('late_success'), 0, 0, null);
    expect([news, againInMs]).toEqual([{ state: 'EXPIRED' }, 750]);
    expect(firstWord(story('late_success'), 0)).toEqual({ news: { state: 'EXPIRED' }, againInMs: 500 });
  });

  test('holds back only what its scenario says', () => {
    expect(heldBack('duplicate_webhook', 'payment.succeeded')).toBe('copy');
    expect(heldBack('webhooks_out_of_order', 'payment.expired')).toBe('all');
    expect(heldBack('webhooks_out_of_order', 'payment.succeeded')).toBeUndefined();
    expect(heldBack('late_success', 'payment.expired')).toBeUndefined();
    expect(heldBack(null, 'payment.expired')).toBeUndefined();
  });
});
