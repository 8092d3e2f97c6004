import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { sqlClient } from '#db/client';
import type { Context } from '#lib/context';
import { tooManyAtOnce } from '#lib/http/respond';
import { room } from '#lib/http/room';
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
const LOOK_AGAIN_MS = 100;
const LEASE_SECONDS = 60;

/**
 * Guarantee: what is due in this client's sandbox within that time has happened when this returns, in its order, each
 * thing once, whoever works beside it; nothing of other clients or of live is touched.
 *
 * Time moves by moving what is still to come: its due times become earlier. What has happened keeps the time at which it
 * happened, so that books, statements and signatures are dated by the one clock that everybody shares; a clock of the
 * client's own would date journals in the future, which days, periods and partitions are cut by. What happens now is
 * therefore dated now. A client's sandbox has one turn at a time; of two at once the second follows the first.
 *
 * Throws `FORBIDDEN` for a live key, `RATE_LIMITED` when the turn does not come.
 */
export async function advanceClock(
  ctx: Context,
  { seconds }: z.output<typeof advanceRequest>,
): Promise<Advanced> {
  requireSandbox(ctx, 'The clock can be moved');
  const token = newId();
  await room.aside(() => waitForTurn(ctx.client.id, token));
  try {
    const { movedMs, done, isWhole } = await doSteps(ctx, token, seconds * 1000);
    return { advanced_seconds: isWhole ? seconds : Math.floor(movedMs / 1000), done };
  } finally {
    await sqlClient()`
      update sandbox_clocks set lease_until = now() where client_id = ${ctx.client.id} and lease_token = ${token}`;
  }
}

async function waitForTurn(clientId: string, token: string): Promise<void> {
  const endsAt = performance.now() + TURN_WAITS_MS;
  while (!(await takeTurn(clientId, token))) {
    if (performance.now() > endsAt)
      throw tooManyAtOnce(
        'The clock of this sandbox is being moved by others. Wait for their answers.',
        1,
        5,
      );
    await sleep(LOOK_AGAIN_MS);
  }
}

async function takeTurn(clientId: string, token: string): Promise<boolean> {
  const taken = await sqlClient()`
    insert into sandbox_clocks as c (client_id, lease_token, lease_until)
    values (${clientId}, ${token}, now() + make_interval(secs => ${LEASE_SECONDS}))
    on conflict (client_id) do update set lease_token = excluded.lease_token, lease_until = excluded.lease_until
    where c.lease_until <= now() returning 1`;
  return taken.length > 0;
}
