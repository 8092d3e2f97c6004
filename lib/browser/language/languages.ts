/** The languages that are offered, in their own names. English stands in the code, each other one in a folder here. */
export const languages = { en: 'English', fr: 'Français' } as const;

export type Language = keyof typeof languages;

export const defaultLanguage: Language = 'en';

/**
 * Prepared, and not offered: a language of money is offered once somebody who speaks it from childhood has read every
 * sentence on its page and signed for it in its file (docs/contributing/add-a-text.md).
 */
export const preparedLanguages = { wo: 'Wolof', mnk: 'Mandinka', ff: 'Fula' } as const;

/** Undefined for what is offered to nobody. */
export function asLanguage(text: string | null | undefined): Language | undefined {
  return text != null && Object.hasOwn(languages, text) ? (text as Language) : undefined;
}
