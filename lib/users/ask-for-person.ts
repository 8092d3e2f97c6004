import { sqlClient } from '#db/client';
import type { Approval } from '#lib/approvals/approval';
import { ask } from '#lib/approvals/ask';
import type { Role } from '#lib/auth/sessions';
import type { UserContext } from '#lib/auth/user-context';
import { AppError, invariant } from '#lib/errors';
import { emailTaken } from '#lib/users/add-user';
import { getUser } from '#lib/users/get-user';

/**
 * An operator asks that somebody be put into a client; another operator decides, and the client's owners are told. Until
 * its link is revealed nobody is added. Throws `INVALID_STATE` for an e-mail that signs in already.
 */
export async function askToAddPerson(
  ctx: UserContext,
  clientId: string,
  { email, name, role }: { email: string; name: string; role: Role },
): Promise<Approval> {
  const from = sqlClient()`
    select jsonb_build_object('user_id', null, 'email', ${email}::text, 'name', ${name}::text, 'role', ${role}::text) as details,
           null::uuid as key_id
    where not exists (select from users where email = ${email})`;
  const approval = await ask(ctx, { clientId, kind: 'new_person', environment: null, from });
  if (approval === undefined) throw emailTaken(email);
  return approval;
}

/**
 * An operator asks for a new link with which a client's person sets a password. Decided and told as above. Throws
 * `NOT_FOUND`, and `INVALID_STATE` for a disabled user.
 */
export async function askForLink(ctx: UserContext, clientId: string, id: string): Promise<Approval> {
  const user = await getUser(clientId, id);
  if (user.status === 'DISABLED') {
    throw new AppError('INVALID_STATE', 'This user is disabled. Enable the user first.');
  }
  const from = sqlClient()`
    select jsonb_build_object('user_id', id, 'email', email, 'name', name, 'role', role) as details, null::uuid as key_id
    from users where id = ${user.id}`;
  const approval = await ask(ctx, { clientId, kind: 'password_link', environment: null, from });
  invariant(approval, 'a user is never removed');
  return approval;
}
