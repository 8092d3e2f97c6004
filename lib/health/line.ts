/** What a line is about, in the order of the page. */
export type HealthArea =
  | 'history'
  | 'database'
  | 'workers'
  | 'backlog'
  | 'disk'
  | 'backups'
  | 'audit'
  | 'seals'
  | 'certificates'
  | 'versions';

/** `failed`: see to it now. `pending`: see to it soon. `unknown`: nobody can say. `succeeded`: it is well. */
export type HealthTone = 'failed' | 'pending' | 'unknown' | 'succeeded';

export interface HealthLine {
  area: HealthArea;
  tone: HealthTone;
  /** A whole sentence. */
  text: string;
  /** What to do, as a sentence; null where there is nothing to be done. */
  todo: string | null;
  /** The page of the documentation, with its section. */
  docs: string;
}

export const MINUTE = 60;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** `3 minutes`, `26 hours`, `4 days`: never more exact than it needs to be. */
export function span(seconds: number): string {
  const long = Math.abs(seconds);
  const whole = (size: number) => Math.floor(long / size).toLocaleString('en-GB');
  if (long < 120) return whole(1) === '1' ? '1 second' : `${whole(1)} seconds`;
  if (long < 120 * MINUTE) return `${whole(MINUTE)} minutes`;
  return long < 72 * HOUR ? `${whole(HOUR)} hours` : `${whole(DAY)} days`;
}

/** `1.4 GB`, as disks are sold. */
export function size(bytes: number): string {
  const step = bytes < 1 ? 0 : Math.min(4, Math.floor(Math.log10(bytes) / 3));
  const figure = bytes / 1000 ** step;
  const text = step === 0 || figure >= 100 ? String(Math.round(figure)) : figure.toFixed(1);
  // Each whole, so that its translation is found.
  return [`${text} bytes`, `${text} kB`, `${text} MB`, `${text} GB`][step] ?? `${text} TB`;
}

export function secondsSince(at: Date, now: Date): number {
  return Math.max(0, (now.getTime() - at.getTime()) / 1000);
}

export const docsAt = (place: string) => `/docs/operations/${place}`;

/** There is nothing to be done. */
export function well(area: HealthArea, text: string, docs: string): HealthLine {
  return { area, tone: 'succeeded', text, todo: null, docs };
}

/** `what` is the subject of the sentence, `why` what comes after its colon. */
export function notKnown(area: HealthArea, what: string, why: string, docs: string): HealthLine {
  return { area, tone: 'unknown', text: `${what} is not known: ${why}.`, todo: null, docs };
}
