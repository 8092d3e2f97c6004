'use client';

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { usePathname, useRouter, useSearchParams } from 'next/navigation';
import { type ReactNode, useTransition } from 'react';
import { call } from '#lib/browser/api';
import { money } from '#lib/browser/format';
import { plural, t } from '#lib/browser/language/words';
import type { Overview as OverviewData } from '#lib/clients/get-overview';
import { PageHeader } from '../frame/page-header.tsx';
import { isOpen } from '../transactions/status.tsx';
import { Heading } from '../ui/heading.tsx';
import { Attention } from './attention.tsx';
import { Earnings, periods } from './earnings.tsx';
import { FirstSteps } from './first-steps.tsx';
import { Latest } from './latest.tsx';
import { RailSuccess } from './rail-success.tsx';
import { Today } from './today.tsx';

interface OverviewProps {
  environment: 'SANDBOX' | 'LIVE';
  home: string;
  baseUrl: string;
  /** Of the business. */
  name: string;
  may: { mayCharge: boolean; mayPayOut: boolean };
  initial: OverviewData;
  /** Of a new business: what is still to be done. */
  checklist: ReactNode;
}

const REFRESH_OPEN_MS = 5_000;
const REFRESH_MS = 15_000;

/** An account's first page: today, what needs a person, the last payments, and the figures below them. */
export function Overview({ environment, home, baseUrl, name, may, initial, checklist }: OverviewProps) {
  const asked = Number(useSearchParams().get('days'));
  const days = periods.find((each) => each === asked) ?? 30;
  const pathname = usePathname();
  const router = useRouter();
  const [isLeaving, startTransition] = useTransition();
  const { data, error, isPlaceholderData } = useQuery({
    queryKey: ['overview', environment, days],
    queryFn: ({ signal }) =>
      call<OverviewData>('/api/dashboard/overview', { query: { environment, days: String(days) }, signal }),
    ...(initial.period.days === days && { initialData: initial }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      state.data?.latest.some((row) => isOpen(row.status)) ? REFRESH_OPEN_MS : REFRESH_MS,
  });
  const { today, figures, period, attention, latest, is_empty: isEmpty } = data ?? initial;
  return (
    <>
      <PageHeader title={name} />
      {error && (
        <p role="alert" className="mb-4 text-[13px] text-failed">
          {t('These figures may be out of date: {message}', { message: error.message })}
        </p>
      )}
      {checklist}
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-8 xl:grid-cols-[minmax(0,1fr)_336px]">
        <Today today={today} available={figures.available} home={home} {...may} />
        <Attention attention={attention} home={home} />
        {isEmpty ? (
          <FirstSteps environment={environment} home={home} baseUrl={baseUrl} isGuided={Boolean(checklist)} />
        ) : (
          <Latest rows={latest} home={home} />
        )}
        <Figures of={figures} />
        {!isEmpty && (
          <>
            <Earnings
              period={period}
              isLoading={isLeaving || isPlaceholderData}
              onPeriod={(next) =>
                startTransition(() => router.replace(`${pathname}?days=${next}`, { scroll: false }))
              }
            />
            <RailSuccess rails={period.rails} days={period.days} />
          </>
        )}
      </div>
    </>
  );
}

function Figures({ of }: { of: OverviewData['figures'] }) {
  const figures = [
    [t('Available'), of.available, t('To pay out now')],
    [t('Held'), of.held, t('For payouts and refunds under way')],
    [
      t('Collected'),
      of.collected,
      plural(of.collected_count, { one: '{count} collection', other: '{count} collections' }),
    ],
    [t('Commission'), of.commission, t('Kept of collections')],
    ...(of.adjustments === null
      ? []
      : [[t('Adjustments'), of.adjustments, t('Booked by operators, by evidence')] as const]),
    [
      t('Paid out'),
      of.paid_out,
      plural(of.paid_out_count, { one: '{count} payout', other: '{count} payouts' }),
    ],
    ...(of.refunded === null
      ? []
      : [
          [
            t('Refunded'),
            of.refunded,
            plural(of.refunded_count, { one: '{count} refund', other: '{count} refunds' }),
          ] as const,
        ]),
  ] as const;
  return (
    <section aria-labelledby="money" className="min-w-0">
      <Heading id="money">{t('Your money')}</Heading>
      <dl className="rounded-lg border">
        {figures.map(([name, amount, hint]) => (
          <div
            key={name}
            className="flex items-center justify-between gap-4 border-b px-3 py-2 last:border-b-0"
          >
            <dt>
              {name}
              <span className="block text-[13px] text-muted-foreground">{hint}</span>
            </dt>
            <dd className="font-semibold whitespace-nowrap tabular-nums">{money(amount)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
