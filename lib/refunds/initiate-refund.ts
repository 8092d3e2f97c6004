import { createHash } from 'node:crypto';
import type { Context } from '#lib/context';
import { AppError, invariant } from '#lib/errors';
import { validationError } from '#lib/http/respond';
import { newId } from '#lib/ids';
import { type Bututs, commissionOf, formatAmount, toNumber } from '#lib/money';
import { nextQueuePosition, withQueuePosition } from '#lib/payouts/get-payout';
import { insufficientBalance, queueUntilOpen } from '#lib/payouts/initiate-payout';
import { askAboutFailed } from '#lib/rail-work/ask-about-failed';
import { refundByRail } from '#lib/rail-work/refund';
import { send } from '#lib/rail-work/send';
import { healthOf } from '#lib/rails/rail-settings';
import { expectedFee } from '#lib/rails/rail-tariffs';
import { hasOneWallet } from '#lib/rails/registry';
import { chooseMethod } from '#lib/refunds/choose-method';
import { type Given, readGiven } from '#lib/refunds/given';
import type { RefundRequest } from '#lib/refunds/refund-request';
import { type Committed, commitChanges, commitOn } from '#lib/transactions/advance';
import type { CommitOutcome } from '#lib/transactions/commit-together';
import { type Change, decide, type Trigger } from '#lib/transactions/decide';
import { newTransaction } from '#lib/transactions/new-transaction';
import { listAttempts, lookUp, reread } from '#lib/transactions/read';
import { duplicateReference } from '#lib/transactions/request';
import type { Transaction } from '#lib/transactions/transaction';

export interface InitiatedRefund {
  transaction: Transaction;
  /** The answer repeats what an earlier request did. */
  replayed: boolean;
  /** Place in the queue, while the refund waits for the float. */
  queuePosition?: number;
}

/** How often it is tried anew when other refunds of the collection, or of the reference, came first. */
const MAX_TRIES = 20;

/**
 * Guarantee: one refund per client reference, for ever, and those of a collection that have not failed never exceed it,
 * however many come at once; the balance is taken in the statement that accepts it. It goes back by the rail that
 * collected, where that gives such a part back, else by a payout to the payer's number, which may be held.
 * Without an amount it is all that is left, and no more than `atMostBututs`. Throws, in this order, `TRANSACTION_NOT_FOUND`, `DUPLICATE_REFERENCE`, `INVALID_STATE`, `REFUND_EXCEEDS_COLLECTION`,
 * `REFUND_NOT_POSSIBLE` and `INSUFFICIENT_BALANCE`; then nothing is stored.
 */
export async function initiateRefund(
  ctx: Context,
  request: RefundRequest,
  { atMostBututs }: { atMostBututs?: Bututs } = {},
): Promise<InitiatedRefund> {
  let collection = await findCollection(ctx, request.collection);
  await askAboutFailed(ctx, collection.id);
  let mayReverse = true;
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    // Read before the reference is looked for: so what this very refund took by another request is not held against it.
    const given = await readGiven(collection);
    const [first] = await listAttempts(ctx, 'refund', request.client_reference, 1);
    if (first) return repeatOf(first, request, collection);
    requireSucceeded(collection);
    const draft = await draftOf(ctx, request, collection, given, { mayReverse, atMostBututs });
    const begun = await (draft.refundMethod === 'reversal'
      ? beginReversal(ctx, draft)
      : beginPayout(ctx, draft));
    if ('transaction' in begun) return begun;
    if (begun.refusal?.outcome === 'insufficient_balance') {
      throw insufficientBalance('refund', draft.amountBututs, BigInt(begun.refusal.available_bututs));
    }
    // What was collected at the rail was moved to its float: it is paid from there.
    if (begun.refusal?.outcome === 'float_short') mayReverse = false;
    // Its customer may have been erased meanwhile: number and name are not taken along.
    collection = await findCollection(ctx, collection.id);
  }
  throw new Error(`Refunds of ${collection.id} came in between ${MAX_TRIES} times`);
}

/** The collection of an id, or the newest attempt of a reference that was paid, or else the newest. */
export async function findCollection(ctx: Context, referenceOrId: string): Promise<Transaction> {
  const { transaction, attempts } = await lookUp(ctx, 'collection', referenceOrId);
  if (transaction.clientReference !== referenceOrId) return transaction;
  return attempts.find(({ status }) => status === 'SUCCEEDED') ?? transaction;
}

async function repeatOf(
  first: Transaction,
  request: RefundRequest,
  collection: Transaction,
): Promise<InitiatedRefund> {
  // A reference may mean another attempt by now; the first request meant this one.
  const isSame = [first.collectionId, first.collectionReference].includes(request.collection);
  const meant = isSame ? (first.collectionId ?? '') : collection.id;
  if (!hashOfRefund(request, meant).equals(first.requestHash))
    throw duplicateReference(request.client_reference);
  return { ...(await withQueuePosition(first)), replayed: true };
}

/** SHA-256 of what was asked for. An omitted amount is compared as omitted, whatever is left by then. */
export function hashOfRefund(
  { client_reference, amount, reason, recipient_mobile, metadata }: Omit<RefundRequest, 'collection'>,
  collectionId: string,
): Buffer {
  const pairs = Object.entries(metadata).sort(([a], [b]) => (a < b ? -1 : 1));
  const canonical = [
    'refund',
    client_reference,
    collectionId,
    amount?.toString() ?? null,
    reason ?? null,
    pairs,
    ...(recipient_mobile === undefined ? [] : [recipient_mobile]),
  ];
  return createHash('sha256').update(JSON.stringify(canonical)).digest();
}

