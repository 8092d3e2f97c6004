import { CUSTOMER_CHOICE } from '#lib/browser/customer-choice';
import { beginCollection } from '#lib/collections/begin-collection';
import {
  type CollectionRequest,
  factsOf,
  scenarioOf,
  simulatedServerError,
  tooManyEqualRequests,
} from '#lib/collections/collection-request';
import { offerChoice } from '#lib/collections/offer-choice';
import { type Initiated, isReofferable } from '#lib/collections/re-offer';
import { findUnchosen } from '#lib/collections/unchosen';
import type { Context } from '#lib/context';
import { AppError } from '#lib/errors';
import { rateLimited } from '#lib/http/respond';
import { createTokenBuckets } from '#lib/http/token-bucket';
import { newId } from '#lib/ids';
import { type Ran, takeOperation } from '#lib/rail-work/run';
import { isOpenAtRail, start, startAgain } from '#lib/rail-work/start';
import type { CollectionOpening } from '#lib/rails/rail';
import { requireRail } from '#lib/rails/rail-settings';
import { expectedFee } from '#lib/rails/rail-tariffs';
import { traitsOf } from '#lib/rails/registry';
import { TURNED_AWAY } from '#lib/rails/wire';
import { newTransaction } from '#lib/transactions/new-transaction';
import { listAttempts } from '#lib/transactions/read';
import { duplicateReference, hashOf, isOtherScenario } from '#lib/transactions/request';
import type { Transaction } from '#lib/transactions/transaction';

/**
 * One number is sent so many one-time passwords by one client at once, and then one a minute, by each process. Not by all
 * clients together: one of them could then keep another's customer from paying.
 */
const TEXTS = { ratePerSecond: 1 / 60, burst: 10 };
/** Of strangers at payment links an address has so many sent to one number, whosever links they are, and then one in two minutes. */
const TEXTS_OF_A_STRANGER = { ratePerSecond: 1 / 120, burst: 5 };
const texts = createTokenBuckets({ ...TEXTS, maxKeys: 100_000 });

/** How often a reference is looked at anew when equal requests come at the same time. */
const MAX_TRIES = 5;

/**
 * Guarantee: one collection per client reference, however often and in parallel this is called; a repeat gets the
 * first one as it stands now. An expired or cancelled one with the same amount is offered anew. The wallet may be left
 * to the customer (`offerChoice`).
 * Throws `provider_not_enabled`, `PROVIDER_UNAVAILABLE` (the rail received nothing; a repeat tries again),
 * `DUPLICATE_REFERENCE`, `RATE_LIMITED` (too many messages to one number), `INTERNAL_ERROR` (the sandbox's 500.00, which stores nothing).
 */
export async function initiateCollection(ctx: Context, request: CollectionRequest): Promise<Initiated> {
  if (request.provider === CUSTOMER_CHOICE) return offerChoice(ctx, request);
  await requireRail(ctx, request.provider, 'collection');
  const isLive = ctx.environment === 'LIVE';
  const facts = { type: 'collection', ...factsOf(request) } as const;
  const requestHash = hashOf('collection', facts);
  const scenario = scenarioOf(request);

  const refusal = textRefusal(ctx, request);
  if (refusal) await requireRepeat(ctx, request, refusal);
  const railFeeBututs = await expectedFee(ctx, { ...facts, refundMethod: null }, ctx.now());
  let attempt = 1;
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const now = ctx.now();
    const commissionBps = ctx.client.commissionBps;
    const own = { id: newId(now), attempt, requestHash, commissionBps, railFeeBututs, scenario };
    const draft = newTransaction(ctx, { ...facts, ...own }, now);
    const result = (transaction: Transaction): Initiated => ({ transaction, replayed: false });
    const started = await start(ctx, draft, () => [beginCollection(draft)], result);
    const isBegun = isLive ? started.answer !== null : started.moved;
    if (isBegun) return result(requireReached(started));

    // Its customer is choosing a wallet for it.
    if (await findUnchosen(ctx, request.client_reference)) throw duplicateReference(request.client_reference);
    const newest = await newestAttempt(ctx, request);
    // Nothing is in the way, so it was the simulator's own server error.
    if (newest === undefined) throw simulatedServerError();
    if (!isReofferable(newest, request.amount)) {
      const isOther = isOtherScenario(newest, request.scenario, scenario);
      if (isOther || !requestHash.equals(newest.requestHash))
        throw duplicateReference(request.client_reference);
      return { transaction: await openIfItIsNot(ctx, newest), replayed: true };
    }
    attempt = newest.attempt + 1;
  }
  throw tooManyEqualRequests();
}

/** What is only repeated sends the customer nothing. */
async function requireRepeat(ctx: Context, request: CollectionRequest, refusal: AppError): Promise<void> {
  const known = await newestAttempt(ctx, request);
  if (known === undefined || isReofferable(known, request.amount)) throw refusal;
}

async function newestAttempt(
  ctx: Context,
  { client_reference }: CollectionRequest,
): Promise<Transaction | undefined> {
  const [newest] = await listAttempts(ctx, 'collection', client_reference, 1);
  return newest;
}

/** A repeat of what the rail has not opened yet tries again, unless somebody is at it. */
async function openIfItIsNot(ctx: Context, found: Transaction): Promise<Transaction> {
  if (ctx.environment === 'SANDBOX' || found.status !== 'PENDING' || isOpenAtRail(found)) return found;
  if (!(await takeOperation(found, 'start'))) return found;
  return requireReached(await startAgain(ctx, found, 0));
}

function requireReached({ transaction, answer }: Ran<CollectionOpening>): Transaction {
  if (answer?.kind !== 'not_sent') return transaction;
  if (answer.why.startsWith(TURNED_AWAY)) {
    throw new AppError(
      'PROVIDER_UNAVAILABLE',
      `${transaction.provider} does not let this gateway in at present, which its operators have to put right. Nothing was charged. Offer another provider, or repeat the same request later.`,
      { retryAfterSeconds: 60 },
    );
  }
  throw new AppError(
    'PROVIDER_UNAVAILABLE',
    `${transaction.provider} could not be reached, and nothing was sent to it. Repeat the same request in a few seconds.`,
    { retryAfterSeconds: 5 },
  );
}

/**
 * Guards a customer's phone: each collection of a rail with one-time passwords sends it a message. What strangers at
 * payment links have sent is counted apart from what the client's own program and people do, and by where they are: so
 * nobody uses up what a payer may be sent by others. `stranger`: where that one is.
 */
export function textRefusal(
  ctx: Context,
  {
    provider,
    customer_mobile: mobile,
    stranger,
  }: Pick<CollectionRequest, 'provider' | 'customer_mobile'> & { stranger?: string },
): AppError | null {
  if (ctx.environment === 'SANDBOX' || mobile === undefined || traitsOf(provider).style !== 'otp')
    return null;
  const now = performance.now();
  const own = stranger && texts.take(`from ${stranger} to ${mobile}`, now, TEXTS_OF_A_STRANGER);
  const taken =
    own && !own.allowed ? own : texts.take(`${ctx.client.id} ${own ? 'links ' : ''}${mobile}`, now);
  if (taken.allowed) return null;
  return rateLimited(
    `This number has been sent ${taken.limit} one-time passwords in a short time. Wait for Retry-After, or let the customer use the last one.`,
    taken,
  );
}
