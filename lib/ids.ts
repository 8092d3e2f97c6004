import { v7, validate } from 'uuid';

/**
 * A UUIDv7 in lower case: later ids sort after earlier ones, so indexes grow at one end. A row with a time of its own
 * gives it as `at`, so that id and time agree to the millisecond; ids of one time sort in the order of making.
 */
export function newId(at?: Date): string {
  if (at === undefined) return v7();
  const msecs = at.getTime();
  const seq = msecs === last.msecs ? last.seq + 1 : Math.floor(Math.random() * 2 ** 31);
  last = { msecs, seq };
  return v7({ msecs, seq });
}

/** The counter in the newest id with a time given; its first value leaves room for 2³¹ more. */
let last = { msecs: Number.NaN, seq: 0 };

/** When a UUIDv7 was made. */
export function timeOfId(id: string): Date {
  return new Date(Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16));
}

/** What every UUIDv7 of this millisecond and later is not less than. */
export function lowestIdAt(at: Date): string {
  const time = at.getTime().toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-000000000000`;
}

/** True of a UUID of any version in any case: what Postgres takes as a `uuid` without an error. */
export function isUuid(text: string): boolean {
  return validate(text);
}
