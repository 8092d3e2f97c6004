import Link from 'next/link';
import { money, weekday } from '#lib/browser/format';
import { plural, t } from '#lib/browser/language/words';
import type { Overview } from '#lib/clients/get-overview';
import { Button } from '../ui/button.tsx';
import { cn } from '../ui/cn.ts';

interface TodayProps {
  today: Overview['today'];
  available: string;
  home: string;
  mayCharge: boolean;
  mayPayOut: boolean;
}

const large = 'h-12 text-base';

/** What came in today, and the two things that people come here to do. */
export function Today({ today, available, home, mayCharge, mayPayOut }: TodayProps) {
  const { week_ago: before } = today;
  return (
    <section aria-labelledby="today" className="min-w-0 rounded-lg border p-4 sm:p-6">
      <h2 id="today" className="text-muted-foreground">
        {t('Came in today')}
      </h2>
      <p className="mt-1 text-3xl font-semibold tracking-tight break-words tabular-nums">
        {money(today.came_in)}
      </p>
      <p className="mt-1 text-muted-foreground">
        {today.count === 0
          ? t('No payment yet.')
          : plural(today.count, { one: '{count} payment.', other: '{count} payments.' })}{' '}
        {before.count === 0
          ? t('Nothing came in last {weekday}.', { weekday: weekday(before.date) })
          : t('Last {weekday}: {amount} from {payments}.', {
              weekday: weekday(before.date),
              amount: money(before.came_in),
              payments: plural(before.count, { one: '{count} payment', other: '{count} payments' }),
            })}
      </p>
      {(mayCharge || mayPayOut) && (
        <div className={cn('mt-5 grid gap-3', mayCharge && mayPayOut && 'grid-cols-2')}>
          {mayCharge && (
            <Button asChild variant="primary" className={large}>
              <Link href={`${home}/collect`}>{t('Charge')}</Link>
            </Button>
          )}
          {mayPayOut && (
            <Button asChild className={large}>
              <Link href={`${home}/payouts/new`}>{t('Pay out')}</Link>
            </Button>
          )}
        </div>
      )}
      <p className="mt-4 flex flex-wrap justify-between gap-x-4 border-t pt-3">
        <span className="text-muted-foreground">{t('You can pay out')}</span>
        <Link
          href={`${home}/statement`}
          className="font-semibold tabular-nums underline-offset-4 hover:underline"
        >
          {money(available)}
        </Link>
      </p>
    </section>
  );
}