export function requireSucceeded({ status, id }: Transaction): void {
  if (status === 'SUCCEEDED') return;
  throw new AppError(
    'INVALID_STATE',
    `Only a collection that SUCCEEDED can be refunded; ${id} is ${status}, so nobody has paid it.`,
  );
}

/**
 * The payer's number: money goes to no other one. Where the collection has none, it is whoever asks who knows it. Throws
 * `VALIDATION_ERROR` for another one, and for any where the customer was erased: nothing says any more whose it was.
 */
export function payersNumber(
  collection: Transaction,
  { recipient_mobile: told }: RefundRequest,
): string | null {
  const { mobile } = collection;
  const refuse = (code: string, message: string) =>
    validationError([{ path: 'recipient_mobile', message, code }]);
  if (told !== undefined && mobile !== null && told !== mobile) {
    throw refuse(
      'not_the_payer',
      'The collection has a customer_mobile, and its money goes back to that. Leave this out.',
    );
  }
  if (told !== undefined && mobile === null && isErased(collection)) {
    throw refuse(
      'customer_erased',
      'The customer of this collection was erased, so that nothing says any more whose number this is. Leave this out.',
    );
  }
  return mobile ?? told ?? null;
}

/** Whether its customer was erased: nobody knows any more what was asked for, or of whom. */
export function isErased({ requestHash }: Transaction): boolean {
  return requestHash.length === 0;
}

/** What is going to begin, as far as the refunds before it are known. */
async function draftOf(
  ctx: Context,
  request: RefundRequest,
  collection: Transaction,
  given: Given,
  { mayReverse, atMostBututs }: { mayReverse: boolean; atMostBututs: Bututs | undefined },
): Promise<Transaction> {
  const { leftBututs } = given;
  const all = atMostBututs !== undefined && atMostBututs < leftBututs ? atMostBututs : leftBututs;
  const amountBututs = request.amount ?? all;
  if (amountBututs > leftBututs || leftBututs === 0n) throw exceedsCollection(leftBututs);
  const mobile = payersNumber(collection, request);
  const refundMethod = await chooseMethod(ctx, { ...collection, mobile }, amountBututs, {
    leftBututs,
    mayReverse,
  });
  const now = ctx.now();
  const facts = {
    id: newId(now),
    type: 'refund',
    clientReference: request.client_reference,
    attempt: 1,
    requestHash: hashOfRefund(request, collection.id),
    provider: collection.provider,
    amountBututs,
    commissionBututs: given.isReturned ? shareOf(collection, amountBututs, given.commissionBututs) : 0n,
    mobile,
    customerName: collection.customerName,
    metadata: request.metadata,
    collectionId: collection.id,
    collectionReference: collection.clientReference,
    refundMethod,
    refundReason: request.reason ?? null,
    // The rail gives it back from the wallet that it was paid into.
    connectionId: refundMethod === 'reversal' ? collection.connectionId : null,
  } as const;
  const railFeeBututs = await expectedFee(ctx, facts, now, collection);
  return newTransaction(ctx, { ...facts, railFeeBututs }, now);
}

/** The refund's share of the commission, rounded half up, and never more in all than was taken. */
function shareOf(collection: Transaction, amountBututs: Bututs, returnedBututs: Bututs): Bututs {
  const share = commissionOf(amountBututs, collection.commissionBps);
  const left = collection.commissionBututs - returnedBututs;
  return share < left ? share : left;
}

/** It has begun, or why it has not. */
type Begun = InitiatedRefund | { refusal: CommitOutcome | undefined };

function beginReversal(ctx: Context, draft: Transaction): Promise<Begun> {
  return refundByRail(ctx, draft, {
    isNew: true,
    begin: () => [accept(draft, { kind: 'reversal_asked' })],
    answer: resultOf,
  }).then(begunOf);
}

async function beginPayout(ctx: Context, draft: Transaction): Promise<Begun> {
  const begin = (): Change => ({ ...accept(draft, { kind: 'initiated' }), coverFloat: hasOneWallet(draft) });
  const isClosed = (await healthOf(ctx.environment, draft.provider, 'payout')) === 'CLOSED';
  const begun = await (isClosed
    ? commitOn(ctx, draft, () => queueUntilOpen(begin()), reread, resultOf)
    : send(ctx, draft, { isNew: true, begin: () => [begin()], answer: resultOf }));
  if (begun.refusal?.outcome !== 'float_short') return begunOf(begun);
  const held = accept(draft, { kind: 'initiated_float_short' });
  // Asked before the commit, so that the answer and what is stored of it are the same bytes.
  const result = { ...resultOf(held.after), queuePosition: await nextQueuePosition(held.after) };
  const kept = await commitChanges(ctx, [held], result);
  return kept.outcome === 'done' ? result : { refusal: kept };
}

function accept(draft: Transaction, trigger: Trigger): Change {
  const change = decide(null, draft, trigger, draft.createdAt);
  invariant(!('refused' in change), 'a refund can begin');
  return change;
}

async function begunOf(begun: Committed & { answer?: unknown }): Promise<Begun> {
  const isAsked = begun.answer !== undefined && begun.answer !== null;
  if (begun.moved || isAsked) return { ...(await withQueuePosition(begun.transaction)), replayed: false };
  return { refusal: begun.refusal };
}

function resultOf(transaction: Transaction): InitiatedRefund {
  return { transaction, replayed: false };
}

export function exceedsCollection(leftBututs: Bututs): AppError {
  return new AppError(
    'REFUND_EXCEEDS_COLLECTION',
    `No more than ${formatAmount(leftBututs)} GMD of this collection can still be refunded. Nothing was stored; the reference stays free.`,
    { details: { refundable_amount_bututs: toNumber(leftBututs) } },
  );
}
