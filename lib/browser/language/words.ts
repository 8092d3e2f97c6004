import { defaultLanguage, type Language } from '#lib/browser/language/languages';

/**
 * The languages of texts. The English sentence stands where it is shown and is its own key: `t('Take a payment')`. Which
 * language is spoken is a fact of the page, in a browser, and of one piece of work, on the server (lib/language): with
 * neither it is English, so nothing that is stored or answered to a program is ever in another language by chance.
 */

/** A sentence, or its plural forms by the rules of its language; `many` and the like may be left out. */
export type Translation = string | PluralForms;
export type PluralForms = { other: string } & Partial<Record<Intl.LDMLPluralRule, string>>;
/** From English to another language. */
export type Catalogue = Readonly<Record<string, Translation>>;

export interface Spoken {
  language: Language;
  find(text: string): Translation | undefined;
  /** What the server refuses with. */
  errors: Catalogue;
}

/** An `AsyncLocalStorage` on the server, which has several copies of this module; of a page its one language. */
const shared = globalThis as { kairaSpoken?: { getStore(): Spoken | undefined } };

export function currentLanguage(): Language {
  return shared.kairaSpoken?.getStore()?.language ?? defaultLanguage;
}

/** In the browser: the language of the whole page, with the catalogues that it has so far. */
export function speak(language: Language, catalogues: readonly Catalogue[], errors: Catalogue): void {
  const find = (text: string) => catalogues.find((each) => Object.hasOwn(each, text))?.[text];
  shared.kairaSpoken = { getStore: () => ({ language, find, errors }) };
}

/** Of the facts that a sentence names. */
export type Names<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Names<Rest>
  : never;
type Facts<Text extends string, Fact> = [Names<Text>] extends [never]
  ? []
  : [facts: Readonly<Record<Names<Text>, Fact>>];
/** Only a sentence that stands there word for word can be found and translated. */
export type Literal<Text extends string> = string extends Text ? never : Text;

/**
 * The sentence in the reader's language, with each `{name}` replaced. What stands after a `|` is never shown: it tells
 * two meanings apart that are one word in English, as in `t('Open|a state')`.
 */
export function t<const Text extends string>(
  text: Literal<Text>,
  ...[facts]: Facts<Text, string | number>
): string {
  return filled(found(text), facts ?? {});
}

/** The same, of a table that is made before a language is known: gives what says it. */
export function later<const Text extends string>(
  text: Literal<Text>,
): (...facts: Facts<Text, string | number>) => string {
  return (...[facts]) => filled(found(text), facts ?? {});
}

/** By the number of things: `plural(2, { one: '{count} payment', other: '{count} payments' })`. The key is `other`. */
export function plural<const Other extends string>(
  count: number,
  forms: { one: string; other: Literal<Other> },
  facts: Readonly<Record<string, string | number>> = {},
): string {
  const spoken = shared.kairaSpoken?.getStore();
  const translation = spoken?.find(forms.other);
  const [language, own]: [Language, PluralForms] =
    spoken !== undefined && typeof translation === 'object' ? [spoken.language, translation] : ['en', forms];
  return filled(own[rulesOf(language).select(count)] ?? own.other, { count, ...facts });
}

/** The sentence in pieces, for a place that is more than text: what `html` takes, and `rich` in components. */
export function pieces<const Text extends string, Fact>(
  text: Literal<Text>,
  ...[facts]: Facts<Text, Fact>
): (string | Fact)[] {
  const values = (facts ?? {}) as Record<string, Fact>;
  return found(text)
    .split(/\{(\w+)\}/)
    .map((part, index) => (index % 2 === 0 ? part : (values[part] as Fact)))
    .filter((part) => part !== '');
}

/**
 * What the server refused with, which is English on every way, as this page says it: word for word, or by its pattern.
 * English where nobody has translated it.
 */
export function refusal(message: string): string {
  const errors = shared.kairaSpoken?.getStore()?.errors ?? {};
  for (const [pattern, translation] of Object.entries(errors)) {
    const facts = message === pattern ? {} : matched(pattern, message);
    if (facts !== undefined && typeof translation === 'string') return filled(translation, said(facts));
  }
  return message;
}

/** A fact may be words of the server too, such as `3 minutes`, or a `figure` such as `1.4`. */
function said(facts: Readonly<Record<string, string>>): Record<string, string> {
  const { point } = marks[currentLanguage()];
  return Object.fromEntries(
    Object.entries(facts).map(([name, fact]) => [
      name,
      name === 'figure' ? fact.replace('.', point) : fact && refusal(fact),
    ]),
  );
}

/** The facts of a message that was made by this pattern. */
function matched(pattern: string, message: string): Record<string, string> | undefined {
  if (!pattern.includes('{')) return undefined;
  const source = pattern
    .split(/\{(\w+)\}/)
    .map((part, index) => (index % 2 === 0 ? part.replace(/[.*+?^$()|[\]\\]/g, '\\$&') : `(?<${part}>.*?)`));
  // A fact may have lines, as what a person wrote.
  return new RegExp(`^${source.join('')}$`, 's').exec(message)?.groups;
}

function found(text: string): string {
  const translation = shared.kairaSpoken?.getStore()?.find(text);
  const said = typeof translation === 'string' ? translation : text;
  const bar = said.indexOf('|');
  return bar === -1 ? said : said.slice(0, bar);
}

function filled(text: string, facts: Readonly<Record<string, string | number>>): string {
  return text.replace(/\{(\w+)\}/g, (_, name: string) => {
    const fact = facts[name];
    return typeof fact === 'number' ? grouped(fact) : String(fact);
  });
}

/** A number as the language writes it: `1,234,567` or `1 234 567`, `1.5` or `1,5`. */
export function grouped(count: number): string {
  if (!Number.isInteger(count)) return String(count).replace('.', marks[currentLanguage()].point);
  return String(count).replace(/\B(?=(\d{3})+$)/g, marks[currentLanguage()].group);
}

/** Of numbers. The space of French does not break, and is one that every font of a PDF has. */
export const marks: Readonly<Record<Language, { group: string; point: string }>> = {
  en: { group: ',', point: '.' },
  fr: { group: '\u00a0', point: ',' },
};

const rules = new Map<Language, Intl.PluralRules>();

function rulesOf(language: Language): Intl.PluralRules {
  const known = rules.get(language) ?? new Intl.PluralRules(language);
  rules.set(language, known);
  return known;
}
