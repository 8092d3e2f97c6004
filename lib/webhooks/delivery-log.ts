import type { z } from 'zod';
import { sqlClient } from '#db/client';
import type { Context } from '#lib/context';
import { invariant } from '#lib/errors';
import type { TransactionType } from '#lib/transactions/transaction';
import { type Delivery, type deliveryQuery, getDelivery, listDeliveries } from '#lib/webhooks/log';

export type DeliveryLog = Awaited<ReturnType<typeof listDeliveryLog>>;
export type DeliveryLogRow = DeliveryLog['data'][number];
export type DeliveryDetail = Awaited<ReturnType<typeof getDeliveryDetail>>;

/** The delivery log as people read it: where to, about which payment, and the last attempt of each. */
export async function listDeliveryLog(ctx: Context, query: z.output<typeof deliveryQuery>) {
  const page = await listDeliveries(ctx, query);
  const names = await findNames(ctx, page.data);
  return {
    ...page,
    data: page.data.map(({ attempts, endpoint_id, transaction_id, ...delivery }) => {
      const last = attempts.at(-1);
      return {
        ...delivery,
        endpoint: names.endpoint(endpoint_id),
        transaction: names.transaction(transaction_id),
        attempts: attempts.length,
        last_attempt: last
          ? {
              at: last.at,
              response_status: last.response_status,
              latency_ms: last.latency_ms,
              error: last.error,
            }
          : null,
      };
    }),
  };
}

/** One delivery with every attempt and the exact body that all of them sent. Throws `NOT_FOUND`. */
export async function getDeliveryDetail(ctx: Context, id: string) {
  const { endpoint_id, transaction_id, ...delivery } = await getDelivery(ctx, id);
  const names = await findNames(ctx, [{ endpoint_id, transaction_id }]);
  const [sent] = await sqlClient()`
    select case d.payload_form when 'legacy' then e.legacy_body else e.body end as body
    from deliveries d join events e on e.client_id = d.client_id and e.environment = d.environment and e.id = d.event_id
    where d.client_id = ${ctx.client.id} and d.environment = ${ctx.environment} and d.id = ${id}`;
  invariant(typeof sent?.body === 'string', 'a delivery has an event with a body in its form');
  return {
    ...delivery,
    endpoint: names.endpoint(endpoint_id),
    transaction: names.transaction(transaction_id),
    body: sent.body,
  };
}

async function findNames(ctx: Context, named: Pick<Delivery, 'endpoint_id' | 'transaction_id'>[]) {
  const sql = sqlClient();
  const idsOf = (key: 'endpoint_id' | 'transaction_id') => [...new Set(named.map((each) => each[key]))];
  const [endpoints, transactions] = await Promise.all([
    sql`
      select id, url, status, deleted_at is not null as is_removed from webhook_endpoints
      where client_id = ${ctx.client.id} and environment = ${ctx.environment} and id = any (${idsOf('endpoint_id')}::uuid[])`,
    sql`
      select id, type, client_reference from transactions
      where client_id = ${ctx.client.id} and environment = ${ctx.environment} and id = any (${idsOf('transaction_id')}::uuid[])`,
  ]);
  return {
    endpoint(id: string) {
      const row = endpoints.find((each) => each.id === id);
      return {
        id,
        url: (row?.url as string | undefined) ?? null,
        status: (row?.status as 'ACTIVE' | 'PAUSED' | 'DISABLED' | undefined) ?? null,
        is_removed: row === undefined || (row.is_removed as boolean),
      };
    },
    transaction(id: string) {
      const row = transactions.find((each) => each.id === id);
      return {
        id,
        type: (row?.type as TransactionType | undefined) ?? null,
        reference: (row?.client_reference as string | undefined) ?? null,
      };
    },
  };
}
