'use client';

import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { call } from '#lib/browser/api';
import { t } from '#lib/browser/language/words';
import type { EndpointHealth } from '#lib/webhooks/endpoint-health';
import { rich } from '../language/rich.tsx';
import { cn } from '../ui/cn.ts';
import { EmptyState } from '../ui/feedback.tsx';
import { numeric, Table, Td, Th, Tr } from '../ui/table.tsx';
import { Time } from '../ui/time.tsx';
import { countText } from './counts.ts';
import { eventsText } from './event-meanings.ts';
import { NewEndpoint } from './new-endpoint.tsx';
import { endpointsPath, GUIDE_HREF, type Place, webhookKey } from './place.ts';
import { SectionHeader } from './section-nav.tsx';
import { EndpointState } from './states.tsx';

interface EndpointListProps extends Place {
  initial: EndpointHealth[];
  mayManage: boolean;
}

const REFRESH_MS = 5_000;

export function EndpointList({ environment, home, initial, mayManage }: EndpointListProps) {
  const { data, error } = useQuery({
    queryKey: webhookKey(environment, 'endpoints'),
    queryFn: ({ signal }) => call<EndpointHealth[]>(endpointsPath, { query: { environment }, signal }),
    initialData: initial,
    refetchInterval: REFRESH_MS,
  });
  return (
    <>
      <SectionHeader home={home} action={mayManage && <NewEndpoint environment={environment} />} />
      {error && (
        <p role="alert" className="mb-3 text-[13px] text-failed">
          {t('This may be out of date: {message}', { message: error.message })}
        </p>
      )}
      {data.length === 0 ? (
        <NoEndpoint mayManage={mayManage} />
      ) : (
        <>
          <EndpointTable endpoints={data} home={home} />
          <EndpointCards endpoints={data} home={home} />
          <p className="mt-3 text-[13px] text-muted-foreground">
            {t(
              'Delivered and failed: of the last {days} days. A delivery is repeated for about 71 hours before it counts as failed.',
              { days: data[0]?.deliveries.period_days ?? 0 },
            )}
          </p>
        </>
      )}
    </>
  );
}

interface RowsProps {
  endpoints: EndpointHealth[];
  home: string;
}

function EndpointTable({ endpoints, home }: RowsProps) {
  return (
    <div className="hidden sm:block">
      <Table label={t('Webhook endpoints')}>
        <thead>
          <tr>
            <Th>{t('Endpoint')}</Th>
            <Th>{t('State')}</Th>
            <Th>{t('Events')}</Th>
            <Th className={numeric}>{t('Delivered')}</Th>
            <Th className={numeric}>{t('Pending')}</Th>
            <Th className={numeric}>{t('Failed')}</Th>
            <Th className={numeric}>{t('Skipped')}</Th>
          </tr>
        </thead>
        <tbody>
          {endpoints.map((endpoint) => (
            <Tr key={endpoint.id}>
              <Td className="max-w-80 py-1.5">
                <EndpointLink endpoint={endpoint} home={home} />
                {endpoint.description && (
                  <span className="block truncate text-[13px] text-muted-foreground">
                    {endpoint.description}
                  </span>
                )}
              </Td>
              <Td className="py-1.5">
                <EndpointState endpoint={endpoint} />
                {endpoint.failing_since && (
                  <span className="block text-[13px] text-muted-foreground">
                    {rich('first failure {time}', { time: <Time at={endpoint.failing_since} /> })}
                  </span>
                )}
              </Td>
              <Td className="py-1.5" title={endpoint.events.join(', ') || undefined}>
                {eventsText(endpoint.events)}
                {endpoint.payload_form === 'legacy' && (
                  <span className="block text-[13px] text-muted-foreground">{t('earlier form')}</span>
                )}
              </Td>
              {(['succeeded', 'waiting', 'failed', 'skipped'] as const).map((name) => (
                <Td
                  key={name}
                  className={cn(numeric, endpoint.deliveries[name] === 0 && 'text-muted-foreground')}
                >
                  {countText(endpoint.deliveries, name)}
                </Td>
              ))}
            </Tr>
          ))}
        </tbody>
      </Table>
    </div>
  );
}

/** The same on a phone. */
function EndpointCards({ endpoints, home }: RowsProps) {
  return (
    <ul className="rounded-lg border sm:hidden">
      {endpoints.map((endpoint) => (
        <li key={endpoint.id} className="relative grid gap-1 border-b px-3 py-2.5 last:border-b-0">
          <EndpointLink endpoint={endpoint} home={home} />
          <span className="flex flex-wrap items-center justify-between gap-x-3 text-[13px]">
            <EndpointState endpoint={endpoint} />
            <span className="text-muted-foreground tabular-nums">
              {t('{count} delivered', { count: countText(endpoint.deliveries, 'succeeded') })}
              {endpoint.deliveries.waiting > 0 &&
                t(', {count} pending', { count: countText(endpoint.deliveries, 'waiting') })}
              {endpoint.deliveries.failed > 0 &&
                t(', {count} failed', { count: countText(endpoint.deliveries, 'failed') })}
              {endpoint.deliveries.skipped > 0 &&
                t(', {count} skipped', { count: countText(endpoint.deliveries, 'skipped') })}
            </span>
          </span>
        </li>
      ))}
    </ul>
  );
}

/** Covers its row. */
function EndpointLink({ endpoint, home }: { endpoint: EndpointHealth; home: string }) {
  return (
    <Link
      href={`${home}/webhooks/${endpoint.id}`}
      prefetch={false}
      title={endpoint.url}
      className="block truncate font-semibold after:absolute after:inset-0"
    >
      {endpoint.url}
    </Link>
  );
}

const LISTEN = 'npm run listen -- --forward http://localhost:4000';

function NoEndpoint({ mayManage }: { mayManage: boolean }) {
  const guide = (
    <a href={GUIDE_HREF} className="text-primary underline underline-offset-4">
      {t('the guide')}
    </a>
  );
  return (
    <EmptyState title={t('Nobody is told yet')}>
      <p>
        {t(
          'An endpoint is an address of your server. Kaira sends it a signed request for every change of a payment and repeats it until your server answers.',
        )}{' '}
        {mayManage
          ? rich('Add one, or read {guide} first.', { guide })
          : rich('An owner or a developer of your account can add one; read {guide} first.', { guide })}
      </p>
      <p className="mt-4">{t('Your own machine needs no public address:')}</p>
      <code className="mt-1 inline-block max-w-full rounded-md border bg-surface px-3 py-1.5 text-left font-mono text-[13px] break-words text-foreground">
        {LISTEN}
      </code>
    </EmptyState>
  );
}
