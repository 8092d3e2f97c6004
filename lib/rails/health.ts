/**
 * How a direction of a live rail does, judged from its own calls and from probes. Pure. Two rules keep it from
 * flapping: a status is left for a better one by other figures, and later, than it was taken for; and calls from before
 * a rail was reopened do not count against it.
 */

export type HealthStatus = 'OPERATIONAL' | 'DELAYED' | 'CLOSED';

/** The calls of this time are judged, unless the rail was reopened within it. */
export const WINDOW_MS = 5 * 60_000;
/** Of fewer calls than this, a share or a percentile says nothing. */
const FEWEST_CALLS = 5;
/** So many in a row that had trouble, or this share of them, close it. */
const CLOSES_IN_A_ROW = 5;
const CLOSES_PERCENT = 50;
/** This share of trouble, or a slower answer than this, is a delay. */
const DELAYS_PERCENT = 20;
const DELAYS_P95_MS = 5_000;
/** What is delayed is in order again after so long with less than this. */
const CALM_PERCENT = 10;
const CALM_P95_MS = 4_000;
const CALM_FOR_MS = 60_000;
/** What gives no sign of life for so long, neither to probes nor to calls, is closed. */
const SILENT_FOR_MS = 30_000;
/** What is closed is tried again after so many good probes in a row, over this time at least. */
const GOOD_PROBES = 3;
const PATIENCE_MS = 15_000;
/** Twice as long each time when it closes again within this time of being reopened, up to a limit. */
const RELAPSE_MS = 10 * 60_000;
const LONGEST_PATIENCE_MS = 5 * 60_000;

/** What the calls of the window were like; one that is under way and not overdue is in none of them. */
export interface CallFigures {
  calls: number;
  /** Calls whose end is unknown, that did not reach the rail, or that nobody has an answer to for long. */
  troubled: number;
  /** Of the newest calls, how many had trouble before the first that had none. */
  troubledInARow: number;
  p50Ms: number | null;
  p95Ms: number | null;
  /** When the last call went well. */
  lastGoodAt: Date | null;
}

/** `undefined`: it was not asked this time. */
export type Probe = 'good' | 'bad' | undefined;

export interface Health {
  status: HealthStatus;
  since: Date;
  goodProbes: number;
  /** Since when all speaks for a better status; null: it does not. */
  calmSince: Date | null;
  /** When it was last tried again after it had been closed. Calls that began earlier do not count. */
  reopenedAt: Date | null;
  /** How long the good probes must go on while it is closed. */
  patienceMs: number;
}

/** What is known of a rail that was never called. */
export function freshHealth(now: Date): Health {
  return {
    status: 'OPERATIONAL',
    since: now,
    goodProbes: 0,
    calmSince: null,
    reopenedAt: null,
    patienceMs: PATIENCE_MS,
  };
}

/** The calls that began from then on are judged. */
export function windowStart({ reopenedAt }: Pick<Health, 'reopenedAt'>, now: Date): Date {
  return new Date(Math.max(now.getTime() - WINDOW_MS, reopenedAt?.getTime() ?? 0));
}

/** `figures` are of the calls since `windowStart`. A rail that cannot be probed is taken for good at each turn. */
export function nextHealth(present: Health, figures: CallFigures, probe: Probe, now: Date): Health {
  const goodProbes = probe === undefined ? present.goodProbes : probe === 'good' ? present.goodProbes + 1 : 0;
  const next = { ...present, goodProbes };
  if (present.status === 'CLOSED') return whileClosed(next, probe, now);
  if (mustClose(present, figures, probe, now)) return close(next, now);
  if (present.status === 'OPERATIONAL') {
    return mustDelay(figures, probe, now)
      ? { ...next, status: 'DELAYED', since: now, calmSince: null }
      : next;
  }
  return whileDelayed(next, figures, now);
}

function whileClosed(next: Health, probe: Probe, now: Date): Health {
  if (probe === 'bad') return { ...next, calmSince: null };
  if (probe === undefined) return next;
  const calmSince = next.calmSince ?? now;
  const isPatient = now.getTime() - calmSince.getTime() >= next.patienceMs;
  if (next.goodProbes < GOOD_PROBES || !isPatient) return { ...next, calmSince };
  return { ...next, status: 'DELAYED', since: now, calmSince: null, reopenedAt: now };
}

function whileDelayed(next: Health, figures: CallFigures, now: Date): Health {
  const isCalm = next.goodProbes > 0 && isBelow(figures, CALM_PERCENT) && (figures.p95Ms ?? 0) < CALM_P95_MS;
  if (!isCalm) return { ...next, calmSince: null };
  const calmSince = next.calmSince ?? now;
  if (now.getTime() - calmSince.getTime() < CALM_FOR_MS) return { ...next, calmSince };
  return { ...next, status: 'OPERATIONAL', since: now, calmSince: null };
}

function mustClose({ status, since }: Health, figures: CallFigures, probe: Probe, now: Date): boolean {
  const isSilentForLong = status === 'DELAYED' && now.getTime() - since.getTime() >= SILENT_FOR_MS;
  return (
    figures.troubledInARow >= CLOSES_IN_A_ROW ||
    (figures.calls >= FEWEST_CALLS && !isBelow(figures, CLOSES_PERCENT)) ||
    (isSilentForLong && isSilent(figures, probe, now))
  );
}

function mustDelay(figures: CallFigures, probe: Probe, now: Date): boolean {
  const isSlow = figures.p95Ms !== null && figures.p95Ms > DELAYS_P95_MS;
  return (
    (figures.calls >= FEWEST_CALLS && (!isBelow(figures, DELAYS_PERCENT) || isSlow)) ||
    isSilent(figures, probe, now)
  );
}

/** A probe that has no answer says nothing of a rail that does what it is asked for. */
function isSilent({ lastGoodAt }: CallFigures, probe: Probe, now: Date): boolean {
  const isAtWork = lastGoodAt !== null && now.getTime() - lastGoodAt.getTime() < SILENT_FOR_MS;
  return probe === 'bad' && !isAtWork;
}

function close(next: Health, now: Date): Health {
  const isRelapse = next.reopenedAt !== null && now.getTime() - next.reopenedAt.getTime() < RELAPSE_MS;
  const patienceMs = isRelapse ? Math.min(next.patienceMs * 2, LONGEST_PATIENCE_MS) : PATIENCE_MS;
  return { ...next, status: 'CLOSED', since: now, goodProbes: 0, calmSince: null, patienceMs };
}

/** Whether less than so many per cent of the calls had trouble; of none, none had. */
function isBelow({ calls, troubled }: CallFigures, percent: number): boolean {
  return calls === 0 || troubled * 100 < calls * percent;
}
