import { sqlClient } from '#db/client';
import { choiceOf } from '#lib/messages/audience';
import { places, seal, unseal } from '#lib/seal';

/** What a link says in a message that its reader may do without: no log-in, and nothing else than this one kind. */
interface Subscription {
  address: string;
  kind: string;
}

/** The path of that link; undefined for what always goes. */
export function unsubscribePath({ address, kind }: Subscription): string | undefined {
  if (choiceOf(kind) === undefined) return undefined;
  return `/unsubscribe/${seal(places.unsubscribe(), JSON.stringify({ address, kind })).toString('base64url')}`;
}

/** What a link is about, and what the settings call that; undefined for one that we did not make. */
export function readSubscription(token: string): (Subscription & { label: string }) | undefined {
  try {
    const { address, kind } = JSON.parse(unseal(places.unsubscribe(), Buffer.from(token, 'base64url')));
    const label = choiceOf(kind);
    return label === undefined ? undefined : { address, kind, label };
  } catch {
    return undefined;
  }
}

/** Guarantee: no message of this kind is written to the address any more, until its person wants them again. */
export async function unsubscribe({ address, kind }: Subscription): Promise<void> {
  await sqlClient()`
    update users set messages_off = array_append(messages_off, ${kind}::text)
    where email = ${address} and not ${kind} = any (messages_off)`;
}
