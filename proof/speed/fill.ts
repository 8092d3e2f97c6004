import postgres from 'postgres';
import { closeDatabase, sqlClient } from '#db/client';
import { createApiKey, createClient } from '#lib/clients/create-client';
import { systemContext } from '#lib/context';
import { createEndpoint, newEndpoint } from '#lib/webhooks/endpoints';

// Fills the database at DATABASE_URL with the history of one client, by SQL and not by the product's verbs, and says
// who the client is and their key. All rows that the verbs would have left are there, so that the audit holds: transactions, their
// histories, journals, entries, events, balances and tallies. Collections only: seven of ten paid, the others failed,
// expired or cancelled, on four rails; evenly over `BENCH_DAYS` days until now. With `BENCH_WEBHOOKS`, each event has
// reached an endpoint at its first attempt, and the partitions are those of a gateway that ran for all these days.

const total = Number(process.env.BENCH_TRANSACTIONS);
const days = Number(process.env.BENCH_DAYS);
const name = `Shop of ${total}`;
const clientId = await createClient({
  name,
  businessPhone: '+2207012345',
  businessEmail: 'shop@example.com',
});
const key = await createApiKey(clientId, 'SANDBOX');
const endpointId = process.env.BENCH_WEBHOOKS ? await pausedEndpoint() : undefined;
await closeDatabase();

const sql = postgres(process.env.DATABASE_URL!, {
  max: 3,
  onnotice: () => {},
  connection: {
    synchronous_commit: 'off',
    // The guards look at each row once more; the audit at the end looks at all of them anyway.
    session_replication_role: 'replica',
    work_mem: '128MB',
    jit: 'off',
  } as never,
});

if (endpointId) {
  for (const {
    table,
    name,
  } of await sql`select "table", name from partitions where from_id is null and not is_other`) {
    await sql`alter table ${sql(table)} detach partition ${sql(name)}`;
    await sql`drop table ${sql(name)}`;
  }
  await sql`
    select create_partitions(name, day)
    from partitioned_tables, generate_series(now() - make_interval(days => ${days + 1}), now(), interval '28 days') day`;
}
await sql`
  create unlogged table filled as
  select i, uuid_v7(at) as id, uuid_v7(done_at) as journal_id, uuid_v7(done_at) as event_id,
         uuid_v7(done_at) as delivery_id, at, done_at,
         case i % 10 when 0 then 'FAILED' when 1 then 'EXPIRED' when 2 then 'CANCELLED' else 'SUCCEEDED' end as status,
         (array['PROVIDER_W', 'PROVIDER_A', 'PROVIDER_C', 'PROVIDER_C_CARD'])[1 + i / 7 % 4] as provider,
         (1000 + i * 37 % 100000)::bigint as amount, 'order-' || i as reference
  from generate_series(1, ${total}::int) i
  cross join lateral (
    select date_trunc('milliseconds', now() - make_interval(days => ${days}::int) * (1 - i / ${total}::float8) - interval '2 minutes') as at
  ) a
  cross join lateral (select at + interval '1 minute' as done_at) d`;
await sql`alter table filled add column commission bigint generated always as
  (case status when 'SUCCEEDED' then (amount * 150 + 5000) / 10000 else 0 end) stored`;

