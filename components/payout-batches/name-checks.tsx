'use client';

import { useMutation } from '@tanstack/react-query';
import { useEffect } from 'react';
import { call } from '#lib/browser/api';
import { plural, t } from '#lib/browser/language/words';
import type { PresentedBatchView } from '#lib/payout-batches/get-batch';
import type { Place } from '../payments/environment.ts';
import { Notice } from '../ui/notice.tsx';

interface NameChecksProps {
  place: Place;
  batch: PresentedBatchView;
  /** Whoever may not pay out reads what others found. */
  mayAsk: boolean;
  onChecked(batch: PresentedBatchView): void;
}

/** Asks the wallets about the names of a file that waits, some at a time while its page is open, and says how far it is. */
export function NameChecks({ place, batch, mayAsk, onChecked }: NameChecksProps) {
  const { waiting } = batch.names;
  const { mutate, isPending, isError } = useMutation({
    mutationFn: () =>
      call<PresentedBatchView>(`/api/dashboard/payout-batches/${batch.id}/check-names`, {
        method: 'POST',
        query: { environment: place.environment },
      }),
    onSuccess: onChecked,
  });
  const isWanted = mayAsk && waiting > 0 && !isPending && !isError;
  useEffect(() => {
    if (isWanted) mutate();
  }, [isWanted, mutate]);
  const words = namesWords(batch);
  if (words === undefined) return null;
  return (
    <Notice>
      <p role="status">
        {words}
        {waiting > 0 &&
          mayAsk &&
          ` ${isError ? t('Open this page again to go on.') : t('This goes on by itself.')}`}
      </p>
    </Notice>
  );
}

/** Of how many rows nobody knows whether the name fits; undefined: of none. */
export function namesWords({ names: { waiting, unavailable } }: PresentedBatchView): string | undefined {
  const sentences = [
    waiting > 0 &&
      plural(waiting, {
        one: 'One name is not checked with its wallet yet.',
        other: '{count} names are not checked with their wallets yet.',
      }),
    unavailable > 0 &&
      plural(unavailable, {
        one: 'Of one row the wallet did not say whose number it is.',
        other: 'Of {count} rows the wallet did not say whose number it is.',
      }),
  ];
  return sentences.filter(Boolean).join(' ') || undefined;
}
