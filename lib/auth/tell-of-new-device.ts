import { sqlClient } from '#db/client';
import type { Fragment } from '#lib/auth/audit-log';
import type { RequestOrigin, SessionUser } from '#lib/auth/sessions';
import { browserName } from '#lib/browser/user-agent';
import { lowestIdAt, newId } from '#lib/ids';
import { queueMessage } from '#lib/messages/queue-message';

const KNOWN_MS = 90 * 24 * 60 * 60 * 1000;
const HOUR_MS = 60 * 60 * 1000;

/**
 * Tells a person of a log-in with a browser, or from a network, that they have not used in 90 days: a CTE of the statement
 * that begins the session, beside a row `changed`. The first log-in of all is no news. A browser is known by its
 * `User-Agent` without the version, which grows by itself; a network by the first half of an IPv4 address, since a phone
 * has another one every day. So somebody with the same browser on the same network is not told of.
 */
export function tellOfNewDevice(
  { id, email, name }: Pick<SessionUser, 'id' | 'email' | 'name'>,
  { address, userAgent }: RequestOrigin,
  now: Date,
): Fragment {
  const sql = sqlClient();
  const agent = userAgent?.slice(0, 255) ?? '';
  const seen = sql`
    select count(*) as times,
           coalesce(bool_or(regexp_replace(coalesce(after ->> 'user_agent', ''), '[0-9.]+', '', 'g') = ${agent.replace(/[0-9.]+/g, '')}), false) as is_browser,
           coalesce(bool_or(starts_with(coalesce(address, ''), ${networkPrefix(address)})), false) as is_network
    from audit_log
    where user_id = ${id} and action = 'session.started' and id >= ${lowestIdAt(new Date(now.getTime() - KNOWN_MS))}`;
  const facts = {
    at: `${new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'Africa/Banjul' }).format(now)} (Banjul)`,
    address: address ?? 'an unknown address',
    // What it calls itself is text of whoever signs in.
    browser: browserName(agent) ?? 'an unknown browser',
  };
  return queueMessage(
    now,
    { kind: 'new_device', event: `new_device:${newId(now)}`, facts, usefulMs: 24 * HOUR_MS },
    sql`from (select ${email}::text as email, ${name}::text as name from changed) person
        cross join (${seen}) seen where seen.times > 0 and not (seen.is_browser and seen.is_network)`,
  );
}

/** Of an IPv4 address the first two bytes, of an IPv6 address the first 32 bits. */
function networkPrefix(address: string | undefined): string {
  if (address === undefined) return '';
  const [first, second] = address.split(address.includes(':') ? ':' : '.');
  return address.includes(':') ? `${first}:${second}:` : `${first}.${second}.`;
}
