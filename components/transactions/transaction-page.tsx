'use client';

import Link from 'next/link';
import type { ReactNode } from 'react';
import { mobile, money } from '#lib/browser/format';
import { later, plural, t } from '#lib/browser/language/words';
import { railName } from '#lib/browser/rail-names';
import type { TransactionDetail as Detail } from '#lib/reads/get-transaction-detail';
import { RailName } from '../rails/rail-name.tsx';
import { Copyable } from '../ui/copy.tsx';
import { StackedFact } from '../ui/facts.tsx';
import { Unknown } from '../ui/feedback.tsx';
import { Folded } from '../ui/folded.tsx';
import { Notice } from '../ui/notice.tsx';
import { onDemand } from '../ui/on-demand.tsx';
import { Time } from '../ui/time.tsx';
import { BackToList } from './back-to-list.tsx';
import { DetailSection } from './detail-section.tsx';
import { forOperator } from './for-operator.ts';
import { isOpen, TransactionState, typeLabel } from './status.tsx';
import { failureText, statusMeaning, unansweredMeaning, waitingMeaning } from './status-meaning.ts';
import { storyOf } from './story.ts';
import { storyMoments, Timeline } from './timeline.tsx';
import { TransactionFacts } from './transaction-facts.tsx';

/** What an operator has beside what the client sees. */
interface OperatorsPart {
  client: { id: string; name: string };
  facts: ReactNode;
  sections: ReactNode;
  folded: ReactNode;
}

interface TransactionPageProps {
  detail: Detail;
  /** Why it could not be looked at again. */
  error: Error | null;
  /** Of the list, and of every transaction in it. */
  home: string;
  environment: 'SANDBOX' | 'LIVE';
  /** What whoever looks can do about it. */
  actions?: ReactNode;
  /** What stands between its head and its story: what went wrong, and what is to be decided. */
  notices?: ReactNode;
  mayResend?: boolean;
  operator?: OperatorsPart;
}

// Of those that failed only.
const FailureAdvice = onDemand(async () => (await import('./failure-advice.tsx')).FailureAdvice);
// Of those that were refunded only.
const RefundList = onDemand(async () => (await import('../refunds/refund-list.tsx')).RefundList);
// They stand folded.
const Journals = onDemand(async () => (await import('./ledger.tsx')).Journals);
const WebhookEvents = onDemand(async () => (await import('./webhook-events.tsx')).WebhookEvents);
const MachineTimeline = onDemand(async () => (await import('./machine-timeline.tsx')).MachineTimeline);

/**
 * One transaction as its story, for its client and for operators: who paid whom for what, what became of it, and what
 * can be done; the books and the webhooks folded below.
 */
export function TransactionPage(props: TransactionPageProps) {
  const { detail, error, home, actions, notices, operator } = props;
  const { transaction, refunds } = detail;
  return (
    <>
      <BackToList list={`${home}/transactions`} id={transaction.transaction_id} />
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">
          <div className="flex flex-wrap items-baseline gap-x-3">
            <h1 className="text-2xl font-semibold tracking-tight tabular-nums">
              {money(transaction.amount)}
              <span className="sr-only">
                , {typeLabel(transaction.type)} {transaction.client_reference}
              </span>
            </h1>
            {/* Said aloud when it changes while somebody listens. */}
            <span role="status">
              <TransactionState status={transaction.status} className="text-base" />
            </span>
          </div>
          <p className="mt-1 max-w-2xl text-base text-pretty wrap-anywhere">
            {storyOf(transaction, operator?.client.name)}
          </p>
          <p className="mt-1 max-w-2xl text-muted-foreground">{meaningOf(detail, operator !== undefined)}</p>
        </div>
        {actions}
      </div>
      {error && (
        <p role="alert" className="mt-3 text-[13px] text-failed">
          {t('This may be out of date: {error}', { error: error.message })}
        </p>
      )}
      <Head {...props} />
      <Surprises detail={detail} isForOperator={operator !== undefined} />
      {notices}
      <div className="mt-6 grid items-start gap-x-10 gap-y-8 xl:grid-cols-[minmax(0,1fr)_320px]">
        <div className="grid min-w-0 gap-8">
          {refunds && refunds.list.length > 0 && (
            <DetailSection title={t('Refunds')}>
              <RefundList
                refunds={refunds}
                amount={transaction.amount}
                transactions={`${home}/transactions`}
                meanwhile={<p className="mb-2">&nbsp;</p>}
              />
            </DetailSection>
          )}
          {operator?.sections}
          <DetailSection title={t('What happened')}>
            <Timeline moments={storyMoments(detail)} />
          </DetailSection>
          <div className="rounded-lg border px-4">
            <Behind {...props} />
          </div>
        </div>
        <TransactionFacts detail={detail} home={home} more={operator?.facts} />
      </div>
    </>
  );
}

