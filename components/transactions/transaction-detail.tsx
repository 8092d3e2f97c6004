'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import Link from 'next/link';
import { useState } from 'react';
import { call } from '#lib/browser/api';
import { mobile, money } from '#lib/browser/format';
import { newReference } from '#lib/browser/new-id';
import { railName } from '#lib/browser/rail-names';
import type { TransactionDetail as Detail } from '#lib/reads/get-transaction-detail';
import { RailName } from '../rails/rail-name.tsx';
import { RefundList } from '../refunds/refund-list.tsx';
import { Copyable } from '../ui/copy.tsx';
import { StackedFact } from '../ui/facts.tsx';
import { Unknown } from '../ui/feedback.tsx';
import { Folded } from '../ui/folded.tsx';
import { Notice } from '../ui/notice.tsx';
import { onDemand } from '../ui/on-demand.tsx';
import { Time } from '../ui/time.tsx';
import { BackToList } from './back-to-list.tsx';
import { changedQueries } from './changed-queries.ts';
import { DetailSection } from './detail-section.tsx';
import {
  failureAdvice,
  failureText,
  isOpen,
  statusMeaning,
  TransactionState,
  typeLabel,
  unansweredMeaning,
  waitingMeaning,
} from './status.tsx';
import { storyOf } from './story.ts';
import { type Moment, Timeline, tellMoments } from './timeline.tsx';
import { TransactionActions } from './transaction-actions.tsx';
import { TransactionFacts } from './transaction-facts.tsx';
import { WebhookEvents } from './webhook-events.tsx';

interface TransactionDetailProps {
  environment: 'SANDBOX' | 'LIVE';
  home: string;
  initial: Detail;
  /** What the role of whoever looks is good for. */
  mayCancel: boolean;
  mayResend: boolean;
  mayRefund: boolean;
  mayPay: boolean;
}

// It stands folded.
const Journals = onDemand(async () => (await import('./ledger.tsx')).Journals);
// Of few payments only.
const MoneyNotices = onDemand(async () => (await import('./money-notices.tsx')).MoneyNotices);
// Loaded when something is asked.
const RefundDialog = onDemand(async () => (await import('../refunds/refund-dialog.tsx')).RefundDialog);

const REFRESH_OPEN_MS = 3_000;
/** A final transaction still has webhooks to be delivered, and may be reversed or refunded. */
const REFRESH_FINAL_MS = 15_000;

/** One transaction, wholly; follows it while it is open. */
export function TransactionDetail({ environment, home, initial, ...may }: TransactionDetailProps) {
  const id = initial.transaction.transaction_id;
  const path = `/api/dashboard/transactions/${id}`;
  const { data, error } = useQuery({
    queryKey: ['transaction', environment, id],
    queryFn: ({ signal }) => call<Detail>(path, { query: { environment }, signal }),
    initialData: initial,
    refetchInterval: ({ state }) => (state.data && isMoving(state.data) ? REFRESH_OPEN_MS : REFRESH_FINAL_MS),
  });
  const { transaction, refunds, refund } = data;
  const moments = tellMoments(data);
  const queries = useQueryClient();
  const [asking, setAsking] = useState<{ amount?: string }>();
  // One for each refund, however often it is sent; the next one has another.
  const [reference, setReference] = useState(() => newReference('REF'));
  const mayRefund = may.mayRefund && refunds !== null && refunds.refundable_amount !== '0.00';
  return (
    <>
      <BackToList list={`${home}/transactions`} id={id} />
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
          <p className="mt-1 max-w-2xl text-base wrap-anywhere">{storyOf(transaction)}</p>
          <p className="mt-1 max-w-2xl text-muted-foreground">{meaningOf(data)}</p>
        </div>
        <TransactionActions
          detail={data}
          environment={environment}
          mayCancel={may.mayCancel}
          onRefund={mayRefund ? () => setAsking({}) : undefined}
        />
      </div>
      {error && (
        <p role="alert" className="mt-3 text-[13px] text-failed">
          This may be out of date: {error.message}
        </p>
      )}
      <dl className="mt-5 grid grid-cols-2 gap-x-6 gap-y-3 border-y py-3 sm:flex sm:flex-wrap sm:gap-x-10">
        <StackedFact name="Type">{typeLabel(transaction.type)}</StackedFact>
        <StackedFact name="Rail">
          <RailName of={transaction.provider} />
        </StackedFact>
        <StackedFact name="Reference">
          <Copyable value={transaction.client_reference} />
        </StackedFact>
        <StackedFact name={mobileNames[transaction.type]}>
          {transaction.mobile ? (
            <Copyable
              value={transaction.mobile}
              shown={mobile(transaction.mobile)}
              // Whom a payout goes to need not be a customer.
              href={
                transaction.type === 'payout' ? undefined : `${home}/customers/${transaction.mobile.slice(1)}`
              }
            />
          ) : (
            <Unknown
              reason={refund ? 'The rail gives it back to where it was paid from' : 'No number was given'}
            />
          )}
        </StackedFact>
        {refund && (
          <StackedFact name="Refund of">
            <Link
              href={`${home}/transactions/${refund.collection.transaction_id}`}
              className="font-semibold text-primary underline underline-offset-4"
            >
              {refund.collection.client_reference}
            </Link>
          </StackedFact>
        )}
        <StackedFact name="Created">
          <Time at={transaction.created_at} />
        </StackedFact>
      </dl>
      {transaction.late && (
        <Notice className="mt-5">
          <p className="font-semibold">The payment came late</p>
          <p className="mt-0.5 text-muted-foreground">
            This collection had ended when the rail reported the customer’s payment. Money that has moved is
            never dropped: it is credited to you. Make sure that the customer still gets what was paid for.
          </p>
        </Notice>
      )}
      {transaction.delivered_after_failure && (
        <Notice kind="warning" className="mt-5">
          <p className="font-semibold">The recipient was paid all the same</p>
          <p className="mt-0.5">
            This payout had failed, and its money went back to your balance. The rail has paid it after that:
            do not pay it again.
          </p>
        </Notice>
      )}
      {(data.adjustments.length > 0 || data.payback || data.double_payment) && (
        <MoneyNotices
          detail={data}
          home={home}
          mayPay={may.mayPay}
          onRefund={mayRefund ? (amount) => setAsking(amount ? { amount } : {}) : undefined}
        />
      )}
      {transaction.failure && (
        <div className="mt-5 rounded-lg border border-failed/40 px-4 py-3">
          <p className="font-semibold">{failureText(transaction.type, transaction.failure.message ?? '')}</p>
          {data.adjustments.length === 0 && (
            <p className="mt-0.5 text-muted-foreground">
              {failureAdvice(transaction.type, transaction.failure.code)}
            </p>
          )}
          <code className="mt-1 block font-mono text-[13px] text-muted-foreground">
            {transaction.failure.code}
          </code>
        </div>
      )}
      <div className="mt-6 grid items-start gap-x-10 gap-y-8 xl:grid-cols-[minmax(0,1fr)_320px]">
        <div className="grid min-w-0 gap-8">
          {refunds && refunds.list.length > 0 && (
            <DetailSection title="Refunds">
              <RefundList
                refunds={refunds}
                amount={transaction.amount}
                transactions={`${home}/transactions`}
              />
            </DetailSection>
          )}
          <DetailSection title="What happened">
            <Timeline moments={moments.story} />
          </DetailSection>
          <div className="rounded-lg border px-4">
            <Behind
              moments={moments.behind}
              detail={data}
              environment={environment}
              mayResend={may.mayResend}
            />
          </div>
        </div>
        <TransactionFacts detail={data} home={home} />
      </div>
      {asking && (
        <RefundDialog
          place={{ environment, home }}
          collection={transaction}
          amount={asking.amount}
          reference={reference}
          onChanged={({ isReferenceUsed }) => {
            if (isReferenceUsed) setReference(newReference('REF'));
            void changedQueries(queries, environment, id);
          }}
          onClose={() => setAsking(undefined)}
        />
      )}
    </>
  );
}

