'use client';

import { useMutation } from '@tanstack/react-query';
import { call } from '#lib/browser/api';
import { faultsOf } from '#lib/browser/faults';
import { type Language, languages } from '#lib/browser/language/languages';
import { currentLanguage, t } from '#lib/browser/language/words';
import { FormFault } from '../ui/form.tsx';
import { Section } from '../ui/section.tsx';

const YEAR_SECONDS = 365 * 24 * 60 * 60;

/** What one reads, here and wherever one signs in, and in messages. A page has one language, so it is loaded anew. */
export function LanguageSection({ path }: { path: string }) {
  const choose = useMutation({
    mutationFn: (language: Language) => call(path, { method: 'PATCH', body: { language } }),
    onSuccess: (_, language) => {
      const secure = window.location.protocol === 'https:' ? '; Secure' : '';
      // biome-ignore lint/suspicious/noDocumentCookie: not every browser has the Cookie Store API.
      document.cookie = `language=${language}; Path=/; SameSite=Lax; Max-Age=${YEAR_SECONDS}${secure}`;
      // Without `?lang`, which would go before the choice.
      window.location.replace(window.location.pathname);
    },
  });
  return (
    <Section
      title={t('Language')}
      description={t('Of these pages, and of the messages that you get. What programs read stays English.')}
    >
      <fieldset className="flex flex-wrap gap-x-6" disabled={choose.isPending}>
        <legend className="sr-only">{t('Language')}</legend>
        {(Object.entries(languages) as [Language, string][]).map(([language, name]) => (
          <label key={language} className="flex min-h-11 items-center gap-2" lang={language}>
            <input
              type="radio"
              name="language"
              value={language}
              checked={language === (choose.variables ?? currentLanguage())}
              onChange={() => choose.mutate(language)}
            />
            {name}
          </label>
        ))}
      </fieldset>
      <FormFault>{faultsOf(choose.error).form}</FormFault>
    </Section>
  );
}
