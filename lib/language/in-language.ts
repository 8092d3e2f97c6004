import { AsyncLocalStorage } from 'node:async_hooks';
import { errors } from '#lib/browser/language/fr/errors';
import { errors as operatorErrors } from '#lib/browser/language/fr/operators';
import type { Language } from '#lib/browser/language/languages';
import type { Catalogue, Spoken } from '#lib/browser/language/words';
import { french } from '#lib/language/french';

/** Next has copies of this module of its own; what a request speaks is one fact for all of them. */
const shared = globalThis as { kairaSpoken?: AsyncLocalStorage<Spoken> };
shared.kairaSpoken ??= new AsyncLocalStorage();
const spoken = shared.kairaSpoken;

const all: Readonly<Record<Language, { words: Catalogue; errors: Catalogue }>> = {
  en: { words: {}, errors: {} },
  fr: { words: french, errors: { ...errors, ...operatorErrors } },
};

/**
 * Does the work with `t`, dates and amounts in this language, and whatever the work waits for. Around what makes a page, a
 * message or a document, never around what books or stores.
 */
export function inLanguage<Result>(language: Language, work: () => Result): Result {
  const { words, errors } = all[language];
  const find = (text: string) => (Object.hasOwn(words, text) ? words[text] : undefined);
  return spoken.run({ language, find, errors }, work);
}

/** The same of work that goes on each time that somebody asks for more of it. */
export async function* eachInLanguage<Part>(
  language: Language,
  parts: AsyncGenerator<Part>,
): AsyncGenerator<Part> {
  try {
    for (;;) {
      const { done, value } = await inLanguage(language, () => parts.next());
      if (done) return;
      yield value;
    }
  } finally {
    await parts.return(undefined);
  }
}