/** What tells it from others at a glance. */
function Head({ detail: { transaction, refund }, home, operator }: TransactionPageProps) {
  const link = 'font-semibold text-primary underline underline-offset-4';
  // Whom a payout goes to need not be a customer, and customers are the client's own.
  const hasPage = !operator && transaction.type !== 'payout';
  return (
    <dl className="mt-5 grid grid-cols-2 gap-x-6 gap-y-3 border-y py-3 sm:flex sm:flex-wrap sm:gap-x-10">
      {operator && (
        <StackedFact name={t('Client')}>
          <Link href={`/admin/clients/${operator.client.id}`} className={link}>
            {operator.client.name}
          </Link>
        </StackedFact>
      )}
      <StackedFact name={t('Type')}>{typeLabel(transaction.type)}</StackedFact>
      <StackedFact name={t('Provider')}>
        <RailName of={transaction.provider} />
      </StackedFact>
      <StackedFact name={t('Reference')}>
        <Copyable value={transaction.client_reference} />
      </StackedFact>
      <StackedFact name={mobileNames[transaction.type]()}>
        {transaction.mobile ? (
          <Copyable
            value={transaction.mobile}
            shown={mobile(transaction.mobile)}
            href={hasPage ? `${home}/customers/${transaction.mobile.slice(1)}` : undefined}
          />
        ) : (
          <Unknown
            reason={t(
              refund ? 'The provider gives it back to where it was paid from' : 'No number was given',
            )}
          />
        )}
      </StackedFact>
      {refund && (
        <StackedFact name={t('Refund of')}>
          <Link href={`${home}/transactions/${refund.collection.transaction_id}`} className={link}>
            {refund.collection.client_reference}
          </Link>
        </StackedFact>
      )}
      <StackedFact name={t('Created')}>
        <Time at={transaction.created_at} />
      </StackedFact>
    </dl>
  );
}

/** What nobody expected of it, and why it failed. */
function Surprises({ detail, isForOperator }: { detail: Detail; isForOperator: boolean }) {
  const { transaction, adjustments } = detail;
  const say = (text: string) => (isForOperator ? forOperator(text) : text);
  return (
    <>
      {transaction.late && (
        <Notice className="mt-5">
          <p className="font-semibold">{t('The payment came late')}</p>
          <p className="mt-0.5 text-muted-foreground">
            {t(
              isForOperator
                ? 'This collection had ended when the provider reported the customer’s payment. Money that has moved is never dropped: it is credited to the client.'
                : 'This collection had ended when the provider reported the customer’s payment. Money that has moved is never dropped: it is credited to you. Make sure that the customer still gets what was paid for.',
            )}
          </p>
        </Notice>
      )}
      {transaction.delivered_after_failure && (
        <Notice kind="warning" className="mt-5">
          <p className="font-semibold">{t('The recipient was paid all the same')}</p>
          <p className="mt-0.5">
            {say(
              t(
                'This payout had failed, and its money went back to your balance. The provider has paid it after that: do not pay it again.',
              ),
            )}
          </p>
        </Notice>
      )}
      {transaction.failure && (
        <div className="mt-5 rounded-lg border border-failed/40 px-4 py-3">
          <p className="font-semibold">{failureText(transaction.type, transaction.failure.message ?? '')}</p>
          {adjustments.length === 0 && !isForOperator && (
            <FailureAdvice
              type={transaction.type}
              code={transaction.failure.code}
              meanwhile={<p className="mt-0.5">&nbsp;</p>}
            />
          )}
          <code className="mt-1 block font-mono text-[13px] text-muted-foreground">
            {transaction.failure.code}
          </code>
        </div>
      )}
    </>
  );
}

