import { z } from 'zod';
import { type Bututs, parseAmount } from '#lib/money';
import type { RailAnswer } from '#lib/rails/call-rail';
import type { CollectionNews, Outcome, RailCollection, RailFacts } from '#lib/rails/rail';
import { refused } from '#lib/rails/refusal';
import type { FailureCode } from '#lib/transactions/transaction';

// What the wire forms of the live rails have in common; docs/rails/wire.md.

type Answered = Extract<RailAnswer, { kind: 'answered' }>;

/** An HTTP answer, as far as its meaning goes. `json` is undefined where none came; no excerpt: no body. */
export type Answer = Pick<Answered, 'status' | 'json'> & Partial<Pick<Answered, 'excerpt'>>;

export const CURRENCY = 'GMD';

/** How long a customer has, where the choice is ours. */
export const CHECKOUT_MINUTES = 30;

/** `"150"`, `"150.5"`, `"150.00"`; a number, a sign or an exponent is not an amount. */
export const amount = z.string().transform((text, context): Bututs => {
  const bututs = parseAmount(text);
  if (bututs !== undefined) return bututs;
  context.addIssue({ code: 'custom', message: 'not an amount' });
  return z.NEVER;
});

/** What a rail says that it took for its work. A fee that cannot be read is none that was told: it never spoils an answer. */
export const fee = z
  .string()
  .nullish()
  .catch(null)
  .transform((text): Bututs | null => (text ? (parseAmount(text) ?? null) : null));

/** An identifier of a rail: of characters that every database, address and page can take. */
export const identifier = z.string().regex(/^[\x21-\x7e]{1,255}$/);

/** Something to be told again, such as a token. */
export const token = z.string().regex(/^[\x21-\x7e]{1,4096}$/);

/** ISO 8601 with an offset. */
export const time = z.iso.datetime({ offset: true }).transform((text) => new Date(text));

/** Where a customer is sent. */
export const address = z.url({ protocol: /^https?$/ }).max(2_048);

/** A word of the rail's: any text is one, and those that we do not know say nothing. */
export const word = z.string().max(1_000);

/** Our own transaction's id, as the rail has it; null where it does not say. */
export const ourReference = z
  .string()
  .max(255)
  .nullish()
  .transform((text) => text ?? null);

export function done<T>(value: T): Outcome<T> {
  return { kind: 'done', value };
}

export function unknown(why: string): Extract<Outcome<never>, { kind: 'unknown' }> {
  return { kind: 'unknown', why };
}

export function notSent(why: string): Extract<Outcome<never>, { kind: 'not_sent' }> {
  return { kind: 'not_sent', why };
}

/** The news that a payment failed. */
export function failed(code: FailureCode): Extract<CollectionNews, { state: 'FAILED' }> {
  return { state: 'FAILED', failure: refused(code).failure };
}

/** Whether what the rail opened is what we asked for: nobody is sent to pay anything else. */
export function isAbout(
  { id, amountBututs }: Pick<RailCollection, 'id' | 'amountBututs'>,
  facts: RailFacts,
): boolean {
  const { reference, currency } = facts;
  return (
    (reference === null || reference === id) && facts.amountBututs === amountBututs && currency === CURRENCY
  );
}

/** What an answer means; a call without one has its meaning already. */
export function outcomeOf<T>(answer: RailAnswer, translate: (answer: Answer) => Outcome<T>): Outcome<T> {
  return answer.kind === 'answered' ? translate(answer) : answer;
}

/** A yes that needs no words: 200 with JSON or with nothing. A page of HTML is somebody else's, such as a proxy's. */
export function isPlainYes({ status, json, excerpt = '' }: Answer): boolean {
  return status === 200 && (json !== undefined || excerpt === '');
}

/** Reads an answer's JSON, or is unknown. */
export function read<Schema extends z.ZodType, T>(
  schema: Schema,
  answer: Answer,
  translate: (value: z.output<Schema>) => Outcome<T>,
): Outcome<T> {
  const result = schema.safeParse(answer.json);
  return result.success ? translate(result.data) : unreadable(answer);
}

/** An answer that says nothing about the matter. Whatever its status: who has acted may answer anything afterwards. */
export function unreadable(answer: Answer, saying?: string): Extract<Outcome<never>, { kind: 'unknown' }> {
  const said = saidBy(answer, saying);
  return unknown(
    answer.status >= 500
      ? `the rail answers with an error (${said})`
      : `an answer that we cannot read (${said})`,
  );
}

/**
 * The rail's own documented form of an error of authentication: it has done nothing. Only for what moves no money, or
 * what a rail does once by its key, and never for a page that a proxy may have made.
 */
export function isNotLetIn({ status }: Answer, saying: string | undefined): saying is string {
  return (status === 401 || status === 403) && saying !== undefined;
}

/** So begins what is noted of a call that was turned away for its credentials. */
export const TURNED_AWAY = 'the rail refused our credentials';

export function notLetIn(answer: Answer, saying: string): Extract<Outcome<never>, { kind: 'not_sent' }> {
  // As TURNED_AWAY has it; whole, so that its translation is found.
  return notSent(`the rail refused our credentials (${saidBy(answer, saying)})`);
}

/**
 * For what pays or gives back: whoever answers has read it, and may have done it. If a refused key counted as nothing
 * sent, the refusal of the repeat would count as the end, and what the rail did would be booked as not done.
 */
export function afterPaying<T>(outcome: Outcome<T>): Outcome<T> {
  return outcome.kind === 'not_sent' ? unknown(outcome.why) : outcome;
}

function saidBy({ status }: Answer, saying: string | undefined): string {
  return saying === undefined ? String(status) : `${status}: ${plainWords(saying)}`;
}

/** What a table has of its own, so that a code like `constructor` finds nothing. */
export function lookUp<T>(table: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(table, key) ? table[key] : undefined;
}

/** A rail's own short word for what went wrong. Anything longer, or with a digit, could hold somebody's data. */
export function plainWords(text: string): string {
  return /^[A-Za-z][A-Za-z _-]{0,79}$/.test(text) ? text : 'in words that are not shown';
}
