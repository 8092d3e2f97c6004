import { and, asc, desc, eq, inArray, lt } from 'drizzle-orm';
import { z } from 'zod';
import { database } from '#db/client';
import { events } from '#db/schema/events';
import { deliveries, deliveryAttempts } from '#db/schema/webhooks';
import type { Context } from '#lib/context';
import { AppError } from '#lib/errors';
import { cursorField, limitField, makeCursor } from '#lib/http/paging';
import { isUuid } from '#lib/ids';

const idField = z.string().refine(isUuid, 'This must be an id, a UUID.');

export const eventQuery = z.object({
  limit: limitField.default(10),
  cursor: cursorField.optional(),
  transaction_id: idField.optional(),
});

export const deliveryQuery = z.object({
  limit: limitField.default(10),
  cursor: cursorField.optional(),
  status: z
    .enum(
      ['PENDING', 'SUCCEEDED', 'FAILED', 'SKIPPED'],
      'The status must be PENDING, SUCCEEDED, FAILED or SKIPPED.',
    )
    .optional(),
  endpoint_id: idField.optional(),
  event_id: idField.optional(),
  transaction_id: idField.optional(),
});

type Delivery = typeof deliveries.$inferSelect;
type Attempt = typeof deliveryAttempts.$inferSelect;

/** What happened, newest first: each event with the data that was sent. */
export async function listEvents(ctx: Context, query: z.output<typeof eventQuery>) {
  const rows = await database()
    .select()
    .from(events)
    .where(
      and(
        eq(events.clientId, ctx.client.id),
        eq(events.environment, ctx.environment),
        query.transaction_id ? eq(events.transactionId, query.transaction_id) : undefined,
        query.cursor ? lt(events.id, query.cursor[0] as string) : undefined,
      ),
    )
    .orderBy(desc(events.id))
    .limit(query.limit + 1);
  return pageOf(rows, query.limit, (row) => ({
    id: row.id,
    event: row.event,
    data: JSON.parse(row.body).data,
    created_at: row.createdAt.toISOString(),
  }));
}

/** What was sent where, newest first, each with every attempt. */
export async function listDeliveries(ctx: Context, query: z.output<typeof deliveryQuery>) {
  const rows = await database()
    .select()
    .from(deliveries)
    .where(
      and(
        own(ctx),
        query.status ? eq(deliveries.status, query.status) : undefined,
        query.endpoint_id ? eq(deliveries.endpointId, query.endpoint_id) : undefined,
        query.event_id ? eq(deliveries.eventId, query.event_id) : undefined,
        query.transaction_id ? eq(deliveries.transactionId, query.transaction_id) : undefined,
        query.cursor ? lt(deliveries.id, query.cursor[0] as string) : undefined,
      ),
    )
    .orderBy(desc(deliveries.id))
    .limit(query.limit + 1);
  const attempts = await attemptsOf(ctx, rows);
  return pageOf(rows, query.limit, (row) => presentDelivery(row, attempts));
}

/** Throws `NOT_FOUND`, also for somebody else's. */
export async function getDelivery(ctx: Context, id: string) {
  const [row] = isUuid(id)
    ? await database()
        .select()
        .from(deliveries)
        .where(and(own(ctx), eq(deliveries.id, id)))
    : [];
  if (row === undefined) {
    throw new AppError('NOT_FOUND', "This key's account and environment have no delivery with that id.");
  }
  return presentDelivery(row, await attemptsOf(ctx, [row]));
}

function own(ctx: Context) {
  return and(eq(deliveries.clientId, ctx.client.id), eq(deliveries.environment, ctx.environment));
}

async function attemptsOf(ctx: Context, rows: Delivery[]): Promise<Attempt[]> {
  if (rows.length === 0) return [];
  const ids = rows.map((row) => row.id);
  return database()
    .select()
    .from(deliveryAttempts)
    .where(and(eq(deliveryAttempts.clientId, ctx.client.id), inArray(deliveryAttempts.deliveryId, ids)))
    .orderBy(asc(deliveryAttempts.attempt));
}

function presentDelivery(row: Delivery, attempts: Attempt[]) {
  return {
    id: row.id,
    event_id: row.eventId,
    endpoint_id: row.endpointId,
    transaction_id: row.transactionId,
    event: row.event,
    status: row.status,
    attempts: attempts
      .filter((each) => each.deliveryId === row.id)
      .map((each) => ({
        attempt: each.attempt,
        at: each.at.toISOString(),
        address: each.address,
        response_status: each.responseStatus,
        latency_ms: each.latencyMs,
        response_excerpt: each.responseExcerpt,
        error: each.error,
      })),
    // While an attempt is under way, `runAt` is only the end of its lease.
    next_attempt_at: row.leaseToken === null ? (row.runAt?.toISOString() ?? null) : null,
    created_at: row.createdAt.toISOString(),
  };
}

function pageOf<Row extends { id: string }, Item>(rows: Row[], limit: number, present: (row: Row) => Item) {
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return {
    status: 'success',
    data: page.map(present),
    pagination: { limit, next_cursor: rows.length > limit && last ? makeCursor([last.id]) : null },
  };
}
