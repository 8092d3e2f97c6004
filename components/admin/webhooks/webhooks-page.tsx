'use client';

import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { call } from '#lib/browser/api';
import { whole } from '#lib/browser/format';
import { refusal, t } from '#lib/browser/language/words';
import type { WebhookBacklog } from '#lib/webhooks/backlog';
import { PageHeader } from '../../frame/page-header.tsx';
import { EmptyState, ErrorState, Figure } from '../../ui/feedback.tsx';
import { Heading } from '../../ui/heading.tsx';
import { State } from '../../ui/state.tsx';
import { numeric, Table, Td, Th, Tr } from '../../ui/table.tsx';
import { Time } from '../../ui/time.tsx';
import { EnvironmentLinks, EnvironmentScope } from '../frame/environment-links.tsx';

export function WebhooksPage({ initial }: { initial: WebhookBacklog }) {
  const { environment } = initial;
  const { data, error, refetch } = useQuery({
    queryKey: ['webhook-backlog', environment],
    queryFn: ({ signal }) => call<WebhookBacklog>('/api/admin/webhooks', { query: { environment }, signal }),
    initialData: initial,
    refetchInterval: 5_000,
  });
  return (
    <EnvironmentScope environment={environment}>
      <PageHeader
        title={t('Webhooks')}
        action={<EnvironmentLinks path="/admin/webhooks" current={environment} />}
      >
        {t('What waits to be delivered, and the endpoints that give trouble.')}
      </PageHeader>
      {error && <ErrorState error={error} onRetry={() => refetch()} />}
      <div className="grid grid-cols-1 gap-10">
        <section aria-label={t('Backlog')} className="grid grid-cols-1 gap-3 sm:grid-cols-3 sm:gap-4">
          <Figure name={t('Waiting deliveries')}>{whole(data.totals.pending)}</Figure>
          <Figure name={t('Failing endpoints')}>{whole(data.totals.failing_endpoints)}</Figure>
          <Figure name={t('Paused or switched off')}>{whole(data.totals.paused_endpoints)}</Figure>
        </section>
        {data.endpoints.length === 0 ? (
          <EmptyState title={t('Every webhook is delivered')}>
            {t('An endpoint appears here when it fails, is paused, or has something waiting.')}
          </EmptyState>
        ) : (
          <>
            <section>
              <Heading>{t('Endpoints')}</Heading>
              <Table label={t('Endpoints')} inBlocks>
                <thead>
                  <tr>
                    <Th>{t('Endpoint')}</Th>
                    <Th>{t('Client')}</Th>
                    <Th>{t('State')}</Th>
                    <Th>{t('Last answer')}</Th>
                    <Th>{t('Failing since')}</Th>
                    <Th className={numeric}>{t('Waiting|for somebody')}</Th>
                    <Th>{t('Oldest')}</Th>
                  </tr>
                </thead>
                <tbody>
                  {data.endpoints.map((endpoint) => (
                    <Tr key={endpoint.id}>
                      <Td
                        className="max-w-80 truncate font-mono text-[13px] max-sm:col-span-2"
                        title={endpoint.url}
                      >
                        {endpoint.url}
                      </Td>
                      <Td>
                        <Link
                          href={`/admin/clients/${endpoint.client.id}`}
                          className="underline underline-offset-4"
                        >
                          {endpoint.client.name}
                        </Link>
                      </Td>
                      <Td className="max-sm:text-right">
                        <EndpointState status={endpoint.status} isFailing={endpoint.failing_since !== null} />
                      </Td>
                      <Td
                        label={t('Last answer')}
                        className="max-w-56 break-words whitespace-normal max-sm:max-w-none"
                      >
                        {endpoint.last_answer && refusal(endpoint.last_answer)}
                      </Td>
                      <Td label={t('Failing since')}>
                        {endpoint.failing_since && <Time at={endpoint.failing_since} />}
                      </Td>
                      <Td label={t('Waiting|for somebody')} className={numeric}>
                        {whole(endpoint.pending)}
                      </Td>
                      <Td label={t('Oldest')}>
                        {endpoint.oldest_pending_at && <Time at={endpoint.oldest_pending_at} />}
                      </Td>
                    </Tr>
                  ))}
                </tbody>
              </Table>
            </section>
            <section>
              <Heading>{t('By client')}</Heading>
              <Table label={t('By client')} inBlocks>
                <thead>
                  <tr>
                    <Th>{t('Client')}</Th>
                    <Th className={numeric}>{t('Waiting|for somebody')}</Th>
                    <Th className={numeric}>{t('Failing endpoints')}</Th>
                    <Th className={numeric}>{t('Paused or off')}</Th>
                  </tr>
                </thead>
                <tbody>
                  {data.clients.map((each) => (
                    <Tr key={each.client.id}>
                      <Td className="max-sm:col-span-2">
                        <Link
                          href={`/admin/clients/${each.client.id}`}
                          className="font-semibold after:absolute after:inset-0 hover:underline"
                        >
                          {each.client.name}
                        </Link>
                      </Td>
                      <Td label={t('Waiting|for somebody')} className={numeric}>
                        {whole(each.pending)}
                      </Td>
                      <Td label={t('Failing endpoints')} className={numeric}>
                        {whole(each.failing)}
                      </Td>
                      <Td label={t('Paused or off')} className={numeric}>
                        {whole(each.paused)}
                      </Td>
                    </Tr>
                  ))}
                </tbody>
              </Table>
            </section>
          </>
        )}
      </div>
    </EnvironmentScope>
  );
}

function EndpointState({
  status,
  isFailing,
}: {
  status: 'ACTIVE' | 'PAUSED' | 'DISABLED';
  isFailing: boolean;
}) {
  if (status === 'PAUSED') return <State tone="ended">{t('Paused')}</State>;
  if (status === 'DISABLED') return <State tone="ended">{t('Switched off')}</State>;
  return isFailing ? (
    <State tone="failed">{t('Failing')}</State>
  ) : (
    <State tone="succeeded">{t('Active')}</State>
  );
}
