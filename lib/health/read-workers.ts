import { sqlClient } from '#db/client';
import { MINUTE, secondsSince } from '#lib/health/line';
import type { Turn } from '#lib/jobs/turns';

export interface WorkerSeen {
  name: string;
  version: string;
  seenAt: Date;
  turns: Record<string, Turn>;
}

/** Each of the last day, the one that was seen last first. */
export async function readWorkers(): Promise<WorkerSeen[]> {
  const rows = await sqlClient()`select name, version, seen_at, turns from workers order by seen_at desc`;
  return rows.map(({ name, version, seen_at, turns }) => ({
    name,
    version,
    seenAt: new Date(seen_at),
    turns,
  }));
}

/** It says so every ten seconds. */
const SILENT_SECONDS = MINUTE;

export function isAtWork({ seenAt }: WorkerSeen, now: Date): boolean {
  return secondsSince(seenAt, now) <= SILENT_SECONDS;
}

/**
 * Of each periodic job the turn that lasts longest, whichever worker took it; of those that work, where any does, for what
 * one did before it ended tells nothing of whether the others do it.
 */
export function newestTurns(workers: WorkerSeen[], now: Date): Map<string, Turn> {
  const working = workers.filter((each) => isAtWork(each, now));
  const newest = new Map<string, Turn>();
  for (const [job, turn] of (working.length > 0 ? working : workers).flatMap(({ turns }) =>
    Object.entries(turns),
  )) {
    const known = newest.get(job);
    if (known === undefined || turn.due_at > known.due_at) newest.set(job, turn);
  }
  return newest;
}
