import type { IncomingMessage } from 'node:http';
import { defaultLanguage, type Language } from '#lib/browser/language/languages';
import { languageOf } from '#lib/language/request-language';

/** What is for developers, who test against it word for word. */
const inEnglish = /^\/docs(\/|$)/;

/** The language of a page of Next. */
export function pageLanguage({ url = '/', headers }: IncomingMessage): Language {
  const get = (name: string) => (headers[name] === undefined ? null : String(headers[name]));
  return inEnglish.test(url.split('?')[0] ?? '') ? defaultLanguage : languageOf({ url, headers: { get } });
}
