import { inGsm7, roomOf } from '#lib/messages/gsm7';
import type { letters } from '#lib/messages/letters';
import { plainName } from '#lib/messages/plain-name';

/** As a message of a request has them. */
export type RequestFacts = Omit<Parameters<(typeof letters)['payment_request']>[0], 'name'>;

const LEFT_OUT = '...';
/** A business is called by so much of its name at least. */
const LEAST_NAME = 12;

/**
 * What a customer reads of a request as one SMS: who asks, how much, what for, by when, and where to pay. What it is for is
 * shortened first and then left out, then the business's name is shortened; the address to pay stays whole.
 */
export function shortRequest(facts: RequestFacts, baseUrl: string): string {
  const who = inGsm7(plainName(facts.business, 'A business'));
  const why = inGsm7(plainName(facts.what, ''));
  const link = `${baseUrl}/pay/${facts.code}`;
  const write = (name: string, what: string) => sentence(facts, name, what && ` for ${what}`) + link;
  const fitting = [
    ...shorter(why, 1).map((what) => write(who, what)),
    write(who, ''),
    ...shorter(who, LEAST_NAME).map((name) => write(name, '')),
  ];
  return fitting.find(fits) ?? (fitting.at(-1) as string);
}

function sentence({ amount, due, when, rest }: RequestFacts, who: string, why: string): string {
  const by = due === '' ? '' : ` by ${due}`;
  if (when === 'due') return `Reminder: ${who} asks you to pay ${amount}${why}${by}. `;
  if (when === 'overdue')
    return `${rest === 'yes' ? 'Not all paid yet' : 'Not paid yet'}: ${amount} to ${who}${why}, due ${due}. `;
  return `${who} asks you to pay ${amount}${why}${by}. `;
}

/** The text, and each shorter form of it to so many letters. */
function shorter(text: string, least: number): string[] {
  const letters = [...text];
  if (letters.length === 0) return [];
  const lengths = Array.from(
    { length: Math.max(0, letters.length - least) },
    (_, n) => letters.length - 1 - n,
  );
  return [text, ...lengths.map((length) => letters.slice(0, length).join('').trimEnd() + LEFT_OUT)];
}

function fits(text: string): boolean {
  const { taken, most } = roomOf(text);
  return taken <= most;
}
