'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { usePathname, useSearchParams } from 'next/navigation';
import { useEffect, useState } from 'react';
import { call } from '#lib/browser/api';
import { newReference } from '#lib/browser/new-reference';
import type { TransactionDetail as Detail } from '#lib/reads/get-transaction-detail';
import { onDemand } from '../ui/on-demand.tsx';
import { changedQueries } from './changed-queries.ts';
import { TransactionActions } from './transaction-actions.tsx';
import { isMoving, TransactionPage } from './transaction-page.tsx';

interface TransactionDetailProps {
  environment: 'SANDBOX' | 'LIVE';
  home: string;
  initial: Detail;
  /** What the role of whoever looks is good for. */
  mayCancel: boolean;
  mayResend: boolean;
  mayRefund: boolean;
  mayPay: boolean;
  mayCollect: boolean;
}

// Of few payments only.
const MoneyNotices = onDemand(async () => (await import('./money-notices.tsx')).MoneyNotices);
// Loaded when something is asked.
const RefundDialog = onDemand(async () => (await import('../refunds/refund-dialog.tsx')).RefundDialog);

const REFRESH_OPEN_MS = 3_000;
/** A final transaction still has webhooks to be delivered, and may be reversed or refunded. */
const REFRESH_FINAL_MS = 15_000;

/** The page of one transaction for its client; follows it while it is open. */
export function TransactionDetail({ environment, home, initial, ...may }: TransactionDetailProps) {
  const id = initial.transaction.transaction_id;
  const { data, error } = useQuery({
    queryKey: ['transaction', environment, id],
    queryFn: ({ signal }) =>
      call<Detail>(`/api/dashboard/transactions/${id}`, { query: { environment }, signal }),
    initialData: initial,
    refetchInterval: ({ state }) => (state.data && isMoving(state.data) ? REFRESH_OPEN_MS : REFRESH_FINAL_MS),
  });
  const { transaction, refunds } = data;
  const queries = useQueryClient();
  const [asking, setAsking] = useState<{ amount?: string }>();
  // One for each refund, however often it is sent; the next one has another.
  const [reference, setReference] = useState(() => newReference('REF'));
  const mayRefund = may.mayRefund && refunds !== null && refunds.refundable_amount !== '0.00';
  useAskedByAddress(mayRefund, setAsking);
  const refund = mayRefund ? (amount?: string) => setAsking(amount ? { amount } : {}) : undefined;
  const hasNotices =
    data.adjustments.length > 0 || data.payback || data.double_payment || transaction.held?.is_held_back;
  return (
    <>
      <TransactionPage
        detail={data}
        error={error}
        home={home}
        environment={environment}
        mayResend={may.mayResend}
        actions={
          <TransactionActions
            detail={data}
            environment={environment}
            home={home}
            mayCancel={may.mayCancel}
            mayCollect={may.mayCollect}
            mayPay={may.mayPay}
            onRefund={refund && (() => refund())}
          />
        }
        notices={
          hasNotices && <MoneyNotices detail={data} home={home} mayPay={may.mayPay} onRefund={refund} />
        }
      />
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

/**
 * Opens the refund's dialog where the address asks for it, as from the page where the payment was taken. The address
 * forgets it at once, so that a reload does not ask again.
 */
function useAskedByAddress(mayRefund: boolean, ask: (what: object) => void): void {
  const isAsked = useSearchParams().has('refund') && mayRefund;
  const pathname = usePathname();
  useEffect(() => {
    if (!isAsked) return;
    window.history.replaceState(null, '', pathname);
    ask({});
  }, [isAsked, pathname, ask]);
}