/** What stands behind the story, for accountants and developers. */
function Behind({ detail, environment, mayResend = false, operator }: TransactionPageProps) {
  const { journals, events, transaction } = detail;
  return (
    <>
      {operator?.folded}
      <Folded
        title={t('Ledger')}
        hint={
          journals.length === 0
            ? t('none yet')
            : plural(journals.length, { one: '{count} booking', other: '{count} bookings' })
        }
      >
        {journals.length > 0 ? (
          <Journals journals={journals} isForOperator={operator !== undefined} />
        ) : (
          <p className="text-muted-foreground">{t('No money has moved, so nothing is booked.')}</p>
        )}
      </Folded>
      <Folded
        title={t('Webhooks')}
        hint={
          events.length === 0
            ? t('none yet')
            : events.every(({ deliveries }) => deliveries.length === 0)
              ? t('sent to nobody: no endpoint listened')
              : plural(events.length, { one: '{count} event', other: '{count} events' })
        }
      >
        {events.length > 0 ? (
          <WebhookEvents events={events} environment={environment} mayResend={mayResend} />
        ) : (
          <p className="text-muted-foreground">
            {t(
              isOpen(transaction.status)
                ? 'The first event is sent when the status changes.'
                : 'No event belongs to this transaction.',
            )}
          </p>
        )}
      </Folded>
      {hasMachines(detail) && (
        <Folded title={t('Provider, bookings and webhooks')} hint={t('by time')}>
          <MachineTimeline detail={detail} isForOperator={operator !== undefined} />
        </Folded>
      )}
    </>
  );
}

/** Whether anything was booked, asked of the provider, sent again or delivered. */
function hasMachines({ journals, rail_messages: told, events, transaction }: Detail): boolean {
  return (
    journals.length > 0 ||
    told.length > 0 ||
    (transaction.otp?.resends ?? 0) > 0 ||
    events.some(({ deliveries }) => deliveries.some(({ attempts }) => attempts.length > 0))
  );
}

const mobileNames: Record<Detail['transaction']['type'], () => string> = {
  collection: later('Customer’s mobile'),
  payout: later('Recipient'),
  refund: later('Given back to'),
};

/** In a sentence or two; an adjustment's own notice says it better. */
function meaningOf(
  { transaction, refunds, adjustments, ...detail }: Detail,
  isForOperator: boolean,
): string | undefined {
  if (adjustments.length > 0) return undefined;
  if (detail.waits_for_rail) return waitingMeaning(railName(transaction.provider));
  if (detail.sending === 'no_answer') return unansweredMeaning(railName(transaction.provider));
  if (refunds === null || refunds.refunded_amount === '0.00') {
    const meaning = statusMeaning(transaction.type, transaction.status);
    return meaning && isForOperator ? forOperator(meaning) : meaning;
  }
  return refunds.refunded_amount === transaction.amount
    ? t('The customer paid, and has all of it back.')
    : t('The customer paid, and has {amount} of it back.', { amount: money(refunds.refunded_amount) });
}

/** Whether it, or something that belongs to it, still changes by itself. */
export function isMoving({ transaction, events, refunds }: Detail): boolean {
  return (
    isOpen(transaction.status) ||
    refunds?.list.some(({ status }) => isOpen(status)) ||
    events.some((event) => event.deliveries.some((delivery) => delivery.status === 'PENDING'))
  );
}
