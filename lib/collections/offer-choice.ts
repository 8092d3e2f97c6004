import { sqlClient } from '#db/client';
import {
  type CollectionRequest,
  factsOf,
  scenarioOf,
  simulatedServerError,
  tooManyEqualRequests,
} from '#lib/collections/collection-request';
import { type Initiated, isReofferable } from '#lib/collections/re-offer';
import { soldText } from '#lib/collections/sold-text';
import { endUnchosen, isOverdue, unchosenOf } from '#lib/collections/unchosen';
import { type Context, systemContext } from '#lib/context';
import { AppError } from '#lib/errors';
import { newId } from '#lib/ids';
import { formatAmount } from '#lib/money';
import { insertLink, newLink, storedAnswer } from '#lib/payment-links/create-payment-link';
import { findLinkOfReference, type PaymentLink } from '#lib/payment-links/payment-link';
import { standingOf } from '#lib/rails/rail-settings';
import { isTaken } from '#lib/rails/rail-status';
import { railDefinitions } from '#lib/rails/registry';
import { isServerError } from '#lib/rails/scenarios';
import { listAttempts } from '#lib/transactions/read';
import { duplicateReference, hashOf, isOtherScenario } from '#lib/transactions/request';

/** So long a customer may choose, and after a payment that came to nothing choose again. */
export const CHOICE_MS = 24 * 60 * 60_000;
/** How often a reference is looked at anew when equal requests, or its customer, come at the same time. */
const MAX_TRIES = 5;

/**
 * A collection that leaves the wallet to the customer. Guarantee: one page per client reference, however often and in
 * parallel this is called; a repeat gets what became of the first request. What expired or was cancelled is offered
 * anew at the same page, and nobody's open payment is touched.
 * Throws `provider_not_enabled`, `DUPLICATE_REFERENCE`, `INTERNAL_ERROR` (the sandbox's 500.00).
 */
export async function offerChoice(ctx: Context, request: CollectionRequest): Promise<Initiated> {
  await requireWallet(ctx);
  if (ctx.environment === 'SANDBOX' && isServerError(formatAmount(request.amount)))
    throw simulatedServerError();
  const scenario = scenarioOf(request);
  const requestHash = hashOf('collection', factsOf(request));
  const reference = request.client_reference;
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const now = ctx.now();
    const link = await findLinkOfReference(ctx, reference);
    const attempts = await listAttempts(ctx, 'collection', reference);
    const [newest] = attempts;
    if (link?.reservedId && isOverdue(link, now)) {
      await endUnchosen(systemContext(ctx.client, ctx.environment, ctx.now), link, 'rail_expired');
      continue;
    }
    const isOther =
      link && (!requestHash.equals(link.requestHash) || isOtherScenario(link, request.scenario, scenario));
    if (link?.reservedId && !isOther) return { transaction: unchosenOf(ctx, link), replayed: true };
    // It waits with other fields, or it is a payment link's.
    if (link?.reservedId || link?.isChoice === false) throw duplicateReference(reference);
    const isPaid = attempts.some(({ status }) => status === 'SUCCEEDED');
    if (newest && (isPaid || !isReofferable(newest, request.amount))) {
      // Without a choice, or after one had ended, the reference was used for a collection that names its rail.
      if (isOther !== false || newest.paymentLinkId !== link?.id) throw duplicateReference(reference);
      return { transaction: newest, replayed: true };
    }
    const offer = offerOf(ctx, request, { requestHash, scenario }, now);
    const made = await (link ? renew(ctx, link, offer) : insert(ctx, offer));
    if (made) return made;
  }
  throw tooManyEqualRequests();
}

function offerOf(
  ctx: Context,
  request: CollectionRequest,
  { requestHash, scenario }: Pick<PaymentLink, 'requestHash' | 'scenario'>,
  now: Date,
): PaymentLink {
  const { clientReference, successUrl, errorUrl, metadata, customerName, mobile } = factsOf(request);
  return {
    ...newLink(ctx, now),
    title: clientReference,
    description: request.sold ? soldText(request.sold) : null,
    sold: request.sold ?? null,
    amountBututs: request.amount,
    maxPayments: 1,
    expiresAt: new Date(now.getTime() + CHOICE_MS),
    ...{ clientReference, requestHash, successUrl, errorUrl, metadata, customerName, scenario },
    isChoice: true,
    reservedId: newId(now),
    customerMobile: mobile,
  };
}

/** One that does not work at the moment is fine: the customer comes later. */
async function requireWallet(ctx: Context): Promise<void> {
  const standings = await Promise.all(
    railDefinitions.map(({ traits }) => standingOf(ctx, traits.provider, 'collection')),
  );
  if (standings.some(isTaken)) return;
  throw new AppError(
    'provider_not_enabled',
    `No provider is enabled for collections in ${ctx.environment}, so the customer would have nothing to choose.`,
  );
}

async function insert(ctx: Context, offer: PaymentLink): Promise<Initiated | undefined> {
  const made = { transaction: unchosenOf(ctx, offer), replayed: false };
  return (await insertLink(ctx, offer, made)) ? made : undefined;
}

/** Undefined: its customer has begun to pay meanwhile, or another request was faster. */
async function renew(ctx: Context, link: PaymentLink, offer: PaymentLink): Promise<Initiated | undefined> {
  const renewed = { ...offer, id: link.id, code: link.code };
  const made = { transaction: unchosenOf(ctx, renewed), replayed: false };
  const sql = sqlClient();
  const rows = await sql`
    with renewed as (
      update payment_links set reserved_id = ${offer.reservedId}, is_active = true,
        expires_at = ${offer.expiresAt?.toISOString() ?? null}, request_hash = ${offer.requestHash},
        success_url = ${offer.successUrl}, error_url = ${offer.errorUrl}, customer_name = ${offer.customerName},
        customer_mobile = ${offer.customerMobile}, metadata = ${JSON.stringify(offer.metadata)}::text::jsonb,
        scenario = ${offer.scenario}, description = ${offer.description},
        sold = ${offer.sold && JSON.stringify(offer.sold)}::text::jsonb, updated_at = ${offer.updatedAt.toISOString()}
      where client_id = ${ctx.client.id} and environment = ${ctx.environment} and id = ${link.id}
        and reserved_id is null and opened_count = ${link.opened}
      returning 1
    )
    select ${storedAnswer(ctx, made)} from renewed`;
  if (rows.length === 0) return undefined;
  if (ctx.idempotency) ctx.idempotency.stored = true;
  return made;
}
