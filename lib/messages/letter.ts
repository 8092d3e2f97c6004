import { day, money } from '#lib/browser/format';
import { currentLanguage, t } from '#lib/browser/language/words';

/** A message before it is set as plain text and as HTML, in the language of its reader. */
export interface Letter {
  subject: string;
  /** One sentence or a few each. */
  paragraphs: string[];
  /** What the button with the message's link says, where it has one. */
  button?: string;
  /** Where that leads, where it is an address that everybody may know; one with a token is sealed with the message. */
  path?: string;
}

export type Named = { name: string };

/** Whom a message is for, where nobody knows their name. */
export const NOBODY = 'there';

export function hello(name: string): string {
  return name === NOBODY ? t('Hello there,') : t('Hello {name},', { name });
}

/** An amount of the facts, which have it in English, as the letter's language writes it; anything else stays as it is. */
export function amountIn(stored: string): string {
  return /^GMD -?[\d,]+\.\d\d$/.test(stored) ? money(stored.replaceAll(/[GMD ,]/g, '')) : stored;
}

/** A day of the facts, `31 Jan 2027`, likewise. */
export function dayIn(stored: string): string {
  const at = Date.parse(`${stored} UTC`);
  return currentLanguage() === 'en' || Number.isNaN(at) ? stored : day(new Date(at).toISOString());
}
