import { sqlClient } from '#db/client';
import { rateLimited } from '#lib/http/respond';
import { createRoom, room } from '#lib/http/room';
import { closeAttempt } from '#lib/payment-links/close-attempt';
import type { MetLink } from '#lib/payment-links/find-open-link';
import { findTransaction } from '#lib/transactions/read';
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
/**
 * Beyond that the oldest one makes room, if it was begun so long ago and is not paid: whoever pays has done so by then, and
 * an honest payer behind the same address as a stranger who opens many waits no longer than this.
 */
const GIVES_WAY_MS = 2 * 60_000;
/** Of those that their rail does not close, so many are tried for one payer. */
const MAX_TRIES = 3;

interface Begun {
  id: string;
  at: number;
}

/** Of an address at a link, which attempts it began that may still be open, the oldest first. Each process has its own, as of all rates. */
const begun = new Map<string, Begun[]>();
const openings = createRoom(Number.POSITIVE_INFINITY, { waitsMs: { own: WAITS_MS, everybodys: WAITS_MS } });

/**
 * Begins an attempt of a link for an address, of whose attempts there are so many open at most. Without it a stranger with a
 * poster, who is a new payer whenever the cookie is thrown away, opens as many as there are requests. Throws
 * `RATE_LIMITED`.
 */
export async function beginFor<Result extends { moved: boolean; transaction: Transaction }>(
  met: MetLink,
  network: string,
  begin: () => Promise<Result>,
): Promise<Result> {
  const { link, ctx } = met;
  const name = `${link.id} ${network}`;
  const leave = await room.aside(() => openings.hold({ id: name, ...AT_ONCE }));
  try {
    if (knownOpen(name).length >= MOST_OPEN) await forgetEnded(link.clientId, name);
    if (knownOpen(name).length >= MOST_OPEN) await makeRoom(met, name);
    const result = await begin();
    if (result.moved) {
      remember(name, [...knownOpen(name), { id: result.transaction.id, at: ctx.now().getTime() }]);
    }
    return result;
  } finally {
    leave();
  }
}

const knownOpen = (name: string): Begun[] => begun.get(name) ?? [];

async function forgetEnded(clientId: string, name: string): Promise<void> {
  const rows = await sqlClient()`
    select id from transactions
    where client_id = ${clientId} and id = any (${knownOpen(name).map(({ id }) => id)}::uuid[]) and status <> 'PENDING'`;
  const ended = new Set(rows.map(({ id }) => id));
  // Others may have been begun meanwhile.
  remember(
    name,
    knownOpen(name).filter(({ id }) => !ended.has(id)),
  );
}

function remember(name: string, those: Begun[]): void {
  begun.delete(name);
  begun.set(name, those);
  const [oldest] = begun.keys();
  if (begun.size > REMEMBERED && oldest !== undefined) begun.delete(oldest);
}

/**
 * Closes the oldest at its rail, where its time is over; if it was paid meanwhile, that counts. Throws `RATE_LIMITED`
 * with how long the oldest one has left.
 */
async function makeRoom(met: MetLink, name: string): Promise<void> {
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const [oldest, ...others] = knownOpen(name);
    const now = met.ctx.now().getTime();
    const leftMs = oldest === undefined ? 0 : oldest.at + GIVES_WAY_MS - now;
    if (oldest === undefined || leftMs > 0) throw tooManyOpen(leftMs);
    const attempt = await findTransaction(met.link.clientId, met.link.environment, oldest.id);
    const after = attempt && (await closeAttempt(met, attempt));
    if (after?.status !== 'PENDING') return remember(name, others);
    // The next payer tries another one first.
    remember(name, [...others, { id: oldest.id, at: now }]);
  }
  throw tooManyOpen(GIVES_WAY_MS);
}

function tooManyOpen(leftMs: number) {
  const seconds = Math.max(1, Math.ceil(leftMs / 1000));
  return rateLimited(
    `Too many payments of this link are open from your address. Pay or end those, or wait ${seconds} s.`,
    { limit: MOST_OPEN, remaining: 0, retryAfterSeconds: seconds, resetSeconds: seconds },
  );
}
