import { sqlClient } from '#db/client';
import { wakeWorker } from '#lib/jobs/wake';
import type { Transaction } from '#lib/transactions/transaction';

/**
 * Makes due what a scenario of the sandbox holds back (`write_rows` in db/functions/28_write_rows.sql), endpoint by
 * endpoint, as soon as nothing else about the payment waits there for its first attempt: so it surely arrives after
 * that. False while something is still held back.
 */
export async function releaseHeldBack({ clientId, environment, id }: Transaction): Promise<boolean> {
  const sql = sqlClient();
  const [row] = await sql`
    with held as (
      select d.id, d.endpoint_id from deliveries d
      where d.client_id = ${clientId} and d.environment = ${environment} and d.transaction_id = ${id}
        and d.status = 'PENDING' and d.attempts = 0 and d.lease_token is null and d.run_at > now()
    ), released as (
      update deliveries d set run_at = date_trunc('milliseconds', now())
      from held h
      where d.client_id = ${clientId} and d.environment = ${environment} and d.id = h.id and d.lease_token is null
        and not exists (
          select from deliveries o
          where o.client_id = d.client_id and o.transaction_id = d.transaction_id and o.endpoint_id = d.endpoint_id
            and o.status = 'PENDING' and o.attempts = 0 and o.id not in (select id from held))
      returning d.id
    )
    select (select count(*) from released)::int as released, (select count(*) from held)::int as held`;
  if (row?.released > 0) wakeWorker('deliveries');
  return row?.released === row?.held;
}
