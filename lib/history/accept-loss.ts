import { sqlClient } from '#db/client';
import { auditLine } from '#lib/auth/audit-log';
import { systemClock } from '#lib/clock';

/** An operator who may sign in and was confirmed; undefined for anybody else. */
export async function findOperator(email: string): Promise<{ id: string; name: string } | undefined> {
  const [row] = await sqlClient()<{ id: string; name: string }[]>`
    select id, name from users
    where email = ${email.toLowerCase()} and client_id is null and disabled_at is null and confirmed_at is not null`;
  return row;
}

/**
 * Guarantee: every loss that waits for a decision is accepted in this operator's name, with a line in the audit log, or
 * none is; all processes write again within seconds. Returns whether one waited.
 */
export async function acceptLoss(user: { id: string; name: string }, reason: string): Promise<boolean> {
  const sql = sqlClient();
  const entry = {
    action: 'history.loss_accepted',
    after: sql`jsonb_build_object('reason', ${reason}::text, 'missing', missing)`,
  };
  const [row] = await sql`
    with changed as (
      update history_losses
      set decided_at = now(), decided_by = ${user.id}, decided_by_name = ${user.name}, reason = ${reason}
      where decided_at is null returning missing_count
    ), total as (
      select sum(missing_count) as missing from changed having count(*) > 0
    ), noted as (${auditLine({ user, address: undefined, now: systemClock }, entry, sql`from total`)})
    select 1 from total`;
  if (row === undefined) return false;
  // New events come after all that the lost ones may have been.
  await sql`select keep_positions_growing()`;
  return true;
}
