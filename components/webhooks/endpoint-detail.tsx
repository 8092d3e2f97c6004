'use client';

import { useQuery } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import Link from 'next/link';
import { useState } from 'react';
import { call } from '#lib/browser/api';
import { exactTime } from '#lib/browser/format';
import { plural, t } from '#lib/browser/language/words';
import type { DeliveryLog } from '#lib/webhooks/delivery-log';
import type { EndpointHealth } from '#lib/webhooks/endpoint-health';
import { Button } from '../ui/button.tsx';
import { Copyable } from '../ui/copy.tsx';
import { StackedFact } from '../ui/facts.tsx';
import { EmptyState, ErrorState } from '../ui/feedback.tsx';
import { Notice } from '../ui/notice.tsx';
import { onDemand } from '../ui/on-demand.tsx';
import { Time } from '../ui/time.tsx';
import { countText } from './counts.ts';
import { DeliveryTable } from './delivery-table.tsx';
import { EndpointActions, ResumeButton } from './endpoint-actions.tsx';
import { endpointsPath, type Place, webhookKey } from './place.ts';
import { EndpointState } from './states.tsx';
import { useDeliveries } from './use-deliveries.ts';

const ReplayDialog = onDemand(async () => (await import('./endpoint-dialogs.tsx')).ReplayDialog);

interface EndpointDetailProps extends Place {
  initial: EndpointHealth;
  initialDeliveries: DeliveryLog;
  mayManage: boolean;
}

const REFRESH_MS = 5_000;
const SECRET_BEGINS = 'whsec_';

export function EndpointDetail({
  environment,
  home,
  initial,
  initialDeliveries,
  mayManage,
}: EndpointDetailProps) {
  const { data: endpoint, error } = useQuery({
    queryKey: webhookKey(environment, 'endpoint', initial.id),
    queryFn: ({ signal }) =>
      call<EndpointHealth>(`${endpointsPath}/${initial.id}`, { query: { environment }, signal }),
    initialData: initial,
    refetchInterval: REFRESH_MS,
  });
  return (
    <>
      <Link
        href={`${home}/webhooks`}
        className="mb-4 inline-flex items-center gap-1.5 text-[13px] text-muted-foreground hover:text-foreground"
      >
        <ArrowLeft aria-hidden="true" className="size-3.5" /> {t('Endpoints')}
      </Link>
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">
          <div className="flex flex-wrap items-baseline gap-x-3">
            <h1 className="text-xl font-semibold tracking-tight break-all">{endpoint.url}</h1>
            <span role="status">
              <EndpointState endpoint={endpoint} />
            </span>
          </div>
          {endpoint.description && <p className="mt-1 text-muted-foreground">{endpoint.description}</p>}
        </div>
        {mayManage && (
          <div className="flex flex-wrap gap-2">
            <EndpointActions environment={environment} home={home} endpoint={endpoint} />
          </div>
        )}
      </div>
      {error && (
        <p role="alert" className="mt-3 text-[13px] text-failed">
          {t('This may be out of date: {message}', { message: error.message })}
        </p>
      )}
      <Trouble endpoint={endpoint} environment={environment} mayManage={mayManage} />
      <dl className="mt-5 grid gap-x-10 gap-y-3 border-y py-3 sm:flex sm:flex-wrap">
        <StackedFact name={t('Events')}>
          {endpoint.events.length === 0 ? (
            t('All events')
          ) : (
            <code className="font-mono text-[13px]">{endpoint.events.join(', ')}</code>
          )}
        </StackedFact>
        <StackedFact name={t('Payload form')}>
          {endpoint.payload_form === 'current' ? t('Current') : t('Earlier (legacy)')}
        </StackedFact>
        <StackedFact name={t('Secret')}>
          <code className="font-mono text-[13px]">{`${SECRET_BEGINS}…${endpoint.secret_last4}`}</code>
        </StackedFact>
        <StackedFact name={t('Endpoint id')}>
          <Copyable value={endpoint.id} />
        </StackedFact>
        <StackedFact name={t('Created')}>
          <Time at={endpoint.created_at} />
        </StackedFact>
      </dl>
      {endpoint.previous_secret_expires_at && (
        <p className="mt-3 text-[13px] text-muted-foreground">
          {t('The secret before this one signs as well until {previousSecretExpiresAt}.', {
            previousSecretExpiresAt: exactTime(endpoint.previous_secret_expires_at),
          })}
        </p>
      )}
      <Deliveries environment={environment} home={home} endpoint={endpoint} initial={initialDeliveries} />
    </>
  );
}

