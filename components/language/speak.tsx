'use client';

import { type ReactNode, use } from 'react';
import type { Language } from '#lib/browser/language/languages';
import { type Catalogue, speak } from '#lib/browser/language/words';

type PageArea = 'shared' | 'client' | 'admin';

interface Words {
  words: Catalogue;
  errors?: Catalogue;
}

const loaders: Record<Exclude<Language, 'en'>, Record<PageArea, () => Promise<Words>>> = {
  fr: {
    shared: () => import('#lib/browser/language/fr/every-page'),
    client: () => import('#lib/browser/language/fr/client'),
    admin: () => import('#lib/browser/language/fr/operators'),
  },
};

/** A page has one language from its first byte on: another one is another page. */
const loaded: Catalogue[] = [];
let refusals: Catalogue = {};
const loading = new Map<string, Promise<void>>();

/**
 * What stands in it speaks `language`, with the words of `area` and of those around it. In English nothing is loaded. In
 * another language what the server drew stands until the words are there, and is only then taken over by the browser.
 */
export function Speak({ language, area, children }: SpeakProps) {
  if (typeof window !== 'undefined' && language !== 'en') use(load(language, area));
  return children;
}

interface SpeakProps {
  language: Language;
  area: PageArea;
  children: ReactNode;
}

function load(language: Exclude<Language, 'en'>, area: PageArea): Promise<void> {
  const name = `${language} ${area}`;
  const known = loading.get(name);
  if (known !== undefined) return known;
  const begun = loaders[language][area]().then(({ words, errors }) => {
    loaded.push(words);
    refusals = { ...refusals, ...errors };
    speak(language, loaded, refusals);
  });
  loading.set(name, begun);
  return begun;
}
