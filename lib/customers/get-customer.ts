import { sqlClient } from '#db/client';
import type { Context } from '#lib/context';
import { readSpellings } from '#lib/customers/customer';
import { knowCustomers, presentCustomer } from '#lib/customers/customer-figures';
import { collectionsOf, requestsOf } from '#lib/customers/newest-activity';
import { listNotes } from '#lib/customers/note';
import { requireCustomer } from '#lib/customers/require-customer';
import { timeOfId } from '#lib/ids';
import type { LinkRow } from '#lib/payment-links/payment-link';
import { presentPaymentRequest, requestOf, requestRows, waits } from '#lib/payment-requests/payment-request';
import { spellingsOf } from '#lib/phone';
import { unguessed } from '#lib/transactions/unguessed';

/** So many of the newest transactions of each number are added up: a tenth of a second, where they lie far apart. */
const ADDED_UP = 20_000;
/** So many open requests are shown. */
const LISTED_REQUESTS = 20;

/** One customer, by any spelling of the number. Throws `NOT_FOUND`. */
export async function getCustomer(ctx: Context, mobile: string) {
  const spellings = readSpellings(mobile);
  const recent = await requireCustomer(ctx, spellings);
  const [[known], since, requests, notes] = await Promise.all([
    knowCustomers(ctx, [recent], ADDED_UP),
    firstAsked(ctx, spellings),
    openRequests(ctx, spellings),
    listNotes(ctx, spellings),
  ]);
  return {
    ...presentCustomer(known as NonNullable<typeof known>),
    /** The number that was used last, first. */
    spellings: spellingsOf(recent.mobile),
    since,
    requests: requests.slice(0, LISTED_REQUESTS),
    has_more_requests: requests.length > LISTED_REQUESTS,
    notes,
  };
}

export type CustomerDetail = Awaited<ReturnType<typeof getCustomer>>;

/** When they were first asked for money, or paid. */
async function firstAsked(ctx: Context, spellings: string[]): Promise<string | null> {
  const sql = sqlClient();
  const oldest = sql`asc`;
  const rows = await sql<{ id: string }[]>`
    select a.id from unnest(${spellings}::text[]) as m (mobile) cross join lateral (
      (select t.id from ${collectionsOf(ctx, sql`m.mobile`, oldest)} limit 1)
      union all
      (select l.id from ${requestsOf(ctx, sql`m.mobile`, oldest)} limit 1)
    ) a order by a.id limit 1`;
  return rows[0] ? timeOfId(rows[0].id).toISOString() : null;
}

/** What they can still pay, newest first, and one more than is shown. */
async function openRequests(ctx: Context, spellings: string[]) {
  const sql = sqlClient();
  const { client, environment } = unguessed(ctx);
  const now = ctx.now();
  const open = await sql<{ id: string }[]>`
    select l.id from (
      select * from payment_links
      where client_id = ${client} and environment = ${environment} and is_request and customer_mobile = any (${spellings})
      offset 0
    ) l
    cross join lateral (
      select * from payment_requests r
      where r.client_id = l.client_id and r.environment = l.environment and r.id = l.id
      offset 0
    ) r
    where ${waits()}
    order by l.id desc limit ${LISTED_REQUESTS + 1}`;
  if (open.length === 0) return [];
  const ids = open.map(({ id }) => id);
  const rows = await sql<LinkRow[]>`
    ${requestRows()} where r.client_id = ${ctx.client.id} and r.environment = ${ctx.environment} and r.id = any (${ids}::uuid[])
    order by r.id desc`;
  return rows.map((row) => presentPaymentRequest(requestOf(row), now));
}
