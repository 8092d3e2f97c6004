import { beginCollection } from '#lib/collections/begin-collection';
import { textRefusal } from '#lib/collections/initiate-collection';
import { AppError } from '#lib/errors';
import { newId } from '#lib/ids';
import type { Bututs } from '#lib/money';
import { findLinkByCode, type MetLink } from '#lib/payment-links/find-open-link';
import { beginFor } from '#lib/payment-links/open-attempts';
import { start } from '#lib/rail-work/start';
import { requireRail } from '#lib/rails/rail-settings';
import { expectedFee } from '#lib/rails/rail-tariffs';
import { newTransaction } from '#lib/transactions/new-transaction';
import { listAttempts } from '#lib/transactions/read';
import { hashOf } from '#lib/transactions/request';
import type { Transaction } from '#lib/transactions/transaction';

export interface AttemptRequest {
  reference: string;
  /** Which attempt of the reference the form was for: an old form leads to what came of it. */
  attempt: number;
  provider: string;
  amountBututs: Bututs;
  mobile: string | null;
  answers: Record<string, string>;
  /** Where it is asked for from; `Peer` says what that is. */
  network: string;
}

/** How often it is looked anew when forms of one payer come at the same time. */
const MAX_TRIES = 5;

/**
 * Guarantee: a payment has one open attempt, and none once it was made, however many of its forms are sent at once; each
 * leads to the same one. `closed`: the link takes no more payments; `elsewhere`: its reference is being paid at another
 * place, begun by the API. Throws `provider_not_enabled`,
 * `PROVIDER_UNAVAILABLE`, `RATE_LIMITED`, `INTERNAL_ERROR` (the sandbox's 500.00).
 */
export async function beginAttempt(
  first: MetLink,
  request: AttemptRequest,
): Promise<Transaction | 'closed' | 'elsewhere'> {
  const { ctx } = first;
  let met = first;
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const { link } = met;
    const attempts = await listAttempts(ctx, 'collection', request.reference);
    const there = standingOf(attempts, request.attempt);
    // Somebody else's use of the reference, by the API: it is paid there, or is about to be.
    if (there?.paymentLinkId === link.id) return there;
    const anywhere = there ?? (await wholeElsewhere(first));
    if (anywhere) return anywhere.status === 'PENDING' ? 'elsewhere' : 'closed';
    await requireRail(ctx, request.provider, 'collection');
    const refusal = textRefusal(ctx, {
      provider: request.provider,
      customer_mobile: request.mobile ?? undefined,
      stranger: request.network,
    });
    if (refusal) throw refusal;
    const now = ctx.now();
    const facts = {
      type: 'collection',
      clientReference: request.reference,
      provider: request.provider,
      amountBututs: request.amountBututs,
      mobile: request.mobile,
      customerName: link.customerName,
      successUrl: link.successUrl,
      errorUrl: link.errorUrl,
      metadata: { ...link.metadata, ...request.answers },
    } as const;
    const draft = newTransaction(
      ctx,
      {
        ...facts,
        id: link.reservedId ?? newId(now),
        attempt: (attempts[0]?.attempt ?? 0) + 1,
        requestHash: hashOf('collection', facts),
        commissionBps: ctx.client.commissionBps,
        railFeeBututs: await expectedFee(ctx, { ...facts, refundMethod: null }, now),
        paymentLinkId: link.id,
        paymentLinkCode: link.code,
        customerChooses: link.isChoice,
        scenario: link.scenario,
      },
      now,
    );
    const started = await beginFor(met, request.network, () =>
      start(
        ctx,
        draft,
        () => [beginCollection(draft)],
        (after) => after,
      ),
    );
    if (started.moved) return started.transaction;
    if (started.refusal?.outcome === 'link_closed') {
      const present = await findLinkByCode(link.code);
      // Its client has offered it anew at this moment, under another id.
      if (present?.status !== 'ACTIVE' || present.link.reservedId === link.reservedId) return 'closed';
      met = present;
      continue;
    }
    // A live one was begun with the intent; what its rail said is booked, or a worker asks again.
    if (started.refusal === undefined && started.answer !== null) {
      if (ctx.environment === 'LIVE') return started.transaction;
      throw new AppError(
        'INTERNAL_ERROR',
        'Simulated server error: the sandbox stores nothing of this amount.',
      );
    }
  }
  throw new AppError('SERVICE_UNAVAILABLE', 'Too many equal forms at once.', { retryAfterSeconds: 1 });
}

/** What the API has begun of the whole that a link takes in parts. */
async function wholeElsewhere({ ctx, link }: MetLink): Promise<Transaction | undefined> {
  if (!link.takesParts || link.clientReference === null) return undefined;
  const attempts = await listAttempts(ctx, 'collection', link.clientReference);
  return attempts.find(({ status }) => status === 'PENDING' || status === 'SUCCEEDED');
}

/** What a form leads to instead of a new attempt: what was paid, what is open, or what came of the form before. */
export function standingOf(attempts: Transaction[], attempt: number): Transaction | undefined {
  const [newest] = attempts;
  const paid = attempts.find(({ status }) => status === 'SUCCEEDED');
  if (paid || newest === undefined) return paid;
  return newest.status === 'PENDING' || attempt !== newest.attempt + 1 ? newest : undefined;
}
