/** Tells the time. Injected, so that tests decide what time it is. */
export type Clock = () => Date;

export const systemClock: Clock = () => new Date();

/** The day in The Gambia, `YYYY-MM-DD`. Africa/Banjul is UTC+0 all year, so it is the day of UTC. */
export function banjulDay(date: Date): string {
  return date.toISOString().slice(0, 10);
}

/** `14:03:09` of a day that is told beside it, in The Gambia. */
export function banjulTime(date: Date): string {
  return date.toISOString().slice(11, 19);
}

/** ISO 8601 in UTC with milliseconds and `Z`, as every timestamp of the API. */
export function toIso(date: Date): string {
  return date.toISOString();
}
