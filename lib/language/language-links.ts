import { html } from 'hono/html';
import { type Language, languages } from '#lib/browser/language/languages';
import { currentLanguage } from '#lib/browser/language/words';

export function otherLanguages(): Language[] {
  return (Object.keys(languages) as Language[]).filter((each) => each !== currentLanguage());
}

/** Links to the same page in the other languages, each in its own name; `search` of its address is kept. */
export function languageLinks(search: string): ReturnType<typeof html> {
  return html`${otherLanguages().map((each) => {
    const query = new URLSearchParams(search);
    query.set('lang', each);
    return html`<a class="tongue" href="?${query}" hreflang="${each}" lang="${each}">${languages[each]}</a>`;
  })}`;
}
