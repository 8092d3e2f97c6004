import { z } from 'zod';
import { sqlClient } from '#db/client';
import { auditLine } from '#lib/auth/audit-log';
import { invitationPath, prepareInvitation } from '#lib/auth/invitations';
import { countAttempt } from '#lib/auth/login-throttle';
import { secretField } from '#lib/auth/secret-field';
import { AppError } from '#lib/errors';
import { networkOf } from '#lib/http/peer';
import { newId } from '#lib/ids';
import { queueMessage } from '#lib/messages/queue-message';

const VALID_MS = 30 * 60 * 1000;

export const passwordResetRequest = z.object({
  email: secretField('email').meta({
    description: 'The e-mail address of the person.',
    examples: ['owner@shop.example.com'],
  }),
});

/**
 * Sends whoever signs in with this address, at either door, a link that sets a password. Guarantee: the answer, and how
 * long it takes, do not tell whether anybody does; earlier links stay, so that a stranger ends none. Somebody who never
 * set a password has an invitation to wait for, and nothing of this. Throws `RATE_LIMITED` for an address of the network;
 * what is too much for one account is left out in silence.
 */
export async function askForPasswordReset(
  given: string,
  address: string | undefined,
  now: Date,
): Promise<void> {
  const email = given.trim().toLowerCase();
  await countAttempt({ resetAddress: networkOf(address) });
  try {
    await countAttempt({ resetAccount: email });
  } catch (error) {
    if (error instanceof AppError && error.code === 'RATE_LIMITED') return;
    throw error;
  }
  const sql = sqlClient();
  const [user] = await sql`
    select id, client_id from users where email = ${email} and disabled_at is null and password_hash is not null`;
  const found = sql`from found`;
  const { invitation, insert } = prepareInvitation(now, found, VALID_MS);
  const message = {
    kind: 'password_reset' as const,
    event: `password_reset:${newId(now)}`,
    facts: {},
    link: invitationPath(invitation.token),
    usefulMs: VALID_MS,
  };
  const actor = { clientId: user?.client_id ?? undefined, address, now: () => now };
  // The line is written for an unknown address as well, so that both take the same time.
  await sql`
    with found as (
      select id, email, name from users where id = ${user?.id ?? null} and disabled_at is null for share
    ), made as (${insert}), told as (${queueMessage(now, message, found)}),
    noted as (${auditLine(actor, { action: 'password.reset_asked', subjectId: user?.id })})
    select 1`;
}
