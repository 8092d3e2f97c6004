import { sqlClient } from '#db/client';
import { rateLimited } from '#lib/http/respond';
import { createRoom, room } from '#lib/http/room';
import type { MetLink } from '#lib/payment-links/find-open-link';
import type { Transaction } from '#lib/transactions/transaction';

/**
 * So much of one link may one address have open. Payers of one mobile network share a few addresses, so it is more than
 * a busy till has, and no more than a link's rail can be asked about beside everything else.
 */
export const MOST_OPEN = 100;
/** And so many of them are being begun at once, which leaves the link's turns at a rail to other addresses as well. */
const AT_ONCE = { most: 2, queue: 100 };
const WAITS_MS = 8_000;
const REMEMBERED = 20_000;

/** Of an address at a link, which attempts it began that may still be open. Each process has its own, as of all rates. */
const begun = new Map<string, string[]>();
const openings = createRoom(Number.POSITIVE_INFINITY, { waitsMs: { own: WAITS_MS, everybodys: WAITS_MS } });

/**
 * Begins an attempt of a link for an address, of whose attempts there are a few open at most. Without it a stranger with a
 * poster, who is a new payer whenever the cookie is thrown away, opens as many as there are requests. Throws
 * `RATE_LIMITED`.
 */
export async function beginFor<Begun extends { moved: boolean; transaction: Transaction }>(
  { link }: MetLink,
  network: string,
  begin: () => Promise<Begun>,
): Promise<Begun> {
  const name = `${link.id} ${network}`;
  const leave = await room.aside(() => openings.hold({ id: name, ...AT_ONCE }));
  try {
    if (knownOpen(name).length >= MOST_OPEN) await forgetEnded(link.clientId, name);
    if (knownOpen(name).length >= MOST_OPEN) throw tooManyOpen();
    const result = await begin();
    if (result.moved) remember(name, [...knownOpen(name), result.transaction.id]);
    return result;
  } finally {
    leave();
  }
}

const knownOpen = (name: string): string[] => begun.get(name) ?? [];

async function forgetEnded(clientId: string, name: string): Promise<void> {
  const rows = await sqlClient()`
    select id from transactions
    where client_id = ${clientId} and id = any (${knownOpen(name)}::uuid[]) and status <> 'PENDING'`;
  const ended = new Set(rows.map(({ id }) => id));
  // Others may have been begun meanwhile.
  remember(
    name,
    knownOpen(name).filter((id) => !ended.has(id)),
  );
}

function remember(name: string, ids: string[]): void {
  begun.delete(name);
  begun.set(name, ids);
  const [oldest] = begun.keys();
  if (begun.size > REMEMBERED && oldest !== undefined) begun.delete(oldest);
}

function tooManyOpen() {
  return rateLimited(
    'Too many payments of this link are open from your address. Pay or end those, or wait a minute.',
    { limit: MOST_OPEN, remaining: 0, retryAfterSeconds: 60, resetSeconds: 60 },
  );
}
