import type { Peer } from '#lib/http/peer';
import { settings } from '#lib/settings';

/**
 * Whether an `Origin` is this site's: `host` is what was asked for, whatever name the machine is reached by. A page over
 * plain HTTP is not this site's when the site is on https.
 */
export function isOwnOrigin(origin: string, host: string | null, peer: Peer): boolean {
  const url = URL.parse(origin);
  if (url === null || !(peer.secure ? /^https:$/ : /^https?:$/).test(url.protocol)) return false;
  return url.origin === new URL(settings().baseUrl).origin || url.host === host?.toLowerCase();
}
