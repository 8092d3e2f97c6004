import Link from 'next/link';
import { money } from '#lib/browser/format';
import { t } from '#lib/browser/language/words';
import type { PresentedPayback } from '#lib/reads/payback';
import { rich } from '../language/rich.tsx';
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

/** What came for a payment that did not succeed: how it goes back to the customer, or went, and what is left of it. */
export function Payback({ payback, collectionId, home, mayPay }: PaybackProps) {
  const isLeft = payback.amount !== '0.00';
  return (
    <>
      {payback.payouts.length > 0 && <GoesBack payouts={payback.payouts} home={home} />}
      {isLeft && <StillHere payback={payback} collectionId={collectionId} home={home} mayPay={mayPay} />}
    </>
  );
}

const link = 'font-semibold text-primary underline underline-offset-4';

function GoesBack({ payouts, home }: Pick<PresentedPayback, 'payouts'> & { home: string }) {
  return (
    <Notice className="mt-5">
      <p className="font-semibold">{t('It goes back to the customer')}</p>
      {payouts.map((payout) => (
        <p key={payout.transaction_id} className="mt-0.5">
          {rich('{amount} by {payout}', {
            amount: money(payout.amount),
            payout: (
              <Link href={`${home}/transactions/${payout.transaction_id}`} className={link}>
                {t('a payout')}
              </Link>
            ),
          })}{' '}
          <TransactionState status={payout.status} />
          {payout.delivered_after_failure &&
            ` ${t('The wallet has paid it all the same, so do not pay it again.')}`}
        </p>
      ))}
    </Notice>
  );
}

function StillHere({ payback, collectionId, home, mayPay }: PaybackProps) {
  const { amount, mobile, payouts } = payback;
  return (
    <Notice kind="warning" className="mt-5">
      <p className="font-semibold">
        {payouts.length > 0
          ? t('{amount} of what the customer has paid did not go back', { amount: money(amount) })
          : t('The customer has paid {amount}, and this payment did not succeed', { amount: money(amount) })}
      </p>
      <p className="mt-0.5">
        {t('It is in your balance.')}{' '}
        {payback.waits_for_approval
          ? rich('That it goes back waits for a second person, under {payouts}.', {
              payouts: (
                <Link href={`${home}/payouts`} className={link}>
                  {t('Payouts')}
                </Link>
              ),
            })
          : mobile === null
            ? t('Give it back, or keep it for what was ordered; no number of the customer is known here.')
            : t('Pay it back, or keep it for what was ordered.')}
      </p>
      {mayPay && payback.can_begin && (
        <Button asChild size="small" className="mt-2">
          <Link href={`${home}/payouts/new?payback=${collectionId}`}>
            {t('Pay {amount} back', { amount: money(amount) })}
          </Link>
        </Button>
      )}
    </Notice>
  );
}