interface TroubleProps {
  endpoint: EndpointHealth;
  environment: Place['environment'];
  mayManage: boolean;
}

/** What is not well, and the way on. */
function Trouble({ endpoint, environment, mayManage }: TroubleProps) {
  const [replaying, setReplaying] = useState(false);
  const { status, failing_since, deliveries } = endpoint;
  const skipped = countText(deliveries, 'skipped');
  // With what the count was when it was asked, so that the words stay while it falls.
  const replay = replaying && (
    <ReplayDialog
      environment={environment}
      endpoint={endpoint}
      count={skipped}
      onClose={() => setReplaying(false)}
    />
  );
  if (status !== 'ACTIVE') {
    return (
      <Notice kind="warning" className="mt-5">
        <div className="grid justify-items-start gap-2">
          <p>
            {status === 'PAUSED'
              ? t('Nothing but failures came from here for 3 days, so the endpoint is paused.')
              : t(
                  'Your server answered 410, which says that it wants no more, so the endpoint is disabled.',
                )}{' '}
            {deliveries.skipped > 0
              ? t('What is meant for it is kept as skipped: {skipped} so far.', { skipped })
              : t('What is meant for it is kept as skipped.')}{' '}
            {t('When your server is well again, resume the endpoint, then replay what it missed.')}
          </p>
          {mayManage && <ResumeButton environment={environment} endpoint={endpoint} />}
        </div>
      </Notice>
    );
  }
  return (
    <>
      {failing_since && (
        <Notice kind="warning" className="mt-5">
          {t(
            'Failing since {failingSince}. Each delivery is repeated by its schedule; after 3 days of nothing but failures the endpoint is paused.',
            { failingSince: exactTime(failing_since) },
          )}
        </Notice>
      )}
      {deliveries.skipped > 0 && (
        <Notice className="mt-5">
          <div className="grid justify-items-start gap-2">
            <p>
              {plural(
                deliveries.skipped,
                {
                  one: 'It missed {count} delivery while it took nothing. They are kept, and sent only when you ask for it.',
                  other:
                    'It missed {count} deliveries while it took nothing. They are kept, and sent only when you ask for it.',
                },
                { count: skipped },
              )}
            </p>
            {mayManage && (
              <Button size="small" onClick={() => setReplaying(true)}>
                {t('Replay what was missed')}
              </Button>
            )}
          </div>
        </Notice>
      )}
      {replay}
    </>
  );
}

interface DeliveriesProps extends Place {
  endpoint: EndpointHealth;
  initial: DeliveryLog;
}

function Deliveries({ environment, home, endpoint, initial }: DeliveriesProps) {
  const { data, error, refetch } = useDeliveries(environment, { endpoint_id: endpoint.id }, initial);
  const { deliveries } = endpoint;
  return (
    <div className="mt-8">
      <div className="mb-3 flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h2 className="font-semibold">{t('Deliveries')}</h2>
        <p className="text-[13px] text-muted-foreground tabular-nums">
          {t('{periodDays} days: {delivered} delivered, {failed} failed; {pending} pending', {
            periodDays: deliveries.period_days,
            delivered: countText(deliveries, 'succeeded'),
            failed: countText(deliveries, 'failed'),
            pending: countText(deliveries, 'waiting'),
          })}
        </p>
      </div>
      {error && !data ? (
        <ErrorState error={error} onRetry={() => refetch()} />
      ) : data?.data.length === 0 ? (
        <EmptyState title={t('Nothing was sent here yet')}>
          {t(
            'The next event that this endpoint listens to will stand here. A test event shows at once whether your server is reached.',
          )}
        </EmptyState>
      ) : (
        <>
          <DeliveryTable rows={data?.data} home={home} withoutEndpoint />
          <p className="mt-3 text-right">
            <Link
              href={`${home}/webhooks/deliveries?endpoint_id=${endpoint.id}`}
              className="text-[13px] text-primary underline underline-offset-4"
            >
              {t('All of its deliveries, with filters')}
            </Link>
          </p>
        </>
      )}
    </div>
  );
}
