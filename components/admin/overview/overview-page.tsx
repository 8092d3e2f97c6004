'use client';

import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import type { ReactNode } from 'react';
import { call } from '#lib/browser/api';
import { money, share, whole } from '#lib/browser/format';
import { railName } from '#lib/browser/rail-names';
import type { OperatorOverview } from '#lib/overview/operator-overview';
import { PageHeader } from '../../frame/page-header.tsx';
import { RailName } from '../../rails/rail-name.tsx';
import { cn } from '../../ui/cn.ts';
import { ErrorState, Figure, Unknown } from '../../ui/feedback.tsx';
import { Heading } from '../../ui/heading.tsx';
import { numeric, Table, Td, Th, Tr } from '../../ui/table.tsx';
import { EnvironmentLinks, EnvironmentScope } from '../frame/environment-links.tsx';
import { healthNames } from '../rails/rail-health.tsx';
import { RailNow, tellingHealth } from './rail-now.tsx';

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
                    <RailNow rail={rail} environment={environment} />
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

/** What somebody has to look at, each line with the way to it; what is in order is said in one line. */
function Attention({ data }: { data: OperatorOverview }) {
  const { webhooks, environment } = data;
  const hrefOf = (path: string) => `${path}?environment=${environment}`;
  const lines: { key: string; href: string; text: ReactNode }[] = [];
  if (data.pending_approvals > 0) {
    lines.push({
      key: 'approvals',
      href: '/admin/approvals',
      text: counted(data.pending_approvals, 'request waits', 'requests wait', 'for approval'),
    });
  }
  if (data.open_cases > 0) {
    lines.push({
      key: 'cases',
      href: '/admin/cases',
      text: counted(data.open_cases, 'case waits', 'cases wait', 'for a person’s decision'),
    });
  }
  if (data.held.count > 0) {
    lines.push({
      key: 'held',
      href: '#rails',
      text: counted(data.held.count, 'payout is', 'payouts are', 'held because a float is short'),
    });
  }
  for (const { provider, direction, by } of data.rails.flatMap((rail) => rail.switched_off)) {
    lines.push({
      key: `${provider} ${direction} off`,
      href: '/admin/rails',
      text: `${railName(provider)} is switched off for ${direction}s${by ? ` by ${by}` : ''}`,
    });
  }
  for (const { provider, direction, status, override } of data.rails.flatMap(tellingHealth)) {
    if (status === 'OPERATIONAL') continue;
    lines.push({
      key: `${provider} ${direction}`,
      href: '/admin/rails',
      text: `${railName(provider)} is ${healthNames[status].toLowerCase()} for ${direction}s${override ? `: ${override.reason}` : ''}`,
    });
  }
  if (webhooks.failing_endpoints > 0) {
    lines.push({
      key: 'failing',
      href: hrefOf('/admin/webhooks'),
      text: counted(webhooks.failing_endpoints, 'webhook endpoint fails', 'webhook endpoints fail', ''),
    });
  }
  if (webhooks.paused_endpoints > 0) {
    lines.push({
      key: 'paused',
      href: hrefOf('/admin/webhooks'),
      text: counted(
        webhooks.paused_endpoints,
        'webhook endpoint is',
        'webhook endpoints are',
        'paused or switched off',
      ),
    });
  }
  if (webhooks.pending > 0) {
    lines.push({
      key: 'pending',
      href: hrefOf('/admin/webhooks'),
      text: counted(webhooks.pending, 'delivery waits', 'deliveries wait', 'for another attempt'),
    });
  }
  return (
    <section>
      <Heading>Needs attention</Heading>
      {lines.length === 0 ? (
        <p className="flex items-baseline gap-2.5 rounded-lg border px-4 py-3">
          <span aria-hidden="true" className="size-2 flex-none rounded-full bg-succeeded" />
          Nothing: no approval and no case waits, no payout is held, every webhook is delivered.
        </p>
      ) : (
        <ul className="divide-y rounded-lg border">
          {lines.map(({ key, href, text }) => (
            <li key={key}>
              <Link
                href={href}
                className="flex items-center justify-between gap-4 px-4 py-2.5 hover:bg-surface"
              >
                <span className="flex items-center gap-2.5">
                  <span aria-hidden="true" className="size-2 flex-none rounded-full bg-pending" />
                  {text}
                </span>
                <span aria-hidden="true" className="text-muted-foreground">
                  →
                </span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function counted(count: number, one: string, many: string, rest: string): string {
  return `${whole(count)} ${count === 1 ? one : many} ${rest}`.trim();
}
