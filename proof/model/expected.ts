// What the model says of a field. A plain value has to be there as it stands; a matcher says as much as the documents
// do. Matchers are plain data, so that a world that holds them can be copied.

export type Matcher =
  /** The documents do not say, or it is random: any value, also none. */
  | { $: 'any' }
  /** Words for people, of which only that they are there is promised. */
  | { $: 'text' }
  | { $: 'whole' }
  | { $: 'pattern'; source: string }
  /** An identifier under this name: a UUIDv7, the same one for ever, and nobody else's. */
  | { $: 'id'; name: string }
  /** A time under this name: ISO 8601 in UTC with milliseconds, within the step in which it came about. */
  | { $: 'time'; name: string; step: number }
  /** So many milliseconds after the time of that name, give or take what calls of `advance` themselves take. */
  | { $: 'after'; name: string; ms: number }
  /** Some text of this form, the same one for ever under this name. */
  | { $: 'same'; name: string; source: string }
  | { $: 'oneOf'; options: Expected[] }
  /** May be missing; if it is there, it is this. */
  | { $: 'maybe'; value: Expected }
  /** The documents say one thing and the product does another, which known.ts has under this name. */
  | { $: 'known'; name: string; said: Expected; done: Expected }
  /** These in any order. */
  | { $: 'set'; items: Expected[] };

export type Expected =
  | Matcher
  | string
  | number
  | boolean
  | null
  | readonly Expected[]
  | { readonly [field: string]: Expected };

export const any: Matcher = { $: 'any' };
export const text: Matcher = { $: 'text' };
export const whole: Matcher = { $: 'whole' };

export function isMatcher(expected: unknown): expected is Matcher {
  return typeof expected === 'object' && expected !== null && '$' in expected;
}

export interface Answer {
  status: number;
  /** In lower case; null: the header is not there. */
  headers: { [name: string]: Expected };
  body: Expected;
  /** The exact text of an earlier answer, by its number. */
  sameTextAs?: number;
}
