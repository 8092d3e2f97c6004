import { sqlClient } from '#db/client';
import { auditLineOfPerson, type Fragment } from '#lib/auth/audit-log';
import { wakeWorker } from '#lib/jobs/wake';
import { storedAnswer } from '#lib/payment-links/create-payment-link';
import { type Asker, ownRequests, type PaymentRequest, waits } from '#lib/payment-requests/payment-request';

/** What closes a request, and how the audit log calls it. */
export interface Closing {
  action: string;
  /** Sets the columns of `payment_requests`; it may name the link `l`. */
  set: Fragment;
  after: Record<string, unknown>;
}

/**
 * Closes a request that waits for its payment, in one statement: nobody begins to pay at its link any more. False: it was paid, in part or whole, or closed,
 * since it was read.
 */
export async function closeRequest(
  ctx: Asker,
  request: PaymentRequest,
  { action, set, after }: Closing,
): Promise<boolean> {
  const sql = sqlClient();
  const entry = { action, subjectId: request.link.id, after };
  const rows = await sql`
    with subject as (
      select * from payment_links l where ${ownRequests(ctx)} and l.id = ${request.link.id} for update
    ), closed as (
      update payment_requests r set ${set}
      from subject l
      where r.client_id = l.client_id and r.environment = l.environment and r.id = l.id
        and ${waits()} and l.collected_bututs = ${request.link.collectedBututs.toString()}
      returning r.client_id, r.environment, r.id
    ), switched as (
      update payment_links l set is_active = false, updated_at = ${request.link.updatedAt.toISOString()}
      from closed c where l.client_id = c.client_id and l.environment = c.environment and l.id = c.id
      returning l.id
    ), noted as (${auditLineOfPerson(ctx, entry, sql`from closed`)})
    select ${storedAnswer(ctx, request)} from closed`;
  if (rows.length > 0 && ctx.idempotency) ctx.idempotency.stored = true;
  return rows.length > 0;
}

/**
 * What is open of a closed request is closed at its rail. A statement of its own, which holds no lock of the link while it
 * waits for one of a worker's; whoever closes a request once more repeats it.
 */
export async function closeAttempts({ link }: PaymentRequest): Promise<void> {
  await sqlClient()`select close_open_payments(${link.clientId}, ${link.environment}, ${link.id})`;
  wakeWorker('operations');
}
