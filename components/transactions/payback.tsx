import Link from 'next/link';
import { money } from '#lib/browser/format';
import type { PresentedPayback } from '#lib/reads/payback';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { TransactionState } from './status.tsx';

interface PaybackProps {
  payback: PresentedPayback;
  collectionId: string;
  home: string;
  /** Whether the role of whoever looks may pay out. */
  mayPay: boolean;
}

/** What came for a payment that did not succeed, and how it goes back to the customer, or went. */
export function Payback({ payback, collectionId, home, mayPay }: PaybackProps) {
  const { payout, amount, mobile } = payback;
  const link = 'font-semibold text-primary underline underline-offset-4';
  if (payout) {
    return (
      <Notice className="mt-5">
        <p className="font-semibold">It goes back to the customer</p>
        <p className="mt-0.5">
          {money(payout.amount)} by{' '}
          <Link href={`${home}/transactions/${payout.transaction_id}`} className={link}>
            a payout
          </Link>{' '}
          <TransactionState status={payout.status} />
        </p>
      </Notice>
    );
  }
  return (
    <Notice kind="warning" className="mt-5">
      <p className="font-semibold">The customer has paid {money(amount)}, and this payment did not succeed</p>
      <p className="mt-0.5">
        It is in your balance.{' '}
        {payback.waits_for_approval ? (
          <>
            That it goes back waits for a second person, under{' '}
            <Link href={`${home}/payouts`} className={link}>
              Payouts
            </Link>
            .
          </>
        ) : mobile === null ? (
          'Give it back, or keep it for what was ordered; no number of the customer is known here.'
        ) : (
          'Pay it back, or keep it for what was ordered.'
        )}
      </p>
      {mayPay && payback.can_begin && (
        <Button asChild size="small" className="mt-2">
          <Link href={`${home}/payouts/new?payback=${collectionId}`}>Pay {money(amount)} back</Link>
        </Button>
      )}
    </Notice>
  );
}
