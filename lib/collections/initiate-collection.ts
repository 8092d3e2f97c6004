import type { CollectionRequest } from '#lib/collections/collection-request';
import {
  intendToOpenAgain,
  intentToOpen,
  isOpenAtRail,
  type Opened,
  openAtRail,
  openingFacts,
} from '#lib/collections/open-at-rail';
import type { Context } from '#lib/context';
import { AppError, invariant } from '#lib/errors';
import { newId } from '#lib/ids';
import type { CollectionOpening, Rail } from '#lib/rails/rail';
import { requireRail } from '#lib/rails/rail-settings';
import { commitChanges } from '#lib/transactions/advance';
import { type Change, decide } from '#lib/transactions/decide';
import { newTransaction } from '#lib/transactions/new-transaction';
import { newCall } from '#lib/transactions/rail-side';
import { listAttempts } from '#lib/transactions/read';
import { duplicateReference, hashOf } from '#lib/transactions/request';
import { takeOperation } from '#lib/transactions/take-operation';
import type { Transaction } from '#lib/transactions/transaction';

export interface Initiated {
  transaction: Transaction;
  /** The answer repeats what an earlier request did. */
  replayed: boolean;
}

/** How often a reference is looked at anew when equal requests come at the same time. */
const MAX_TRIES = 5;
/** A live collection that its rail never opened ends after this time; one that was opened, when the rail says. */
const UNOPENED_MS = 30 * 60_000;

/**
 * Guarantee: one collection per client reference, however often and in parallel this is called; a repeat gets the
 * first one as it stands now. An expired or cancelled one with the same amount is offered anew.
 * Throws `provider_not_enabled`, `PROVIDER_UNAVAILABLE` (the rail received nothing; a repeat tries again),
 * `DUPLICATE_REFERENCE`, `INTERNAL_ERROR` (the sandbox's 500.00, which stores nothing).
 */
export async function initiateCollection(ctx: Context, request: CollectionRequest): Promise<Initiated> {
  const rail = await requireRail(ctx, request.provider, 'collection');
  const facts = {
    type: 'collection',
    clientReference: request.client_reference,
    provider: request.provider,
    amountBututs: request.amount,
    mobile: request.customer_mobile ?? null,
    customerName: request.customer_name ?? null,
    successUrl: request.success_url ?? null,
    errorUrl: request.error_url ?? null,
    metadata: request.metadata,
  } as const;
  const requestHash = hashOf('collection', facts);

  let attempt = 1;
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const now = ctx.now();
    const commissionBps = ctx.client.commissionBps;
    const draft = newTransaction(ctx, { ...facts, id: newId(now), attempt, requestHash, commissionBps }, now);
    const begun = await (rail.openCollection
      ? beginInside(ctx, rail, draft)
      : beginOverWire(ctx, rail, draft));
    if (begun) return { transaction: begun, replayed: false };

    const [newest] = await listAttempts(ctx, 'collection', request.client_reference, 1);
    if (newest === undefined) {
      // Nothing is in the way, so it was the simulator's own server error.
      throw new AppError(
        'INTERNAL_ERROR',
        'Simulated server error: the sandbox answers 500 to this amount and stores nothing. Use another amount to go on.',
      );
    }
    const isReoffer =
      (newest.status === 'EXPIRED' || newest.status === 'CANCELLED') &&
      newest.amountBututs === request.amount;
    if (!isReoffer) {
      if (!requestHash.equals(newest.requestHash)) throw duplicateReference(request.client_reference);
      return { transaction: await openIfItIsNot(ctx, rail, newest), replayed: true };
    }
    attempt = newest.attempt + 1;
  }
  throw new AppError(
    'SERVICE_UNAVAILABLE',
    'Too many equal requests at once. Repeat the request with the same reference in a second.',
    {
      retryAfterSeconds: 1,
    },
  );
}

/** In the sandbox, a collection begins and is open in one statement. Undefined: its reference is in use, or `500.00`. */
async function beginInside(ctx: Context, rail: Rail, draft: Transaction): Promise<Transaction | undefined> {
  const { id, amountBututs, mobile, createdAt: now } = draft;
  invariant(rail.openCollection, 'a rail inside the process opens collections');
  const opening = rail.openCollection({ transactionId: id, amountBututs, mobile }, now);
  if (opening === 'server_error') return undefined;
  const change = begin({ ...draft, ...openingFacts(opening, now) });
  change.operations = simulatorOperations(opening);
  const result: Initiated = { transaction: change.after, replayed: false };
  const committed = await commitChanges(ctx, [change], result);
  return committed.outcome === 'done' ? change.after : undefined;
}

/** In live, the intent is committed, then the rail is called, then what it said is committed. */
async function beginOverWire(ctx: Context, rail: Rail, draft: Transaction): Promise<Transaction | undefined> {
  const call = newCall(draft.createdAt);
  const expiresAt = new Date(draft.createdAt.getTime() + UNOPENED_MS);
  const change = { ...begin({ ...draft, expiresAt }), ...intentToOpen(call, expiresAt) };
  const committed = await commitChanges(ctx, [change]);
  if (committed.outcome !== 'done') return undefined;
  const answer = (transaction: Transaction): Initiated => ({ transaction, replayed: false });
  return requireReached(await openAtRail(ctx, rail, change.after, { call, answer }));
}

/** A repeat of what the rail has not opened yet tries again, unless somebody is at it. */
async function openIfItIsNot(ctx: Context, rail: Rail, found: Transaction): Promise<Transaction> {
  if (ctx.environment === 'SANDBOX' || found.status !== 'PENDING' || isOpenAtRail(found)) return found;
  if (!(await takeOperation(found, 'start'))) return found;
  const intended = await intendToOpenAgain(ctx, found);
  if (intended === null) return found;
  const { transaction, call } = intended;
  return requireReached(await openAtRail(ctx, rail, transaction, { call, resume: true }));
}

function requireReached({ transaction, outcome }: Opened): Transaction {
  if (outcome !== 'not_sent') return transaction;
  throw new AppError(
    'PROVIDER_UNAVAILABLE',
    `${transaction.provider} could not be reached, and nothing was sent to it. Repeat the same request in a few seconds.`,
    { retryAfterSeconds: 5 },
  );
}

function begin(draft: Transaction): Change {
  const change = decide(null, draft, { kind: 'initiated' }, draft.createdAt);
  invariant(!('refused' in change), 'a collection can begin');
  return change;
}

/** The simulator's notice comes long before the end of the checkout, so one job is enough. */
function simulatorOperations(opening: CollectionOpening): Change['operations'] {
  if (opening.noticeAt) return [{ kind: 'notice', runAt: opening.noticeAt }];
  return opening.expiresAt ? [{ kind: 'close', runAt: opening.expiresAt }] : [];
}
