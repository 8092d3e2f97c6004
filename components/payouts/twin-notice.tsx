import Link from 'next/link';
import type { ReactNode } from 'react';
import { money } from '#lib/browser/format';
import type { PresentedTwin } from '#lib/payouts/find-recent-twins';
import type { Place } from '../payments/environment.ts';
import { TransactionState } from '../transactions/status.tsx';
import { Notice } from '../ui/notice.tsx';
import { Time } from '../ui/time.tsx';

interface TwinNoticeProps {
  place: Place;
  amount: string;
  twins: PresentedTwin[];
  children?: ReactNode;
}

/** That the same amount went to the same number just now: more often a mistake than meant. */
export function TwinNotice({ place, amount, twins, children }: TwinNoticeProps) {
  const [twin] = twins;
  if (twin === undefined) return null;
  return (
    <Notice kind="warning">
      <p>
        <strong>
          {money(amount)} was already {twin.type === 'refund' ? 'given back' : 'paid'} to this number
        </strong>{' '}
        <Time at={twin.created_at} />
        {twins.length > 1 && `, and ${twins.length - 1} more shortly before`}:{' '}
        <Link
          href={`${place.home}/transactions/${twin.transaction_id}`}
          className="font-semibold text-primary underline underline-offset-4"
        >
          {twin.client_reference}
        </Link>{' '}
        <TransactionState status={twin.status} />
        {twin.delivered_after_failure && ' and the wallet has paid it all the same'}
      </p>
      {children}
    </Notice>
  );
}
