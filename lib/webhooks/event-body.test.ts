import { describe, expect, it, vi } from 'vitest';
import { newTransaction } from '#lib/transactions/new-transaction';
import type { Transaction } from '#lib/transactions/transaction';
import { eventBodies } from '#lib/webhooks/event-body';

// A receipt's address is of this installation.
vi.stubEnv('DATABASE_URL', 'postgres://127.0.0.1/nowhere');
vi.stubEnv('KAIRA_SECRET', 'a secret for this test, and for no other');

const at = new Date('2026-11-20T10:00:00.123Z');

function transaction(facts: Partial<Transaction>): Transaction {
  return newTransaction(
    {
      client: { id: '01900000-0000-7000-8000-000000000001', name: 'Shop', commissionBps: 150 },
      environment: 'SANDBOX',
      actor: { type: 'system' },
      now: () => at,
    },
    {
      id: '01900000-0000-7000-8000-00000000000a',
      type: 'collection',
      clientReference: 'order "7" – Ŋ',
      attempt: 1,
      requestHash: Buffer.alloc(32),
      provider: 'PROVIDER_W',
      amountBututs: 150_00n,
      status: 'SUCCEEDED',
      completedAt: at,
      ...facts,
    },
    at,
  );
}

describe('the body of an event', () => {
  it('has the fields of the spec, and the receipt, for a collection that succeeded', () => {
    expect(JSON.parse(eventBodies('payment.succeeded', transaction({})).body)).toEqual({
      event: 'payment.succeeded',
      data: {
        id: '01900000-0000-7000-8000-00000000000a',
        type: 'collection',
        reference: 'order "7" – Ŋ',
        amount: '150.00',
        currency: 'GMD',
        status: 'SUCCEEDED',
        provider: 'PROVIDER_W',
        provider_name: 'Wallet W',
        environment: 'SANDBOX',
        completed_at: '2026-11-20T10:00:00.123Z',
        // An addition of ours, which programs written from the spec alone pass over.
        receipt_url: expect.stringMatching(/^https?:\/\/.+\/r\/[\w-]{38}$/),
      },
    });
    const open = eventBodies('payment.expired', transaction({ status: 'EXPIRED' })).body;
    expect(JSON.parse(open).data.receipt_url).toBeNull();
  });

  it('adds the failure to a failed one, and the recipient to a payout', () => {
    const failed = transaction({ status: 'FAILED', failureCode: 'DECLINED', failureMessage: 'No.' });
    expect(JSON.parse(eventBodies('payment.failed', failed).body).data.failure).toEqual({
      code: 'DECLINED',
      message: 'No.',
    });
    const payout = transaction({ type: 'payout', mobile: '+2207012345' });
    expect(JSON.parse(eventBodies('payout.succeeded', payout).body).data.recipient_mobile).toBe(
      '+2207012345',
    );
  });

  it('prints the amount of the earlier form as a number with two digits', () => {
    const { legacyBody } = eventBodies('payment.succeeded', transaction({}));
    expect(legacyBody).toContain('"amount":150.00,');
    expect(JSON.parse(legacyBody as string)).toEqual({
      event: 'transaction.completed',
      transaction: {
        id: '01900000-0000-7000-8000-00000000000a',
        client_reference: 'order "7" – Ŋ',
        type: 'COLLECTION',
        amount: 150,
        status: 'SUCCEEDED',
      },
    });
  });

  it('has no earlier form for a step that is not final', () => {
    const held = transaction({ type: 'payout', status: 'AWAITING_LIQUIDITY', completedAt: null });
    const { body, legacyBody } = eventBodies('payout.pending', held);
    expect(legacyBody).toBeNull();
    expect(JSON.parse(body).data).toMatchObject({ status: 'AWAITING_LIQUIDITY', completed_at: null });
  });
});
