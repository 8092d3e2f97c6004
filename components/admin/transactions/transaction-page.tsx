'use client';

import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { call } from '#lib/browser/api';
import { exactTime, mobile, money, percent } from '#lib/browser/format';
import { railName } from '#lib/browser/rail-names';
import type { OperatorTransaction } from '#lib/reads/get-as-operator';
import { PageHeader } from '../../frame/page-header.tsx';
import { RailName } from '../../rails/rail-name.tsx';
import { RefundList } from '../../refunds/refund-list.tsx';
import { wayTaken } from '../../refunds/refund-words.ts';
import {
  TransactionState,
  typeLabel,
  unansweredMeaning,
  waitingMeaning,
} from '../../transactions/status.tsx';
import { triggerLabel } from '../../transactions/trigger-label.ts';
import { Copyable } from '../../ui/copy.tsx';
import { Fact, Facts } from '../../ui/facts.tsx';
import { ErrorState, Unknown } from '../../ui/feedback.tsx';
import { Heading } from '../../ui/heading.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Time } from '../../ui/time.tsx';
import { DeliveryState } from '../../webhooks/states.tsx';
import { AdjustmentList } from '../cases/adjustment-list.tsx';
import { CaseLinks } from '../cases/case-words.tsx';
import { EnvironmentScope } from '../frame/environment-links.tsx';
import { JournalTable } from '../ledger/journal-table.tsx';
import { RailTalk } from '../rails/rail-talk.tsx';
import { FeeFacts } from './fee-facts.tsx';
import { PayoutActions } from './payout-actions.tsx';

interface TransactionPageProps {
  initial: OperatorTransaction;
  mayReverse: boolean;
  mayCancel: boolean;
}

