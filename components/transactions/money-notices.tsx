import { isAtMost } from '#lib/browser/amounts';
import { difference, money } from '#lib/browser/format';
import { t } from '#lib/browser/language/words';
import type { TransactionDetail } from '#lib/reads/get-transaction-detail';
import { rich } from '../language/rich.tsx';
import { DoublePayment } from '../refunds/double-payment.tsx';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { Time } from '../ui/time.tsx';
import { Payback } from './payback.tsx';

interface MoneyNoticesProps {
  detail: TransactionDetail;
  home: string;
  /** Whether the role of whoever looks may pay out. */
  mayPay: boolean;
  /** Undefined for whoever may not, and where nothing is left; without an amount, of all that is. */
  onRefund: ((amount?: string) => void) | undefined;
}

/** What few payments have: what two operators booked of it, what goes back to the customer, and what was paid twice. */
export function MoneyNotices({ detail, home, mayPay, onRefund }: MoneyNoticesProps) {
  const { adjustments, payback, double_payment: double, transaction, refunds } = detail;
  return (
    <>
      {transaction.held?.is_held_back && (
        <Notice className="mt-5">
          <p className="font-semibold">
            {t(transaction.type === 'refund' ? 'This refund is not sent' : 'This payout is not sent')}
          </p>
          <p className="mt-0.5 text-muted-foreground">
            {t(
              'Its customer would have back more than came: an earlier one was paid by the wallet after it had failed, or the wallet has taken the payment back. Cancel it, and the money is in your balance again. If you think that the customer has nothing, ask the operators.',
            )}
          </p>
        </Notice>
      )}
      {adjustments.map((each) => (
        <Notice key={each.id} className="mt-5">
          <p className="font-semibold">
            {rich('Your balance was adjusted: {amount}, {time}', {
              amount: difference(each.amount),
              time: <Time at={each.created_at} />,
            })}
          </p>
          <p className="mt-0.5 text-muted-foreground">{each.reason}</p>
          {onRefund && refunds && isGivableBack(each.amount, refunds.refundable_amount) && (
            <Button size="small" className="mt-2" onClick={() => onRefund(each.amount)}>
              {t('Refund {amount}', { amount: money(each.amount) })}
            </Button>
          )}
        </Notice>
      ))}
      {payback && (
        <Payback payback={payback} collectionId={transaction.transaction_id} home={home} mayPay={mayPay} />
      )}
      {double && (
        <DoublePayment
          double={double}
          detail={detail}
          home={home}
          onRefund={onRefund ? () => onRefund() : undefined}
        />
      )}
    </>
  );
}

/** What was credited beyond what was asked for, where as much of the payment is still there. */
function isGivableBack(adjusted: string, refundable: string): boolean {
  return isAtMost('0.01', adjusted) && isAtMost(adjusted, refundable);
}
