import Link from 'next/link';
import { money } from '#lib/browser/format';
import { t } from '#lib/browser/language/words';
import type { PresentedRefundsOf } from '#lib/refunds/present-refunds-of';
import { TransactionState } from '../transactions/status.tsx';
import { refundedText } from './refund-words.ts';

interface RefundListProps {
  refunds: NonNullable<PresentedRefundsOf>;
  /** Of the collection. */
  amount: string;
  /** Where transactions are: `/dashboard/live/transactions`. */
  transactions: string;
}

/** How much of a collection went back, and each of its refunds, newest first. */
export function RefundList({ refunds, amount, transactions }: RefundListProps) {
  return (
    <>
      <p className="mb-2 tabular-nums">{refundedText(refunds, amount)}</p>
      <ul className="divide-y rounded-lg border">
        {refunds.list.map((refund) => (
          <li
            key={refund.transaction_id}
            className="relative grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-4 gap-y-1 px-4 py-2.5 sm:grid-cols-[minmax(0,1fr)_8rem_9rem]"
          >
            <Link
              href={`${transactions}/${refund.transaction_id}`}
              className="truncate font-semibold after:absolute after:inset-0 hover:underline"
            >
              {refund.client_reference}
            </Link>
            <TransactionState status={refund.status} className="max-sm:order-3" />
            <span className="text-right tabular-nums">{money(refund.amount)}</span>
            {refund.delivered_after_failure && (
              <span className="order-last col-span-full text-[13px] text-muted-foreground">
                {t('The wallet has paid it all the same, so it counts as refunded.')}
              </span>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}
