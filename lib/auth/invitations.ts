import { createHash, randomBytes } from 'node:crypto';
import { z } from 'zod';
import { sqlClient } from '#db/client';
import { auditLine, type Fragment } from '#lib/auth/audit-log';
import { hashPassword, passwordFault } from '#lib/auth/passwords';
import { secretField } from '#lib/auth/secret-field';
import type { SessionUser } from '#lib/auth/sessions';
import { AppError } from '#lib/errors';
import { validationError } from '#lib/http/respond';

export const acceptRequest = z.object({
  token: z
    .string('The token must be a string.')
    .max(100, 'The token is longer than any of ours. Open the link of the invitation again.'),
  password: secretField('password'),
});

export const VALID_MS = 72 * 60 * 60 * 1000;

export interface Invitation {
  /** Part of the link `/invitation/<token>`. */
  token: string;
  expiresAt: Date;
}

/**
 * A new link with which a user sets a password, and the insert that makes it, one for the `id` of a user that `from`
 * has: a CTE of the statement that grants it.
 */
export function prepareInvitation(
  now: Date,
  from: Fragment,
  validMs = VALID_MS,
): { invitation: Invitation; insert: Fragment } {
  const token = randomBytes(24).toString('base64url');
  const expiresAt = new Date(now.getTime() + validMs);
  const insert = sqlClient()`
    insert into invitations (token_hash, user_id, created_at, expires_at)
    select ${hashToken(token)}::bytea, id, ${now.toISOString()}::timestamptz, ${expiresAt.toISOString()}::timestamptz ${from}`;
  return { invitation: { token, expiresAt }, insert };
}

/** The update that ends every open link of the user whose `id` `from` has: a CTE of the statement that makes them dead. */
export function endInvitations(now: Date, from: Fragment): Fragment {
  return sqlClient()`
    update invitations set expires_at = ${now.toISOString()}
    where user_id in (select id ${from}) and used_at is null and expires_at > ${now.toISOString()}`;
}

/** The shape of an answer: the only time that the link is seen. */
export function presentInvitation({ token, expiresAt }: Invitation) {
  return { path: invitationPath(token), expires_at: expiresAt.toISOString() };
}

export const invitationPath = (token: string) => `/invitation/${token}`;

interface Invited extends Pick<SessionUser, 'id' | 'email' | 'name'> {
  clientId: string | null;
  /** The address has an account already, of which the inviter is told nothing. */
  signsInElsewhere: boolean;
}

/** Who a link is for, or undefined for one that is unknown, used or over. */
export async function findInvitation(token: string, now: Date): Promise<Invited | undefined> {
  const [row] = await sqlClient()`
    select u.id, u.email, u.invited_as, u.name, u.client_id
    from invitations i join users u on u.id = i.user_id
    where i.token_hash = ${hashToken(token)} and i.used_at is null and i.expires_at > ${now.toISOString()} and u.disabled_at is null`;
  return (
    row && {
      id: row.id,
      email: row.invited_as ?? row.email,
      name: row.name,
      clientId: row.client_id,
      signsInElsewhere: row.invited_as !== null,
    }
  );
}

/**
 * Sets the password of the user whom the link is for; the link works once, and every session and every other link of the
 * user ends. Throws `NOT_FOUND`, `VALIDATION_ERROR` (the password), and `INVALID_STATE` for an address that has an
 * account elsewhere, which is left as it is.
 */
export async function acceptInvitation(
  token: string,
  password: string,
  address: string | undefined,
  now: Date,
): Promise<{ email: string; door: 'client' | 'admin' }> {
  const user = await findInvitation(token, now);
  if (user === undefined) throw invitationOver();
  const fault = passwordFault(password, user);
  if (fault !== undefined)
    throw validationError([{ path: 'password', message: fault, code: 'weak_password' }]);
  if (user.signsInElsewhere) {
    throw new AppError(
      'INVALID_STATE',
      `${user.email} has an account already. Ask whoever invited you to use another address.`,
    );
  }
  const passwordHash = await hashPassword(password);
  const actor = { user, clientId: user.clientId ?? undefined, address, now: () => now };
  const line = auditLine(actor, { action: 'password.set', subjectId: user.id }, sqlClient()`from changed`);
  const [row] = await sqlClient()`
    with used as (
      update invitations set used_at = ${now.toISOString()}
      where token_hash = ${hashToken(token)} and used_at is null and expires_at > ${now.toISOString()}
      returning user_id
    ), ended as (
      delete from sessions where user_id in (select user_id from used)
    ), dead as (
      update invitations set expires_at = ${now.toISOString()}
      where user_id in (select user_id from used) and token_hash <> ${hashToken(token)} and used_at is null and expires_at > ${now.toISOString()}
    ), changed as (
      update users set password_hash = ${passwordHash} where id in (select user_id from used) returning 1
    ), noted as (${line})
    select 1 from changed`;
  if (row === undefined) throw invitationOver();
  return { email: user.email, door: user.clientId === null ? 'admin' : 'client' };
}

function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

function invitationOver(): AppError {
  return new AppError('NOT_FOUND', 'This link was used, replaced or is over. Ask for a new one.');
}
