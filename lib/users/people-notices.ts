import { z } from 'zod';
import { sqlClient } from '#db/client';
import { listOperatorsDoings } from '#lib/auth/list-audit-log';
import { mayDo } from '#lib/auth/roles';
import type { SessionUser } from '#lib/auth/sessions';
import type { UserContext } from '#lib/auth/user-context';
import type { Context } from '#lib/context';
import { lowestIdAt } from '#lib/ids';

const SHOWN_MS = 30 * 24 * 60 * 60 * 1000;

export const dismissal = z.object({ until: z.uuid('This must be the id of the newest notice.') });

/**
 * What operators did about who signs in for a client, newest first, for its owners: lines of the audit log, until this
 * owner puts them away or 30 days have passed. Nothing for any other role.
 */
export async function listPeopleNotices(ctx: Context, user: SessionUser) {
  if (!mayDo(user.role, 'team.notices')) return [];
  const since = lowestIdAt(new Date(ctx.now().getTime() - SHOWN_MS));
  const [seen] = await sqlClient()`select notices_seen from users where id = ${user.id}`;
  return listOperatorsDoings(ctx.client.id, seen?.notices_seen > since ? seen?.notices_seen : since);
}

/** Puts away what this owner has read, up to this line. What came since stays. */
export async function dismissPeopleNotices(ctx: UserContext, until: string): Promise<{ until: string }> {
  await sqlClient()`
    update users set notices_seen = ${until}
    where id = ${ctx.user.id} and (notices_seen is null or notices_seen < ${until})`;
  return { until };
}
