import { createHash } from 'node:crypto';
import { sqlClient } from '#db/client';
import { auditLineOfPerson, type Fragment } from '#lib/auth/audit-log';
import { randomBase58 } from '#lib/base58';
import { actorName, type Context } from '#lib/context';
import { newId } from '#lib/ids';
import type { NewPaymentLink } from '#lib/payment-links/link-request';
import { findLinkOfReference, type PaymentLink } from '#lib/payment-links/payment-link';
import { requireLinkRails } from '#lib/payment-links/require-link-rails';
import { answerOf } from '#lib/transactions/advance';
import { listAttempts } from '#lib/transactions/read';
import { duplicateReference } from '#lib/transactions/request';

export interface CreatedLink {
  link: PaymentLink;
  /** A reference that had its link already. */
  replayed: boolean;
}

const CODE_LENGTH = 10;

/**
 * Guarantee: a `client_reference` has one link, however often it is asked for. Throws `provider_not_enabled`, and
 * `DUPLICATE_REFERENCE` where the reference stands for another link, or for a collection.
 */
export async function createPaymentLink(ctx: Context, body: NewPaymentLink): Promise<CreatedLink> {
  if (body.providers !== null) await requireLinkRails(ctx, body.providers);
  const now = ctx.now();
  const draft = draftOf(ctx, body, now);
  const found = await findByReference(ctx, draft);
  if (found) return found;
  const { clientReference } = draft;
  if (clientReference !== null && (await listAttempts(ctx, 'collection', clientReference, 1)).length > 0)
    throw duplicateReference(clientReference);
  const entry = {
    action: 'payment_link.created',
    subjectId: draft.id,
    after: { title: draft.title, code: draft.code, amount_bututs: draft.amountBututs?.toString() ?? null },
  };
  const created = { link: draft, replayed: false };
  if (await insertLink(ctx, draft, created, auditLineOfPerson(ctx, entry, sqlClient()`from made`)))
    return created;
  const other = await findByReference(ctx, draft);
  if (other) return other;
  throw new Error('A payment link was neither made nor there');
}

async function findByReference(ctx: Context, draft: PaymentLink): Promise<CreatedLink | undefined> {
  if (draft.clientReference === null) return undefined;
  const link = await findLinkOfReference(ctx, draft.clientReference);
  if (link === undefined) return undefined;
  if (!draft.requestHash.equals(link.requestHash)) throw duplicateReference(draft.clientReference);
  return { link, replayed: true };
}

/** False: its reference, or its counter, has a link already. `result`: of the verb, stored with it; `noted`: what goes with it. */
export async function insertLink(
  ctx: Context,
  link: PaymentLink,
  result: unknown,
  noted = sqlClient()`select`,
): Promise<boolean> {
  const sql = sqlClient();
  const at = link.createdAt.toISOString();
  const made = await sql`
    with made as (
      insert into payment_links (client_id, environment, id, code, title, description, amount_bututs, min_bututs, max_bututs,
        max_payments, expires_at, providers, fields, success_url, client_reference, request_hash, metadata, is_choice,
        at_counter, reserved_id, made_by, customer_name, customer_mobile, error_url, scenario, created_at, updated_at)
      values (${ctx.client.id}, ${ctx.environment}, ${link.id}, ${link.code}, ${link.title}, ${link.description},
        ${link.amountBututs?.toString() ?? null}, ${link.minBututs?.toString() ?? null}, ${link.maxBututs?.toString() ?? null},
        ${link.maxPayments}, ${link.expiresAt?.toISOString() ?? null}, ${link.providers && JSON.stringify(link.providers)}::text::jsonb,
        ${JSON.stringify(link.fields)}::text::jsonb, ${link.successUrl}, ${link.clientReference}, ${link.requestHash},
        ${JSON.stringify(link.metadata)}::text::jsonb, ${link.isChoice}, ${link.atCounter}, ${link.reservedId}, ${link.madeBy},
        ${link.customerName}, ${link.customerMobile}, ${link.errorUrl}, ${link.scenario}, ${at}, ${at})
      on conflict do nothing
      returning id
    ), noted as (${noted})
    select ${storedAnswer(ctx, result)} from made`;
  if (made.length > 0 && ctx.idempotency) ctx.idempotency.stored = true;
  return made.length > 0;
}

/** Keeps the answer for an idempotency key, in the statement that makes it true. */
export function storedAnswer(ctx: Context, result: unknown): Fragment {
  const sql = sqlClient();
  const lease = ctx.idempotency;
  return lease
    ? sql`store_answer(${ctx.client.id}, ${ctx.environment}, ${JSON.stringify(answerOf(lease, result))}::jsonb)`
    : sql`null`;
}

function draftOf(ctx: Context, body: NewPaymentLink, now: Date): PaymentLink {
  return {
    ...newLink(ctx, now),
    title: body.title,
    description: body.description,
    amountBututs: body.amount,
    minBututs: body.min_amount,
    maxBututs: body.max_amount,
    maxPayments: body.max_payments,
    expiresAt: body.expires_at,
    providers: body.providers,
    fields: body.fields,
    successUrl: body.success_url,
    clientReference: body.client_reference,
    requestHash: hashOf(body),
    metadata: body.metadata,
  };
}

/** A link that asks for nothing yet. */
export function newLink(ctx: Context, now: Date): PaymentLink {
  return {
    clientId: ctx.client.id,
    environment: ctx.environment,
    id: newId(now),
    code: randomBase58(CODE_LENGTH),
    title: '',
    description: null,
    amountBututs: null,
    minBututs: null,
    maxBututs: null,
    maxPayments: null,
    expiresAt: null,
    providers: null,
    fields: [],
    successUrl: null,
    clientReference: null,
    requestHash: Buffer.alloc(0),
    metadata: {},
    isActive: true,
    isChoice: false,
    atCounter: false,
    reservedId: null,
    madeBy: actorName(ctx.actor),
    customerName: null,
    customerMobile: null,
    errorUrl: null,
    scenario: null,
    opened: 0,
    succeeded: 0,
    collectedBututs: 0n,
    createdAt: now,
    updatedAt: now,
  };
}

/** What was asked for, after normalisation: `100` is `100.00`, and what was left out is null. */
function hashOf({ metadata, ...body }: NewPaymentLink): Buffer {
  const sorted = Object.entries(metadata).sort(([a], [b]) => (a < b ? -1 : 1));
  const text = JSON.stringify([body, sorted], (_key, value) =>
    typeof value === 'bigint' ? value.toString() : value,
  );
  return createHash('sha256').update(text).digest();
}
