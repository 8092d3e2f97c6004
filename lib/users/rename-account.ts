import { sqlClient } from '#db/client';
import { auditLine } from '#lib/auth/audit-log';
import { countAttempt } from '#lib/auth/login-throttle';
import type { UserContext } from '#lib/auth/user-context';

/** Gives the caller another name, and nothing else. Throws `RATE_LIMITED` after ten in an hour. */
export async function renameAccount(ctx: UserContext, name: string): Promise<{ user: UserContext['user'] }> {
  if (name !== ctx.user.name) await countAttempt({ rename: ctx.user.id });
  const sql = sqlClient();
  const entry = {
    action: 'user.renamed',
    subjectId: ctx.user.id,
    before: sql`jsonb_build_object('name', old_name)`,
    after: { name },
  };
  await sql`
    with earlier as (select id, name from users where id = ${ctx.user.id} for update),
    changed as (
      update users u set name = ${name} from earlier e where u.id = e.id and e.name <> ${name} returning e.name as old_name
    ), noted as (${auditLine(ctx, entry, sql`from changed`)})
    select 1`;
  return { user: { ...ctx.user, name } };
}
