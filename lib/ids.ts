import { v7, validate } from 'uuid';

/**
 * A UUIDv7 in lower case: later ids sort after earlier ones, so indexes grow at one end. A row with a time of its own
 * gives it as `at`, so that id and time agree to the millisecond.
 */
export function newId(at?: Date): string {
  return at === undefined ? v7() : v7({ msecs: at.getTime() });
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
