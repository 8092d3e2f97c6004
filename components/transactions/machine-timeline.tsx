import { exactTime, money } from '#lib/browser/format';
import { later, t } from '#lib/browser/language/words';
import type { TransactionDetail } from '#lib/reads/get-transaction-detail';
import { journalLabel } from './journal-label.ts';
import { lowerFirst, type Moment, newestFirst, Timeline, titled } from './timeline.tsx';

/** What was asked of the rail, or told by it. */
const messages: Record<TransactionDetail['rail_messages'][number]['of'], () => string> = {
  start: later('Opening at the provider'),
  charge: later('Charge of the wallet'),
  send: later('Sending to the provider'),
  reverse: later('Reversal at the provider'),
  refund: later('Refund at the provider'),
  notice: later('Notice of the provider'),
};

const outcomes: Record<string, () => string> = {
  done: later('the provider did it'),
  refused: later('the provider refused'),
  not_sent: later('the provider was not reached; nothing was sent'),
  unknown: later('no answer that could be read; it is being looked into'),
  RECEIVED: later('received, not worked on yet'),
  APPLIED: later('received and confirmed'),
  IGNORED: later('received; it changed nothing'),
  CASE: later('received; it does not fit, and a person looks at it'),
};

/** How the machines told each other: every booking, message of the provider and webhook attempt. */
export function MachineTimeline({
  detail,
  isForOperator,
}: {
  detail: TransactionDetail;
  isForOperator: boolean;
}) {
  const { journals, events, rail_messages: told, transaction } = detail;
  const deliveries = events.flatMap((event) => event.deliveries);
  const past: Moment[] = [
    ...journals.map((journal) => ({
      key: `journal ${journal.id}`,
      at: journal.created_at,
      tone: 'none' as const,
      title: t('Booked {amount}: {what}', {
        amount: money(journal.total),
        what: lowerFirst(journalLabel(journal.kind, isForOperator)),
      }),
    })),
    ...told.map((message) => ({
      key: `message ${message.id}`,
      at: message.ended_at ?? message.at,
      tone: 'none' as const,
      title: titled(messages[message.of](), (outcomes[message.outcome ?? ''] ?? underWay)()),
      ...(message.ended_at && { detail: t('asked at {time}', { time: exactTime(message.at) }) }),
    })),
    ...(transaction.otp && transaction.otp.resends > 0
      ? [
          {
            key: 'otp',
            at: transaction.otp.sent_at,
            tone: 'none' as const,
            title: t('One-time password sent again'),
          },
        ]
      : []),
    ...deliveries.flatMap((delivery) =>
      delivery.attempts.map((attempt) => ({
        key: `attempt ${delivery.id} ${attempt.attempt}`,
        at: attempt.at,
        tone: 'none' as const,
        title: t(isSuccess(attempt) ? 'Webhook {event} delivered' : 'Webhook {event} not delivered', {
          event: delivery.event,
        }),
        detail: titled(
          hostOf(delivery.url),
          `${attempt.response_status ?? lowerFirst(attempt.error ?? t('No answer'))}, ${t('{time} ms', { time: String(attempt.latency_ms) })}`,
        ),
      })),
    ),
  ];
  const future: Moment[] = [
    ...deliveries
      .filter((delivery) => delivery.next_attempt_at !== null && delivery.attempts.length > 0)
      .map((delivery) => ({
        key: `next ${delivery.id}`,
        at: delivery.next_attempt_at ?? '',
        tone: 'ahead' as const,
        title: t('Next attempt of webhook {event}', { event: delivery.event }),
        detail: hostOf(delivery.url),
      })),
  ];
  return <Timeline moments={[...newestFirst(future), ...newestFirst(past)]} />;
}

function isSuccess({ response_status: status }: { response_status: number | null }): boolean {
  return status !== null && status >= 200 && status < 300;
}

function hostOf(url: string | null): string {
  return (url && URL.parse(url)?.host) || t('an endpoint');
}

const underWay = later('under way');