await Promise.all([
  sql`
    insert into transactions (client_id, environment, id, type, client_reference, attempt, request_hash, provider,
      amount_bututs, commission_bps, commission_bututs, status, version, customer_name, mobile, rail_reference,
      redirect_url, failure_code, failure_message, expires_at, created_at, updated_at, completed_at)
    select ${clientId}, 'SANDBOX', id, 'collection', reference, 1,
           sha256(convert_to(format('["collection","%s","%s","%s","+2207012345","Awa Ceesay",null,null,[]]', reference, amount, provider), 'UTF8')), provider,
           amount, 150, commission, status, 2, 'Awa Ceesay', '+2207012345', 'sim_' || id,
           'http://localhost:3000/checkout/' || id, case status when 'FAILED' then 'DECLINED' end,
           case status when 'FAILED' then 'The customer or the rail declined the payment.' end,
           at + interval '30 minutes', at, done_at, done_at
    from filled order by i`,
  sql`
    insert into events (client_id, environment, id, transaction_id, sequence, event, body, legacy_body, created_at, position)
    select ${clientId}, 'SANDBOX', event_id, id, 2, event,
           format('{"event":"%s","data":{"id":"%s","type":"collection","reference":"%s","amount":"%s","currency":"GMD","status":"%s","provider":"%s","environment":"SANDBOX","completed_at":"%s"%s}}',
             event, id, reference, printed, status, provider, to_char(done_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
             case status when 'FAILED' then ',"failure":{"code":"DECLINED","message":"The customer or the rail declined the payment."}' else '' end),
           format('{"event":"transaction.completed","transaction":{"id":"%s","client_reference":"%s","type":"COLLECTION","amount":%s,"status":"%s"}}',
             id, reference, printed, status),
           done_at, event_position()
    from filled cross join lateral (
      select 'payment.' || lower(status) as event, (amount / 100) || '.' || lpad((amount % 100)::text, 2, '0') as printed
    ) p order by i`,
  sql`
    insert into transaction_changes (client_id, transaction_id, sequence, from_status, to_status, trigger, actor, at)
    select ${clientId}, id, sequence, case sequence when 2 then 'PENDING' end,
           case sequence when 1 then 'PENDING' else status end,
           case when sequence = 1 then 'initiated' else 'rail_' || lower(status) end,
           case sequence when 1 then 'system' else 'rail:' || provider end, case sequence when 1 then at else done_at end
    from filled cross join generate_series(1, 2) sequence order by i, sequence`,
]);
await Promise.all([
  sql`
    insert into journals (client_id, id, environment, transaction_id, kind, created_at)
    select ${clientId}, journal_id, 'SANDBOX', id, 'collection_settled', done_at
    from filled where status = 'SUCCEEDED' order by i`,
  sql`
    insert into entries (client_id, environment, account, journal_id, amount_bututs, created_at)
    select ${clientId}, 'SANDBOX', account, journal_id, bututs, done_at
    from filled cross join lateral (values
      ('rail_collections:' || provider, amount), ('available', commission - amount), ('commission', -commission)
    ) e (account, bututs)
    where status = 'SUCCEEDED' order by i`,
  sql`
    insert into tallies (client_id, environment, type, status, provider, day, count, amount_bututs, commission_bututs)
    select ${clientId}, 'SANDBOX', 'collection', status, provider, (done_at at time zone 'UTC')::date, count(*),
           sum(amount), sum(commission)
    from filled group by status, provider, (done_at at time zone 'UTC')::date`,
]);
if (endpointId) {
  await Promise.all([
    sql`
      insert into deliveries (client_id, environment, id, event_id, endpoint_id, transaction_id, event, status, attempts, created_at)
      select ${clientId}, 'SANDBOX', delivery_id, event_id, ${endpointId}, id, 'payment.' || lower(status), 'SUCCEEDED', 1, done_at
      from filled order by i`,
    sql`
      insert into delivery_attempts (client_id, delivery_id, attempt, at, request_headers, address, response_status, latency_ms, response_excerpt)
      select ${clientId}, delivery_id, 1, done_at,
             jsonb_build_object('content-type', 'application/json', 'x-gw-event-id', event_id, 'x-gw-delivery', delivery_id,
               'x-gw-attempt', '1', 'x-gw-timestamp', extract(epoch from done_at)::bigint::text, 'x-gw-signature', encode(sha256(event_id::text::bytea), 'hex'),
               'webhook-id', event_id, 'webhook-signature', 'v1,' || encode(sha256(delivery_id::text::bytea), 'base64')),
             '192.0.2.1', 200, 12, '{"received":true}'
      from filled order by i`,
  ]);
}
await sql`
  insert into tally_totals (client_id, environment, type, status, provider, count, amount_bututs, commission_bututs)
  select client_id, environment, type, status, provider, sum(count), sum(amount_bututs), sum(commission_bututs)
  from tallies where client_id = ${clientId} group by 1, 2, 3, 4, 5`;
await sql`
  update accounts a set balance_bututs = e.bututs
  from (select account, sum(amount_bututs)::bigint as bututs from entries where client_id = ${clientId} group by 1) e
  where a.client_id = ${clientId} and a.environment = 'SANDBOX' and a.name = e.account`;
await sql`drop table filled`;
await sql`vacuum analyze`;
await sql.end();
process.send?.({ type: 'result', result: { key, profile: { id: clientId, name, commissionBps: 150 } } });
process.disconnect?.();

/** It takes nothing new. */
async function pausedEndpoint(): Promise<string> {
  const ctx = systemContext({ id: clientId, name, commissionBps: 150 }, 'SANDBOX');
  const { endpoint } = await createEndpoint(ctx, newEndpoint.parse({ url: 'https://192.0.2.1/hook' }));
  await sqlClient()`update webhook_endpoints set status = 'PAUSED' where id = ${endpoint.id}`;
  return endpoint.id;
}
