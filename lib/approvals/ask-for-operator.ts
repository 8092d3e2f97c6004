import { sqlClient } from '#db/client';
import type { Fragment } from '#lib/auth/audit-log';
import type { UserContext } from '#lib/auth/user-context';
import { newId } from '#lib/ids';
import { HOUSE_CLIENT_ID } from '#lib/ledger/accounts';

/**
 * The insert that asks another operator to confirm the one whom `from` has, with `id`, `email`, `name` and `role`,
 * unless that is asked already: a CTE of the statement that makes them. It belongs to no client, so the house has it.
 */
export function operatorRequest(ctx: UserContext, from: Fragment): Fragment {
  return sqlClient()`
    insert into approvals (client_id, id, kind, details, status, requested_by, requested_by_name, requested_at)
    select ${HOUSE_CLIENT_ID}::uuid, ${newId(ctx.now())}::uuid, 'new_operator',
           jsonb_build_object('user_id', o.id, 'email', o.email, 'name', o.name, 'role', o.role), 'PENDING',
           ${ctx.user.id}::uuid, ${ctx.user.name}::text, ${ctx.now().toISOString()}::timestamptz
    from (select * ${from}) o
    where not exists (
      select from approvals a
      where a.client_id = ${HOUSE_CLIENT_ID} and a.kind = 'new_operator' and a.status = 'PENDING'
        and a.details ->> 'user_id' = o.id::text and a.details ->> 'role' = o.role
    )`;
}
