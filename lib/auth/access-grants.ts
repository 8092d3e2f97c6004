import { sqlClient } from '#db/client';
import type { accessGrants } from '#db/schema/users';
import type { Fragment } from '#lib/auth/audit-log';
import type { UserContext } from '#lib/auth/user-context';
import { newId } from '#lib/ids';

type Kind = (typeof accessGrants.$inferSelect)['kind'];

/**
 * The insert that keeps who gave a way in to the user whose `id` `from` has: a CTE of the statement that gives it. Its
 * actor has no user where whoever has the machine does it.
 */
export function accessGrant(
  actor: Pick<UserContext, 'now'> & { user?: UserContext['user'] },
  kind: Kind,
  from: Fragment,
): Fragment {
  return sqlClient()`
    insert into access_grants (id, user_id, kind, by_user_id, by_name, at)
    select ${newId(actor.now())}::uuid, id, ${kind}::text, ${actor.user?.id ?? null}::uuid, ${actor.user?.name ?? null}::text,
           ${actor.now().toISOString()}::timestamptz
    ${from}`;
}
