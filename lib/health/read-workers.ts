import { sqlClient } from '#db/client';
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

/** Of each periodic job the turn that lasts longest, whichever worker took it. */
export function newestTurns(workers: WorkerSeen[]): Map<string, Turn> {
  const newest = new Map<string, Turn>();
  for (const [job, turn] of workers.flatMap(({ turns }) => Object.entries(turns))) {
    const known = newest.get(job);
    if (known === undefined || turn.due_at > known.due_at) newest.set(job, turn);
  }
  return newest;
}
