import { expect, test } from 'vitest';
import type { FeePosting } from '#lib/ledger/postings';
import { edges } from '#lib/transactions/state';
import { failureMessages } from '#lib/transactions/transaction';
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
