import { z } from 'zod';
import { sqlClient } from '#db/client';
import { operatorRequest } from '#lib/approvals/ask-for-operator';
import { auditLine } from '#lib/auth/audit-log';
import { endInvitations } from '#lib/auth/invitations';
import { clientRoles, staffRoles } from '#lib/auth/roles';
import type { Role } from '#lib/auth/sessions';
import type { UserContext } from '#lib/auth/user-context';
import { AppError } from '#lib/errors';
import { roleField } from '#lib/users/add-user';
import { getUser } from '#lib/users/get-user';

const changeOf = <R extends readonly [Role, ...Role[]]>(roles: R) =>
  z
    .object({
      role: roleField(roles).optional(),
      disabled: z.boolean('The field disabled must be true or false.').optional(),
    })
    .refine((body) => (body.role === undefined) !== (body.disabled === undefined), {
      path: ['role'],
      message: 'Give either a role or disabled.',
    });

/** The role that an operator may give: it takes everything away. */
const LEAST: Role = 'viewer';

export const clientUserChange = changeOf(clientRoles);
export const staffUserChange = changeOf(staffRoles);

/**
 * Gives a user another role, or shuts the user out and in again: who is shut out has no session and no open invitation
 * from then on. An operator who becomes an admin is confirmed anew, which is asked for here. What is so already is left without a line in the audit log. Throws `NOT_FOUND`, `FORBIDDEN` for
 * oneself and for an operator who gives a client's person more, and `INVALID_STATE` when nobody who may do all would be left, also if two are changed at the same time.
 */
export async function updateUser(
  ctx: UserContext,
  clientId: string | null,
  id: string,
  change: { role?: Role | undefined; disabled?: boolean | undefined },
) {
  const user = await getUser(clientId, id);
  if (user.id === ctx.user.id) throw new AppError('FORBIDDEN', 'Nobody changes their own role or access.');
  if (ctx.clientId === undefined && clientId !== null && change.role !== undefined && change.role !== LEAST) {
    throw new AppError(
      'FORBIDDEN',
      'An operator gives nobody of a client another role than viewer. Ask one of its owners, or ask to add an owner.',
    );
  }
  const sql = sqlClient();
  const now = ctx.now().toISOString();
  const leader: Role = clientId === null ? staffRoles[0] : clientRoles[0];
  const entry = {
    action:
      change.role !== undefined ? 'user.role_changed' : change.disabled ? 'user.disabled' : 'user.enabled',
    clientId: clientId ?? undefined,
    subjectId: user.id,
    before: sql`before`,
    after: sql`after`,
  };
  // The whole team is locked, so that of two changes at once the second sees the first.
  const [row] = await sql`
    with team as materialized (
      select id, role, disabled_at is not null as disabled, role = ${leader} and disabled_at is null as leads
      from users where client_id is not distinct from ${clientId} order by id for update
    ), subject as (
      select id, role, disabled, coalesce(${change.role ?? null}::text, role) as new_role,
             coalesce(${change.disabled ?? null}::boolean, disabled) as new_disabled,
             leads and (select count(*) from team where leads) = 1 as is_last
      from team where id = ${user.id}
    ), changed as (
      update users u
      set role = s.new_role, disabled_at = case when s.new_disabled then ${now}::timestamptz end,
          confirmed_at = case when s.new_role = s.role or s.new_role <> 'admin' then u.confirmed_at end
      from subject s
      where u.id = s.id and (s.role, s.disabled) <> (s.new_role, s.new_disabled) and not s.is_last
      returning u.id, u.email, u.name, u.role, u.confirmed_at, s.new_disabled as is_out,
                jsonb_build_object('role', s.role, 'disabled', s.disabled) as before,
                jsonb_build_object('role', s.new_role, 'disabled', s.new_disabled) as after
    ), ended as (delete from sessions where user_id in (select id from changed where is_out)),
    dead as (${endInvitations(ctx.now(), sql`from changed where is_out`)}),
    asked as (${clientId === null ? operatorRequest(ctx, sql`from changed where confirmed_at is null and not is_out`) : sql`select`}),
    noted as (${auditLine(ctx, entry, sql`from changed`)})
    select is_last and (role, disabled) <> (new_role, new_disabled) as is_refused from subject`;
  if (row?.is_refused) {
    throw new AppError('INVALID_STATE', `Somebody must remain ${leader}: make another user ${leader} first.`);
  }
  return getUser(clientId, user.id);
}
