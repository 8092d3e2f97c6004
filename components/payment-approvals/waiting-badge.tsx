'use client';

import { t } from '#lib/browser/language/words';
import type { ListedPayments } from '#lib/payment-approvals/list-payments';
import { decidable, usePayments } from './use-payments.ts';

interface WaitingBadgeProps {
  environment: 'SANDBOX' | 'LIVE';
  initial: ListedPayments;
  userId: string;
}

/** How many payments wait for this very person's word; nothing where there is none. */
export function WaitingBadge({ environment, initial, userId }: WaitingBadgeProps) {
  const { data } = usePayments({ environment }, initial);
  const count = decidable(data, userId).length;
  if (count === 0) return null;
  return (
    <span className="ml-auto rounded-full bg-primary px-1.5 text-[11px] leading-5 font-semibold text-primary-foreground tabular-nums">
      {count}
      <span className="sr-only"> {t('waiting for you')}</span>
    </span>
  );
}
