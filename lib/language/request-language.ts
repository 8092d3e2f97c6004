import { asLanguage, defaultLanguage, type Language } from '#lib/browser/language/languages';

export const LANGUAGE_COOKIE = 'language';
const YEAR_SECONDS = 365 * 24 * 60 * 60;

/** As the address says (`?lang=fr`), else as was chosen before, else as the browser prefers, else English. */
export function languageOf({ url, headers }: { url: string; headers: Pick<Headers, 'get'> }): Language {
  return askedLanguage(url) ?? chosenLanguage(headers) ?? preferredLanguage(headers) ?? defaultLanguage;
}

/** What the address asks for; undefined without a language that is offered. */
export function askedLanguage(url: string): Language | undefined {
  const query = url.indexOf('?');
  return query === -1 ? undefined : asLanguage(new URLSearchParams(url.slice(query)).get('lang'));
}

/** What the visitor chose before. */
export function chosenLanguage(headers: Pick<Headers, 'get'>): Language | undefined {
  const pairs = (headers.get('cookie') ?? '').split(';').map((pair) => pair.trim());
  const ours = pairs.find((pair) => pair.startsWith(`${LANGUAGE_COOKIE}=`));
  return asLanguage(ours?.slice(LANGUAGE_COOKIE.length + 1));
}

/** Keeps a choice for a year. No secret, so a page may read it. */
export function languageCookie(language: Language, secure: boolean): string {
  return `${LANGUAGE_COOKIE}=${language}; Path=/; SameSite=Lax; Max-Age=${YEAR_SECONDS}${secure ? '; Secure' : ''}`;
}

/** `Accept-Language`, by its weights and then by its order. */
function preferredLanguage(headers: Pick<Headers, 'get'>): Language | undefined {
  const preferred = (headers.get('accept-language') ?? '')
    .split(',')
    .map((part) => {
      const [tag = '', ...rest] = part.trim().toLowerCase().split(';');
      const weight = rest.map((each) => each.trim()).find((each) => each.startsWith('q='));
      return { language: asLanguage(tag.split('-')[0]), quality: Number(weight?.slice(2) ?? 1) };
    })
    .filter(({ language, quality }) => language !== undefined && quality > 0);
  return preferred.sort((a, b) => b.quality - a.quality)[0]?.language;
}
