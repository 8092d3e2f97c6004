'use client';

import { useMutation } from '@tanstack/react-query';
import Link from 'next/link';
import { call } from '#lib/browser/api';
import { money } from '#lib/browser/format';
import type { PresentedTransaction } from '#lib/reads/present-transaction';
import { TransactionState } from '../transactions/status.tsx';
import { Button } from '../ui/button.tsx';
import type { Place } from './environment.ts';

/** What happens to the money once, however often it is sent. */
const once = { collection: 'collected', payout: 'paid', refund: 'given back' } as const;

interface LostAnswerProps {
  place: Place;
  type: keyof typeof once;
  /** Of the request whose answer got lost. */
  reference: string;
}

/** What is known when the answer to a payment got lost; asking what became of it sends nothing again. */
export function LostAnswer({ place, type, reference }: LostAnswerProps) {
  const look = useMutation({
    mutationFn: async () => {
      const query = { environment: place.environment, type, reference };
      const found = await call<PresentedTransaction[]>('/api/dashboard/transactions', { query });
      return found.find((each) => each.client_reference === reference) ?? null;
    },
  });
  return (
    <div className="grid justify-items-start gap-2">
      <p>
        No answer came, so this {type} may have been sent. Look what became of it, or press again: the
        reference {reference} stays the same, and it is {once[type]} once.
      </p>
      <Button size="small" busy={look.isPending} onClick={() => look.mutate()}>
        Look what became of it
      </Button>
      <p role="status">
        {look.error?.message}
        {look.data === null && `Kaira has no ${type} with this reference up to now.`}
        {look.data && (
          <>
            It has arrived: {money(look.data.amount)}, <TransactionState status={look.data.status} />.{' '}
            <Link
              href={`${place.home}/transactions/${look.data.transaction_id}`}
              className="font-semibold text-primary underline underline-offset-4"
            >
              See everything about it
            </Link>
          </>
        )}
      </p>
    </div>
  );
}
