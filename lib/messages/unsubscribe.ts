import { sqlClient } from '#db/client';
import { auditLine } from '#lib/auth/audit-log';
import { inLanguage } from '#lib/language/in-language';
import { choiceOf } from '#lib/messages/audience';
import type { MessageKind } from '#lib/messages/letters';
import { places, seal, unseal } from '#lib/seal';

/** What a link says in a message that its reader may do without: no log-in, and nothing else than this one kind. */
interface Subscription {
  address: string;
  kind: string;
}

/** Of those who have no account here, and so no settings. */
const OUTSIDERS: readonly string[] = ['payment_request'] satisfies MessageKind[];

/** Whether its person could choose it anew. */
export const hasSettings = ({ kind }: Pick<Subscription, 'kind'>): boolean => !OUTSIDERS.includes(kind);

/** The path of that link; undefined for what always goes. */
export function unsubscribePath({ address, kind }: Subscription): string | undefined {
  if (choiceOf(kind) === undefined) return undefined;
  return `/unsubscribe/${seal(places.unsubscribe(), JSON.stringify({ address, kind })).toString('base64url')}`;
}

/** What a link is about, and what the settings call that; undefined for one that we did not make. */
export function readSubscription(token: string): (Subscription & { label: () => string }) | undefined {
  try {
    const { address, kind } = JSON.parse(unseal(places.unsubscribe(), Buffer.from(token, 'base64url')));
    const label = choiceOf(kind);
    return label === undefined ? undefined : { address, kind, label };
  } catch {
    return undefined;
  }
}

/**
 * Guarantee: no message of this kind is written to the address any more, until its person wants them again. It stands in the
 * audit log that a link did it, of whom it is, and from which `address` of the network: whoever has a message has its link.
 */
export async function unsubscribe(
  { address: email, kind, label }: Subscription & { label: () => string },
  address: string | undefined,
  now: Date,
): Promise<void> {
  const sql = sqlClient();
  if (OUTSIDERS.includes(kind)) {
    await sql`
      insert into message_stops (address, kind, stopped_at) values (${email}, ${kind}, ${now.toISOString()})
      on conflict do nothing`;
    return;
  }
  const [user] = await sql`select id, client_id from users where email = ${email}`;
  const actor = { clientId: user?.client_id ?? undefined, address, now: () => now };
  const entry = {
    action: 'messages.stopped',
    subjectId: user?.id,
    after: { messages: inLanguage('en', label) },
  };
  await sql`
    with changed as (
      update users set messages_off = array_append(messages_off, ${kind}::text)
      where id = ${user?.id ?? null} and not ${kind} = any (messages_off) returning id
    ), noted as (${auditLine(actor, entry, sql`from changed`)})
    select 1`;
}
