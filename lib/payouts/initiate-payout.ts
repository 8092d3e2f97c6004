import type { Context } from '#lib/context';
import { AppError, invariant } from '#lib/errors';
import { newId } from '#lib/ids';
import { fundFloat } from '#lib/ledger/fund-float';
import { type Bututs, formatAmount, toNumber } from '#lib/money';
import { nextQueuePosition, withQueuePosition } from '#lib/payouts/get-payout';
import { payoutLimitExceeded } from '#lib/payouts/payout-limits';
import type { PayoutRequest } from '#lib/payouts/payout-request';
import { askAboutFailed } from '#lib/rail-work/ask-about-failed';
import { underWay } from '#lib/rail-work/book-payout';
import { send } from '#lib/rail-work/send';
import { healthOf, requireRail } from '#lib/rails/rail-settings';
import { expectedFee } from '#lib/rails/rail-tariffs';
import { hasOneWallet } from '#lib/rails/registry';
import { payoutStory } from '#lib/rails/scenarios';
import { type Committed, commitChanges, commitOn } from '#lib/transactions/advance';
import type { CommitOutcome } from '#lib/transactions/commit-together';
import { type Change, decide } from '#lib/transactions/decide';
import { newTransaction } from '#lib/transactions/new-transaction';
import { listAttempts, reread } from '#lib/transactions/read';
import { duplicateReference, hashOf, isOtherScenario } from '#lib/transactions/request';
import type { Transaction } from '#lib/transactions/transaction';

export interface InitiatedPayout {
  transaction: Transaction;
  /** The answer repeats what an earlier request did. */
  replayed: boolean;
  /** Place in the queue, while the payout waits for the float. */
  queuePosition?: number;
}

