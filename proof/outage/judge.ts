import type { TroubleName } from './troubles.ts';

// What a trial saw, and whether it is within the limits. All moments in ms of one clock, all durations in seconds.

export interface Sent {
  reference: string;
  at: number;
  endedAt: number;
  /** 0: no answer at all. */
  status: number;
  hasRetryAfter: boolean;
  transactionId?: string | undefined;
}

/** One try of somebody else to write through the same address. */
export interface Look {
  at: number;
  endedAt: number;
  isWritten: boolean;
}

export interface Seen {
  /** The disk is full, the process stopped, the packets vanish … */
  troubleAt: number;
  /** The hand that ends it, or promotes, begins. */
  remedyAt: number;
  sent: Sent[];
  looks: Look[];
  /** Of the operations that were answered 200, those that the database does not have as they were told. */
  lost: number;
  /** Of those that were not, the ones that were not answered 200 when they were repeated at the end. */
  notRepeatable: number;
  auditViolations: number;
  /** Of Kaira's processes: those that ended. */
  ended: number;
  /** Operations of after the return that no worker has brought to their end. */
  unworked: number;
  /** From SIGTERM, with the database frozen once more, to the end of Kaira's last process, in ms; left out where not tried. */
  stoppedAfter?: number | undefined;
}

export interface Verdict {
  /** From the trouble to the first 503; from the last write that anybody still did, where the trouble is a full disk. */
  until503: number | undefined;
  /** Of all requests that were under way at the trouble or came after it. */
  longest: number;
  /** From the trouble until somebody else could write again. */
  away: number | undefined;
  /** From then to the first 200. */
  until200: number | undefined;
  acknowledged: number;
  lost: number;
  auditViolations: number;
  ended: number;
  /** As in `Seen`. */
  stopped: number | undefined;
  /** In plain words; empty: within the limits. */
  misses: string[];
}

export const limits = { until503: 3, until200: 2, waits: 3, stopped: 15 };
/** A request's own time counts at least so much: the machine does other things too. */
const leastOwnSeconds = 0.5;
/** It is back when all that try within this time can write. */
const steadyMs = 500;
/** For so long before the remedy nobody can write; a look that begins later may meet the remedy. */
const troubledMs = 4_000;
const ownOfLookMs = 1_100;

export function judge(seen: Seen, trouble: TroubleName): Verdict {
  const { sent, looks, remedyAt } = seen;
  const calm = sent.filter(({ endedAt }) => endedAt < seen.troubleAt);
  const own = Math.max(leastOwnSeconds, ...calm.map(seconds));
  const after = sent.filter(({ endedAt }) => endedAt >= seen.troubleAt);
  const first503 = Math.min(...after.filter(isRefusal).map(({ endedAt }) => endedAt));
  const done = [...after.filter(({ status }) => status === 200), ...looks.filter((each) => each.isWritten)];
  const lastDone = Math.max(
    seen.troubleAt,
    ...done.map((each) => each.endedAt).filter((at) => at < first503),
  );
  const from = trouble === 'full-disk' ? lastDone : seen.troubleAt;
  // New connections are answered all the time, so it is back when it has to be noticed that the others are not.
  const isThere = trouble === 'forget';
  const backAt = isThere ? seen.troubleAt + limits.until503 * 1000 : returnOf(looks, remedyAt);
  const first200 = Math.min(
    ...after.filter(({ status, at }) => status === 200 && at > first503).map(({ endedAt }) => endedAt),
  );
  const verdict: Verdict = {
    until503: between(from, first503),
    longest: Math.max(...after.map(seconds)),
    away: isThere ? undefined : between(seen.troubleAt, backAt),
    until200: between(backAt, Math.max(first200, backAt)),
    acknowledged: sent.filter(({ status }) => status === 200).length,
    lost: seen.lost,
    auditViolations: seen.auditViolations,
    ended: seen.ended,
    stopped: seen.stoppedAfter === undefined ? undefined : seen.stoppedAfter / 1000,
    misses: [],
  };
  const miss = (isMissed: boolean, words: string) => isMissed && verdict.misses.push(words);
  miss(!(verdict.until503! <= limits.until503), `503 after ${told(verdict.until503)} s`);
  miss(verdict.longest > limits.waits + own, `a request waited ${told(verdict.longest)} s`);
  miss(!(verdict.until200! <= limits.until200), `200 after ${told(verdict.until200)} s`);
  const late = after.filter(
    (each) => each.at > backAt + limits.until200 * 1000 && each.status !== 200,
  ).length;
  miss(late > 0, `${late} not 200 later than ${limits.until200} s after the return`);
  const others = sent.filter((each) => each.status !== 200 && !isRefusal(each));
  const statuses = [...new Set(others.map(({ status }) => status))].join(', ');
  miss(
    others.length > 0,
    `${others.length} answers that are neither 200 nor 503 with Retry-After (${statuses})`,
  );
  miss(calm.length === 0 || calm.some(({ status }) => status !== 200), 'not calm before the trouble');
  const inTrouble = looks.filter(({ at }) => at > remedyAt - troubledMs && at < remedyAt - ownOfLookMs);
  const isNone = inTrouble.length === 0 || inTrouble.some(({ isWritten }) => isWritten);
  miss(isThere ? inTrouble.some((each) => !each.isWritten) : isNone, 'the trouble was none, or another one');
  miss(seen.lost > 0, `${seen.lost} acknowledged and lost`);
  miss(seen.notRepeatable > 0, `${seen.notRepeatable} could not be repeated`);
  miss(seen.auditViolations > 0, `${seen.auditViolations} violations of the audit`);
  miss(seen.ended > 0, `${seen.ended} processes ended`);
  miss(verdict.stopped! > limits.stopped, `ended ${told(verdict.stopped)} s after SIGTERM`);
  miss(seen.unworked > 0, `${seen.unworked} operations that no worker ended`);
  return verdict;
}

/** The first write after the remedy with which nobody failed any more for a while. */
function returnOf(looks: Look[], remedyAt: number): number {
  const since = looks.filter(({ at }) => at >= remedyAt);
  const found = since.find(
    (look) =>
      look.isWritten &&
      !since.some((each) => !each.isWritten && each.at >= look.at && each.at < look.at + steadyMs),
  );
  return found?.endedAt ?? Number.POSITIVE_INFINITY;
}

function isRefusal({ status, hasRetryAfter }: Sent): boolean {
  return status === 503 && hasRetryAfter;
}

function seconds({ at, endedAt }: Sent): number {
  return (endedAt - at) / 1000;
}

function between(from: number, to: number): number | undefined {
  return Number.isFinite(to) && Number.isFinite(from) ? (to - from) / 1000 : undefined;
}

export function told(value: number | undefined): string {
  return value === undefined ? '–' : value.toFixed(1);
}
