import { refusal } from '#lib/browser/language/words';
import { withRailNames } from '#lib/browser/rail-names';
import { AMOUNT_SENTENCE } from '#lib/typed-amount';

/** What the API tells programs, as people read it on a screen. */

/** One wrong field of a form. */
export interface FieldFault {
  path: string;
  message: string;
}

const MOBILE_SENTENCE = 'This must be a Gambian mobile number, such as 701 2345 or +220 701 2345.';

/** Fields by the words that stand at them. */
const words: Record<string, string> = {
  client_reference: 'reference',
  customer_mobile: 'customer’s mobile number',
  customer_name: 'customer’s name',
  recipient_mobile: 'mobile number',
  business_phone: 'phone',
  business_email: 'e-mail',
  min_amount: 'smallest amount',
  max_amount: 'largest amount',
  day_limit: 'limit of a day',
  month_limit: 'limit of a month',
  rail_reference: 'provider’s reference',
  file_name: 'file’s name',
};
const names = new RegExp(`\\b(${Object.keys(words).join('|')})\\b`, 'g');

/** The sentence at a field that was refused. */
export function fieldSentence({ path, message, code }: FieldFault & { code: string }): string {
  if (code === 'invalid_mobile') return MOBILE_SENTENCE;
  if (code !== 'required') return forPeople(message);
  const field = path.split('.').at(-1) ?? '';
  // The one that a rail asks for says why.
  const why = /: (.+)$/.exec(message)?.[1];
  return `The ${words[field] ?? field.replaceAll('_', ' ')} is needed${why ? `: ${why}` : '.'}`;
}

/** A sentence of the API without its machine names; one about an amount says how to write it. */
export function forPeople(message: string): string {
  if (message.includes('decimal string')) return AMOUNT_SENTENCE;
  const said = refusal(message);
  return withRailNames(said === message ? message.replace(names, (name) => words[name] ?? name) : said);
}
