'use client';

import { useMutation } from '@tanstack/react-query';
import Link from 'next/link';
import { ApiError, call } from '#lib/browser/api';
import { money } from '#lib/browser/format';
import { later, t } from '#lib/browser/language/words';
import type { OwnCollection } from '#lib/collections/own-collection';
import type { PresentedTransaction } from '#lib/reads/present-transaction';
import { rich } from '../language/rich.tsx';
import { TransactionState } from '../transactions/status.tsx';
import { Button } from '../ui/button.tsx';
import type { Place } from './environment.ts';

/** What is known, by what was sent: that it may have arrived, and that it has not. */
const words = {
  collection: {
    lost: later(
      'No answer came, so this collection may have been sent. Look what became of it, or press again: the reference {reference} stays the same, and it is collected once.',
    ),
    none: later('Kaira has no collection with this reference up to now.'),
  },
  payout: {
    lost: later(
      'No answer came, so this payout may have been sent. Look what became of it, or press again: the reference {reference} stays the same, and it is paid once.',
    ),
    none: later('Kaira has no payout with this reference up to now.'),
  },
  refund: {
    lost: later(
      'No answer came, so this refund may have been sent. Look what became of it, or press again: the reference {reference} stays the same, and it is given back once.',
    ),
    none: later('Kaira has no refund with this reference up to now.'),
  },
} as const;

interface LostAnswerProps {
  place: Place;
  type: keyof typeof words;
  /** Of the request whose answer got lost. */
  reference: string;
}

/** What is known when the answer to a payment got lost; asking what became of it sends nothing again. */
export function LostAnswer({ place, type, reference }: LostAnswerProps) {
  const look = useMutation({ mutationFn: () => find(place, type, reference) });
  return (
    <div className="grid justify-items-start gap-2">
      <p>{words[type].lost({ reference })}</p>
      <Button size="small" busy={look.isPending} onClick={() => look.mutate()}>
        {t('Look what became of it')}
      </Button>
      <p role="status">
        {look.error?.message}
        {look.data === null && words[type].none()}
        {look.data && (
          <>
            {rich('It has arrived: {amount}, {status}.', {
              amount: money(look.data.amount),
              status: <TransactionState status={look.data.status} />,
            })}{' '}
            <Link
              href={`${place.home}/${type === 'collection' ? 'collect' : 'transactions'}/${look.data.transaction_id}`}
              className="font-semibold text-primary underline underline-offset-4"
            >
              {t('See everything about it')}
            </Link>
          </>
        )}
      </p>
    </div>
  );
}

type Found = Pick<PresentedTransaction, 'transaction_id' | 'amount' | 'status'>;

async function find(
  { environment }: Place,
  type: LostAnswerProps['type'],
  reference: string,
): Promise<Found | null> {
  // No transaction is listed of a collection whose customer has yet to choose the wallet.
  if (type === 'collection') {
    const path = `/api/dashboard/collections/${encodeURIComponent(reference)}`;
    return call<OwnCollection>(path, { query: { environment } }).catch(unlessNone);
  }
  const query = { environment, type, reference };
  const found = await call<PresentedTransaction[]>('/api/dashboard/transactions', { query });
  return found.find((each) => each.client_reference === reference) ?? null;
}

function unlessNone(error: unknown): null {
  if (error instanceof ApiError && error.code === 'TRANSACTION_NOT_FOUND') return null;
  throw error;
}
