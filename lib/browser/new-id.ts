import { newId as makeId } from '#lib/ids';

/** An id for something that must be done once, however often it is sent. */
export function newId(): string {
  return makeId();
}

/** A reference of a form, such as `REF-8F3A91C07B`: 40 random bits; one that was used before is refused, and no money moves. */
export function newReference(prefix: 'REF' | 'REQ' | 'SET'): string {
  return `${prefix}-${makeId().slice(-10).toUpperCase()}`;
}
