const NIGHT_HOUR_UTC = 3;
const DAY_MS = 86_400_000;

/** The newest 03:00 UTC that is not after `now`. */
export function lastNightBefore(now: Date): Date {
  const today = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate(), NIGHT_HOUR_UTC);
  return new Date(today <= now.getTime() ? today : today - DAY_MS);
}
