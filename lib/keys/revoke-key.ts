import { sqlClient } from '#db/client';
import { auditLine } from '#lib/auth/audit-log';
import { forgetCallers } from '#lib/auth/find-caller';
import type { UserContext } from '#lib/auth/user-context';
import type { Context } from '#lib/context';
import { isUuid } from '#lib/ids';
import { type Key, type KeyRow, keyNotFound, presentKey } from '#lib/keys/key';

/**
 * The key is refused from now on, on every server within the moment that an announcement takes (find-caller.ts). One
 * that was revoked already stays as it was. Throws `NOT_FOUND`, also for another client's or environment's.
 */
export async function revokeKey(ctx: Context & UserContext, id: string): Promise<Key> {
  if (!isUuid(id)) throw keyNotFound();
  const sql = sqlClient();
  const entry = {
    action: 'key.revoked',
    clientId: ctx.client.id,
    environment: ctx.environment,
    subjectId: id,
    before: sql`(select jsonb_build_object('prefix', prefix, 'last4', last4, 'scope', scope) from changed)`,
  };
  const [row] = await sql<KeyRow[]>`
    with subject as (
      select * from api_keys
      where id = ${id} and client_id = ${ctx.client.id} and environment = ${ctx.environment} for update
    ), changed as (
      update api_keys k set revoked_at = ${ctx.now().toISOString()} from subject s
      where k.id = s.id and s.revoked_at is null returning k.*
    ), noted as (${auditLine(ctx, entry, sql`from changed`)})
    select * from changed union all select * from subject where not exists (select from changed)`;
  if (row === undefined) throw keyNotFound();
  forgetCallers(ctx.client.id);
  return presentKey(row, ctx.now());
}
