'use client';

import { useMutation } from '@tanstack/react-query';
import Link from 'next/link';
import { useEffect, useRef, useState } from 'react';
import { call } from '#lib/browser/api';
import { money } from '#lib/browser/format';
import { plural, t } from '#lib/browser/language/words';
import type { TillDay } from '#lib/till/till-day';
import type { Place } from '../payments/environment.ts';
import { RailName } from '../rails/rail-name.tsx';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { Time } from '../ui/time.tsx';
import { allowSound, ring } from './sound.ts';

interface CounterProps {
  place: Place;
  counter: TillDay['counter'];
  /** Whether whoever looks may know of a payment more than stands here. */
  mayRead: boolean;
  mayManage: boolean;
  onChanged(): void;
}

/** The code that stands on the counter, and who has paid there today, by the name that they typed. */
export function Counter({ place, counter, mayRead, mayManage, onChanged }: CounterProps) {
  const change = useMutation({
    mutationFn: (method: 'POST' | 'DELETE') =>
      call('/api/dashboard/till/counter', { method, query: { environment: place.environment } }),
    onSuccess: onChanged,
  });
  if (counter === null && !mayManage) return null;
  return (
    <section aria-labelledby="counter" className="grid content-start gap-4 print:hidden">
      <h2 id="counter" className="text-base font-semibold">
        {t('The counter’s code')}
      </h2>
      {counter === null ? (
        <p className="text-muted-foreground">
          {t(
            'A code to print and put on the counter. Customers scan it, type the amount and their name, and pay. Whoever has paid appears here.',
          )}
        </p>
      ) : (
        <Payments counter={counter} home={mayRead ? place.home : undefined} />
      )}
      {change.error && <Notice kind="error">{change.error.message}</Notice>}
      {mayManage && (
        <div className="flex flex-wrap gap-2">
          {counter?.is_open ? (
            <>
              <Button asChild>
                <Link prefetch={false} href={`${place.home}/links/${counter.link_id}`}>
                  {t('Show or print it')}
                </Link>
              </Button>
              <Button busy={change.isPending} onClick={() => change.mutate('DELETE')}>
                {t('Switch it off')}
              </Button>
            </>
          ) : (
            <Button busy={change.isPending} onClick={() => change.mutate('POST')}>
              {counter === null ? t('Make a code for the counter') : t('Switch it on')}
            </Button>
          )}
        </div>
      )}
    </section>
  );
}

function Payments({ counter, home }: { counter: NonNullable<TillDay['counter']>; home: string | undefined }) {
  if (!counter.is_open && counter.count === 0) {
    return <p className="text-muted-foreground">{t('It is off: whoever scans it is told so.')}</p>;
  }
  return (
    <>
      <p className="text-muted-foreground">
        {t(counter.is_open ? 'Today: {payments}, {amount}' : 'Off. Today: {payments}, {amount}', {
          payments: plural(counter.count, { one: '{count} payment', other: '{count} payments' }),
          amount: money(counter.total),
        })}
      </p>
      {counter.payments.length > 0 && (
        <ul className="rounded-lg border">
          {counter.payments.map((each) => (
            <li
              key={each.transaction_id}
              className="relative flex flex-wrap justify-between gap-x-4 border-b px-4 py-2.5 last:border-b-0"
            >
              <span className="line-clamp-3 min-w-0 font-semibold wrap-anywhere">
                {home === undefined ? (
                  (each.name ?? t('No name'))
                ) : (
                  <Link
                    prefetch={false}
                    href={`${home}/transactions/${each.transaction_id}`}
                    className="after:absolute after:inset-0"
                  >
                    {each.name ?? t('No name')}
                  </Link>
                )}
              </span>
              <span className="tabular-nums">{money(each.amount)}</span>
              <span className="w-full text-[13px] text-muted-foreground">
                <RailName of={each.provider} /> {each.completed_at && <Time at={each.completed_at} />}
              </span>
            </li>
          ))}
        </ul>
      )}
      <p className="text-[13px] text-muted-foreground">
        {t('The name is what the customer typed. The amount is what was paid.')}
      </p>
    </>
  );
}

/** Who has just paid there, to be seen from behind the counter. */
export function CounterNews({ counter }: Pick<CounterProps, 'counter'>) {
  const news = useNews(counter);
  // A browser is silent until somebody has touched the page.
  useEffect(() => {
    document.addEventListener('pointerdown', allowSound, { once: true });
    return () => document.removeEventListener('pointerdown', allowSound);
  }, []);
  return (
    <div role="status">
      {news && (
        <p className="rounded-lg border-2 border-succeeded p-4 text-2xl font-bold wrap-anywhere">
          {t('{name} paid {amount}', { name: news.name ?? t('Somebody'), amount: money(news.amount) })}
        </p>
      )}
    </div>
  );
}

const SHOWN_MS = 20_000;

/** The newest payment, for a while after it came, with the sound of a sale; none of those that were there before. */
function useNews(counter: CounterProps['counter']) {
  const newest = counter?.payments[0];
  const seen = useRef(newest?.transaction_id);
  const [news, setNews] = useState<typeof newest>();
  useEffect(() => {
    if (newest === undefined || newest.transaction_id === seen.current) return;
    seen.current = newest.transaction_id;
    setNews(newest);
    ring();
  }, [newest]);
  useEffect(() => {
    if (news === undefined) return;
    const timer = setTimeout(() => setNews(undefined), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [news]);
  return news;
}
