import { sqlClient } from '#db/client';
import type { Fragment } from '#lib/auth/audit-log';

/**
 * What is open at live rails, as a query: what is not final, and what has work left at its rail, each with the
 * connection that it goes on with. What was never begun is open nowhere. Its cost grows with the clients, not with the
 * transactions.
 */
export function openPayments(): Fragment {
  return sqlClient()`
    with statuses (type, status) as (
      values ('collection', 'PENDING'), ('payout', 'PENDING'), ('payout', 'AWAITING_LIQUIDITY'),
             ('refund', 'PENDING'), ('refund', 'AWAITING_LIQUIDITY')
    ), first as (
      select distinct on (provider) provider, id from rail_connection_versions order by provider, id
    ), unfinished as (
      select t.client_id, t.id, t.provider, t.amount_bututs, t.connection_id
      from clients k cross join statuses s cross join first f
      join transactions t on t.client_id = k.id and t.environment = 'LIVE' and t.type = s.type and t.status = s.status
        and t.provider = f.provider
      union
      select t.client_id, t.id, t.provider, t.amount_bututs, t.connection_id
      from rail_operations o
      join transactions t on t.client_id = o.client_id and t.environment = o.environment and t.id = o.transaction_id
      where o.environment = 'LIVE'
    )
    select u.client_id, u.id, u.amount_bututs,
           -- From before connections had ids: it was begun with the first one.
           coalesce(u.connection_id, f.id) as connection_id
    from unfinished u join first f on f.provider = u.provider
    where u.connection_id is not null
      or exists (select from rail_calls c where c.client_id = u.client_id and c.transaction_id = u.id)`;
}
