import { z } from 'zod';
import { sqlClient } from '#db/client';
import { auditLine } from '#lib/auth/audit-log';
import { prepareInvitation, presentInvitation } from '#lib/auth/invitations';
import { clientRoles, staffRoles } from '#lib/auth/roles';
import type { Role } from '#lib/auth/sessions';
import type { UserContext } from '#lib/auth/user-context';
import { AppError } from '#lib/errors';
import { textField } from '#lib/fields';
import { newId } from '#lib/ids';
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
 * Makes a user who cannot sign in before the invitation is accepted, whose link is in this result only. Throws
 * `INVALID_STATE` for an e-mail that signs in already, here or elsewhere.
 */
export async function addUser(
  ctx: UserContext,
  clientId: string | null,
  { email, name, role }: { email: string; name: string; role: Role },
) {
  const sql = sqlClient();
  const id = newId(ctx.now());
  const { invitation, insert } = prepareInvitation(ctx.now(), sql`from changed`);
  const entry = {
    action: 'user.added',
    clientId: clientId ?? undefined,
    subjectId: id,
    after: { email, name, role },
  };
  const [row] = await sql<UserRow[]>`
    with changed as (
      insert into users (id, client_id, email, name, role, created_at)
      values (${id}, ${clientId}, ${email}, ${name}, ${role}, ${ctx.now().toISOString()})
      on conflict (email) do nothing returning ${userColumns()}
    ), invited as (${insert}), noted as (${auditLine(ctx, entry, sql`from changed`)})
    select * from changed`;
  if (row === undefined)
    throw new AppError(
      'INVALID_STATE',
      `${email} cannot be added: it signs in already. Use another address.`,
    );
  return { user: presentUser(row), invitation: presentInvitation(invitation) };
}
