import { z } from 'zod';
import { sqlClient } from '#db/client';
import { operatorRequest } from '#lib/approvals/ask-for-operator';
import { accessGrant } from '#lib/auth/access-grants';
import { auditLine } from '#lib/auth/audit-log';
import { prepareInvitation, presentInvitation } from '#lib/auth/invitations';
import { countInvitation } from '#lib/auth/login-throttle';
import { clientRoles, staffRoles } from '#lib/auth/roles';
import type { Role } from '#lib/auth/sessions';
import type { UserContext } from '#lib/auth/user-context';
import { AppError } from '#lib/errors';
import { textField } from '#lib/fields';
import { newId } from '#lib/ids';
import { tellInvited } from '#lib/messages/tell-invited';
import { presentUser, type UserRow, userColumns } from '#lib/users/user-row';

const MAX_EMAIL_LENGTH = 254;
export const nameField = textField(100).transform((name) => name.trim());

export const roleField = <const R extends readonly [Role, ...Role[]]>(roles: R) =>
  z.enum(roles, `The role must be one of ${roles.join(', ')}.`);

const person = {
  email: z
    .string('The email must be a string.')
    .transform((text) => text.trim().toLowerCase())
    .pipe(
      z
        .email('This must be an e-mail address.')
        .max(MAX_EMAIL_LENGTH, `The email must have at most ${MAX_EMAIL_LENGTH} characters.`),
    ),
  name: nameField,
};

export const clientUserRequest = z.object({ ...person, role: roleField(clientRoles) });
export const staffUserRequest = z.object({ ...person, role: roleField(staffRoles) });

/**
 * Makes a user who cannot sign in before the invitation is accepted, whose link is in this result only. An operator does
 * nothing but read before another operator confirms them, which is asked for here. Throws `RATE_LIMITED`, and `INVALID_STATE` for
 * an e-mail that is in this team already. A client is not told that an address signs in elsewhere: it is added like any other,
 * and its link, when it is accepted, asks for another one.
 */
export async function addUser(
  ctx: UserContext,
  clientId: string | null,
  person: { email: string; name: string; role: Role },
) {
  if (clientId !== null) await countInvitation(clientId, person.email);
  // Again where somebody else was just added by the same address.
  const added = (await add(ctx, clientId, person)) ?? (await add(ctx, clientId, person));
  if (added === undefined) throw emailTaken(person.email);
  return added;
}

async function add(
  ctx: UserContext,
  clientId: string | null,
  { email, name, role }: { email: string; name: string; role: Role },
) {
  const sql = sqlClient();
  const id = newId(ctx.now());
  const changed = sql`from changed`;
  const { invitation, insert } = prepareInvitation(ctx.now(), changed);
  const entry = {
    action: 'user.added',
    clientId: clientId ?? undefined,
    subjectId: id,
    after: { email, name, role },
  };
  const told = sql`from (select ${email}::text as email, ${name}::text as name from changed) invited_person`;
  // One statement, whether or not the address is known, so that both take the same time.
  const [row] = await sql<UserRow[]>`
    with known as (
      select exists (select from users where email = ${email}) as is_taken,
             exists (
               select from users
               where client_id is not distinct from ${clientId}::uuid and coalesce(invited_as, email) = ${email}
             ) as is_here
    ), changed as (
      insert into users (id, client_id, email, invited_as, name, role, created_at)
      select ${id}::uuid, ${clientId}::uuid, case when is_taken then ${`${id}@elsewhere.invalid`} else ${email} end,
             case when is_taken then ${email} end, ${name}::text, ${role}::text, ${ctx.now().toISOString()}::timestamptz
      from known where not is_here and (not is_taken or ${clientId !== null})
      on conflict (email) do nothing returning ${userColumns()}
    ), invited as (${insert}), kept as (${accessGrant(ctx, 'made', changed)}),
    told as (${tellInvited(ctx.now(), invitation, { clientId }, told)}),
    asked as (${clientId === null ? operatorRequest(ctx, changed) : sql`select`}),
    noted as (${auditLine(ctx, entry, changed)})
    select * from changed`;
  return row && { user: presentUser(row), invitation: presentInvitation(invitation) };
}

export function emailTaken(email: string): AppError {
  return new AppError('INVALID_STATE', `${email} cannot be added: it signs in already. Use another address.`);
}
