import type { Metadata } from 'next';
import { t } from '#lib/browser/language/words';

export function generateMetadata(): Metadata {
  return { title: t('Page not found') };
}

export default function NotFound() {
  return (
    <main className="mx-auto flex min-h-dvh max-w-md flex-col justify-center px-4 py-12">
      <h1 className="text-2xl font-semibold tracking-tight">{t('There is no such page')}</h1>
      <p className="mt-2 text-base text-muted-foreground">
        {t('The address may be misspelt, or the page may have moved.')}
      </p>
      <p className="mt-6">
        <a className="font-semibold text-primary underline underline-offset-4" href="/">
          {t('Go to the start page')}
        </a>
      </p>
    </main>
  );
}
