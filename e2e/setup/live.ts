import { randomUUID } from 'node:crypto';
import { withoutGuards } from '#e2e/setup/test-database';
import { ensureAccounts } from '#lib/clients/create-client';
import type { Context } from '#lib/context';
import { newId } from '#lib/ids';
import { fundFloat } from '#lib/ledger/fund-float';
import { openDoubt } from '#lib/rail-work/doubt';
import { hashOfRefund } from '#lib/refunds/initiate-refund';
import { advance, commitChanges } from '#lib/transactions/advance';
import { type CallEnd, type CallIntent, decide, type Trigger } from '#lib/transactions/decide';
import { newTransaction } from '#lib/transactions/new-transaction';
import { reread } from '#lib/transactions/read';
import { hashOf } from '#lib/transactions/request';
import type { Transaction } from '#lib/transactions/transaction';

/** Live transactions without a live rail: what its answers would have left in the books, made by the same changes. */

interface LiveFacts extends Partial<Transaction> {
  at?: Date;
  call?: { operation: CallIntent['operation']; outcome: CallEnd['outcome'] | null };
}

export function liveContext(client: Context['client'], at = new Date()): Context {
  return { client, environment: 'LIVE', actor: { type: 'rail', provider: 'PROVIDER_A' }, now: () => at };
}

/** As the rail of a transaction says it. */
const railOf = (client: Context['client'], at: Date, provider: string): Context => ({
  ...liveContext(client, at),
  actor: { type: 'rail', provider },
});

export function newLiveCollection(client: Context['client'], facts: LiveFacts = {}): Promise<Transaction> {
  return begin(client, 'collection', facts);
}

/** Paid from what the client has collected and from the house's float, of which both are made first. */
export async function newLivePayout(client: Context['client'], facts: LiveFacts = {}): Promise<Transaction> {
  const { amountBututs = 50_00n, provider = 'PROVIDER_A', at = new Date(), railFeeBututs = 0n } = facts;
  const stock = await newLiveCollection(client, { provider, at, amountBututs: 2n * amountBututs });
  await move(client, stock, { kind: 'rail_succeeded', railReference: `stock-${randomUUID()}` }, at);
  await ensureAccounts();
  await fundFloat(liveContext(client, at), provider, amountBututs + railFeeBututs);
  return begin(client, 'payout', facts);
}

/** Of a collection of the client's, to the payer's number. Throws how the books refuse it. */
export async function newLiveRefund(
  client: Context['client'],
  { id, clientReference, provider, mobile }: Transaction,
  amountBututs: bigint,
  facts: LiveFacts = {},
): Promise<Transaction> {
  await ensureAccounts();
  const { railFeeBututs = 0n } = facts;
  await fundFloat(liveContext(client), provider, amountBututs + (railFeeBututs > 0n ? railFeeBututs : 0n));
  const of = { collectionId: id, collectionReference: clientReference, refundMethod: 'payout' as const };
  return begin(client, 'refund', { ...of, provider, mobile, amountBututs, ...facts });
}

/** Takes an edge at a time. */
export async function move(
  client: Context['client'],
  transaction: Transaction,
  trigger: Trigger,
  at = new Date(),
): Promise<Transaction> {
  return (await advance(railOf(client, at, transaction.provider), transaction, trigger, reread)).transaction;
}

/** The case of a transaction whose fate nobody can ask for. */
export async function newDoubt(transaction: Transaction, at = new Date()): Promise<void> {
  await openDoubt(transaction, at, 'charge');
}

async function begin(
  client: Context['client'],
  type: Transaction['type'],
  { at = new Date(), call, ...facts }: LiveFacts,
): Promise<Transaction> {
  const asked = {
    id: newId(at),
    type,
    clientReference: `live-${randomUUID()}`,
    attempt: 1,
    provider: 'PROVIDER_A',
    amountBututs: 50_00n,
    commissionBps: type === 'collection' ? client.commissionBps : 0,
    mobile: '+2207012345',
    ...facts,
  };
  const ctx = railOf(client, at, asked.provider);
  const draft = newTransaction(ctx, { requestHash: requestHashOf(asked), ...asked }, at);
  const kind = asked.refundMethod === 'reversal' ? 'reversal_asked' : 'initiated';
  const change = decide(null, draft, { kind }, at);
  if ('refused' in change) throw new Error(change.refused);
  const id = newId(at);
  const committed = await commitChanges(ctx, [
    {
      ...change,
      // Somebody is still to learn what became of it, but not while a test looks.
      operations: [{ kind: 'look_up', runAt: new Date(Date.now() + 3_600_000) }],
      ...(call && { call: { id, operation: call.operation } }),
      ...(call?.outcome && { callEnd: { id, outcome: call.outcome } }),
    },
  ]);
  if (committed.outcome !== 'done') throw new Error(committed.outcome);
  // The books have it by the database's clock, which a test cannot set.
  await withoutGuards((tx) => tx`update rail_calls set started_at = ${at.toISOString()} where id = ${id}`);
  return change.after;
}

/** As the verb that takes such a request makes it. */
export function requestHashOf(
  asked: Pick<Transaction, 'type' | 'clientReference' | 'provider' | 'amountBututs'> & Partial<Transaction>,
) {
  const { clientReference, amountBututs, metadata = {}, refundReason, collectionId } = asked;
  if (asked.type === 'refund') {
    const request = { client_reference: clientReference, amount: amountBututs, metadata };
    return hashOfRefund({ ...request, ...(refundReason && { reason: refundReason }) }, collectionId ?? '');
  }
  const { mobile = null, customerName = null, successUrl = null, errorUrl = null } = asked;
  return hashOf(asked.type, { ...asked, mobile, customerName, successUrl, errorUrl, metadata });
}
