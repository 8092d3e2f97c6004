import Link from 'next/link';
import type { ReactNode } from 'react';
import { money } from '#lib/browser/format';
import { plural, t } from '#lib/browser/language/words';
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
          {twin.type === 'refund'
            ? t('{amount} was already given back to this number', { amount: money(amount) })
            : t('{amount} was already paid to this number', { amount: money(amount) })}
        </strong>{' '}
        <Time at={twin.created_at} />
        {twins.length > 1 &&
          plural(twins.length - 1, {
            one: ', and {count} more shortly before',
            other: ', and {count} more shortly before',
          })}
        :{' '}
        <Link
          href={`${place.home}/transactions/${twin.transaction_id}`}
          className="font-semibold text-primary underline underline-offset-4"
        >
          {twin.client_reference}
        </Link>{' '}
        <TransactionState status={twin.status} />
        {twin.delivered_after_failure && t(' and the wallet has paid it all the same')}
      </p>
      {children}
    </Notice>
  );
}
