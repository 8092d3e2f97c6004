import { z } from 'zod';
import { sqlClient } from '#db/client';
import { auditLineOfPerson } from '#lib/auth/audit-log';
import type { Context } from '#lib/context';
import { AppError } from '#lib/errors';
import { lowestIdAt } from '#lib/ids';
import { wakeWorker } from '#lib/jobs/wake';
import { answerOf } from '#lib/transactions/advance';
import { endpointNotFound, getEndpoint } from '#lib/webhooks/endpoints';
import { type Delivery, getDelivery, idField, instantField } from '#lib/webhooks/log';

export const resendFailedRequest = z.object({
  since: instantField,
  endpoint_id: idField.meta({ description: 'Only those to this endpoint.' }).optional(),
});
export const replayRequest = z.object({ since: instantField.optional() });

/** Rows that one statement makes due, which takes about 0.2 s. */
const BATCH_SIZE = 5_000;
/** How often a delivery is looked at anew when an attempt began or its endpoint was paused in between. */
const MAX_TRIES = 8;
/** A delivery that was attempted this often is not resent any more: its attempts are shown whole. */
const MAX_ATTEMPTS = 50;

/**
 * Guarantee: the delivery, whatever became of it, is due now with the whole retry schedule before it; the same bytes
 * are sent. One with an attempt under way stays as it is. Throws `INVALID_STATE` while its endpoint takes nothing,
 * `NOT_FOUND`.
 */
export async function resendDelivery(ctx: Context, id: string): Promise<Delivery> {
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const delivery = await getDelivery(ctx, id);
    await requireActive(ctx, delivery.endpoint_id);
    const isUnderWay = delivery.status === 'PENDING' && delivery.next_attempt_at === null;
    if (isUnderWay) return delivery;
    if (delivery.attempts.length >= MAX_ATTEMPTS) {
      throw new AppError(
        'INVALID_STATE',
        `This delivery was attempted ${delivery.attempts.length} times already. Fetch what it tells with GET /api/v1/events instead.`,
      );
    }
    const due = { ...delivery, status: 'PENDING' as const, next_attempt_at: ctx.now().toISOString() };
    if (await makeOneDue(ctx, due)) {
      wakeWorker('deliveries');
      return due;
    }
  }
  throw new Error(`Delivery ${id} changed ${MAX_TRIES} times while it was being resent`);
}

/**
 * Guarantee: every delivery that was made since then, failed, and now stands `FAILED` or waits for its next attempt is
 * due now with the whole retry schedule before it, if its endpoint is active; repeating it resends none twice. Throws `INVALID_STATE` for an endpoint that
 * takes nothing, `NOT_FOUND`.
 */
export async function resendFailed(
  ctx: Context,
  request: z.output<typeof resendFailedRequest>,
): Promise<{ count: number }> {
  const { since, endpoint_id: endpointId } = request;
  if (endpointId !== undefined) await requireActive(ctx, endpointId);
  const endpointIds = endpointId === undefined ? await listActive(ctx) : [endpointId];
  let count = 0;
  for (const each of endpointIds) {
    count += await makeDue(ctx, each, 'FAILED', since);
    count += await makeDue(ctx, each, 'PENDING', since);
  }
  const after = { since: since.toISOString(), count };
  await auditLineOfPerson(ctx, { action: 'webhook_deliveries.resent', subjectId: endpointId, after });
  return { count };
}

/**
 * Guarantee: what the endpoint missed while it was paused or disabled (since then, or ever) is due now; repeating it
 * sends nothing twice. Throws `INVALID_STATE` while the endpoint is not active, `NOT_FOUND`.
 */
export async function replayEndpoint(
  ctx: Context,
  id: string,
  request: z.output<typeof replayRequest>,
): Promise<{ count: number }> {
  await getEndpoint(ctx, id);
  await requireActive(ctx, id);
  const count = await makeDue(ctx, id, 'SKIPPED', request.since ?? new Date(0));
  const after = { since: request.since?.toISOString() ?? null, count };
  await auditLineOfPerson(ctx, { action: 'webhook_endpoint.replayed', subjectId: id, after });
  return { count };
}

