'use client';

import { useQuery } from '@tanstack/react-query';
import { call } from '#lib/browser/api';
import { money, share, whole } from '#lib/browser/format';
import { plural, t } from '#lib/browser/language/words';
import type { OperatorOverview } from '#lib/overview/operator-overview';
import { PageHeader } from '../../frame/page-header.tsx';
import { RailName } from '../../rails/rail-name.tsx';
import { cn } from '../../ui/cn.ts';
import { ErrorState, Figure, Unknown } from '../../ui/feedback.tsx';
import { Heading } from '../../ui/heading.tsx';
import { numeric, Table, Td, Th, Tr } from '../../ui/table.tsx';
import { EnvironmentLinks, EnvironmentScope } from '../frame/environment-links.tsx';
import { Attention } from './attention.tsx';
import { RailNow } from './rail-now.tsx';

export function OverviewPage({ initial }: { initial: OperatorOverview }) {
  const { environment } = initial;
  const { data, error, refetch } = useQuery({
    queryKey: ['admin-overview', environment],
    queryFn: ({ signal }) =>
      call<OperatorOverview>('/api/admin/overview', { query: { environment }, signal }),
    initialData: initial,
    refetchInterval: 10_000,
  });
  return (
    <EnvironmentScope environment={environment}>
      <PageHeader title={t('Overview')} action={<EnvironmentLinks path="/admin" current={environment} />}>
        {t('All clients together.')}
      </PageHeader>
      {error && <ErrorState error={error} onRetry={() => refetch()} />}
      <div className="grid grid-cols-1 gap-10">
        <section
          aria-label={t('Volume')}
          className="grid grid-cols-1 gap-3 min-[22rem]:grid-cols-2 sm:gap-4 lg:grid-cols-4"
        >
          <Volume name={t('Collected today')} value={data.collected_today} of="collection" />
          <Volume name={t('Collected, 7 days')} value={data.collected_7_days} of="collection" />
          <Volume name={t('Paid out, 7 days')} value={data.paid_out_7_days} of="payout" />
          <Volume name={t('Held for liquidity')} value={data.held} of="payout" />
        </section>
        <Attention data={data} />
        <section>
          <Heading id="rails">{t('Rails')}</Heading>
          <Table label={t('Rails')} inBlocks>
            <thead>
              <tr>
                <Th>{t('Rail')}</Th>
                <Th>{t('Now')}</Th>
                <Th className={numeric}>{t('Collected today')}</Th>
                <Th className={numeric}>{t('Collected, 7 days')}</Th>
                <Th className={numeric}>{t('Paid out, 7 days')}</Th>
                <Th className={numeric}>{t('Float, held payouts')}</Th>
              </tr>
            </thead>
            <tbody>
              {data.rails.map((rail) => (
                <Tr key={rail.provider}>
                  <Td className="max-sm:col-span-2">
                    <RailName of={rail.provider} />
                  </Td>
                  <Td label={t('Now')} className="py-2">
                    <RailNow rail={rail} />
                  </Td>
                  <Td label={t('Collected today')} className={numeric}>
                    {money(rail.collected_today.amount)}
                  </Td>
                  <Td label={t('Collected, 7 days')} className={cn(numeric, 'py-2')}>
                    {money(rail.collected_7_days.amount)}
                    <SuccessShare rail={rail} />
                  </Td>
                  <Td label={t('Paid out, 7 days')} className={numeric}>
                    {rail.float ? (
                      money(rail.paid_out_7_days.amount)
                    ) : (
                      <Unknown reason={t('This rail does not pay out')} />
                    )}
                  </Td>
                  <Td label={t('Float')} className={numeric}>
                    {rail.float ? (
                      money(rail.float.balance)
                    ) : (
                      <Unknown reason={t('This rail has no float')} />
                    )}
                    {rail.held && rail.held.count > 0 && (
                      <span className="block text-[13px] leading-4 text-muted-foreground">
                        {t('{count} held, {amount}', {
                          count: whole(rail.held.count),
                          amount: money(rail.held.amount),
                        })}
                      </span>
                    )}
                  </Td>
                </Tr>
              ))}
            </tbody>
          </Table>
          {environment === 'SANDBOX' && (
            <p className="mt-2 text-[13px] text-muted-foreground">
              {t('In the sandbox each client has floats of its own; this is their sum.')}
            </p>
          )}
        </section>
      </div>
    </EnvironmentScope>
  );
}

/** Of the collections that were decided; those that expired or were cancelled do not count. */
function SuccessShare({ rail: { succeeded, failed } }: { rail: OperatorOverview['rails'][number] }) {
  const part = share(succeeded, succeeded + failed);
  return (
    <span
      className="block text-[13px] leading-4 text-muted-foreground"
      title={t('{succeeded} succeeded, {failed} failed; expired and cancelled ones do not count', {
        succeeded: whole(succeeded),
        failed: whole(failed),
      })}
    >
      {part === undefined ? t('none decided') : t('{share} succeeded', { share: part })}
    </span>
  );
}

function Volume({
  name,
  value,
  of,
}: {
  name: string;
  value: { count: number; amount: string };
  of: 'collection' | 'payout';
}) {
  const hint =
    of === 'collection'
      ? plural(value.count, { one: '{count} collection', other: '{count} collections' })
      : plural(value.count, { one: '{count} payout', other: '{count} payouts' });
  return (
    <Figure name={name} hint={hint}>
      {money(value.amount)}
    </Figure>
  );
}
