'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { call } from '#lib/browser/api';
import { exactTime } from '#lib/browser/format';
import { t } from '#lib/browser/language/words';
import type { TransactionDetail } from '#lib/reads/get-transaction-detail';
import { rich } from '../language/rich.tsx';
import { Button } from '../ui/button.tsx';
import { Copyable } from '../ui/copy.tsx';
import { Time } from '../ui/time.tsx';
import { toast } from '../ui/toast.tsx';
import { DeliveryState } from '../webhooks/states.tsx';

type Event = TransactionDetail['events'][number];
type Delivery = Event['deliveries'][number];

/** Every event of a transaction with its deliveries, each with all of its attempts. */
export function WebhookEvents({
  events,
  environment,
  mayResend,
}: {
  events: Event[];
  environment: string;
  mayResend: boolean;
}) {
  return (
    <ul className="rounded-lg border">
      {events.map((event) => (
        <li key={event.id} className="border-b px-3 py-2.5 last:border-b-0">
          <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
            <code className="font-mono text-[13px] font-semibold">{event.event}</code>
            <Copyable value={event.id} shown={`…${event.id.slice(-8)}`} className="text-muted-foreground" />
          </div>
          {event.deliveries.length === 0 ? (
            <p className="text-[13px] text-muted-foreground">
              {t('No webhook endpoint listened to this event when it happened, {time}.', {
                time: exactTime(event.created_at),
              })}
            </p>
          ) : (
            <ul>
              {event.deliveries.map((delivery) => (
                <DeliveryItem
                  key={delivery.id}
                  delivery={delivery}
                  action={mayResend && <Resend delivery={delivery} environment={environment} />}
                />
              ))}
            </ul>
          )}
        </li>
      ))}
    </ul>
  );
}

function DeliveryItem({ delivery, action }: { delivery: Delivery; action: ReactNode }) {
  return (
    <li className="mt-2 border-t pt-2">
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <span className="min-w-0 truncate" title={delivery.url ?? undefined}>
          {delivery.url ?? t('An endpoint that was removed')}
        </span>
        <DeliveryState status={delivery.status} />
      </div>
      {delivery.attempts.length > 0 && (
        <ol className="mt-1 grid gap-1 text-[13px]">
          {delivery.attempts.map((attempt) => (
            <li
              key={attempt.attempt}
              className="grid grid-cols-[1.5rem_minmax(0,1fr)_auto] gap-x-2 text-muted-foreground tabular-nums"
            >
              <span>{attempt.attempt}.</span>
              <span className="min-w-0">
                <span className="text-foreground">{answerOf(attempt)}</span>, {exactTime(attempt.at)}
                {attempt.response_excerpt && (
                  <code className="block truncate font-mono" title={attempt.response_excerpt}>
                    {attempt.response_excerpt}
                  </code>
                )}
              </span>
              <span>{t('{time} ms', { time: String(attempt.latency_ms) })}</span>
            </li>
          ))}
        </ol>
      )}
      <div className="mt-1 flex items-center justify-between gap-4 text-[13px] text-muted-foreground">
        <span>
          {delivery.next_attempt_at &&
            rich('Next attempt {time}', { time: <Time at={delivery.next_attempt_at} /> })}
        </span>
        {action}
      </div>
    </li>
  );
}

/** Harmless to ask for: the same bytes are sent, with the same event id. */
function Resend({ delivery, environment }: { delivery: Delivery; environment: string }) {
  const client = useQueryClient();
  const resend = useMutation({
    mutationFn: () =>
      call(`/api/dashboard/webhook-deliveries/${delivery.id}/resend?environment=${environment}`, {
        method: 'POST',
      }),
    onSuccess: () => toast.success(t('The webhook is being sent.')),
    onError: (error) => toast.error(error.message),
    onSettled: () =>
      client.invalidateQueries({ queryKey: ['transaction', environment, delivery.transaction_id] }),
  });
  const isWaiting = delivery.status === 'PENDING' && delivery.attempts.length > 0;
  if (delivery.status === 'SUCCEEDED' || (delivery.status === 'PENDING' && !isWaiting)) return null;
  return (
    <Button size="small" busy={resend.isPending} onClick={() => resend.mutate()}>
      {t(isWaiting ? 'Send now' : 'Resend')}
    </Button>
  );
}

function answerOf({ response_status, error }: Delivery['attempts'][number]): string {
  if (response_status !== null) return t('Answered {status}', { status: response_status });
  return error ? t('No answer: {error}', { error }) : t('No answer');
}