/** Throws `INVALID_STATE` with the remedy for an endpoint that takes nothing, `NOT_FOUND` for an unknown one. */
async function requireActive(ctx: Context, endpointId: string): Promise<void> {
  const [endpoint] = await sqlClient()`
    select status, deleted_at from webhook_endpoints
    where client_id = ${ctx.client.id} and environment = ${ctx.environment} and id = ${endpointId}`;
  if (endpoint === undefined) throw endpointNotFound();
  if (endpoint.deleted_at !== null) {
    throw new AppError(
      'INVALID_STATE',
      `The webhook endpoint ${endpointId} was deleted, and nothing is sent there any more. GET /api/v1/events has what happened.`,
    );
  }
  if (endpoint.status !== 'ACTIVE') {
    throw new AppError(
      'INVALID_STATE',
      `The webhook endpoint ${endpointId} is ${endpoint.status}: resume it with ` +
        `PATCH /api/v1/webhook-endpoints/${endpointId} {"status":"ACTIVE"}, then repeat this request.`,
    );
  }
}

async function listActive(ctx: Context): Promise<string[]> {
  const rows = await sqlClient()`
    select id from webhook_endpoints
    where client_id = ${ctx.client.id} and environment = ${ctx.environment} and status = 'ACTIVE' and deleted_at is null
    order by id`;
  return rows.map((row) => row.id);
}

/** Together with the stored answer, so that a repeat under the same key never resends; false if it may not be. */
async function makeOneDue(ctx: Context, due: Delivery): Promise<boolean> {
  const sql = sqlClient();
  const lease = ctx.idempotency;
  const stored = lease
    ? sql`store_answer(${ctx.client.id}, ${ctx.environment}, ${JSON.stringify(answerOf(lease, due))}::jsonb)`
    : sql`null`;
  const entry = { action: 'webhook_delivery.resent', subjectId: due.id };
  const changed = await sql`
    with changed as (
      update deliveries d
      set status = 'PENDING', run_at = ${due.next_attempt_at}, attempts_at_resend = d.attempts
      from webhook_endpoints w
      where d.client_id = ${ctx.client.id} and d.environment = ${ctx.environment} and d.id = ${due.id}
        and d.lease_token is null
        and w.client_id = d.client_id and w.environment = d.environment and w.id = d.endpoint_id
        and w.status = 'ACTIVE' and w.deleted_at is null
      returning d.id
    ), noted as (${auditLineOfPerson(ctx, entry, sql`from changed`)})
    select id, ${stored} from changed`;
  if (changed.length === 0) return false;
  if (lease) lease.stored = true;
  return true;
}

/**
 * Batch by batch along the ids, so that no statement runs long and none walks over what is done. Only rows that nobody
 * has locked are taken, and a claim does the same: neither waits for the other.
 */
async function makeDue(
  ctx: Context,
  endpointId: string,
  status: 'FAILED' | 'SKIPPED' | 'PENDING',
  since: Date,
): Promise<number> {
  const sql = sqlClient();
  const isWaiting = status === 'PENDING';
  let from = lowestIdAt(since);
  for (let count = 0; ; ) {
    const [batch] = await sql`
      with batch as materialized (
        select d.id from deliveries d
        where d.client_id = ${ctx.client.id} and d.environment = ${ctx.environment}
          and (d.endpoint_id, d.status, d.id) >= (${endpointId}::uuid, ${status}, ${from}::uuid)
          and (d.endpoint_id, d.status) <= (${endpointId}::uuid, ${status})
          and exists (
            select from webhook_endpoints w
            where w.client_id = d.client_id and w.environment = d.environment and w.id = d.endpoint_id
              and w.status = 'ACTIVE' and w.deleted_at is null
          )
          and d.attempts < ${MAX_ATTEMPTS}
          and (not ${isWaiting} or (d.attempts > d.attempts_at_resend and d.lease_token is null and d.run_at > now()))
        order by d.endpoint_id, d.status, d.id limit ${BATCH_SIZE} for update of d skip locked
      ), due as (
        update deliveries set status = 'PENDING', run_at = date_trunc('milliseconds', now()), attempts_at_resend = attempts
        where client_id = ${ctx.client.id} and environment = ${ctx.environment}
          and id = any (array(select id from batch))
        returning id
      )
      select (select count(*) from batch)::int as seen, (select count(*) from due)::int as made,
             (select id from batch order by id desc limit 1) as last`;
    count += batch?.made;
    if (batch?.made > 0) wakeWorker('deliveries');
    if (batch?.seen < BATCH_SIZE) return count;
    from = batch?.last;
  }
}
