import { sqlClient } from '#db/client';
import { auditLine } from '#lib/auth/audit-log';
import { countAttempt } from '#lib/auth/login-throttle';
import type { UserContext } from '#lib/auth/user-context';
import { newId } from '#lib/ids';
import { queueMessage } from '#lib/messages/queue-message';
import { places, seal, unseal } from '#lib/seal';

const VALID_MS = 24 * 60 * 60 * 1000;

/** What a link says, which was sent to this address and to nobody else. */
interface Confirmation {
  id: string;
  email: string;
  until: string;
}

/** Sends the caller a link that proves that mail to them arrives. Throws `RATE_LIMITED` after five in an hour. */
export async function askToConfirmEmail(ctx: UserContext): Promise<{ email: string }> {
  const { id, email } = ctx.user;
  await countAttempt({ confirmation: id });
  const until = new Date(ctx.now().getTime() + VALID_MS).toISOString();
  const said: Confirmation = { id, email, until };
  const token = seal(places.emailConfirmation(), JSON.stringify(said)).toString('base64url');
  const message = {
    kind: 'confirm_email' as const,
    event: `confirm_email:${newId(ctx.now())}`,
    facts: {},
    link: `/confirm-email/${token}`,
    usefulMs: VALID_MS,
  };
  const sql = sqlClient();
  const who = sql`from users where id = ${id} and email = ${email} and disabled_at is null and email_confirmed_at is null`;
  await sql`with told as (${queueMessage(ctx.now(), message, who)}) select 1`;
  return { email };
}

/** Whom a link is for; undefined for one that is over, or that we did not make. */
export function readConfirmation(token: string, now: Date): Confirmation | undefined {
  try {
    const said: Confirmation = JSON.parse(
      unseal(places.emailConfirmation(), Buffer.from(token, 'base64url')),
    );
    return Date.parse(said.until) > now.getTime() ? said : undefined;
  } catch {
    return undefined;
  }
}

/** Keeps that the person has what was sent to this address, if it is theirs still; once more is no harm. */
export async function confirmEmail(
  { id, email }: Confirmation,
  address: string | undefined,
  now: Date,
): Promise<void> {
  const sql = sqlClient();
  const [user] = await sql`select id, client_id, name from users where id = ${id} and email = ${email}`;
  if (user === undefined) return;
  const who = { id: user.id as string, name: user.name as string };
  const actor = { user: who, clientId: user.client_id ?? undefined, address, now: () => now };
  await sql`
    with changed as (
      update users set email_confirmed_at = ${now.toISOString()}
      where id = ${id} and email = ${email} and email_confirmed_at is null and disabled_at is null returning id
    ), noted as (${auditLine(actor, { action: 'email.confirmed', subjectId: id }, sql`from changed`)})
    select 1`;
}
