'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ArrowLeft, ExternalLink, Link2 } from 'lucide-react';
import Link from 'next/link';
import { type ReactNode, useState } from 'react';
import { toast } from 'sonner';
import { call } from '#lib/browser/api';
import { difference, mobile, money, percent } from '#lib/browser/format';
import type { TransactionDetail as Detail } from '#lib/reads/get-transaction-detail';
import { Button } from '../ui/button.tsx';
import { Copyable } from '../ui/copy.tsx';
import { StackedFact } from '../ui/facts.tsx';
import { Unknown } from '../ui/feedback.tsx';
import { Heading } from '../ui/heading.tsx';
import { Notice } from '../ui/notice.tsx';
import { onDemand } from '../ui/on-demand.tsx';
import { Time } from '../ui/time.tsx';
import { Journals } from './ledger.tsx';
import { failureAdvice, isOpen, statusMeaning, TransactionState, typeLabel } from './status.tsx';
import { Timeline } from './timeline.tsx';
import { WebhookEvents } from './webhook-events.tsx';

interface TransactionDetailProps {
  environment: 'SANDBOX' | 'LIVE';
  home: string;
  initial: Detail;
  /** What the role of whoever looks is good for. */
  mayCancel: boolean;
  mayResend: boolean;
  mayRefund: boolean;
}

// Loaded when something is asked.
const ConfirmDialog = onDemand(async () => (await import('../ui/dialog.tsx')).ConfirmDialog);

const REFRESH_OPEN_MS = 3_000;
/** A final transaction still has webhooks to be delivered, and may be reversed. */
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
  const { transaction } = data;
  return (
    <>
      <Link
        href={`${home}/transactions`}
        className="mb-4 inline-flex items-center gap-1.5 text-[13px] text-muted-foreground hover:text-foreground"
      >
        <ArrowLeft aria-hidden="true" className="size-3.5" /> Transactions
      </Link>
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
          <p className="mt-1 max-w-2xl text-muted-foreground">
            {data.adjustments.length === 0 && statusMeaning(transaction.type, transaction.status)}
          </p>
        </div>
        <Actions detail={data} environment={environment} mayCancel={may.mayCancel} />
      </div>
      {error && (
        <p role="alert" className="mt-3 text-[13px] text-failed">
          This may be out of date: {error.message}
        </p>
      )}
      <dl className="mt-5 grid grid-cols-2 gap-x-6 gap-y-3 border-y py-3 sm:flex sm:flex-wrap sm:gap-x-10">
        <StackedFact name="Type">{typeLabel(transaction.type)}</StackedFact>
        <StackedFact name="Rail">{transaction.provider}</StackedFact>
        <StackedFact name="Reference">
          <Copyable value={transaction.client_reference} />
        </StackedFact>
        <StackedFact name={transaction.type === 'payout' ? 'Recipient' : 'Customer’s mobile'}>
          {transaction.mobile ? (
            <Copyable value={transaction.mobile} shown={mobile(transaction.mobile)} />
          ) : (
            <Unknown reason="No number was given" />
          )}
        </StackedFact>
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
      {data.adjustments.map((each) => (
        <Notice key={each.id} className="mt-5">
          <p className="font-semibold">
            Your balance was adjusted: {difference(each.amount)}, <Time at={each.created_at} />
          </p>
          <p className="mt-0.5 text-muted-foreground">{each.reason}</p>
        </Notice>
      ))}
      {data.double_payment && (
        <DoublePayment
          double={data.double_payment}
          transaction={transaction}
          home={home}
          mayRefund={may.mayRefund}
        />
      )}
      {transaction.failure && (
        <div className="mt-5 rounded-lg border border-failed/40 px-4 py-3">
          <p className="font-semibold">{transaction.failure.message}</p>
          {data.adjustments.length === 0 && (
            <p className="mt-0.5 text-muted-foreground">{failureAdvice(transaction.failure.code)}</p>
          )}
          <code className="mt-1 block font-mono text-[13px] text-muted-foreground">
            {transaction.failure.code}
          </code>
        </div>
      )}
      <div className="mt-6 grid items-start gap-x-10 gap-y-8 xl:grid-cols-[minmax(0,1fr)_320px]">
        <div className="grid min-w-0 gap-8">
          <Section title="Timeline">
            <Timeline detail={data} />
          </Section>
          <Section title="Ledger">
            {data.journals.length > 0 ? (
              <Journals journals={data.journals} />
            ) : (
              <p className="text-muted-foreground">No money has moved, so nothing is booked.</p>
            )}
          </Section>
          <Section title="Webhooks">
            {data.events.length > 0 ? (
              <WebhookEvents events={data.events} environment={environment} mayResend={may.mayResend} />
            ) : (
              <p className="text-muted-foreground">
                {isOpen(transaction.status)
                  ? 'The first event is sent when the status changes.'
                  : 'No event belongs to this transaction.'}
              </p>
            )}
          </Section>
        </div>
        <Facts detail={data} home={home} />
      </div>
    </>
  );
}

