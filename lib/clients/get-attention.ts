import { sqlClient } from '#db/client';
import { paymentKinds, statusNow } from '#lib/approvals/approval';
import { listSurplus } from '#lib/clients/list-surplus';
import type { Context } from '#lib/context';
import { isHistoryLost } from '#lib/history/history';
import { lowestIdAt } from '#lib/ids';
import { formatAmount } from '#lib/money';
import { type HeldBack, listHeldBack, NAMED } from '#lib/payouts/held-back';
import { listRailStandings } from '#lib/rails/rail-status';

const DAY_MS = 24 * 60 * 60 * 1000;
/** spec.md "Limits": rotation is recommended every 90 days. */
export const KEY_AGE_DAYS = 90;
const FAILURES_OF_DAYS = 7;
/** More failed deliveries than this are said to be "more". */
const MOST_FAILURES = 100;

/** What somebody should look at; empty lists and zeros when all is well. */
export async function getAttention(ctx: Context) {
  const [refusal, heldBack, surplus, requests, endpoints, deliveries, keys, rails] = await Promise.all([
    findRefusal(ctx.client.id),
    ctx.environment === 'LIVE' ? listHeldBack(ctx.client.id) : [],
    listSurplus(ctx),
    countRequests(ctx),
    listTroubledEndpoints(ctx),
    countFailedDeliveries(ctx),
    listOldKeys(ctx),
    listRailStandings(ctx),
  ]);
  return {
    /** Nothing that anybody asks for is taken: until the operators have decided, or resume the account. */
    refusal,
    /** What waits and is not sent, for its customer would have back more than came: the oldest, and all of it. */
    held_back: heldBack.slice(0, NAMED).map(({ id, type, amountBututs }) => ({
      transaction_id: id,
      type,
      amount: formatAmount(amountBututs),
    })),
    held_back_in_all: sumOf(heldBack),
    /** What customers have paid too much, and not back yet. */
    surplus,
    /** Keys that an operator has approved, and nobody has revealed yet; they end unused after a week. */
    approved_keys: requests.approvedKeys,
    /** What a second person of the client's has to decide on. */
    waiting_payments: requests.waitingPayments,
    endpoints,
    failed_deliveries: deliveries,
    old_keys: keys,
    rails: {
      /** No rail at all can be used here: in Live, until the operators connect one. */
      none_enabled: rails.every(({ operations }) =>
        operations.every((each) => each.standing === 'NOT_ENABLED'),
      ),
      troubled: rails.flatMap(({ provider, operations }) =>
        operations.flatMap(({ operation, standing }) =>
          standing === 'OPERATIONAL' || standing === 'NOT_ENABLED'
            ? []
            : [{ provider, operation, status: standing }],
        ),
      ),
    },
  };
}

function sumOf(heldBack: HeldBack[]) {
  return {
    count: heldBack.length,
    refunds: heldBack.filter(({ type }) => type === 'refund').length,
    amount: formatAmount(heldBack.reduce((sum, { amountBututs }) => sum + amountBututs, 0n)),
  };
}

/** Why this account's changes are refused at present; null when they are not. */
export async function findRefusal(clientId: string): Promise<'HISTORY_LOST' | 'SUSPENDED' | null> {
  if (isHistoryLost()) return 'HISTORY_LOST';
  const [row] = await sqlClient()`select status from clients where id = ${clientId}`;
  return row?.status === 'SUSPENDED' ? 'SUSPENDED' : null;
}

async function countRequests(ctx: Context) {
  const sql = sqlClient();
  const [row] = await sql`
    select count(*) filter (where kind in ('key_rotation', 'new_key') and status = 'APPROVED')::int as approved_keys,
           count(*) filter (where kind = any (${[...paymentKinds]}) and status = 'PENDING')::int as waiting_payments
    from (
      select a.kind, ${statusNow()} as status from approvals a
      where a.client_id = ${ctx.client.id} and a.environment = ${ctx.environment} and a.status in ('PENDING', 'APPROVED')
    ) open`;
  return { approvedKeys: row?.approved_keys as number, waitingPayments: row?.waiting_payments as number };
}

async function listTroubledEndpoints(ctx: Context) {
  const rows = await sqlClient()`
    select id, url, status, failing_since from webhook_endpoints
    where client_id = ${ctx.client.id} and environment = ${ctx.environment} and deleted_at is null
      and (status <> 'ACTIVE' or failing_since is not null)
    order by id`;
  return rows.map((row) => ({
    id: row.id as string,
    url: row.url as string,
    status: row.status as 'ACTIVE' | 'PAUSED' | 'DISABLED',
    failing_since: row.failing_since === null ? null : new Date(row.failing_since).toISOString(),
  }));
}

/** Those that were given up in the last week, from the index of the delivery log. */
async function countFailedDeliveries(ctx: Context) {
  const since = new Date(ctx.now().getTime() - FAILURES_OF_DAYS * DAY_MS);
  const [row] = await sqlClient()`
    select count(*)::int as failed from (
      select from deliveries
      where client_id = ${ctx.client.id} and environment = ${ctx.environment} and status = 'FAILED'
        and id >= ${lowestIdAt(since)}
      limit ${MOST_FAILURES + 1}
    ) f`;
  const failed = row?.failed as number;
  return { count: Math.min(failed, MOST_FAILURES), is_more: failed > MOST_FAILURES, days: FAILURES_OF_DAYS };
}

async function listOldKeys(ctx: Context) {
  const now = ctx.now();
  const before = new Date(now.getTime() - KEY_AGE_DAYS * DAY_MS);
  const rows = await sqlClient()`
    select id, prefix, last4, created_at from api_keys
    where client_id = ${ctx.client.id} and environment = ${ctx.environment} and created_at < ${before.toISOString()}
      and revoked_at is null and (expires_at is null or expires_at > ${now.toISOString()})
    order by id`;
  return rows.map((row) => ({
    id: row.id as string,
    name: `${row.prefix}…${row.last4}`,
    days: Math.floor((now.getTime() - Date.parse(row.created_at)) / DAY_MS),
  }));
}
