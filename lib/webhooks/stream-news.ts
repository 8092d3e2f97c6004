import { setTimeout as sleep } from 'node:timers/promises';
import { isDatabaseAway, sqlClient } from '#db/client';
import type { Context } from '#lib/context';
import { describeError, log } from '#lib/log';
import type { Place } from '#lib/webhooks/event-feed';

/** One statement looks for all streams of this process, so this is the delay and not the load. */
const LOOK_EVERY_MS = 500;

export interface Waiter {
  ctx: Context;
  place: Place;
  wake(): void;
}

/** The streams that have sent all there was. */
const waiting = new Set<Waiter>();

let isLooking = false;

/** Wakes it once when there is something to send, half a second later at most. */
export function waitForNews(waiter: Waiter): void {
  waiting.add(waiter);
  if (!isLooking) void lookForNews();
}

/** Wakes it at once, for nothing. */
export function stopWaiting(waiter: Waiter): void {
  waiting.delete(waiter);
  waiter.wake();
}

/** Looks while any stream waits, and wakes those that have something to send. */
async function lookForNews(): Promise<void> {
  isLooking = true;
  while (waiting.size > 0) {
    await sleep(LOOK_EVERY_MS);
    try {
      for (const waiter of await findNews([...waiting])) {
        waiting.delete(waiter);
        waiter.wake();
      }
    } catch (error) {
      if (!isDatabaseAway(error)) log.error(describeError(error), 'the look for events of streams failed');
    }
  }
  isLooking = false;
}

async function findNews(asked: Waiter[]): Promise<Waiter[]> {
  if (asked.length === 0) return [];
  const rows = await sqlClient()`
    select w.number from unnest(
      ${asked.map(({ ctx }) => ctx.client.id)}::uuid[], ${asked.map(({ ctx }) => ctx.environment)}::text[],
      ${asked.map(({ place }) => place.position)}::bigint[], ${asked.map(({ place }) => place.id)}::uuid[]
    ) with ordinality as w (client_id, environment, position, id, number)
    where exists (
      select from events e
      where e.client_id = w.client_id and e.environment = w.environment
        and (e.position, e.id) > (w.position, w.id) and e.position < event_horizon()
    )`;
  const numbers = new Set(rows.map((row) => Number(row.number)));
  return asked.filter((_, index) => numbers.has(index + 1));
}
