'use client';

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { usePathname, useRouter, useSearchParams } from 'next/navigation';
import { type ReactNode, useTransition } from 'react';
import { call } from '#lib/browser/api';
import { money, whole } from '#lib/browser/format';
import type { Overview as OverviewData } from '#lib/clients/get-overview';
import { PageHeader } from '../frame/page-header.tsx';
import { compactColumns } from '../transactions/columns.tsx';
import { isOpen } from '../transactions/status.tsx';
import { TransactionCards, TransactionTable } from '../transactions/transaction-list.tsx';
import { Button } from '../ui/button.tsx';
import { cn } from '../ui/cn.ts';
import { Figure } from '../ui/feedback.tsx';
import { Attention } from './attention.tsx';
import { Earnings, periods } from './earnings.tsx';
import { FirstSteps } from './first-steps.tsx';
import { RailSuccess } from './rail-success.tsx';

interface OverviewProps {
  environment: 'SANDBOX' | 'LIVE';
  home: string;
  baseUrl: string;
  initial: OverviewData;
}

const REFRESH_OPEN_MS = 5_000;
const REFRESH_MS = 15_000;

/** An account's first page. */
export function Overview({ environment, home, baseUrl, initial }: OverviewProps) {
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
  const { figures, period, attention, latest, is_empty: isEmpty } = data ?? initial;
  return (
    <>
      <PageHeader
        title="Overview"
        action={
          <Button asChild variant="primary">
            <Link href={`${home}/collect`}>Collect a payment</Link>
          </Button>
        }
      />
      {error && (
        <p role="alert" className="mb-4 text-[13px] text-failed">
          These figures may be out of date: {error.message}
        </p>
      )}
      <Figures of={figures} />
      <div className="mt-8 grid grid-cols-[minmax(0,1fr)] items-start gap-8 xl:grid-cols-[minmax(0,1fr)_312px]">
        {isEmpty ? (
          <FirstSteps environment={environment} home={home} baseUrl={baseUrl} />
        ) : (
          <Earnings
            period={period}
            isLoading={isLeaving || isPlaceholderData}
            onPeriod={(next) =>
              startTransition(() => router.replace(`${pathname}?days=${next}`, { scroll: false }))
            }
          />
        )}
        <Attention attention={attention} home={home} />
        {!isEmpty && (
          <section aria-labelledby="latest" className="min-w-0">
            <div className="mb-3 flex items-baseline justify-between gap-4">
              <h2 id="latest" className="font-semibold">
                Latest transactions
              </h2>
              <Link
                href={`${home}/transactions`}
                className="text-[13px] text-primary underline-offset-4 hover:underline"
              >
                All transactions
              </Link>
            </div>
            <div className="hidden sm:block">
              <TransactionTable rows={latest} columns={compactColumns} home={home} isNarrow />
            </div>
            <div className="sm:hidden">
              <TransactionCards rows={latest} home={home} />
            </div>
          </section>
        )}
        {!isEmpty && <RailSuccess rails={period.rails} days={period.days} />}
      </div>
    </>
  );
}

/** Cards where there is room for them, lines on a phone. */
function Figures({ of }: { of: OverviewData['figures'] }) {
  const figures = [
    ['Available', of.available, 'To pay out now'],
    ['Held', of.held, 'For payouts and refunds under way'],
    ['Collected', of.collected, counted(of.collected_count, 'collection')],
    ['Commission', of.commission, 'Kept of collections'],
    ...(of.adjustments === null
      ? []
      : [['Adjustments', of.adjustments, 'Booked by operators, by evidence'] as const]),
    ['Paid out', of.paid_out, counted(of.paid_out_count, 'payout')],
    ...(of.refunded === null
      ? []
      : [['Refunded', of.refunded, counted(of.refunded_count, 'refund')] as const]),
  ] as const;
  return (
    <>
      <div
        className={cn(
          'hidden gap-3 sm:grid sm:grid-cols-2 lg:grid-cols-3',
          figures.length === 5 &&
            'xl:grid-cols-[repeat(5,minmax(max-content,1fr))] [&>:first-child]:col-span-2 xl:[&>:first-child]:col-span-1',
        )}
      >
        {figures.map(([name, amount, hint]) => (
          <Figure key={name} name={name} hint={hint}>
            <Amount of={amount} />
          </Figure>
        ))}
      </div>
      <dl className="rounded-lg border sm:hidden">
        {figures.map(([name, amount, hint]) => (
          <div
            key={name}
            className="flex items-center justify-between gap-4 border-b px-3 py-2 last:border-b-0"
          >
            <dt>
              {name}
              <span className="block text-[13px] text-muted-foreground">{hint}</span>
            </dt>
            <dd className="font-semibold tabular-nums">{money(amount)}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}

function Amount({ of }: { of: string }): ReactNode {
  const [currency, figure] = money(of).split(' ');
  return (
    <>
      <span className="text-[13px] font-normal text-muted-foreground">{currency}</span>{' '}
      <span className="text-lg">{figure}</span>
    </>
  );
}

function counted(number: number, noun: string): string {
  return `${whole(number)} ${number === 1 ? noun : `${noun}s`}`;
}
