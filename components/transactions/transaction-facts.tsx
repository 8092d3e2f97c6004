import Link from 'next/link';
import type { ReactNode } from 'react';
import { money, percent } from '#lib/browser/format';
import { plural, t } from '#lib/browser/language/words';
import type { TransactionDetail as Detail } from '#lib/reads/get-transaction-detail';
import { rich } from '../language/rich.tsx';
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
  const whenPaid = t(isOpen(transaction.status) ? 'Known when the customer has paid' : 'Nothing was paid');
  return (
    <div className="grid min-w-0 gap-8">
      <DetailSection title={t('Details')}>
        <dl className="grid gap-3">
          <StackedFact name={t('Transaction id')}>
            <Copyable value={transaction.transaction_id} />
          </StackedFact>
          <StackedFact name={t('Provider’s reference')}>
            {transaction.rail_reference ? (
              <Copyable value={transaction.rail_reference} />
            ) : (
              <Unknown reason={t('The provider has given none yet')} />
            )}
          </StackedFact>
          {refund && <StackedFact name={t('How')}>{wayTaken(refund.method)}</StackedFact>}
          {refund && (
            <StackedFact name={t('Reason')}>
              {refund.reason ?? <Unknown reason={t('None was given')} />}
            </StackedFact>
          )}
          {refund?.commission_returned && (
            <StackedFact name={t('Commission that came back')}>
              {money(refund.commission_returned)}
            </StackedFact>
          )}
          {isCollection && (
            <StackedFact name={t('Customer')}>
              {transaction.customer_name ?? <Unknown reason={t('No name was given')} />}
            </StackedFact>
          )}
          {isCollection && (
            <StackedFact name={t('Commission, {share}', { share: percent(transaction.commission_bps) })}>
              {transaction.commission === null ? (
                <Unknown reason={whenPaid} />
              ) : (
                money(transaction.commission)
              )}
            </StackedFact>
          )}
          {isCollection && (
            <StackedFact name={t('Net')}>
              {transaction.net === null ? <Unknown reason={whenPaid} /> : money(transaction.net)}
            </StackedFact>
          )}
          {transaction.held && (
            <StackedFact name={t('Place in the queue at the provider')}>
              {transaction.held.queue_position ?? <Unknown reason={t('It has just left the queue')} />}
              {transaction.held.since && (
                <span className="text-muted-foreground">
                  {rich(', held {time}', { time: <Time at={transaction.held.since} /> })}
                </span>
              )}
            </StackedFact>
          )}
          {transaction.otp && isOpen(transaction.status) && (
            <StackedFact name={t('One-time password')}>
              {rich('Sent {time}, {tries}', {
                time: <Time at={transaction.otp.sent_at} />,
                tries: triesLeft(transaction.otp.attempts_remaining),
              })}
            </StackedFact>
          )}
          {transaction.expires_at && transaction.status === 'PENDING' && (
            <StackedFact name={t('Expires')}>
              <Time at={transaction.expires_at} />
            </StackedFact>
          )}
          <StackedFact name={t('Completed')}>
            {transaction.completed_at ? (
              <Time at={transaction.completed_at} />
            ) : (
              <Unknown reason={t('Not final yet')} />
            )}
          </StackedFact>
          {transaction.reversal && (
            <StackedFact name={t('Reversed')}>
              <Time at={transaction.reversal.at} />
              {transaction.reversal.reason && <span className="block">{transaction.reversal.reason}</span>}
            </StackedFact>
          )}
          {more}
          {transaction.success_url && (
            <StackedFact name={t('Success address')}>
              <Copyable value={transaction.success_url} />
            </StackedFact>
          )}
          {transaction.error_url && (
            <StackedFact name={t('Error address')}>
              <Copyable value={transaction.error_url} />
            </StackedFact>
          )}
        </dl>
      </DetailSection>
      {metadata.length > 0 && (
        <DetailSection title={t('Metadata')}>
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
        <DetailSection title={t('Attempts of this reference')}>
          <ol className="grid gap-2">
            {attempts.map((each) => (
              <li key={each.transaction_id} className="flex items-center justify-between gap-3">
                {each.transaction_id === transaction.transaction_id ? (
                  <span className="font-semibold">
                    {t('No. {attempt}, this one', { attempt: each.attempt })}
                  </span>
                ) : (
                  <Link
                    href={`${home}/transactions/${each.transaction_id}`}
                    className="text-primary underline underline-offset-4"
                  >
                    {t('No. {attempt}', { attempt: each.attempt })}
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

function triesLeft(count: number | null | undefined): string {
  return count == null
    ? t('some tries left')
    : plural(count, { one: '{count} try left', other: '{count} tries left' });
}
