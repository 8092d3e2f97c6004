import type { Context } from '#lib/context';
import { AppError, invariant } from '#lib/errors';
import { newId } from '#lib/ids';
import { nextQueuePosition, withQueuePosition } from '#lib/payouts/get-payout';
import type { PayoutRequest } from '#lib/payouts/payout-request';
import type { Rail } from '#lib/rails/rail';
import { requireRail } from '#lib/rails/rail-settings';
import { type CommitOutcome, commitChanges } from '#lib/transactions/advance';
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
 * parallel payouts never take more than there is. What the float cannot cover is held, not failed.
 * Throws `provider_not_enabled`, `DUPLICATE_REFERENCE`, `INSUFFICIENT_BALANCE` (then nothing is stored).
 */
export async function initiatePayout(ctx: Context, request: PayoutRequest): Promise<InitiatedPayout> {
  const rail = await requireRail(ctx.environment, request.provider, 'payout');
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
  const changes = [accepted, ...delivery(rail, accepted.after, now)];
  let result = resultOf(changes);
  let committed = await commitChanges(ctx, changes, result);
  if (committed.outcome === 'float_short') {
    const held = decide(null, draft, { kind: 'initiated_float_short' }, now);
    invariant(!('refused' in held), 'a payout can be held from its beginning');
    // Asked before the commit, so that the answer and what is stored of it are the same bytes.
    result = { ...resultOf([held]), queuePosition: await nextQueuePosition(held.after) };
    committed = await commitChanges(ctx, [held], result);
  }
  if (committed.outcome === 'done') return result;
  return repeatOrRefuse(ctx, request, requestHash, committed);
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
    throw new AppError(
      'INSUFFICIENT_BALANCE',
      'Your available balance is less than the amount of this payout. Nothing was stored; the reference stays free.',
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
