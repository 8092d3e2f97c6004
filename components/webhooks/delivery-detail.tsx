'use client';

import { useQuery } from '@tanstack/react-query';
import { ArrowLeft, SearchCode } from 'lucide-react';
import Link from 'next/link';
import type { ReactNode } from 'react';
import { call } from '#lib/browser/api';
import { whole } from '#lib/browser/format';
import { plural, t } from '#lib/browser/language/words';
import type { DeliveryDetail as Detail } from '#lib/webhooks/delivery-log';
import { rich } from '../language/rich.tsx';
import { typeLabel } from '../transactions/status.tsx';
import { Button } from '../ui/button.tsx';
import { CodeBlock } from '../ui/code.tsx';
import { Copyable } from '../ui/copy.tsx';
import { StackedFact } from '../ui/facts.tsx';
import { Heading } from '../ui/heading.tsx';
import { Notice } from '../ui/notice.tsx';
import { Time } from '../ui/time.tsx';
import { AnswerState, AttemptFacts } from './attempt.tsx';
import { endpointText } from './delivery-table.tsx';
import { deliveriesPath, type Place, webhookKey } from './place.ts';
import { ResendButton } from './resend-button.tsx';
import { DeliveryState, deliveryMeaning } from './states.tsx';
import { isMoving } from './use-deliveries.ts';

interface DeliveryDetailProps extends Place {
  initial: Detail;
  mayManage: boolean;
}

const REFRESH_MOVING_MS = 1_500;
const REFRESH_MS = 15_000;

/** One event on its way to one endpoint: every attempt, and the bytes that each of them sent. */
export function DeliveryDetail({ environment, home, initial, mayManage }: DeliveryDetailProps) {
  const { data, error } = useQuery({
    queryKey: webhookKey(environment, 'delivery', initial.id),
    queryFn: ({ signal }) =>
      call<Detail>(`${deliveriesPath}/${initial.id}`, { query: { environment }, signal }),
    initialData: initial,
    refetchInterval: ({ state }) => (state.data && isMoving(state.data) ? REFRESH_MOVING_MS : REFRESH_MS),
  });
  const { endpoint, transaction } = data;
  const takesNothing = endpoint.is_removed || endpoint.status !== 'ACTIVE';
  const isBeingSent = data.status === 'PENDING' && data.next_attempt_at === null;
  return (
    <>
      <Link
        href={`${home}/webhooks/deliveries`}
        className="mb-4 inline-flex items-center gap-1.5 text-[13px] text-muted-foreground hover:text-foreground"
      >
        <ArrowLeft aria-hidden="true" className="size-3.5" /> {t('Deliveries')}
      </Link>
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">
          <div className="flex flex-wrap items-baseline gap-x-3">
            <h1 className="text-xl font-semibold tracking-tight break-words">{data.event}</h1>
            {/* Said aloud when it changes while somebody listens. */}
            <span role="status">
              <DeliveryState status={data.status} className="text-base" />
            </span>
          </div>
          <p className="mt-1 max-w-2xl text-muted-foreground">{deliveryMeaning(data.status)}</p>
        </div>
        <div className="flex flex-wrap gap-2">
          {data.attempts.length > 0 && !endpoint.is_removed && (
            <Button asChild>
              <Link href={`${home}/webhooks/debugger?delivery=${data.id}`} prefetch={false}>
                <SearchCode aria-hidden="true" /> {t('Debug the signature')}
              </Link>
            </Button>
          )}
          {mayManage && !takesNothing && !isBeingSent && (
            <ResendButton id={data.id} status={data.status} environment={environment} />
          )}
        </div>
      </div>
      {error && (
        <p role="alert" className="mt-3 text-[13px] text-failed">
          {t('This may be out of date: {message}', { message: error.message })}
        </p>
      )}
      <dl className="mt-5 grid gap-x-10 gap-y-3 border-y py-3 sm:flex sm:flex-wrap">
        <StackedFact name={t('Endpoint')}>
          {endpoint.is_removed ? (
            endpointText(endpoint)
          ) : (
            <FactLink href={`${home}/webhooks/${endpoint.id}`}>{endpointText(endpoint)}</FactLink>
          )}
        </StackedFact>
        <StackedFact name={transaction.type ? typeLabel(transaction.type) : t('Transaction')}>
          <FactLink href={`${home}/transactions/${transaction.id}`}>
            {transaction.reference ?? transaction.id}
          </FactLink>
        </StackedFact>
        <StackedFact name={t('Event id')}>
          <Copyable value={data.event_id} />
        </StackedFact>
        <StackedFact name={t('Delivery id')}>
          <Copyable value={data.id} />
        </StackedFact>
        <StackedFact name={t('Created')}>
          <Time at={data.created_at} />
        </StackedFact>
        {data.status === 'PENDING' && (
          <StackedFact name={t('Next attempt')}>
            {data.next_attempt_at ? <Time at={data.next_attempt_at} /> : t('Under way now')}
          </StackedFact>
        )}
      </dl>
      {takesNothing && (
        <Notice className="mt-5">
          {endpoint.is_removed
            ? t('The endpoint was removed, so this cannot be resent.')
            : t('The endpoint takes nothing at the moment. Resume it, then resend this.')}
        </Notice>
      )}
      <div className="mt-6 grid items-start gap-x-10 gap-y-8 xl:grid-cols-2">
        <section className="min-w-0">
          <Heading>
            {data.attempts.length === 0
              ? t('No attempts')
              : plural(data.attempts.length, { one: '{count} attempt', other: '{count} attempts' })}
          </Heading>
          {data.attempts.length === 0 ? (
            <p className="text-muted-foreground">
              {data.status === 'SUCCEEDED' || data.status === 'FAILED'
                ? t('They were long ago and are not kept any more.')
                : t('Nothing was sent yet.')}
            </p>
          ) : (
            <Attempts attempts={data.attempts} />
          )}
        </section>
        <section className="min-w-0">
          <Heading>{t('Body')}</Heading>
          <CodeBlock label={t('Exact bytes')} text={data.body} />
          <p className="mt-2 text-[13px] text-muted-foreground">
            {t(
              'Every attempt sends and signs these {count} bytes: UTF-8, with nothing behind the last brace.',
              { count: new TextEncoder().encode(data.body).length },
            )}
          </p>
        </section>
      </div>
    </>
  );
}

/** The newest first; the last one open. */
function Attempts({ attempts }: { attempts: Detail['attempts'] }) {
  const newestFirst = attempts.toReversed();
  return (
    <ol className="rounded-lg border">
      {newestFirst.map((attempt, index) => (
        <li key={attempt.attempt} className="border-b last:border-b-0">
          <details open={index === 0}>
            <summary className="flex cursor-pointer flex-wrap items-center gap-x-3 px-3 py-2.5 hover:bg-surface">
              <span className="w-6 text-muted-foreground tabular-nums">{attempt.attempt}.</span>
              <AnswerState attempt={attempt} />
              <span className="ml-auto text-[13px] text-muted-foreground tabular-nums">
                {rich('{latencyMs} ms, {time}', {
                  latencyMs: whole(attempt.latency_ms),
                  time: <Time at={attempt.at} />,
                })}
              </span>
            </summary>
            <div className="px-3 pb-3">
              <AttemptFacts attempt={attempt} />
            </div>
          </details>
        </li>
      ))}
    </ol>
  );
}

function FactLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Link href={href} prefetch={false} className="text-primary underline underline-offset-4">
      {children}
    </Link>
  );
}
