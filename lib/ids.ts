import { v7, validate } from 'uuid';

/** A UUIDv7 in lower case: later ids sort after earlier ones, so indexes grow at one end. */
export function newId(): string {
  return v7();
}

/** True of a UUID of any version in any case: what Postgres takes as a `uuid` without an error. */
export function isUuid(text: string): boolean {
  return validate(text);
}
