import type { Sql } from 'postgres';
import type { Receivers } from './receivers.ts';

/** What the endpoints saw, against what the database says was to be told. */
export async function checkWebhooks(
  sql: Sql,
  { receipts }: Receivers,
): Promise<{ checks: number; violations: string[] }> {
  const violations: string[] = [];
  const rows = await sql`
    select d.id, d.status, d.attempts, d.event_id, w.url, e.transaction_id, e.event,
           encode(sha256(convert_to(case d.payload_form when 'legacy' then e.legacy_body else e.body end, 'UTF8')), 'hex') as sha
    from deliveries d join events e on e.client_id = d.client_id and e.environment = d.environment and e.id = d.event_id
    join webhook_endpoints w on w.client_id = d.client_id and w.environment = d.environment and w.id = d.endpoint_id`;
  const byId = new Map(rows.map((row) => [row.id, row]));
  const delivered = new Set<string>();
  for (const receipt of receipts) {
    const row = byId.get(receipt.deliveryId);
    const name = `delivery ${receipt.deliveryId}`;
    if (receipt.answered === 200) delivered.add(receipt.deliveryId);
    if (row === undefined) violations.push(`${name} is not in the books`);
    else if (row.sha !== receipt.bodySha256) violations.push(`${name} had another body than the event`);
    else if (row.url !== receipt.url) violations.push(`${name} went to ${receipt.url}`);
    else if (row.event_id !== receipt.eventId) violations.push(`${name} names another event`);
  }
  for (const row of rows) {
    const name = `delivery ${row.id} of ${row.event} (${row.status}, ${row.attempts} attempts)`;
    if (row.status === 'SUCCEEDED' && !delivered.has(row.id))
      violations.push(`${name} succeeded, and nobody got it`);
    if (row.status === 'PENDING') violations.push(`${name} was not settled`);
    // Every endpoint answers well in the end, so only what was answered by nothing but errors may have failed.
    if (row.status === 'FAILED' && delivered.has(row.id))
      violations.push(`${name} failed, and was delivered`);
  }
  const untold = await sql`
    select e.id, e.event from events e
    join webhook_endpoints w on w.client_id = e.client_id and w.environment = e.environment
    -- The legacy form has no word for some events.
    where (w.payload_form = 'current' or e.legacy_body is not null) and not exists (select from deliveries d where d.client_id = e.client_id and d.environment = e.environment and d.event_id = e.id)`;
  for (const row of untold)
    violations.push(`event ${row.id} (${row.event}) has no delivery, and its client has an endpoint`);
  return { checks: 2, violations };
}
