import type { PendingQuery, Row } from 'postgres';
import { z } from 'zod';
import { sqlClient } from '#db/client';
import type { Context } from '#lib/context';
import { AppError } from '#lib/errors';
import { textField } from '#lib/fields';
import { cursorField, limitField, makeCursor } from '#lib/http/paging';
import { isUuid, lowestIdAt } from '#lib/ids';

const ID_FAULT = 'This must be an id, a UUID.';
export const idField = z
  .string(ID_FAULT)
  .refine(isUuid, ID_FAULT)
  .meta({ format: 'uuid', examples: ['01936f2e-5c1a-7b3d-9e4f-0a1b2c3d4e5f'] });

/**
 * A time with its zone. Rows are dated to the millisecond, so a time between two of them means the later one: `>=` and
 * `<` are then exact.
 */
export const instantField = z.iso
  .datetime({ offset: true, error: 'This must be a time with its zone, such as 2026-11-20T08:30:00Z.' })
  .transform((text) => {
    const isBetween = /\.\d{3}\d*[1-9]/.test(text);
    return new Date(Math.max(0, new Date(text).getTime() + (isBetween ? 1 : 0)));
  })
  .meta({ description: 'A time with its zone.', examples: ['2026-11-20T08:30:00Z'] });

const pageFields = {
  limit: limitField.default(10),
  cursor: cursorField.optional(),
  since: instantField.optional(),
  until: instantField.optional(),
  transaction_id: idField.meta({ description: 'Only those of this transaction.' }).optional(),
};

export const eventQuery = z.object(pageFields);

export const deliveryStatuses = ['PENDING', 'SUCCEEDED', 'FAILED', 'SKIPPED'] as const;

export const deliveryQuery = z.object({
  ...pageFields,
  status: z
    .enum(deliveryStatuses, 'The status must be PENDING, SUCCEEDED, FAILED or SKIPPED.')
    .meta({ description: 'Only those in this status.', examples: ['FAILED'] })
    .optional(),
  endpoint_id: idField.meta({ description: 'Only those to this endpoint.' }).optional(),
  event_id: idField.meta({ description: 'Only those of this event.' }).optional(),
  reference: textField(255)
    .meta({ description: 'Only those of this client_reference.', examples: ['order-1001'] })
    .optional(),
});

type DeliveryQuery = z.output<typeof deliveryQuery>;
type Fragment = PendingQuery<Row[]>;

/** What happened, newest first: each event with the data that was sent. Costs the same at any size. */
export async function listEvents(ctx: Context, query: z.output<typeof eventQuery>) {
  const sql = sqlClient();
  const { from, before } = idRange(query);
  const source =
    query.transaction_id === undefined
      ? sql`events`
      : // The fence: few rows by the transaction's index, and never a walk along the ids until enough of them fit.
        sql`(select * from events where client_id = ${ctx.client.id} and transaction_id = ${query.transaction_id} offset 0)`;
  const rows = await sql`
    select e.id, e.event, e.body, e.created_at from ${source} e
    where e.client_id = ${ctx.client.id} and e.environment = ${ctx.environment} and e.id >= ${from} and e.id < ${before}
    order by e.id desc limit ${query.limit + 1}`;
  return pageOf(rows, query.limit, (row) => ({
    id: row.id as string,
    event: row.event as string,
    data: JSON.parse(row.body).data,
    created_at: new Date(row.created_at).toISOString(),
  }));
}

/**
 * What was sent where, newest first, each with every attempt; deliveries and attempts are of one snapshot. A page of
 * any filters costs the same at any size, however few of how many rows fit.
 */
export async function listDeliveries(ctx: Context, query: DeliveryQuery) {
  const rows = await withAttempts(deliveriesOf(ctx, query));
  return pageOf(rows, query.limit, presentDelivery);
}

/** With every attempt, of one snapshot. Throws `NOT_FOUND`, also for somebody else's. */
export async function getDelivery(ctx: Context, id: string): Promise<Delivery> {
  const sql = sqlClient();
  const [row] = isUuid(id)
    ? await withAttempts(sql`select * from deliveries d where ${own(ctx)} and d.id = ${id}`)
    : [];
  if (row === undefined) {
    throw new AppError(
      'NOT_FOUND',
      "This key's account and environment have no delivery with that id. GET /api/v1/webhook-deliveries lists them.",
    );
  }
  return presentDelivery(row);
}

export type Delivery = ReturnType<typeof presentDelivery>;

function withAttempts(deliveries: Fragment): Fragment {
  return sqlClient()`
    select p.*, (
      select json_agg(a order by a.attempt) from delivery_attempts a
      where a.client_id = p.client_id and a.delivery_id = p.id
    ) as made
    from (${deliveries}) p order by p.id desc`;
}

/**
 * The rows of a page and one more. Each kind of filter is written so that one index only can give the order: else
 * PostgreSQL may walk along the primary key until enough rows fit, which is the whole log when few do.
 */