export function TransactionPage({ initial, ...may }: TransactionPageProps) {
  const path = `/api/admin/transactions/${initial.id}`;
  const { data, error, refetch } = useQuery({
    queryKey: [path],
    queryFn: ({ signal }) => call<OperatorTransaction>(path, { signal }),
    initialData: initial,
    refetchInterval: ({ state }) => (state.data?.completed_at && !state.data.reversal_asked ? 30_000 : 3_000),
  });
  const isCollection = data.type === 'collection';
  return (
    <EnvironmentScope environment={data.environment}>
      <p className="mb-2 text-[13px]">
        <Link href="/admin/transactions" className="text-muted-foreground hover:text-foreground">
          ← Transactions
        </Link>
      </p>
      <PageHeader title={`${typeLabel(data.type)} of ${money(data.amount)}`}>
        <span className="inline-flex flex-wrap items-center gap-x-3 gap-y-1">
          <TransactionState status={data.status} />
          {data.late && <span>succeeded late</span>}
          {data.delivered_after_failure && <span>paid by the rail all the same</span>}
          <Link
            href={`/admin/clients/${data.client.id}`}
            className="text-foreground underline underline-offset-4"
          >
            {data.client.name}
          </Link>
        </span>
      </PageHeader>
      {error && <ErrorState error={error} onRetry={() => refetch()} />}
      {data.waits_for_rail && <Notice className="mb-6">{waitingMeaning(railName(data.provider))}</Notice>}
      {data.sending === 'no_answer' && (
        <Notice className="mb-6">{unansweredMeaning(railName(data.provider))}</Notice>
      )}
      {data.type === 'payout' && <PayoutActions path={path} payout={data} {...may} />}
      <div className="grid grid-cols-1 gap-10 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="grid grid-cols-1 content-start gap-10">
          <section>
            <Heading>Facts</Heading>
            <Facts isFramed>
              <Fact name="Transaction id">
                <Copyable value={data.id} />
              </Fact>
              <Fact name="Reference">
                <Copyable value={data.reference} />
              </Fact>
              <Fact name="Rail">
                <RailName of={data.provider} />
              </Fact>
              <Fact name="Rail reference">
                {data.rail_reference ? (
                  <Copyable value={data.rail_reference} />
                ) : (
                  <Unknown reason="The rail has given none" />
                )}
              </Fact>
              {isCollection && (
                <Fact name="Commission">
                  {data.status === 'SUCCEEDED'
                    ? `${money(data.commission)} (${percent(data.commission_bps)})`
                    : `${percent(data.commission_bps)} when it succeeds`}
                </Fact>
              )}
              {data.status === 'PENDING' && data.expires_at && (
                <Fact name="Ends">
                  <Time at={data.expires_at} />
                </Fact>
              )}
              {data.rail_fee && <FeeFacts fee={data.rail_fee} />}
              <Fact name={mobileNames[data.type]}>
                {[data.customer_name, data.mobile && mobile(data.mobile)].filter(Boolean).join(', ') || (
                  <Unknown reason="None was given" />
                )}
              </Fact>
              {data.refund && (
                <>
                  <Fact name="Refund of">
                    <Link
                      href={`/admin/transactions/${data.refund.collection.transaction_id}`}
                      className="underline underline-offset-4"
                    >
                      {data.refund.collection.client_reference}
                    </Link>
                  </Fact>
                  <Fact name="How">{wayTaken(data.refund.method)}</Fact>
                  <Fact name="Reason">{data.refund.reason ?? <Unknown reason="None was given" />}</Fact>
                  {data.refund.commission_returned && (
                    <Fact name="Commission back">{money(data.refund.commission_returned)}</Fact>
                  )}
                </>
              )}
              {data.failure && (
                <Fact name="Failure">
                  {data.failure.message} <span className="text-muted-foreground">({data.failure.code})</span>
                </Fact>
              )}
              {data.reversal && <Fact name="Reversal">{data.reversal.reason}</Fact>}
              {Object.entries(data.metadata).map(([name, value]) => (
                <Fact key={name} name={name}>
                  {value}
                </Fact>
              ))}
            </Facts>
          </section>
          {data.refunds && data.refunds.list.length > 0 && (
            <section id="refunds">
              <Heading>Refunds</Heading>
              <RefundList refunds={data.refunds} amount={data.amount} transactions="/admin/transactions" />
            </section>
          )}
          {data.adjustments.length > 0 && (
            <section>
              <Heading>Adjustments</Heading>
              <AdjustmentList adjustments={data.adjustments} />
            </section>
          )}
          {data.cases.length > 0 && (
            <section>
              <Heading>Cases</Heading>
              <CaseLinks cases={data.cases} />
            </section>
          )}
          <section>
            <Heading>With the rail</Heading>
            <RailTalk
              calls={data.rail_calls}
              notices={data.rail_notices}
              isSandbox={data.environment === 'SANDBOX'}
            />
          </section>
          <section>
            <Heading>Journals</Heading>
            {data.journals.length === 0 ? (
              <p className="rounded-lg border border-dashed px-4 py-3 text-muted-foreground">
                No money has moved. A collection is booked when it is paid, a payout and a refund when they
                are accepted.
              </p>
            ) : (
              <div className="grid grid-cols-1 gap-5">
                {data.journals.map((journal) => (
                  <JournalTable key={journal.id} journal={journal} withTransaction={false} />
                ))}
              </div>
            )}
          </section>
          <section>
            <Heading>Webhooks</Heading>
            {data.deliveries.length === 0 ? (
              <p className="rounded-lg border border-dashed px-4 py-3 text-muted-foreground">
                Nothing was sent: no endpoint of the client took an event of it. Each delivery appears here
                with its last answer.
              </p>
            ) : (
              <ul className="divide-y rounded-lg border">
                {data.deliveries.map((delivery) => (
                  <li key={delivery.id} className="grid gap-1 px-4 py-3">
                    <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
                      <span className="font-mono text-[13px]">{delivery.event}</span>
                      <DeliveryState status={delivery.status} />
                    </p>
                    <p className="text-[13px] break-all text-muted-foreground">{delivery.url}</p>
                    <p className="text-[13px] text-muted-foreground">
                      {delivery.attempts === 1 ? '1 attempt' : `${delivery.attempts} attempts`}
                      {delivery.last_response && `: ${lowerFirst(delivery.last_response)}`}
                      {delivery.last_attempt_at && (
                        <>
                          , <Time at={delivery.last_attempt_at} />
                        </>
                      )}
                    </p>
                  </li>
                ))}
              </ul>
            )}
          </section>
        </div>
        <section>
          <Heading>Timeline</Heading>
          <ol className="border-l">
            {data.changes.map((change) => (
              <li key={change.sequence} className="pb-5 pl-4 last:pb-0">
                <TransactionState status={change.to as OperatorTransaction['status']} />
                <p className="text-[13px] text-muted-foreground">
                  {triggerLabel(change.trigger, data.sending)} · {change.actor}
                </p>
                <time dateTime={change.at} className="text-[13px] text-muted-foreground tabular-nums">
                  {exactTime(change.at)}
                </time>
              </li>
            ))}
          </ol>
        </section>
      </div>
    </EnvironmentScope>
  );
}

const mobileNames: Record<OperatorTransaction['type'], string> = {
  collection: 'Customer',
  payout: 'Recipient',
  refund: 'Given back to',
};

const lowerFirst = (text: string) => text.charAt(0).toLowerCase() + text.slice(1);
