import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { sqlClient } from '#db/client';
import type { Context } from '#lib/context';
import type { AppError } from '#lib/errors';
import { tooManyAtOnce } from '#lib/http/respond';
import { createRoom, room } from '#lib/http/room';
import { newId } from '#lib/ids';
import { doSteps } from '#lib/sandbox/clock-steps';
import { requireSandbox } from '#lib/sandbox/rail-floats';

const MOST_SECONDS = 31_536_000;
const SECONDS_FAULT = `The seconds must be a whole number from 1 to ${MOST_SECONDS.toLocaleString('en')}.`;

/** The body of `POST /sandbox/advance`; contract-more.md §18. */
export const advanceRequest = z.object({
  seconds: z
    .int(SECONDS_FAULT)
    .min(1, SECONDS_FAULT)
    .max(MOST_SECONDS, SECONDS_FAULT)
    .meta({
      description: 'How much time is to pass: a year at most.',
      examples: [3600],
    }),
});

export interface Advanced {
  /** Less than was asked for when there was too much to do for one call. */
  advanced_seconds: number;
  /** Operations of rails, and attempts at deliveries. */
  done: number;
}

/** Others who move the same clock wait so long for their turn; longer than one call works. */
const TURN_WAITS_MS = 45_000;
/** So many of one client in this process: a suite of tests has fewer, and each of them is a request that stays open. */
const MOST_WAIT = 20;
const LOOK_AGAIN_MS = 100;
const LOOK_AGAIN_AT_MOST_MS = 1_000;
const LEASE_SECONDS = 60;

/** In this process the calls of one client follow each other here; the first of them alone asks the database for the turn. */
const turns = createRoom(Number.POSITIVE_INFINITY, {
  waitsMs: { own: TURN_WAITS_MS, everybodys: TURN_WAITS_MS },
});

/**
 * Guarantee: what is due in this client's sandbox within that time has happened when this returns, in its order, each
 * thing once, whoever works beside it; nothing of other clients or of live is touched.
 *
 * Time moves by moving what is still to come: its due times become earlier. What has happened keeps the time at which it
 * happened, so that books, statements and signatures are dated by the one clock that everybody shares; a clock of the
 * client's own would date journals in the future, which days, periods and partitions are cut by. What happens now is
 * therefore dated now. A client's sandbox has one turn at a time; of two at once the second follows the first.
 *
 * Throws `FORBIDDEN` for a live key, `RATE_LIMITED` when too many wait or the turn does not come, and why `signal` was
 * aborted where that is while it waits.
 */
export async function advanceClock(
  ctx: Context,
  { seconds }: z.output<typeof advanceRequest>,
  signal?: AbortSignal,
): Promise<Advanced> {
  requireSandbox(ctx, 'The clock can be moved');
  const token = newId();
  const endsAt = performance.now() + TURN_WAITS_MS;
  const guest = { id: ctx.client.id, most: 1, queue: MOST_WAIT };
  let leave: (() => void) | undefined;
  try {
    await room.aside(async () => {
      leave = await turns.hold(guest, signal).catch(() => Promise.reject(isBusy()));
      await waitForTurn(ctx.client.id, token, endsAt, signal);
    });
    const { movedMs, done, isWhole } = await doSteps(ctx, token, seconds * 1000);
    return { advanced_seconds: isWhole ? seconds : Math.floor(movedMs / 1000), done };
  } finally {
    if (leave) await giveBack(ctx.client.id, token).finally(leave);
  }
}

async function waitForTurn(
  clientId: string,
  token: string,
  endsAt: number,
  signal: AbortSignal | undefined,
): Promise<void> {
  for (let waitMs = LOOK_AGAIN_MS; ; waitMs = Math.min(waitMs * 2, LOOK_AGAIN_AT_MOST_MS)) {
    signal?.throwIfAborted();
    if (await takeTurn(clientId, token)) return;
    if (performance.now() > endsAt) throw isBusy();
    await sleep(waitMs, undefined, { signal });
  }
}

function isBusy(): AppError {
  return tooManyAtOnce(
    'The clock of this sandbox is being moved by others. Wait for their answers.',
    MOST_WAIT,
    5,
  );
}

async function takeTurn(clientId: string, token: string): Promise<boolean> {
  const taken = await sqlClient()`
    insert into sandbox_clocks as c (client_id, lease_token, lease_until)
    values (${clientId}, ${token}, now() + make_interval(secs => ${LEASE_SECONDS}))
    on conflict (client_id) do update set lease_token = excluded.lease_token, lease_until = excluded.lease_until
    where c.lease_until <= now() returning 1`;
  return taken.length > 0;
}

async function giveBack(clientId: string, token: string): Promise<void> {
  await sqlClient()`
    update sandbox_clocks set lease_until = now() where client_id = ${clientId} and lease_token = ${token}`;
}
