/** When a schedule's turn is; pure. Days and weeks are Banjul's, which is UTC all year. */

export interface Schedule {
  every: 'day' | 'week' | 'balance';
  /** Of `week`: 1 is Monday. */
  weekday: number | null;
}

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;
/** In the morning, before banks take the files of the day. */
const AT_HOUR = 6;

/** The first turn after `now`. */
export function nextRun({ every, weekday }: Schedule, now: Date): Date {
  if (every === 'balance') return new Date((Math.floor(now.getTime() / HOUR_MS) + 1) * HOUR_MS);
  const midnight = Math.floor(now.getTime() / DAY_MS) * DAY_MS;
  for (let day = midnight; ; day += DAY_MS) {
    const turn = new Date(day + AT_HOUR * HOUR_MS);
    // 0 is Sunday there, 7 here.
    const isDay = every === 'day' || (turn.getUTCDay() || 7) === weekday;
    if (isDay && turn > now) return turn;
  }
}

/** The name of the turn that was due at `at`: a schedule settles once under each name. */
export function periodOf({ every }: Schedule, at: Date): string {
  return every === 'balance'
    ? `hour:${at.toISOString().slice(0, 13)}`
    : `day:${at.toISOString().slice(0, 10)}`;
}
