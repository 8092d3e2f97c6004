import type { Context } from '#lib/context';
import { AppError, invariant } from '#lib/errors';
import { newId } from '#lib/ids';
import { formatAmount } from '#lib/money';
import { nextQueuePosition, withQueuePosition } from '#lib/payouts/get-payout';
import type { PayoutRequest } from '#lib/payouts/payout-request';
import { callToSend, intentToSend, sendPayout } from '#lib/payouts/send-payout';
import type { Rail } from '#lib/rails/rail';
import { healthOf, requireRail } from '#lib/rails/rail-settings';

import { commitChanges } from '#lib/transactions/advance';
import type { CommitOutcome } from '#lib/transactions/commit-together';
import { type Change, decide } from '#lib/transactions/decide';
import { newTransaction } from '#lib/transactions/new-transaction';
import { listAttempts } from '#lib/transactions/read';
import { duplicateReference, hashOf } from '#lib/transactions/request';
import type { Transaction } from '#lib/transactions/transaction';

export interface InitiatedPayout {
  transaction: Transaction;
  /** The answer repeats what an earlier request did. */
  replayed: boolean;
  /** Place in the queue, while the payout waits for the float. */
  queuePosition?: number;
}

/**
 * Guarantee: one payout per client reference, for ever; the balance is taken in the statement that accepts it, and
 * parallel payouts never take more than there is. What the float cannot cover is held, not failed. On a live rail it
 * waits for the rail's answer up to its deadline; what is not known by then is `PENDING`.
 * Throws `provider_not_enabled`, `DUPLICATE_REFERENCE`, `INSUFFICIENT_BALANCE` (then nothing is stored).
 */
export async function initiatePayout(ctx: Context, request: PayoutRequest): Promise<InitiatedPayout> {
  const rail = await requireRail(ctx, request.provider, 'payout');
  const now = ctx.now();
  const facts = {
    type: 'payout',
    clientReference: request.client_reference,
    provider: request.provider,
    amountBututs: request.amount,
    mobile: request.recipient_mobile,
    customerName: null,
    successUrl: null,
    errorUrl: null,
    metadata: request.metadata,
  } as const;
  const requestHash = hashOf('payout', facts);
  const draft = newTransaction(ctx, { ...facts, id: newId(now), attempt: 1, requestHash }, now);

  const accepted = decide(null, draft, { kind: 'initiated' }, now);
  invariant(!('refused' in accepted), 'a payout can begin');
  const committed = await (rail.deliverPayout
    ? acceptInside(ctx, rail, accepted)
    : acceptForWire(ctx, rail, accepted));
  if ('result' in committed) return committed.result;
  if (committed.outcome !== 'float_short') return repeatOrRefuse(ctx, request, requestHash, committed);

  const held = decide(null, draft, { kind: 'initiated_float_short' }, now);
  invariant(!('refused' in held), 'a payout can be held from its beginning');
  // Asked before the commit, so that the answer and what is stored of it are the same bytes.
  const result = { ...resultOf([held]), queuePosition: await nextQueuePosition(held.after) };
  const kept = await commitChanges(ctx, [held], result);
  return kept.outcome === 'done' ? result : repeatOrRefuse(ctx, request, requestHash, kept);
}

type Accepted = { result: InitiatedPayout } | CommitOutcome;

/** In the sandbox, a payout is accepted and delivered in one statement. */
async function acceptInside(ctx: Context, rail: Rail, accepted: Change): Promise<Accepted> {
  const changes = [accepted, ...delivery(rail, accepted.after, accepted.after.createdAt)];
  const result = resultOf(changes);
  const committed = await commitChanges(ctx, changes, result);
  return committed.outcome === 'done' ? { result } : committed;
}

/**
 * In live, the intent is committed, then the rail is called, then what it said is committed. While the rail is closed
 * the payout waits, and is sent when it reopens.
 */
async function acceptForWire(ctx: Context, rail: Rail, accepted: Change): Promise<Accepted> {
  const { provider, createdAt: now } = accepted.after;
  const answer = (transaction: Transaction): InitiatedPayout => ({ transaction, replayed: false });
  const isClosed = (await healthOf('LIVE', provider, 'payout')) === 'CLOSED';
  const call = callToSend(rail, accepted.after, now);
  const changes: Change[] = isClosed ? queueUntilOpen(accepted) : [{ ...accepted, ...intentToSend(call) }];
  const result = resultOf(changes);
  const committed = await commitChanges(ctx, changes, isClosed ? result : undefined);
  if (committed.outcome !== 'done') return committed;
  if (isClosed) return { result };
  const transaction = await sendPayout(ctx, rail, result.transaction, call, answer);
  const view = await withQueuePosition(transaction);
  return { result: { ...view, replayed: false } };
}

function queueUntilOpen(accepted: Change): Change[] {
  const now = accepted.after.createdAt;
  const waiting = decide(accepted.after, accepted.after, { kind: 'payout_in_flight' }, now);
  invariant(!('refused' in waiting), 'a payout in flight can stay so');
  return [accepted, { ...waiting, operations: [{ kind: 'send', runAt: now }] }];
}

/** A rail inside the process delivers in the statement that accepts. */
export function delivery(rail: Rail, payout: Transaction, now: Date): Change[] {
  invariant(rail.deliverPayout, `${payout.provider} pays out`);
  const { railReference } = rail.deliverPayout({ transactionId: payout.id });
  const delivered = decide(payout, payout, { kind: 'payout_delivered', railReference }, now);
  invariant(!('refused' in delivered), 'a payout in flight can be delivered');
  return [delivered];
}

function resultOf(changes: Change[]): InitiatedPayout {
  const last = changes.at(-1);
  invariant(last, 'a payout begins with a change');
  return { transaction: last.after, replayed: false };
}

async function repeatOrRefuse(
  ctx: Context,
  request: PayoutRequest,
  requestHash: Buffer,
  committed: CommitOutcome,
): Promise<InitiatedPayout> {
  if (committed.outcome === 'insufficient_balance') {
    const available = Number(committed.available_bututs);
    const figures = [BigInt(available), request.amount].map(formatAmount);
    throw new AppError(
      'INSUFFICIENT_BALANCE',
      `Your available balance of ${figures[0]} GMD is less than the ${figures[1]} GMD of this payout. Nothing was stored; the reference stays free.`,
      {
        details: { required_amount_bututs: Number(request.amount), available_balance_bututs: available },
      },
    );
  }
  const [first] = await listAttempts(ctx, 'payout', request.client_reference);
  invariant(first, `a payout that was refused as ${committed.outcome} has a predecessor`);
  if (!requestHash.equals(first.requestHash)) throw duplicateReference(request.client_reference);
  return { ...(await withQueuePosition(first)), replayed: true };
}