interface DoublePaymentProps {
  double: NonNullable<Detail['double_payment']>;
  transaction: Detail['transaction'];
  home: string;
  mayRefund: boolean;
}

/** The customer has paid twice for one reference; both are the client's money, and one is to be given back. */
function DoublePayment({ double, transaction, home, mayRefund }: DoublePaymentProps) {
  const other = (
    <Link
      href={`${home}/transactions/${double.other_transaction_id}`}
      className="font-semibold text-primary underline underline-offset-4"
    >
      another attempt
    </Link>
  );
  const refund = new URLSearchParams({
    amount: transaction.amount,
    reference: double.refund_reference,
    ...(transaction.mobile && { mobile: transaction.mobile }),
  });
  return (
    <Notice kind="warning" className="mt-5">
      <p className="font-semibold">This reference was paid twice</p>
      <p className="mt-0.5">
        The customer has paid {other} of {transaction.client_reference} as well. Both payments are in your
        balance;
        {double.is_second ? ' this one came second.' : ' the other one came second.'}
      </p>
      {double.refund ? (
        <p className="mt-2">
          <Link
            href={`${home}/transactions/${double.refund.transaction_id}`}
            className="font-semibold text-primary underline underline-offset-4"
          >
            The refund
          </Link>{' '}
          <TransactionState status={double.refund.status} />
        </p>
      ) : (
        double.is_second &&
        mayRefund && (
          <Button asChild size="small" className="mt-2">
            <Link href={`${home}/payouts/new?${refund}`}>Refund {money(transaction.amount)}</Link>
          </Button>
        )
      )}
    </Notice>
  );
}

function isMoving({ transaction, events }: Detail): boolean {
  return (
    isOpen(transaction.status) ||
    events.some((event) => event.deliveries.some((delivery) => delivery.status === 'PENDING'))
  );
}

interface ActionsProps {
  detail: Detail;
  environment: string;
  mayCancel: boolean;
}

function Actions({ detail: { transaction, can_cancel }, environment, mayCancel }: ActionsProps) {
  const [asking, setAsking] = useState(false);
  const client = useQueryClient();
  const cancel = useMutation({
    mutationFn: () =>
      call(
        `/api/dashboard/${transaction.type}s/${transaction.transaction_id}/cancel?environment=${environment}`,
        { method: 'POST' },
      ),
    onSuccess: () => setAsking(false),
    // Also after a refusal: the transaction is then no longer what this page shows.
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: ['transaction', environment, transaction.transaction_id] }),
        client.invalidateQueries({ queryKey: ['transactions', environment] }),
        client.invalidateQueries({ queryKey: ['overview', environment] }),
      ]),
  });
  const copyLink = async () => {
    await navigator.clipboard.writeText(window.location.href);
    toast.success('The link to this transaction was copied.');
  };
  const isCollection = transaction.type === 'collection';
  return (
    <div className="flex flex-wrap gap-2">
      <Button onClick={copyLink}>
        <Link2 aria-hidden="true" /> Copy link
      </Button>
      {transaction.checkout_url && transaction.status === 'PENDING' && (
        <Button asChild>
          <a href={transaction.checkout_url} target="_blank" rel="noreferrer">
            <ExternalLink aria-hidden="true" /> Open the checkout
          </a>
        </Button>
      )}
      {can_cancel && mayCancel && (
        <Button variant="danger" onClick={() => setAsking(true)}>
          Cancel {isCollection ? 'collection' : 'payout'}
        </Button>
      )}
      {asking && (
        <ConfirmDialog
          open
          onOpenChange={(open) => {
            setAsking(open);
            cancel.reset();
          }}
          title={isCollection ? 'Cancel this collection?' : 'Cancel this payout?'}
          description={
            isCollection
              ? `The session is closed at the rail, and the customer can no longer pay ${money(transaction.amount)}. If the payment has arrived in the meantime, the collection succeeds instead. Your endpoints are told payment.cancelled.`
              : `It has not been sent to the rail. ${money(transaction.amount)} goes back to your available balance at once, and the payout ends as failed. Your endpoints are told payout.failed.`
          }
          action={isCollection ? 'Cancel the collection' : 'Cancel the payout'}
          danger
          busy={cancel.isPending}
          error={cancel.error}
          onConfirm={() => cancel.mutate()}
        />
      )}
    </div>
  );
}

