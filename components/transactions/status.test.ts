import { expect, test } from 'vitest';
import { edges } from '#lib/transactions/state';
import { failureMessages } from '#lib/transactions/transaction';
import { journalLabel } from './journal-label.ts';
import { failureAdvice, failureText, statusMeaning } from './status.tsx';

test('every status that a type can have says what it means for the money', () => {
  for (const { type, to } of edges) expect(statusMeaning(type, to), `${type} ${to}`).toBeTruthy();
});

test('every journal of a transaction has a name for people', () => {
  for (const { posting } of edges) if (posting) expect(journalLabel(posting)).not.toBe(posting);
});

test('a refund that failed is never said to be a payout, nor is a new reference asked for', () => {
  for (const [code, message] of Object.entries(failureMessages)) {
    expect(failureText('refund', message), code).not.toMatch(/payout/i);
    expect(failureAdvice('refund', code), code).toBeTruthy();
    expect(failureAdvice('refund', code), code).not.toMatch(/payout|pay out|collection|new reference/);
  }
});