interface BehindProps {
  moments: Moment[];
  detail: Detail;
  environment: 'SANDBOX' | 'LIVE';
  mayResend: boolean;
}

/** What stands behind the story, for accountants and developers. */
function Behind({ moments, detail, environment, mayResend }: BehindProps) {
  const { journals, events, transaction } = detail;
  return (
    <>
      <Folded title="Ledger" hint={count(journals.length, 'booking')}>
        {journals.length > 0 ? (
          <Journals journals={journals} />
        ) : (
          <p className="text-muted-foreground">No money has moved, so nothing is booked.</p>
        )}
      </Folded>
      <Folded title="Webhooks" hint={count(events.length, 'event')}>
        {events.length > 0 ? (
          <WebhookEvents events={events} environment={environment} mayResend={mayResend} />
        ) : (
          <p className="text-muted-foreground">
            {isOpen(transaction.status)
              ? 'The first event is sent when the status changes.'
              : 'No event belongs to this transaction.'}
          </p>
        )}
      </Folded>
      {moments.length > 0 && (
        <Folded title="Rail, bookings and webhooks" hint="by time">
          <Timeline moments={moments} />
        </Folded>
      )}
    </>
  );
}

const count = (number: number, word: string) =>
  number === 0 ? 'none yet' : `${number} ${word}${number === 1 ? '' : 's'}`;

const mobileNames: Record<Detail['transaction']['type'], string> = {
  collection: 'Customer’s mobile',
  payout: 'Recipient',
  refund: 'Given back to',
};

/** In a sentence or two; an adjustment's own notice says it better. */
function meaningOf({ transaction, refunds, adjustments, ...detail }: Detail): string | undefined {
  if (adjustments.length > 0) return undefined;
  if (detail.waits_for_rail) return waitingMeaning(railName(transaction.provider));
  if (detail.sending === 'no_answer') return unansweredMeaning(railName(transaction.provider));
  if (refunds === null || refunds.refunded_amount === '0.00') {
    return statusMeaning(transaction.type, transaction.status);
  }
  return refunds.refunded_amount === transaction.amount
    ? 'The customer paid, and has all of it back.'
    : `The customer paid, and has ${money(refunds.refunded_amount)} of it back.`;
}

function isMoving({ transaction, events, refunds }: Detail): boolean {
  return (
    isOpen(transaction.status) ||
    refunds?.list.some(({ status }) => isOpen(status)) ||
    events.some((event) => event.deliveries.some((delivery) => delivery.status === 'PENDING'))
  );
}
