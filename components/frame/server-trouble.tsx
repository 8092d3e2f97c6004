'use client';

import { useEffect, useState } from 'react';
import { later, t } from '#lib/browser/language/words';
import { rich } from '../language/rich.tsx';
import { Button } from '../ui/button.tsx';

const LOOKS_EVERY_MS = 5_000;

/** What the server says of itself: `/readyz`, which answers also without a database. */
type Found = 'unknown' | 'ready' | 'not_ready' | 'no_database' | 'no_server';

/** Stands where a page could not be made: says what is known, and tries again once the server says that it is well. */
export function ServerTrouble({ code }: { code?: string | undefined }) {
  const found = useReadiness();
  const isAway = found === 'no_database' || found === 'no_server';
  return (
    <div role="alert" className="rounded-lg border border-failed/40 px-6 py-8">
      <h1 className="text-lg font-semibold">{titles[found]()}</h1>
      <p className="mt-2 text-muted-foreground">
        {isAway
          ? t(
              'What was acknowledged is in the database, and is there when it is back. Until then nothing new is taken. Pay nothing in another way. If you ask for a payment again, use the same reference: then it is never paid twice.',
            )
          : t('The server wrote down the reason. Nothing was changed by opening this page.')}
      </p>
      <p className="mt-2 text-muted-foreground">
        {found === 'unknown' || found === 'ready'
          ? t('If it stays, tell the operators of this gateway.')
          : t('This page tries again by itself.')}
        {code && !isAway && ` ${t('The server’s log has it under {code}.', { code })}`}
      </p>
      <p className="mt-4 text-[13px] text-muted-foreground">
        {rich('For operators: {lacks}, and {remedy}. Both open without the database.', {
          lacks: (
            <a className="underline underline-offset-4" href="/readyz">
              {t('what this server lacks')}
            </a>
          ),
          remedy: (
            <a
              className="underline underline-offset-4"
              href="/docs/operations/incidents#the-database-is-away"
            >
              {t('what to do')}
            </a>
          ),
        })}
      </p>
      <Button className="mt-5" onClick={() => window.location.reload()}>
        {t('Try again')}
      </Button>
    </div>
  );
}

const notLoaded = later('This page could not be loaded');
const titles: Record<Found, () => string> = {
  unknown: notLoaded,
  ready: notLoaded,
  not_ready: later('This page could not be loaded: Kaira is not ready'),
  no_database: later('Kaira cannot reach its database'),
  no_server: later('Kaira does not answer'),
};

/** Looked at until all is well again; then the page is loaded anew, unless it failed while all was well. */
function useReadiness(): Found {
  const [found, setFound] = useState<Found>('unknown');
  useEffect(() => {
    let wasUnwell = false;
    const look = async () => {
      const now = await askReadiness();
      if (now === 'ready' && wasUnwell) window.location.reload();
      wasUnwell ||= now !== 'ready';
      setFound(now);
    };
    void look();
    const timer = setInterval(look, LOOKS_EVERY_MS);
    return () => clearInterval(timer);
  }, []);
  return found;
}

async function askReadiness(): Promise<Found> {
  try {
    const response = await fetch('/readyz', { cache: 'no-store' });
    if (response.ok) return 'ready';
    const { checks } = (await response.json()) as { checks?: { database?: boolean } };
    return checks?.database === false ? 'no_database' : 'not_ready';
  } catch {
    return 'no_server';
  }
}
