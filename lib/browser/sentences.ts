import { amountSentence } from '#lib/browser/amounts';
import { later, refusal, t } from '#lib/browser/language/words';
import { withRailNames } from '#lib/browser/rail-names';

/** What the API tells programs, as people read it on a screen. */

/** One wrong field of a form. */
export interface FieldFault {
  path: string;
  message: string;
}

const mobileSentence = later('This must be a Gambian mobile number, such as 701 2345 or +220 701 2345.');

/** Fields by the words that stand at them. */
const words: Record<string, () => string> = {
  client_reference: later('reference|a field'),
  customer_mobile: later('customer’s mobile number|a field'),
  customer_name: later('customer’s name|a field'),
  recipient_mobile: later('mobile number|a field'),
  business_phone: later('phone|a field'),
  business_email: later('e-mail|a field'),
  min_amount: later('smallest amount|a field'),
  max_amount: later('largest amount|a field'),
  day_limit: later('limit of a day|a field'),
  month_limit: later('limit of a month|a field'),
  rail_reference: later('provider’s reference|a field'),
  file_name: later('file’s name|a field'),
};
/** Those whose name is a word already. */
const plainWords: Record<string, () => string> = {
  amount: later('amount|a field'),
  bank: later('bank|a field'),
  code: later('code|a field'),
  description: later('description|a field'),
  email: later('email|a field'),
  mobile: later('mobile|a field'),
  name: later('name|a field'),
  password: later('password|a field'),
  phone: later('phone|a field'),
  provider: later('provider|a field'),
  reason: later('reason|a field'),
  title: later('title|a field'),
  url: later('url|a field'),
};
const names = new RegExp(`\\b(${Object.keys(words).join('|')})\\b`, 'g');

/** The sentence at a field that was refused. */
export function fieldSentence({ path, message, code }: FieldFault & { code: string }): string {
  if (code === 'invalid_mobile') return mobileSentence();
  if (code !== 'required') return forPeople(message);
  const field = path.split('.').at(-1) ?? '';
  // The one that a rail asks for says why.
  const why = /: (.+)$/.exec(message)?.[1];
  const name = words[field]?.() ?? plainWords[field]?.() ?? field.replaceAll('_', ' ');
  return why
    ? t('The {field} is needed: {why}', { field: name, why: refusal(why) })
    : t('The {field} is needed.', { field: name });
}

/** A sentence of the API without its machine names; one about an amount says how to write it. */
export function forPeople(message: string): string {
  if (message.includes('decimal string')) return amountSentence();
  const said = refusal(message);
  return withRailNames(said === message ? message.replace(names, (name) => words[name]?.() ?? name) : said);
}
