'use client';

import { exactTime, money } from '#lib/browser/format';
import { later, t } from '#lib/browser/language/words';
import { withRailNames } from '#lib/browser/rail-names';
import type { TransactionDetail } from '#lib/reads/get-transaction-detail';
import { cn } from '../ui/cn.ts';
import type { Tone } from '../ui/state.tsx';
import { journalLabel } from './journal-label.ts';
import { statusLabel, statusTone } from './status.tsx';
import { triggerLabel } from './trigger-label.ts';

export interface Moment {
  key: string;
  at: string;
  tone: Tone | 'none' | 'ahead';
  title: string;
  /** Who, or what came back. */
  detail?: string;
}

const operations: Record<TransactionDetail['operations'][number]['kind'], () => string> = {
  start: later('Is opened at the provider'),
  charge: later('The wallet is charged'),
  send: later('Is sent to the provider'),
  look_up: later('The provider is asked what became of it'),
  close: later('Expires, unless it is paid before'),
  revoke: later('The leave to charge the wallet is given back'),
  reverse: later('The provider is asked to take it back'),
  refund: later('The provider is asked to give it back to the payer'),
};

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

const dots: Record<Moment['tone'], string> = {
  succeeded: 'bg-succeeded',
  failed: 'bg-failed',
  pending: 'bg-pending',
  ended: 'bg-ended',
  reversed: 'bg-reversed',
  none: 'bg-border',
  ahead: 'border border-muted-foreground bg-background',
};

/** Newest first; what is still to come stands on top. */
export function Timeline({ moments }: { moments: Moment[] }) {
  return (
    <ol>
      {moments.map((moment, index, all) => (
        <li key={moment.key} className="relative flex gap-3 pb-4 last:pb-0">
          {index < all.length - 1 && (
            <span
              aria-hidden="true"
              className="absolute top-4 bottom-[-0.25rem] left-[4.5px] w-px bg-border"
            />
          )}
          <span
            aria-hidden="true"
            className={cn('mt-1.5 size-2.5 flex-none rounded-full', dots[moment.tone])}
          />
          <div className="min-w-0 flex-1">
            <p
              className={cn(
                'wrap-anywhere',
                moment.tone === 'none' || moment.tone === 'ahead' ? '' : 'font-semibold',
              )}
            >
              {moment.title}
            </p>
            <p className="text-[13px] wrap-anywhere text-muted-foreground">
              <time dateTime={moment.at}>{exactTime(moment.at)}</time>
              {moment.detail && (
                <>
                  {' · '}
                  {/* In one piece where there is room for it. */}
                  <span className="inline-block">{moment.detail}</span>
                </>
              )}
            </p>
          </div>
        </li>
      ))}
    </ol>
  );
}

/** What became of it and what comes next, and apart from that how the machines told each other. */
export function tellMoments(
  detail: TransactionDetail,
  isForOperator: boolean,
): { story: Moment[]; behind: Moment[] } {
  const { true: story = [], false: behind = [] } = Object.groupBy(
    momentsOf(detail, isForOperator),
    ({ key }) => `${key.startsWith('change ') || detail.operations.some(({ kind }) => kind === key)}`,
  );
  return { story, behind };
}

/** Every step, booking and webhook attempt. */
function momentsOf(detail: TransactionDetail, isForOperator: boolean): Moment[] {
  const { changes, journals, events, operations: ahead, rail_messages: told, sending, transaction } = detail;
  const deliveries = events.flatMap((event) => event.deliveries);
  const past: Moment[] = [
    ...changes.map((change) => ({
      key: `change ${change.sequence}`,
      at: change.at,
      tone: statusTone(change.to),
      title: titled(statusLabel(change.to), lowerFirst(triggerLabel(change.trigger, sending))),
      detail: byWhom(change.actor),
    })),
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
    ...ahead.map((operation) => ({
      key: operation.kind,
      at: operation.run_at,
      tone: 'ahead' as const,
      title: operations[operation.kind](),
    })),
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
  // Stable: of one instant, the step stands before what it caused, and so, newest first, below it.
  const newestFirst = (list: Moment[]) => list.sort((a, b) => Date.parse(a.at) - Date.parse(b.at)).reverse();
  return [...newestFirst(future), ...newestFirst(past)];
}

function byWhom({ type, name }: TransactionDetail['changes'][number]['actor']): string {
  return type === 'api_key'
    ? t('with the key {name}', { name })
    : t('by {name}', { name: withRailNames(name) });
}

function isSuccess({ response_status: status }: { response_status: number | null }): boolean {
  return status !== null && status >= 200 && status < 300;
}

function hostOf(url: string | null): string {
  return (url && URL.parse(url)?.host) || t('an endpoint');
}

const underWay = later('under way');

const titled = (what: string, detail: string) => t('{what}: {detail}', { what, detail });

const lowerFirst = (text: string) => text.charAt(0).toLowerCase() + text.slice(1);
