import { createHash } from 'node:crypto';
import { sqlClient } from '#db/client';
import { auditLineOfPerson } from '#lib/auth/audit-log';
import { countAttempt } from '#lib/auth/login-throttle';
import { actorName, type Context } from '#lib/context';
import { isMobile } from '#lib/messages/text-sender';
import { formatAmount } from '#lib/money';
import { insertLink, newLink } from '#lib/payment-links/create-payment-link';
import { findLinkOfReference } from '#lib/payment-links/payment-link';
import { getPaymentRequest } from '#lib/payment-requests/get-payment-request';
import { type Asker, type PaymentRequest, seesOnlyOwn } from '#lib/payment-requests/payment-request';
import type { NewPaymentRequest } from '#lib/payment-requests/request-body';
import { askInWriting, TOO_MANY_MESSAGES, writtenTo } from '#lib/payment-requests/write-to-customer';
import { spellingsOf } from '#lib/phone';
import { listAttempts } from '#lib/transactions/read';
import { duplicateReference } from '#lib/transactions/request';

export interface CreatedRequest {
  request: PaymentRequest;
  /** A reference that had its request already. */
  replayed: boolean;
}

/**
 * Guarantee: a `client_reference` has one request, however often it is asked for, and one payment of it is open at a
 * time. Throws `RATE_LIMITED` (messages to customers), and `DUPLICATE_REFERENCE` where the reference stands for another request, a payment link, or a collection.
 */
export async function createPaymentRequest(ctx: Asker, body: NewPaymentRequest): Promise<CreatedRequest> {
  const draft = draftOf(ctx, body);
  const found = await findByReference(ctx, draft);
  if (found) return found;
  const { clientReference } = draft.link;
  if (clientReference !== null && (await listAttempts(ctx, 'collection', clientReference, 1)).length > 0)
    throw duplicateReference(clientReference);
  const address = writtenTo(draft);
  if (address !== undefined)
    await countAttempt(
      { customer: `${ctx.client.id} ${inOneSpelling(address)}`, customers: ctx.client.id },
      TOO_MANY_MESSAGES,
    );
  const entry = {
    action: 'payment_request.created',
    subjectId: draft.link.id,
    after: { title: draft.link.title, amount: formatAmount(body.amount) },
  };
  const sql = sqlClient();
  const created = { request: draft, replayed: false };
  const isMade = await insertLink(
    ctx,
    draft.link,
    created,
    sql`
      insert into payment_requests (client_id, environment, id, customer_email, send_email, send_sms, lines, due_on)
      select client_id, environment, id, ${draft.customerEmail}, ${draft.sendEmail}, ${draft.sendSms}, ${JSON.stringify(draft.lines)}::text::jsonb, ${draft.dueOn}::date
      from made`,
    auditLineOfPerson(ctx, entry, sql`from made`),
    askInWriting(ctx, [draft]),
  );
  if (isMade) return created;
  const other = await findByReference(ctx, draft);
  if (other) return other;
  throw new Error('A request to pay was neither made nor there');
}

async function findByReference(ctx: Asker, { link }: PaymentRequest): Promise<CreatedRequest | undefined> {
  const reference = link.clientReference;
  if (reference === null) return undefined;
  const there = await findLinkOfReference(ctx, reference);
  if (there === undefined) return undefined;
  const isAnothers = seesOnlyOwn(ctx) && there.madeBy !== actorName(ctx.actor);
  if (isAnothers || !there.isRequest || !link.requestHash.equals(there.requestHash))
    throw duplicateReference(reference);
  return { request: await getPaymentRequest(ctx, there.id), replayed: true };
}

/** A request as it is before anybody has seen it. Without a reference it is called by the code of its address. */
export function draftOf(ctx: Context, body: NewPaymentRequest, now = ctx.now()): PaymentRequest {
  const link = newLink(ctx, now);
  return {
    link: {
      ...link,
      title: body.description,
      description: body.message,
      amountBututs: body.amount,
      minBututs: body.min_part_amount,
      maxPayments: 1,
      takesParts: body.allow_part_payments,
      clientReference: body.client_reference ?? link.code,
      requestHash: hashOf(body),
      metadata: body.metadata,
      isRequest: true,
      customerName: body.customer_name,
      customerMobile: body.customer_mobile,
    },
    customerEmail: body.customer_email,
    sendEmail: body.send_email,
    sendSms: body.send_sms,
    lines: (body.lines ?? []).map((line) => ({ ...line, unit_price: formatAmount(line.unit_price) })),
    dueOn: body.due_on,
    paidByHand: null,
    takenBack: [],
    cancelledAt: null,
    payments: [],
  };
}

/**
 * What was asked for, after normalisation: `100` is `100.00`, and what was left out is null. Who is written to is no part of
 * it, and parts only where they are allowed, so that what was asked for before there were any is the same.
 */
function hashOf({
  metadata,
  send_email: _,
  send_sms: _sms,
  allow_part_payments,
  min_part_amount,
  ...body
}: NewPaymentRequest): Buffer {
  const sorted = Object.entries(metadata).sort(([a], [b]) => (a < b ? -1 : 1));
  const asked = allow_part_payments ? { ...body, allow_part_payments, min_part_amount } : body;
  const text = JSON.stringify(['payment_request', asked, sorted], (_key, value) =>
    typeof value === 'bigint' ? value.toString() : value,
  );
  return createHash('sha256').update(text).digest();
}

/** A number of before and after the renumbering is one telephone. */
function inOneSpelling(address: string): string {
  return isMobile(address) ? spellingsOf(address).toSorted().join(' ') : address;
}