/** As `payback_collection` has it (db/functions/27_given_back.sql), but for the number behind it. */
const PAYBACK_REFERENCE = /^payback-([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?:-\d+)?$/;

/**
 * Guarantee: one payout per client reference, for ever; the balance is taken in the statement that accepts it, and
 * parallel payouts never take more than there is, nor more than the limits of the client and of the rail leave. What the float cannot cover is held, not failed. On a live rail it
 * waits for the rail's answer up to its deadline; what is not known by then is `PENDING`.
 * What gives back what came for a collection that did not succeed, as its reference says (lib/reads/payback.ts), gives
 * back no more than came. Throws `provider_not_enabled`, `DUPLICATE_REFERENCE`, `REFUND_EXCEEDS_COLLECTION`,
 * `PAYOUT_LIMIT_EXCEEDED`, `INSUFFICIENT_BALANCE` (then nothing is stored).
 */
export async function initiatePayout(ctx: Context, request: PayoutRequest): Promise<InitiatedPayout> {
  await requireRail(ctx, request.provider, 'payout');
  const givesBackOf = PAYBACK_REFERENCE.exec(request.client_reference)?.[1];
  if (givesBackOf !== undefined) await askAboutFailed(ctx, givesBackOf);
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
  const hashWith = (provider: string) => hashOf('payout', { ...facts, provider });
  const requestHash = hashWith(request.provider);
  const scenario = request.scenario ?? null;
  const railFeeBututs = await expectedFee(ctx, { ...facts, refundMethod: null }, now);
  const own = { id: newId(now), attempt: 1, requestHash, railFeeBututs, scenario };
  const draft = newTransaction(ctx, { ...facts, ...own }, now);

  const accept = (): Change => {
    const change = decide(null, draft, { kind: 'initiated' }, now);
    invariant(!('refused' in change), 'a payout can begin');
    return { ...change, coverFloat: hasOneWallet(draft) };
  };
  const accepted = await begin(ctx, draft, accept);
  const isAsked = 'answer' in accepted && accepted.answer !== null;
  if (isAsked || accepted.moved) {
    return { ...(await withQueuePosition(accepted.transaction)), replayed: false };
  }
  const { refusal } = accepted;
  if (refusal?.outcome !== 'float_short') return repeatOrRefuse(ctx, request, hashWith, refusal);

  const held = decide(null, draft, { kind: 'initiated_float_short' }, now);
  invariant(!('refused' in held), 'a payout can be held from its beginning');
  const heldForMs = payoutStory(scenario)?.heldForMs;
  if (heldForMs !== undefined)
    held.operations = [{ kind: 'send', runAt: new Date(now.getTime() + heldForMs) }];
  // Asked before the commit, so that the answer and what is stored of it are the same bytes.
  const result = { ...resultOf(held.after), queuePosition: await nextQueuePosition(held.after) };
  const kept = await commitChanges(ctx, [held], result);
  return kept.outcome === 'done' ? result : repeatOrRefuse(ctx, request, hashWith, kept);
}

/** Sends it, or says why not. Not the float, but its scenario decides what becomes of a payout that has one. */
async function begin(ctx: Context, draft: Transaction, accept: () => Change): Promise<Committed> {
  const { environment, provider, amountBututs, scenario } = draft;
  if ((await healthOf(environment, provider, 'payout')) === 'CLOSED') {
    return commitOn(ctx, draft, () => queueUntilOpen(accept()), reread, resultOf);
  }
  const story = payoutStory(scenario);
  if (story?.heldForMs !== undefined) {
    return { transaction: draft, moved: false, refusal: { outcome: 'float_short' } };
  }
  const sent = () => send(ctx, draft, { isNew: true, begin: () => [accept()], answer: resultOf });
  const first = await sent();
  if (story === undefined || first.refusal?.outcome !== 'float_short') return first;
  // So it brings the float that it needs.
  await fundFloat({ ...ctx, idempotency: undefined }, provider, amountBututs);
  return sent();
}

/** While its rail is closed it waits, and is sent when it reopens. */
export function queueUntilOpen(accepted: Change): Change[] {
  const now = accepted.after.createdAt;
  return [accepted, { ...underWay(accepted.after, null, now), operations: [{ kind: 'send', runAt: now }] }];
}

function resultOf(transaction: Transaction): InitiatedPayout {
  return { transaction, replayed: false };
}

async function repeatOrRefuse(
  ctx: Context,
  request: PayoutRequest,
  hashWith: (provider: string) => Buffer,
  committed: CommitOutcome | undefined,
): Promise<InitiatedPayout> {
  if (committed?.outcome === 'limit_exceeded')
    throw payoutLimitExceeded({ amountBututs: request.amount, provider: request.provider }, committed);
  if (committed?.outcome === 'refund_exceeds') throw exceedsPayback(BigInt(committed.left_bututs ?? 0));
  if (committed?.outcome === 'insufficient_balance') {
    throw insufficientBalance('payout', request.amount, BigInt(committed.available_bututs));
  }
  const [first] = await listAttempts(ctx, 'payout', request.client_reference);
  invariant(first, `a payout that was refused as ${committed?.outcome} has a predecessor`);
  const meant = hashWith(request.isRailImplied ? first.provider : request.provider);
  const isOther = isOtherScenario(first, request.scenario, request.scenario ?? null);
  if (isOther || !meant.equals(first.requestHash)) throw duplicateReference(request.client_reference);
  return { ...(await withQueuePosition(first)), replayed: true };
}

/** Of a payout under the reference of a payback. */
function exceedsPayback(leftBututs: Bututs): AppError {
  return new AppError(
    'REFUND_EXCEEDS_COLLECTION',
    `No more than ${formatAmount(leftBututs)} GMD of what came for this payment can still go back: the rest has gone back, or is on its way. Nothing was stored; the reference stays free.`,
    { details: { refundable_amount_bututs: toNumber(leftBututs) } },
  );
}

export function insufficientBalance(what: 'payout' | 'refund', amount: Bututs, available: Bututs): AppError {
  const figures = [available, amount].map(formatAmount);
  return new AppError(
    'INSUFFICIENT_BALANCE',
    `Your available balance of ${figures[0]} GMD is less than the ${figures[1]} GMD of this ${what}. Nothing was stored; the reference stays free.`,
    {
      details: {
        required_amount_bututs: toNumber(amount),
        available_balance_bututs: toNumber(available),
      },
    },
  );
}
