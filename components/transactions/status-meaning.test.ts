import { expect, test } from 'vitest';
import { presentFailure } from '#lib/collections/present-collection';
import type { FeePosting } from '#lib/ledger/postings';
import { edges } from '#lib/transactions/state';
import { type FailureCode, failureMessages, type Transaction } from '#lib/transactions/transaction';
import { failureAdvice } from './failure-advice.tsx';
import { forOperator } from './for-operator.ts';
import { journalLabel } from './journal-label.ts';
import { failureText, statusMeaning } from './status-meaning.ts';

test('every status that a type can have says what it means for the money', () => {
  for (const { type, to } of edges) expect(statusMeaning(type, to), `${type} ${to}`).toBeTruthy();
});

test('every journal of a transaction has a name for people', () => {
  const fees: FeePosting[] = ['rail_fee', 'rail_fee_returned', 'rail_fee_corrected'];
  for (const kind of [...edges.flatMap(({ posting }) => posting ?? []), ...fees]) {
    expect(journalLabel(kind, false)).not.toBe(kind);
    expect(journalLabel(kind, true)).not.toMatch(/\byour?\b/i);
  }
});

test('operators read of the client’s money, never of their own', () => {
  for (const { type, to } of edges) {
    expect(forOperator(statusMeaning(type, to) ?? ''), `${type} ${to}`).not.toMatch(/\byour?\b/i);
  }
});

test('a refund that failed is never said to be a payout, nor is a new reference asked for', () => {
  for (const [code, message] of Object.entries(failureMessages)) {
    expect(failureText('refund', message), code).not.toMatch(/payout/i);
    expect(failureAdvice('refund', code), code).toBeTruthy();
    expect(failureAdvice('refund', code), code).not.toMatch(/payout|pay out|collection|new reference/);
  }
});

// What lib/rails/provider-c-card/translate.ts says, and the amounts and scenarios of the sandbox.
const ofCards: FailureCode[] = [
  'INSUFFICIENT_FUNDS',
  'ACCOUNT_BLOCKED',
  'RATE_LIMIT_EXCEEDED',
  'DECLINED',
  'PROVIDER_ERROR',
];

test('what fails by card, or waits to go back to one, is never said to be at a wallet', () => {
  for (const code of ofCards) {
    expect(failureMessages[code], code).not.toMatch(/wallet/i);
    for (const type of ['collection', 'refund'] as const)
      expect(failureAdvice(type, code), code).not.toMatch(/wallet/i);
  }
  expect(statusMeaning('refund', 'PENDING')).not.toMatch(/wallet/i);
  const failureMessage = 'The customer does not have enough money in the wallet.';
  const before = { failureCode: 'INSUFFICIENT_FUNDS', failureMessage } as Transaction;
  expect(presentFailure(before)?.message).toBe('The customer does not have enough money.');
});
