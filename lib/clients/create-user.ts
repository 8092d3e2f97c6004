import { sqlClient } from '#db/client';
import { accessGrant } from '#lib/auth/access-grants';
import { auditLine } from '#lib/auth/audit-log';
import { hashPassword, randomPassword } from '#lib/auth/passwords';
import type { Role } from '#lib/auth/sessions';
import { systemClock } from '#lib/clock';
import { AppError } from '#lib/errors';
import { newId } from '#lib/ids';

interface NewUser {
  /** Null for the operators' own staff. */
  clientId: string | null;
  email: string;
  name: string;
  role: Role;
}

/**
 * Makes a user with a random password and returns it: the only time that it is seen. For whoever has the machine, so
 * that an operator is confirmed from the start; people are added in a dashboard by an invitation. Throws `INVALID_STATE` for a known e-mail.
 */
export async function createUser({
  clientId,
  email,
  name,
  role,
}: NewUser): Promise<{ id: string; password: string }> {
  const sql = sqlClient();
  const id = newId();
  const password = randomPassword();
  const actor = { clientId: clientId ?? undefined, address: undefined, now: systemClock };
  const entry = { action: 'user.added', subjectId: id, after: { email: email.toLowerCase(), name, role } };
  const [row] = await sql`
    with changed as (
      insert into users (id, client_id, email, name, role, password_hash, confirmed_at)
      values (${id}, ${clientId}, ${email.toLowerCase()}, ${name}, ${role}, ${await hashPassword(password)},
              ${clientId === null ? systemClock().toISOString() : null})
      on conflict (email) do nothing returning id
    ), kept as (${accessGrant(actor, 'made', sql`from changed`)}),
    noted as (${auditLine(actor, entry, sql`from changed`)})
    select 1 from changed`;
  if (row === undefined)
    throw new AppError('INVALID_STATE', `A user with the e-mail ${email} exists already.`);
  return { id, password };
}
