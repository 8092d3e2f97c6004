import type { Environment } from '#lib/context';
import { createRoom, type Guest, type Room, room } from '#lib/http/room';
import { describeError, log } from '#lib/log';
import { railCallSeconds, railCallsTotal } from '#lib/metrics';
import { CONNECTIONS_PER_RAIL } from '#lib/rails/call-rail';
import type { Outcome } from '#lib/rails/rail';

/**
 * Guarantee: one of the four outcomes, whatever the rail or its connector does; an exception is a bug of ours and
 * `unknown`, because it may have come after the wire. Counts and times the call.
 */
export async function askRail<T>(
  { environment, provider, clientId, paymentLinkId }: Asker,
  operation: string,
  ask: () => Promise<Outcome<T>>,
): Promise<Outcome<T>> {
  const startedAt = performance.now();
  let outcome: Outcome<T>;
  try {
    outcome = await room.away(() =>
      environment === 'LIVE' && clientId !== undefined
        ? inTurn(provider, guestOf(clientId, paymentLinkId), ask)
        : ask(),
    );
  } catch (error) {
    log.error({ provider, operation, ...describeError(error) }, 'a rail’s connector failed');
    outcome = { kind: 'unknown', why: 'the connector failed; the log has the error' };
  }
  railCallsTotal.inc({ environment, provider, operation, outcome: outcome.kind });
  if (environment === 'LIVE') {
    railCallSeconds.observe({ provider, operation }, (performance.now() - startedAt) / 1000);
    if (outcome.kind !== 'done')
      log.info({ provider, operation, outcome: outcome.kind, why: whyOf(outcome) }, 'a rail’s call');
  }
  return outcome;
}

/** Why a call did not leave us, by no fault of its rail: its health does not count it (lib/rails/watch-rails.ts). */
export const notSent = {
  noTurn: 'all connections for this client were in use',
  stoodStill: 'this process stood still too long',
};

export interface Asker {
  environment: Environment;
  provider: string;
  /** In whose name; left out: the house itself. */
  clientId?: string;
  /** Of what somebody began who met a link of the client. */
  paymentLinkId?: string | null;
}

/**
 * Of the connections to a rail one client has a quarter, so that its rush does not hold up another's. What strangers began
 * at its links has a few of their own beside, so that theirs does not hold up the client's collections and payouts.
 */
const MOST_OF_A_CLIENT = CONNECTIONS_PER_RAIL / 4;
const MOST_OF_ITS_LINKS = CONNECTIONS_PER_RAIL / 16;

function guestOf(clientId: string, paymentLinkId: string | null | undefined): Guest {
  if (!paymentLinkId) return { id: clientId, most: MOST_OF_A_CLIENT, queue: Infinity };
  return { id: `links of ${clientId}`, most: MOST_OF_ITS_LINKS, queue: Infinity };
}

const WAITS_MS = 5_000;
const turns = new Map<string, Room>();

/** Who finds no free connection in time has sent nothing. */
async function inTurn<T>(
  provider: string,
  guest: Guest,
  ask: () => Promise<Outcome<T>>,
): Promise<Outcome<T>> {
  const turn =
    turns.get(provider) ?? createRoom(Infinity, { waitsMs: { own: WAITS_MS, everybodys: WAITS_MS } });
  turns.set(provider, turn);
  let isAsked = false;
  try {
    return await turn.within(guest, undefined, () => {
      isAsked = true;
      return ask();
    });
  } catch (error) {
    if (isAsked) throw error;
    return { kind: 'not_sent', why: notSent.noTurn };
  }
}

/** What a rail said for itself where it did not do what was asked. */
export function whyOf(outcome: Outcome<unknown>): string | undefined {
  if (outcome.kind === 'done') return undefined;
  return outcome.kind === 'refused' ? (outcome.why ?? outcome.failure.code) : outcome.why;
}
