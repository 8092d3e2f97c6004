import { expect, test } from 'vitest';
import { currentLanguage, t } from '#lib/browser/language/words';
import { inLanguage } from '#lib/language/in-language';
import { pageLanguage } from '#lib/language/page-language';
import { languageCookie, languageOf } from '#lib/language/request-language';

const asked = (path: string, headers: Record<string, string>) =>
  languageOf(new Request(`http://kaira.test${path}`, { headers }));

test.each([
  ['what the address asks for goes before all', '/r/x?lang=en', 'language=fr', 'fr', 'en'],
  ['then what was chosen before', '/r/x', 'a=1; language=en', 'fr', 'en'],
  ['then the browser, by its weights', '/r/x', '', 'en;q=0.3,fr-SN;q=0.8', 'fr'],
  ['and by its order where they are the same', '/r/x', '', 'wo,fr,en', 'fr'],
  ['and English where nothing is known', '/r/x', '', '', 'en'],
  ['a language that is not offered is none', '/r/x?lang=wo', 'language=mnk', 'ff, fr;q=0.2', 'fr'],
  ['nor is a weight of nothing, or one that is no number', '/r/x', '', 'fr;q=0, fr;q=x', 'en'],
  ['nor a name of an object’s own', '/r/x?lang=toString', 'language=constructor', '', 'en'],
])('%s', (_, path, cookie, accepted, language) => {
  expect(asked(path, { cookie, 'accept-language': accepted })).toBe(language);
});

test('a choice is kept by a cookie that the next request is read by', () => {
  const cookie = languageCookie('fr', true);
  expect(cookie).toContain('; Secure');
  expect(asked('/login', { cookie: cookie.split(';')[0] ?? '' })).toBe('fr');
});

test('the documentation is in English whatever a browser prefers', () => {
  const headers = { 'accept-language': 'fr' };
  const of = (url: string) => pageLanguage({ url, headers } as never);
  expect(['/docs', '/docs/webhooks?q=1', '/docsx', '/admin', '/'].map(of)).toEqual([
    'en',
    'en',
    'fr',
    'fr',
    'fr',
  ]);
});

test('a language is that of one piece of work, and of what it waits for, however many run at once', async () => {
  const work = async () => {
    await new Promise(setImmediate);
    return t('Try again');
  };
  const all = await Promise.all([
    inLanguage('fr', work),
    work(),
    inLanguage('en', work),
    inLanguage('fr', work),
  ]);
  expect(all).toEqual(['Réessayer', 'Try again', 'Try again', 'Réessayer']);
  expect(inLanguage('fr', () => inLanguage('en', currentLanguage))).toBe('en');
  expect(currentLanguage()).toBe('en');
});