function Facts({ detail: { transaction, attempts }, home }: { detail: Detail; home: string }) {
  const metadata = Object.entries(transaction.metadata);
  const isCollection = transaction.type === 'collection';
  const whenPaid = isOpen(transaction.status) ? 'Known when the customer has paid' : 'Nothing was paid';
  return (
    <div className="grid min-w-0 gap-8">
      <Section title="Details">
        <dl className="grid gap-3">
          <StackedFact name="Transaction id">
            <Copyable value={transaction.transaction_id} />
          </StackedFact>
          <StackedFact name="Rail reference">
            {transaction.rail_reference ? (
              <Copyable value={transaction.rail_reference} />
            ) : (
              <Unknown reason="The rail has given none yet" />
            )}
          </StackedFact>
          {isCollection && (
            <StackedFact name="Customer">
              {transaction.customer_name ?? <Unknown reason="No name was given" />}
            </StackedFact>
          )}
          {isCollection && (
            <StackedFact name={`Commission, ${percent(transaction.commission_bps)}`}>
              {transaction.commission === null ? (
                <Unknown reason={whenPaid} />
              ) : (
                money(transaction.commission)
              )}
            </StackedFact>
          )}
          {isCollection && (
            <StackedFact name="Net, to your balance">
              {transaction.net === null ? <Unknown reason={whenPaid} /> : money(transaction.net)}
            </StackedFact>
          )}
          {transaction.held && (
            <StackedFact name="Place in the queue for the float">
              {transaction.held.queue_position ?? <Unknown reason="It has just left the queue" />}
              {transaction.held.since && (
                <span className="text-muted-foreground">
                  , held <Time at={transaction.held.since} />
                </span>
              )}
            </StackedFact>
          )}
          {transaction.otp && isOpen(transaction.status) && (
            <StackedFact name="One-time password">
              Sent <Time at={transaction.otp.sent_at} />, {transaction.otp.attempts_remaining ?? 'some'} tries
              left
            </StackedFact>
          )}
          {transaction.expires_at && transaction.status === 'PENDING' && (
            <StackedFact name="Expires">
              <Time at={transaction.expires_at} />
            </StackedFact>
          )}
          <StackedFact name="Completed">
            {transaction.completed_at ? (
              <Time at={transaction.completed_at} />
            ) : (
              <Unknown reason="Not final yet" />
            )}
          </StackedFact>
          {transaction.reversal && (
            <StackedFact name="Reversed">
              <Time at={transaction.reversal.at} />
              {transaction.reversal.reason && <span className="block">{transaction.reversal.reason}</span>}
            </StackedFact>
          )}
          {transaction.success_url && (
            <StackedFact name="Success address">
              <Copyable value={transaction.success_url} />
            </StackedFact>
          )}
          {transaction.error_url && (
            <StackedFact name="Error address">
              <Copyable value={transaction.error_url} />
            </StackedFact>
          )}
        </dl>
      </Section>
      {metadata.length > 0 && (
        <Section title="Metadata">
          <dl className="grid gap-3">
            {metadata.map(([name, value]) => (
              <StackedFact key={name} name={name}>
                {value}
              </StackedFact>
            ))}
          </dl>
        </Section>
      )}
      {attempts.length > 1 && (
        <Section title="Attempts of this reference">
          <ol className="grid gap-2">
            {attempts.map((each) => (
              <li key={each.transaction_id} className="flex items-center justify-between gap-3">
                {each.transaction_id === transaction.transaction_id ? (
                  <span className="font-semibold">No. {each.attempt}, this one</span>
                ) : (
                  <Link
                    href={`${home}/transactions/${each.transaction_id}`}
                    className="text-primary underline underline-offset-4"
                  >
                    No. {each.attempt}
                  </Link>
                )}
                <TransactionState status={each.status} />
              </li>
            ))}
          </ol>
        </Section>
      )}
    </div>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="min-w-0">
      <Heading>{title}</Heading>
      {children}
    </section>
  );
}
