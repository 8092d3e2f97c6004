'use client';

import { useQuery } from '@tanstack/react-query';
import { call } from '#lib/browser/api';
import { money, share, whole } from '#lib/browser/format';
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
      <PageHeader title="Overview" action={<EnvironmentLinks path="/admin" current={environment} />}>
        All clients together.
      </PageHeader>
      {error && <ErrorState error={error} onRetry={() => refetch()} />}
      <div className="grid grid-cols-1 gap-10">
        <section
          aria-label="Volume"
          className="grid grid-cols-1 gap-3 min-[22rem]:grid-cols-2 sm:gap-4 lg:grid-cols-4"
        >
          <Volume name="Collected today" value={data.collected_today} noun="collection" />
          <Volume name="Collected, 7 days" value={data.collected_7_days} noun="collection" />
          <Volume name="Paid out, 7 days" value={data.paid_out_7_days} noun="payout" />
          <Volume name="Held for liquidity" value={data.held} noun="payout" />
        </section>
        <Attention data={data} />
        <section>
          <Heading id="rails">Rails</Heading>
          <Table label="Rails" inBlocks>
            <thead>
              <tr>
                <Th>Rail</Th>
                <Th>Now</Th>
                <Th className={numeric}>Collected today</Th>
                <Th className={numeric}>Collected, 7 days</Th>
                <Th className={numeric}>Paid out, 7 days</Th>
                <Th className={numeric}>Float, held payouts</Th>
              </tr>
            </thead>
            <tbody>
              {data.rails.map((rail) => (
                <Tr key={rail.provider}>
                  <Td className="max-sm:col-span-2">
                    <RailName of={rail.provider} />
                  </Td>
                  <Td label="Now" className="py-2">
                    <RailNow rail={rail} />
                  </Td>
                  <Td label="Collected today" className={numeric}>
                    {money(rail.collected_today.amount)}
                  </Td>
                  <Td label="Collected, 7 days" className={cn(numeric, 'py-2')}>
                    {money(rail.collected_7_days.amount)}
                    <SuccessShare rail={rail} />
                  </Td>
                  <Td label="Paid out, 7 days" className={numeric}>
                    {rail.float ? (
                      money(rail.paid_out_7_days.amount)
                    ) : (
                      <Unknown reason="This rail does not pay out" />
                    )}
                  </Td>
                  <Td label="Float" className={numeric}>
                    {rail.float ? money(rail.float.balance) : <Unknown reason="This rail has no float" />}
                    {rail.held && rail.held.count > 0 && (
                      <span className="block text-[13px] leading-4 text-muted-foreground">
                        {whole(rail.held.count)} held, {money(rail.held.amount)}
                      </span>
                    )}
                  </Td>
                </Tr>
              ))}
            </tbody>
          </Table>
          {environment === 'SANDBOX' && (
            <p className="mt-2 text-[13px] text-muted-foreground">
              In the sandbox each client has floats of its own; this is their sum.
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
      title={`${whole(succeeded)} succeeded, ${whole(failed)} failed; expired and cancelled ones do not count`}
    >
      {part === undefined ? 'none decided' : `${part} succeeded`}
    </span>
  );
}

function Volume({
  name,
  value,
  noun,
}: {
  name: string;
  value: { count: number; amount: string };
  noun: string;
}) {
  return (
    <Figure name={name} hint={`${whole(value.count)} ${value.count === 1 ? noun : `${noun}s`}`}>
      {money(value.amount)}
    </Figure>
  );
}