function deliveriesOf(ctx: Context, query: DeliveryQuery): Fragment {
  const sql = sqlClient();
  const { status, endpoint_id: endpointId, event_id: eventId } = query;
  const { from, before } = idRange(query);
  const limit = query.limit + 1;
  const transactions = transactionsOf(ctx, query);
  if (transactions !== undefined) {
    return sql`
      select d.* from (${transactions}) as t (id) cross join lateral (
        select * from deliveries
        where client_id = ${ctx.client.id} and transaction_id = t.id and id >= ${from} and id < ${before} offset 0
      ) d
      where ${own(ctx)}
        ${status ? sql`and d.status = ${status}` : sql``}
        ${endpointId ? sql`and d.endpoint_id = ${endpointId}` : sql``}
        ${eventId ? sql`and d.event_id = ${eventId}` : sql``}
      order by d.id desc limit ${limit}`;
  }
  if (endpointId !== undefined) {
    return sql`
      select d.* from unnest(${status ? [status] : deliveryStatuses}::text[]) as s (status) cross join lateral (
        select * from deliveries d
        where ${own(ctx)}
          and (d.endpoint_id, d.status, d.id) >= (${endpointId}::uuid, s.status, ${from}::uuid)
          and (d.endpoint_id, d.status, d.id) < (${endpointId}::uuid, s.status, ${before}::uuid)
        order by d.endpoint_id desc, d.status desc, d.id desc limit ${limit}
      ) d
      order by d.id desc limit ${limit}`;
  }
  if (status !== undefined) {
    return sql`
      select d.* from deliveries d
      where ${own(ctx)} and (d.status, d.id) >= (${status}, ${from}::uuid) and (d.status, d.id) < (${status}, ${before}::uuid)
      order by d.status desc, d.id desc limit ${limit}`;
  }
  return sql`
    select d.* from deliveries d where ${own(ctx)} and d.id >= ${from} and d.id < ${before}
    order by d.id desc limit ${limit}`;
}

/** The ids of the transactions that all of the filters name, or undefined without such a filter. */
function transactionsOf(ctx: Context, query: DeliveryQuery): Fragment | undefined {
  const sql = sqlClient();
  const { transaction_id: transactionId, event_id: eventId, reference } = query;
  const sets: Fragment[] = [];
  if (transactionId !== undefined) sets.push(sql`select ${transactionId}::uuid`);
  if (eventId !== undefined) {
    sets.push(sql`
      select transaction_id from events
      where client_id = ${ctx.client.id} and environment = ${ctx.environment} and id = ${eventId}`);
  }
  if (reference !== undefined) {
    sets.push(sql`
      select id from transactions
      where client_id = ${ctx.client.id} and environment = ${ctx.environment} and type in ('collection', 'payout', 'refund')
        and client_reference = ${reference}`);
  }
  const [first, ...others] = sets;
  return first && others.reduce((all, each) => sql`${all} intersect ${each}`, first);
}

function own(ctx: Context): Fragment {
  return sqlClient()`d.client_id = ${ctx.client.id} and d.environment = ${ctx.environment}`;
}

const ABOVE_ALL_IDS = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/** An id begins with the time of its row, so that the times and the cursor are one range of ids; text sorts alike. */
function idRange(query: z.output<typeof eventQuery>): { from: string; before: string } {
  const { cursor, since, until } = query;
  const ends = [cursor?.[0], until && lowestIdAt(until), ABOVE_ALL_IDS].filter((each) => each !== undefined);
  return { from: lowestIdAt(since ?? new Date(0)), before: ends.sort()[0] as string };
}

function presentDelivery(row: Row) {
  return {
    id: row.id as string,
    event_id: row.event_id as string,
    endpoint_id: row.endpoint_id as string,
    transaction_id: row.transaction_id as string,
    event: row.event as string,
    status: row.status as (typeof deliveryStatuses)[number],
    attempts: ((row.made ?? []) as Row[]).map(presentAttempt),
    // While an attempt is under way, `run_at` is only the end of its lease.
    next_attempt_at: row.lease_token === null && row.run_at ? new Date(row.run_at).toISOString() : null,
    created_at: new Date(row.created_at).toISOString(),
  };
}

function presentAttempt(row: Row) {
  return {
    attempt: row.attempt as number,
    at: new Date(row.at).toISOString(),
    address: row.address as string | null,
    response_status: row.response_status as number | null,
    latency_ms: row.latency_ms as number,
    response_excerpt: row.response_excerpt as string | null,
    error: row.error as string | null,
    request_headers: row.request_headers as Record<string, string> | null,
  };
}

function pageOf<Item extends { id: string }>(rows: Row[], limit: number, present: (row: Row) => Item) {
  const page = rows.slice(0, limit).map(present);
  const last = page.at(-1);
  return {
    status: 'success',
    data: page,
    pagination: { limit, next_cursor: rows.length > limit && last ? makeCursor([last.id]) : null },
  };
}
