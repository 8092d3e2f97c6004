import Link from 'next/link';
import { t } from '#lib/browser/language/words';
import { rich } from '../language/rich.tsx';
import { Button } from '../ui/button.tsx';
import { Copyable } from '../ui/copy.tsx';

const LIVE_PREFIX = 'sk_live_';

interface FirstStepsProps {
  environment: 'SANDBOX' | 'LIVE';
  home: string;
  baseUrl: string;
  /** The checklist above has the payment for practice. */
  isGuided: boolean;
}

/** What an account without any transaction is shown: the way to its first one. */
export function FirstSteps({ environment, home, baseUrl, isGuided }: FirstStepsProps) {
  if (environment === 'LIVE') {
    return (
      <div className="rounded-lg border border-dashed px-6 py-10">
        <p className="font-semibold">{t('No live transactions yet')}</p>
        <p className="mt-1 max-w-xl text-muted-foreground">
          {rich(
            'Live works like the sandbox. To charge here you need no key; a program needs one, and it begins with {code}. Try everything in the sandbox first: no real money moves there.',
            { code: <code className="font-mono">{LIVE_PREFIX}</code> },
          )}
        </p>
        <Button asChild className="mt-5">
          <Link href="/dashboard/sandbox">{t('Go to the sandbox')}</Link>
        </Button>
      </div>
    );
  }
  const curl = `curl ${baseUrl}/api/v1/collections/initiate \\
  -H "Authorization: Bearer $KAIRA_TEST_KEY" \\
  -H "Content-Type: application/json" \\
  -d '{"amount":"100.00","currency":"GMD","client_reference":"order-1"}'`;
  return (
    <div className="rounded-lg border border-dashed px-6 py-10">
      {isGuided ? (
        <p className="font-semibold">{t('No payments yet')}</p>
      ) : (
        <>
          <p className="font-semibold">{t('Take a first payment, for practice')}</p>
          <p className="mt-1 max-w-xl text-muted-foreground">
            {t('GMD 100.00 is a magic amount: it is paid by itself after a moment. No real money moves.')}
          </p>
          <Button asChild variant="primary" className="mt-5">
            <Link href={`${home}/collect`}>{t('Charge GMD 100.00')}</Link>
          </Button>
        </>
      )}
      <details className="mt-6">
        <summary className="cursor-pointer text-[13px] text-muted-foreground hover:text-foreground">
          {t('For developers: from a terminal')}
        </summary>
        <p className="mt-3 text-[13px] text-muted-foreground">
          {rich('With your test key ({link}):', {
            link: (
              <Link href={`${home}/keys`} className="underline underline-offset-4">
                {t('API keys')}
              </Link>
            ),
          })}
        </p>
        <div className="mt-1.5 flex items-start gap-2 rounded-md border bg-surface p-3">
          <pre className="min-w-0 flex-1 font-mono break-words whitespace-pre-wrap text-[13px]">{curl}</pre>
          <Copyable value={curl.replaceAll(' \\\n  ', ' ')} shown="" />
        </div>
      </details>
    </div>
  );
}
