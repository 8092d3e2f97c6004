import { newId as makeId } from '#lib/ids';

/** An id for something that must be done once, however often it is sent. */
export function newId(): string {
  return makeId();
}
