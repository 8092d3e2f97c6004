import type { Look, Sent } from '#proof/outage/judge';

// What one trouble did to those who write, from what was seen of them. Moments in ms of one clock, durations in seconds.

export interface Window {
  from: number;
  until: number;
}

export interface Measured {
  /** Nobody at all could write for so long. */
  stoodStill: number;
  /** Kaira acknowledged nothing for so long. */
  unanswered: number;
  /** Of all requests of that time. */
  longestWait: number;
  acknowledged: number;
  refused: number;
  /** Answers that were neither 200 nor 503 with `Retry-After`. */
  others: number;
}

/** Kaira is back so long after the database at the latest, in seconds. */
export const BACK_WITHIN = 2;
/** A request waits for the database for 3 s at most; the machine does other things too. */
export const WAITS_AT_MOST = 4;

export function measure(sent: readonly Sent[], looks: readonly Look[], window: Window): Measured {
  const within = ({ at }: { at: number }) => at >= window.from && at <= window.until;
  const own = sent.filter(within);
  const acknowledged = own.filter(({ status }) => status === 200);
  const refused = own.filter(({ status, hasRetryAfter }) => status === 503 && hasRetryAfter);
  return {
    stoodStill: longestGap(
      looks.filter((each) => within(each) && each.isWritten),
      window,
    ),
    unanswered: longestGap(acknowledged, window),
    longestWait: Math.max(0, ...own.map(({ at, endedAt }) => endedAt - at)) / 1000,
    acknowledged: acknowledged.length,
    refused: refused.length,
    others: own.length - acknowledged.length - refused.length,
  };
}

/** In plain words; empty: within the limits. */
export function misses(seen: Measured, limit: number | undefined): string[] {
  const found: string[] = [];
  const miss = (isMissed: boolean, words: string) => isMissed && found.push(words);
  miss(
    limit !== undefined && seen.stoodStill > limit,
    `nobody could write for ${seen.stoodStill.toFixed(1)} s`,
  );
  const late = seen.unanswered - seen.stoodStill;
  miss(late > BACK_WITHIN, `Kaira was back ${late.toFixed(1)} s after the database`);
  miss(seen.longestWait > WAITS_AT_MOST, `a request waited ${seen.longestWait.toFixed(1)} s`);
  miss(seen.others > 0, `${seen.others} answers that are neither 200 nor 503 with Retry-After`);
  miss(seen.acknowledged === 0, 'nothing was acknowledged at all');
  return found;
}

/** Between two of them, or from the beginning to the first, or from the last to the end. */
function longestGap(done: readonly { endedAt: number }[], { from, until }: Window): number {
  const moments = [from, ...done.map(({ endedAt }) => endedAt).toSorted((a, b) => a - b), until];
  return Math.max(...moments.slice(1).map((each, index) => each - moments[index]!)) / 1000;
}
