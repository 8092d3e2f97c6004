import { sqlClient } from '#db/client';
import type { Environment } from '#lib/context';

interface EndpointRow {
  client_id: string;
  client_name: string;
  id: string;
  url: string;
  status: 'ACTIVE' | 'PAUSED' | 'DISABLED';
  failing_since: string | null;
  pending: number;
  oldest: string | null;
  last_status: number | null;
  last_error: string | null;
}

const LISTED = 50;

/**
 * What waits to be delivered over all clients: the totals, by client, and the endpoints with the most trouble, those
 * that have failed for longest first. Its cost grows with what waits.
 */
export async function getWebhookBacklog(environment: Environment) {
  const rows = await sqlClient()<EndpointRow[]>`
    with waiting as (
      select client_id, endpoint_id, count(*)::int as pending, min(created_at) as oldest
      from deliveries where status = 'PENDING' and environment = ${environment} group by 1, 2
    )
    select w.client_id, c.name as client_name, w.id, w.url, w.status, w.failing_since,
           coalesce(d.pending, 0) as pending, d.oldest, a.response_status as last_status, a.error as last_error
    from webhook_endpoints w
    join clients c on c.id = w.client_id
    left join waiting d on d.client_id = w.client_id and d.endpoint_id = w.id
    left join lateral (
      -- What waits longest was tried last as well: the newest may not have been tried yet.
      select t.response_status, t.error from (
        select id, attempts from deliveries
        where client_id = w.client_id and environment = w.environment and endpoint_id = w.id and status = 'PENDING'
          and attempts > 0
        order by id limit 1
      ) tried join delivery_attempts t on t.client_id = w.client_id and t.delivery_id = tried.id and t.attempt <= tried.attempts
      order by t.attempt desc limit 1
    ) a on true
    where w.environment = ${environment} and w.deleted_at is null
      and (w.failing_since is not null or w.status <> 'ACTIVE' or d.pending > 0)
    order by w.failing_since nulls last, d.pending desc nulls last, w.id`;
  const byClient = [...Map.groupBy(rows, (row) => row.client_id).values()]
    .map((own) => ({
      client: { id: own[0]?.client_id as string, name: own[0]?.client_name as string },
      pending: sum(own),
      failing: own.filter((row) => row.failing_since !== null).length,
      paused: own.filter((row) => row.status !== 'ACTIVE').length,
    }))
    .sort((a, b) => b.pending - a.pending);
  return {
    environment,
    totals: {
      pending: sum(rows),
      failing_endpoints: rows.filter((row) => row.failing_since !== null && row.status === 'ACTIVE').length,
      paused_endpoints: rows.filter((row) => row.status !== 'ACTIVE').length,
    },
    clients: byClient.slice(0, LISTED),
    endpoints: rows.slice(0, LISTED).map((row) => ({
      id: row.id,
      client: { id: row.client_id, name: row.client_name },
      url: row.url,
      status: row.status,
      failing_since: row.failing_since && new Date(row.failing_since).toISOString(),
      /** What came of the last attempt of the delivery that waits longest; null when none was made. */
      last_answer: row.last_error ?? (row.last_status === null ? null : `It answered ${row.last_status}`),
      pending: row.pending,
      oldest_pending_at: row.oldest && new Date(row.oldest).toISOString(),
    })),
  };
}

export type WebhookBacklog = Awaited<ReturnType<typeof getWebhookBacklog>>;

function sum(rows: EndpointRow[]): number {
  return rows.reduce((total, row) => total + row.pending, 0);
}
