import { createHash } from 'node:crypto';
import { sqlClient } from '#db/client';
import { auditLineOfPerson, type Fragment } from '#lib/auth/audit-log';
import { randomBase58 } from '#lib/base58';
import { actorName, type Context } from '#lib/context';
import { newId } from '#lib/ids';
import type { NewPaymentLink } from '#lib/payment-links/link-request';
import { findLinkOfReference, type LinkRow, type PaymentLink } from '#lib/payment-links/payment-link';
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

/** False: its reference, or its counter, has a link already. `result`: of the verb, stored with it; `beside`: what goes with it. */
export async function insertLink(
  ctx: Context,
  link: PaymentLink,
  result: unknown,
  ...beside: Fragment[]
): Promise<boolean> {
  return (await insertLinks(ctx, [link], storedAnswer(ctx, result), ...beside)) > 0;
}

/**
 * All of them in one statement, but those whose reference or counter has a link already; says how many. What stands
 * `beside` them, and the `answer`, may read the rows of `made`, and of `beside_0`, `beside_1` as far as before it.
 */
export async function insertLinks(
  ctx: Context,
  links: PaymentLink[],
  answer: Fragment,
  ...beside: Fragment[]
): Promise<number> {
  const sql = sqlClient();
  const columns = sql`client_id, environment, id, code, title, description, amount_bututs, min_bututs, max_bututs,
    max_payments, expires_at, providers, fields, success_url, client_reference, request_hash, metadata, is_choice, at_counter,
    is_request, takes_parts, sold, reserved_id, made_by, customer_name, customer_mobile, error_url, scenario, created_at, updated_at`;
  const also = beside.reduce((all, each, at) => sql`${all}, ${sql(`beside_${at}`)} as (${each})`, sql``);
  const made = await sql`
    with made as (
      insert into payment_links (${columns})
      select ${columns} from jsonb_populate_recordset(null::payment_links, ${JSON.stringify(links.map(rowOf))}::text::jsonb)
      on conflict do nothing
      returning *
    )${also}
    select ${answer} from made`;
  if (made.length > 0 && ctx.idempotency) ctx.idempotency.stored = true;
  return made.length;
}

function rowOf(link: PaymentLink): LinkRow {
  return {
    client_id: link.clientId,
    environment: link.environment,
    id: link.id,
    code: link.code,
    title: link.title,
    description: link.description,
    amount_bututs: link.amountBututs?.toString() ?? null,
    min_bututs: link.minBututs?.toString() ?? null,
    max_bututs: link.maxBututs?.toString() ?? null,
    max_payments: link.maxPayments,
    expires_at: link.expiresAt,
    providers: link.providers,
    fields: link.fields,
    success_url: link.successUrl,
    client_reference: link.clientReference,
    request_hash: `\\x${link.requestHash.toString('hex')}`,
    metadata: link.metadata,
    is_choice: link.isChoice,
    at_counter: link.atCounter,
    is_request: link.isRequest,
    takes_parts: link.takesParts,
    sold: link.sold,
    reserved_id: link.reservedId,
    made_by: link.madeBy,
    customer_name: link.customerName,
    customer_mobile: link.customerMobile,
    error_url: link.errorUrl,
    scenario: link.scenario,
    created_at: link.createdAt,
    updated_at: link.updatedAt,
  };
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
    isRequest: false,
    takesParts: false,
    sold: null,
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
