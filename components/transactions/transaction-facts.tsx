import Link from 'next/link';
import type { ReactNode } from 'react';
import { money, percent } from '#lib/browser/format';
import type { TransactionDetail as Detail } from '#lib/reads/get-transaction-detail';
import { wayTaken } from '../refunds/refund-words.ts';
import { Copyable } from '../ui/copy.tsx';
import { StackedFact } from '../ui/facts.tsx';
import { Unknown } from '../ui/feedback.tsx';
import { Time } from '../ui/time.tsx';
import { DetailSection } from './detail-section.tsx';
import { isOpen, TransactionState } from './status.tsx';

/** What is known of a transaction, beside its timeline. */
export function TransactionFacts({
  detail: { transaction, refund, attempts },
  home,
  more,
}: {
  detail: Detail;
  home: string;
  /** What only operators know of it. */
  more: ReactNode;
}) {
  const metadata = Object.entries(transaction.metadata);
  const isCollection = transaction.type === 'collection';
  const whenPaid = isOpen(transaction.status) ? 'Known when the customer has paid' : 'Nothing was paid';
  return (
    <div className="grid min-w-0 gap-8">
      <DetailSection title="Details">
        <dl className="grid gap-3">
          <StackedFact name="Transaction id">
            <Copyable value={transaction.transaction_id} />
          </StackedFact>
          <StackedFact name="Provider’s reference">
            {transaction.rail_reference ? (
              <Copyable value={transaction.rail_reference} />
            ) : (
              <Unknown reason="The provider has given none yet" />
            )}
          </StackedFact>
          {refund && <StackedFact name="How">{wayTaken(refund.method)}</StackedFact>}
          {refund && (
            <StackedFact name="Reason">{refund.reason ?? <Unknown reason="None was given" />}</StackedFact>
          )}
          {refund?.commission_returned && (
            <StackedFact name="Commission that came back">{money(refund.commission_returned)}</StackedFact>
          )}
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
            <StackedFact name="Net">
              {transaction.net === null ? <Unknown reason={whenPaid} /> : money(transaction.net)}
            </StackedFact>
          )}
          {transaction.held && (
            <StackedFact name="Place in the queue at the provider">
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
          {more}
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
      </DetailSection>
      {metadata.length > 0 && (
        <DetailSection title="Metadata">
          <dl className="grid gap-3">
            {metadata.map(([name, value]) => (
              <StackedFact key={name} name={name}>
                {value}
              </StackedFact>
            ))}
          </dl>
        </DetailSection>
      )}
      {attempts.length > 1 && (
        <DetailSection title="Attempts of this reference">
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
        </DetailSection>
      )}
    </div>
  );
}
