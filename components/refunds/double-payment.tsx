import Link from 'next/link';
import { money } from '#lib/browser/format';
import { t } from '#lib/browser/language/words';
import type { TransactionDetail } from '#lib/reads/get-transaction-detail';
import { rich } from '../language/rich.tsx';
import { TransactionState } from '../transactions/status.tsx';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';

interface DoublePaymentProps {
  double: NonNullable<TransactionDetail['double_payment']>;
  detail: TransactionDetail;
  home: string;
  /** Undefined for whoever may not. */
  onRefund: (() => void) | undefined;
}

/** The customer has paid twice for one reference; both are the client's money, and one is to be given back. */
export function DoublePayment({ double, detail, home, onRefund }: DoublePaymentProps) {
  const { transaction, refunds } = detail;
  const isUntouched = refunds?.list.every(({ status }) => status === 'FAILED') ?? false;
  return (
    <Notice kind="warning" className="mt-5">
      <p className="font-semibold">{t('This reference was paid twice')}</p>
      <p className="mt-0.5">
        {rich(
          double.is_second
            ? 'The customer has paid {attempt} of {reference} as well. Both payments are in your balance; this one came second.'
            : 'The customer has paid {attempt} of {reference} as well. Both payments are in your balance; the other one came second.',
          {
            attempt: (
              <Link
                href={`${home}/transactions/${double.other_transaction_id}`}
                className="font-semibold text-primary underline underline-offset-4"
              >
                {t('another attempt')}
              </Link>
            ),
            reference: transaction.client_reference,
          },
        )}
      </p>
      {double.earlier_refund ? (
        <p className="mt-2">
          {rich('One was given back by {payout}', {
            payout: (
              <Link
                href={`${home}/transactions/${double.earlier_refund.transaction_id}`}
                className="font-semibold text-primary underline underline-offset-4"
              >
                {t('a payout')}
              </Link>
            ),
          })}{' '}
          <TransactionState status={double.earlier_refund.status} />
        </p>
      ) : (
        double.is_second &&
        isUntouched &&
        onRefund && (
          <Button size="small" className="mt-2" onClick={onRefund}>
            {t('Refund {amount}', { amount: money(transaction.amount) })}
          </Button>
        )
      )}
    </Notice>
  );
}
