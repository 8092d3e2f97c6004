import { z } from 'zod';
import { sqlClient } from '#db/client';
import type { TakenBack } from '#db/schema/payment-requests';
import { auditLineOfPerson } from '#lib/auth/audit-log';
import type { UserContext } from '#lib/auth/user-context';
import type { Context } from '#lib/context';
import { AppError } from '#lib/errors';
import { formatAmount } from '#lib/money';
import { getPaymentRequest } from '#lib/payment-requests/get-payment-request';
import { type Asker, ownRequests, type PaymentRequest } from '#lib/payment-requests/payment-request';

export const takeBackBody = z.object({
  /** Of the mark that is meant: another one that came since stays. */
  marked_at: z.iso.datetime('This must be the time at which it was marked.'),
});

/**
 * Takes back that a request was paid by hand, for whoever was mistaken: its customer can pay what is left again. Who said
 * what, and who took it back, stays with the request. A payment that came although it was marked is then no payment too
 * many. The same again changes nothing. Throws `NOT_FOUND`, `INVALID_STATE` (it is not so marked, was marked anew, or its customer was
 * erased, so that nobody would be asked).
 */
export async function takeBackMark(
  ctx: Asker & Context & UserContext,
  id: string,
  { marked_at }: z.output<typeof takeBackBody>,
): Promise<PaymentRequest> {
  const now = ctx.now();
  const request = await getPaymentRequest(ctx, id);
  const mark = request.paidByHand;
  if (mark?.at.toISOString() === marked_at) {
    const line: TakenBack = {
      at: marked_at,
      by: mark.by,
      note: mark.note,
      bututs: mark.bututs.toString(),
      takenBackAt: now.toISOString(),
      takenBackBy: ctx.user.name,
    };
    if (await open(ctx, request, line)) return getPaymentRequest(ctx, id);
  }
  const present = await getPaymentRequest(ctx, id);
  if (present.takenBack.some(({ at }) => at === marked_at)) return present;
  throw new AppError(
    'INVALID_STATE',
    present.link.requestHash.length === 0
      ? 'The customer of this request was erased, so nobody would be asked to pay it. The mark stays.'
      : 'This request is not marked as paid by hand any more, or was marked anew.',
  );
}

async function open(ctx: Asker, { link }: PaymentRequest, line: TakenBack): Promise<boolean> {
  const sql = sqlClient();
  const entry = {
    action: 'payment_request.mark_taken_back',
    subjectId: link.id,
    after: {
      title: link.title,
      amount: formatAmount(BigInt(line.bututs)),
      note: line.note,
      said_by: line.by,
    },
  };
  const rows = await sql`
    with subject as (
      select * from payment_links l where ${ownRequests(ctx)} and l.id = ${link.id} and l.request_hash <> '' for update
    ), opened as (
      update payment_requests r set paid_by_hand_at = null, paid_by_hand_by = null, paid_by_hand_note = null,
        paid_by_hand_bututs = null, taken_back = r.taken_back || ${JSON.stringify([line])}::text::jsonb
      from subject l
      where r.client_id = l.client_id and r.environment = l.environment and r.id = l.id
        and r.paid_by_hand_at = ${line.at}
      returning r.client_id, r.environment, r.id
    ), switched as (
      update payment_links l set is_active = true, updated_at = ${line.takenBackAt}
      from opened o where l.client_id = o.client_id and l.environment = o.environment and l.id = o.id
      returning l.id
    ), noted as (${auditLineOfPerson(ctx, entry, sql`from opened`)})
    select from opened`;
  return rows.length > 0;
}
