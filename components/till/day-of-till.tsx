'use client';

import { Printer, Share2 } from 'lucide-react';
import Link from 'next/link';
import { day as dayName, money, whole } from '#lib/browser/format';
import { plural, t } from '#lib/browser/language/words';
import type { TillDay } from '#lib/till/till-day';
import { RailName } from '../rails/rail-name.tsx';
import { Button } from '../ui/button.tsx';
import { Time } from '../ui/time.tsx';

/** What came in at the till today, by wallet and sale by sale: to be looked at, printed or sent at the close of the day. */
export function DayOfTill({ day, business, home }: { day: TillDay; business: string; home: string }) {
  return (
    <section aria-labelledby="till-day" className="grid content-start gap-4">
      <div className="flex flex-wrap items-baseline justify-between gap-3">
        <h2 id="till-day" className="text-base font-semibold">
          {day.only_own ? t('Your sales today') : t('Today’s sales')}{' '}
          <span className="font-normal text-muted-foreground">{dayName(day.day)}</span>
        </h2>
        <div className="flex gap-2 print:hidden">
          <Button size="small" onClick={() => window.print()}>
            <Printer aria-hidden="true" /> {t('Print')}
          </Button>
          <Button size="small" onClick={() => void send(day, business)}>
            <Share2 aria-hidden="true" /> {t('Share')}
          </Button>
        </div>
      </div>
      <dl className="rounded-lg border">
        {day.wallets.map((each) => (
          <div key={each.provider} className="flex justify-between gap-4 border-b px-4 py-2.5">
            <dt>
              <RailName of={each.provider} />{' '}
              <span className="text-muted-foreground">
                {plural(each.count, { one: '{count} sale', other: '{count} sales' })}
              </span>
            </dt>
            <dd className="tabular-nums">{money(each.amount)}</dd>
          </div>
        ))}
        <div className="flex justify-between gap-4 px-4 py-2.5 text-lg font-semibold">
          <dt>
            {t('In all')}{' '}
            <span className="font-normal text-muted-foreground">
              {plural(day.count, { one: '{count} sale', other: '{count} sales' })}
            </span>
          </dt>
          <dd className="tabular-nums">{money(day.total)}</dd>
        </div>
      </dl>
      {day.items && <ByItem items={day.items} />}
      {day.people.length > 1 && (
        <div className="grid gap-2">
          <h3 className="font-semibold">{t('By who sold')}</h3>
          <dl className="rounded-lg border">
            {day.people.map((each) => (
              <div key={each.key} className="flex justify-between gap-4 border-b px-4 py-2.5 last:border-b-0">
                <dt>
                  {each.name}{' '}
                  <span className="text-muted-foreground">
                    {plural(each.count, { one: '{count} sale', other: '{count} sales' })}
                  </span>
                </dt>
                <dd className="tabular-nums">{money(each.amount)}</dd>
              </div>
            ))}
          </dl>
        </div>
      )}
      {day.sales.length > 0 && (
        <ul className="rounded-lg border">
          {day.sales.map((sale) => (
            <li
              key={sale.transaction_id}
              className="relative flex flex-wrap justify-between gap-x-4 border-b px-4 py-2.5 last:border-b-0 hover:bg-surface/60"
            >
              <Link
                prefetch={false}
                href={`${home}/${day.only_own ? 'collect' : 'transactions'}/${sale.transaction_id}`}
                className="font-semibold tabular-nums after:absolute after:inset-0"
              >
                {money(sale.amount)}
              </Link>
              <span className="text-muted-foreground">
                <RailName of={sale.provider} /> {sale.completed_at && <Time at={sale.completed_at} />}
              </span>
            </li>
          ))}
        </ul>
      )}
      <p className="text-[13px] text-muted-foreground">
        {day.only_own
          ? t('What was paid of the sales that you began today, before commission and refunds.')
          : t(
              'What was paid of the sales that began today at this business’s tills and at the code of its counter, before commission. Refunds stand on the statement.',
            )}
      </p>
    </section>
  );
}

function ByItem({ items }: { items: NonNullable<TillDay['items']> }) {
  return (
    <div className="grid gap-2">
      <h3 className="font-semibold">{t('What was sold')}</h3>
      <dl className="rounded-lg border">
        {items.sold.map(({ name, count, amount }) => (
          <div key={name} className="flex justify-between gap-4 border-b px-4 py-2.5 last:border-b-0">
            <dt className="min-w-0 wrap-anywhere">
              {whole(count)} x {name}
            </dt>
            <dd className="tabular-nums">{money(amount)}</dd>
          </div>
        ))}
        {items.typed !== '0.00' && (
          <div className="flex justify-between gap-4 px-4 py-2.5 text-muted-foreground">
            <dt>{t('Amounts typed')}</dt>
            <dd className="tabular-nums">{money(items.typed)}</dd>
          </div>
        )}
      </dl>
    </div>
  );
}

/** By the phone's own way to share, else by a chat. */
async function send(day: TillDay, business: string): Promise<void> {
  const lines = day.wallets.map((each) => `${each.provider_name}: ${money(each.amount)} (${each.count})`);
  const text = [
    `${business}, ${dayName(day.day)}`,
    ...lines,
    t('In all: {amount} ({count})', { amount: money(day.total), count: day.count }),
    ...(day.items?.sold ?? []).map((each) => `${each.count} x ${each.name}: ${money(each.amount)}`),
    ...(day.people.length > 1
      ? day.people.map((each) => `${each.name}: ${money(each.amount)} (${each.count})`)
      : []),
  ].join('\n');
  if (typeof navigator.share === 'function') await navigator.share({ text }).catch(() => undefined);
  else window.open(`https://wa.me/?text=${encodeURIComponent(text)}`, '_blank', 'noopener');
}
