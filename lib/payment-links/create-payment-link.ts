import { createHash } from 'node:crypto';
import { sqlClient } from '#db/client';
import { auditLineOfPerson } from '#lib/auth/audit-log';
import { randomBase58 } from '#lib/base58';
import type { Context } from '#lib/context';
import { newId } from '#lib/ids';
import type { NewPaymentLink } from '#lib/payment-links/link-request';
import { type LinkRow, linkOf, ownLinks, type PaymentLink } from '#lib/payment-links/payment-link';
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
  if (await insertLink(ctx, draft)) return { link: draft, replayed: false };
  const other = await findByReference(ctx, draft);
  if (other) return other;
  throw new Error('A payment link was neither made nor there');
}

async function findByReference(ctx: Context, draft: PaymentLink): Promise<CreatedLink | undefined> {
  if (draft.clientReference === null) return undefined;
  const [row] = await sqlClient()<LinkRow[]>`
    select * from payment_links where ${ownLinks(ctx)} and client_reference = ${draft.clientReference}`;
  if (row === undefined) return undefined;
  const link = linkOf(row);
  if (!draft.requestHash.equals(link.requestHash)) throw duplicateReference(draft.clientReference);
  return { link, replayed: true };
}

async function insertLink(ctx: Context, link: PaymentLink): Promise<boolean> {
  const sql = sqlClient();
  const lease = ctx.idempotency;
  const stored = lease
    ? sql`store_answer(${ctx.client.id}, ${ctx.environment}, ${JSON.stringify(answerOf(lease, { link, replayed: false }))}::jsonb)`
    : sql`null`;
  const entry = {
    action: 'payment_link.created',
    subjectId: link.id,
    after: { title: link.title, code: link.code, amount_bututs: link.amountBututs?.toString() ?? null },
  };
  const at = link.createdAt.toISOString();
  const made = await sql`
    with made as (
      insert into payment_links (client_id, environment, id, code, title, description, amount_bututs, min_bututs, max_bututs,
        max_payments, expires_at, providers, fields, success_url, client_reference, request_hash, metadata, created_at, updated_at)
      values (${ctx.client.id}, ${ctx.environment}, ${link.id}, ${link.code}, ${link.title}, ${link.description},
        ${link.amountBututs?.toString() ?? null}, ${link.minBututs?.toString() ?? null}, ${link.maxBututs?.toString() ?? null},
        ${link.maxPayments}, ${link.expiresAt?.toISOString() ?? null}, ${link.providers && JSON.stringify(link.providers)}::text::jsonb,
        ${JSON.stringify(link.fields)}::text::jsonb, ${link.successUrl}, ${link.clientReference}, ${link.requestHash},
        ${JSON.stringify(link.metadata)}::text::jsonb, ${at}, ${at})
      on conflict (client_id, environment, client_reference) where client_reference is not null do nothing
      returning id
    ), noted as (${auditLineOfPerson(ctx, entry, sql`from made`)})
    select ${stored} from made`;
  if (made.length > 0 && lease) lease.stored = true;
  return made.length > 0;
}

function draftOf(ctx: Context, body: NewPaymentLink, now: Date): PaymentLink {
  return {
    clientId: ctx.client.id,
    environment: ctx.environment,
    id: newId(now),
    code: randomBase58(CODE_LENGTH),
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
    isActive: true,
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
