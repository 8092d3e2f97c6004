import Link from 'next/link';
import { t } from '#lib/browser/language/words';
import type { Place } from './environment.ts';

/** Out of a page where nothing can be done with real money yet, to the same page where everything can be tried. */
export function TryInSandbox({ environment, page }: { environment: Place['environment']; page: string }) {
  if (environment === 'SANDBOX') return null;
  return (
    <p className="mt-2">
      <Link
        href={`/dashboard/sandbox/${page}`}
        className="font-semibold text-primary underline underline-offset-4"
      >
        {t('Try it in the sandbox')}
      </Link>
    </p>
  );
}
