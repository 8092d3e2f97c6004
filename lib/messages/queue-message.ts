import { sqlClient } from '#db/client';
import type { Fragment } from '#lib/auth/audit-log';
import type { MessageFacts, MessageKind } from '#lib/messages/letters';
import { places, seal } from '#lib/seal';

const DAY_MS = 24 * 60 * 60 * 1000;

interface Message<Kind extends MessageKind> {
  kind: Kind;
  /** What happened, once: whoever has a message of it gets no other one. SQL where the statement knows it. */
  event: string | Fragment;
  /** SQL of one object where the statement knows them. */
  facts: MessageFacts<Kind> | Fragment;
  /** A path with a token. */
  link?: string;
  /** How long it is of use to anybody; a day without it. */
  usefulMs?: number;
}

/**
 * The insert that tells each person whose `email` and `name` `from` has: a CTE of the statement that makes it true, so
 * that there is neither without the other.
 */
export function queueMessage<Kind extends MessageKind>(
  now: Date,
  { kind, event, facts, link, usefulMs = DAY_MS }: Message<Kind>,
  from: Fragment,
): Fragment {
  const at = now.toISOString();
  const until = new Date(now.getTime() + usefulMs).toISOString();
  const linkSealed = link === undefined ? null : seal(places.messageLink(String(event)), link);
  return sqlClient()`
    insert into messages (event, address, kind, facts, link_sealed, run_at, useful_until, created_at)
    select (${event})::text, email, ${kind}::text, ${factsOf(facts)} || jsonb_build_object('name', name),
           ${linkSealed}::bytea, now(), ${until}::timestamptz, ${at}::timestamptz
    ${from}
    on conflict do nothing`;
}

function factsOf(facts: object | Fragment): Fragment {
  if (facts instanceof Promise) return facts as Fragment;
  return sqlClient()`${JSON.stringify(facts)}::jsonb`;
}
