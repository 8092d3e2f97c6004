import type { HealthLine, HealthTone } from '#lib/health/line';
import { linesOfCertificates, linesOfDatabase, linesOfHistory } from '#lib/health/lines-of-database';
import {
  linesOfAudit,
  linesOfBackups,
  linesOfDisk,
  linesOfSeals,
  linesOfVersions,
} from '#lib/health/lines-of-keeping';
import { linesOfBacklog, linesOfWorkers, periodicJobs } from '#lib/health/lines-of-work';
import type { ReadDisk } from '#lib/health/read-disks';
import { type HealthFacts, readHealthFacts } from '#lib/health/read-facts';

const urgency: Record<HealthTone, number> = { failed: 0, pending: 1, unknown: 2, succeeded: 3 };

/**
 * How the installation does, in sentences, what is most urgent first, and when each periodic job of the workers was last
 * done. It reads what `/metrics` and `/readyz` read, so the three never disagree. Never throws: what
 * cannot be found out is said to be not known, with the reason.
 */
export async function getHealth(now: Date, readDisk?: ReadDisk) {
  const facts = await readHealthFacts(now, readDisk);
  return { looked_at: now.toISOString(), lines: healthLines(facts), jobs: periodicJobs(facts) };
}

export type Health = Awaited<ReturnType<typeof getHealth>>;

/** Pure. Of equal urgency, in the order in which they stand here. */
export function healthLines(facts: HealthFacts): HealthLine[] {
  return [
    linesOfHistory,
    linesOfDatabase,
    linesOfWorkers,
    linesOfBacklog,
    linesOfDisk,
    linesOfBackups,
    linesOfAudit,
    linesOfSeals,
    linesOfCertificates,
    linesOfVersions,
  ]
    .flatMap((linesOf) => linesOf(facts))
    .sort((a, b) => urgency[a.tone] - urgency[b.tone]);
}
