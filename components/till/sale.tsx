'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { CircleCheck } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { call } from '#lib/browser/api';
import { CUSTOMER_CHOICE } from '#lib/browser/customer-choice';
import { money } from '#lib/browser/format';
import { refusal, t } from '#lib/browser/language/words';
import type { OwnCollection } from '#lib/collections/own-collection';
import type { Place } from '../payments/environment.ts';
import { RailName } from '../rails/rail-name.tsx';
import { isOpen } from '../transactions/status.tsx';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { ring } from './sound.ts';

/** What the customer pays is known here well within a second of the rail's word. */
const LOOK_MS = 700;
const big = 'h-16 w-full text-lg';

interface SaleProps {
  place: Place;
  sold: OwnCollection;
  onPaid(): void;
  onNext(): void;
}

/** The code for the customer to scan, until it is paid; then that it is, to be seen from the other side of the counter. */
export function Sale({ place, sold, onPaid, onNext }: SaleProps) {
  const client = useQueryClient();
  const key = ['sale', sold.transaction_id];
  const query = { environment: place.environment };
  const path = '/api/dashboard/collections';
  const { data: sale, error } = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => call<OwnCollection>(`${path}/${sold.transaction_id}`, { query, signal }),
    initialData: sold,
    refetchInterval: ({ state }) => (state.data && isGoing(state.data) ? LOOK_MS : false),
    refetchIntervalInBackground: true,
  });
  const stop = useMutation({
    mutationFn: () => call<OwnCollection>(`${path}/${sale.transaction_id}/cancel`, { method: 'POST', query }),
    onSuccess: (after) => client.setQueryData(key, after),
  });
  useOnce(sale.status === 'SUCCEEDED', () => {
    ring();
    onPaid();
  });
  if (sale.status === 'SUCCEEDED') return <Paid sale={sale} onNext={onNext} />;
  const page = sale.redirect_url === null ? null : new URL(sale.redirect_url).pathname;
  return (
    <section aria-label={t('The sale')} className="grid justify-items-center gap-4 text-center">
      <p className="text-4xl font-bold tracking-tight tabular-nums">{money(sale.amount)}</p>
      {sale.metadata?.items && <p className="wrap-anywhere">{sale.metadata.items}</p>}
      {isGoing(sale) ? (
        <>
          {/* White in either theme, with the quiet zone that a camera needs. */}
          {page && (
            // biome-ignore lint/performance/noImgElement: a drawing of this site, and there is no optimiser.
            <img
              src={`${page}/qr.svg`}
              alt={t('The code that the customer scans')}
              width={320}
              height={320}
              className="aspect-square w-full max-w-80 rounded-lg border bg-white"
            />
          )}
          <p role="status" className="text-lg">
            {stateOf(sale)}
          </p>
          {error && (
            <Notice kind="warning">
              {t('There is no connection at the moment. This page looks again by itself.')}
            </Notice>
          )}
          {stop.error && <Notice kind="error">{stop.error.message}</Notice>}
          <Button className={big} busy={stop.isPending} onClick={() => stop.mutate()}>
            {t('Stop this sale')}
          </Button>
        </>
      ) : (
        <>
          <p role="status" className="text-lg">
            {t('Nothing was charged.')}
          </p>
          <Button variant="primary" className={big} onClick={onNext} autoFocus>
            {t('Next sale')}
          </Button>
        </>
      )}
    </section>
  );
}

function Paid({ sale, onNext }: { sale: OwnCollection; onNext(): void }) {
  return (
    <section
      aria-label={t('The sale')}
      className="grid justify-items-center gap-4 rounded-lg border-2 border-succeeded p-6 text-center"
    >
      <CircleCheck aria-hidden="true" className="size-24 text-succeeded" />
      <div role="status" className="grid gap-1">
        <p className="text-3xl font-bold">{t('Paid')}</p>
        <p className="text-4xl font-bold tracking-tight tabular-nums">{money(sale.amount)}</p>
      </div>
      <p className="text-lg">
        <RailName of={sale.provider} />
      </p>
      <Button variant="primary" className={big} onClick={onNext} autoFocus>
        {t('Next sale')}
      </Button>
      {sale.receipt_url && (
        <a
          href={new URL(sale.receipt_url).pathname}
          target="_blank"
          rel="noreferrer"
          className="text-primary underline underline-offset-4"
        >
          {t('Receipt')}
        </a>
      )}
    </section>
  );
}

/** Whether the customer may still pay. */
function isGoing({ status, may_choose: mayChoose }: OwnCollection): boolean {
  return isOpen(status) || mayChoose;
}

function stateOf({ status, failure, provider, provider_name: name }: OwnCollection): string {
  if (isOpen(status))
    return provider === CUSTOMER_CHOICE ? t('Scan to pay') : t('The customer pays by {name}', { name });
  return t('{message} The customer may pay another way.', {
    message: failure?.message ? refusal(failure.message) : t('Not paid.'),
  });
}

/** What is done when something comes true, and not again while it is. */
function useOnce(isTrue: boolean, act: () => void): void {
  const was = useRef(isTrue);
  useEffect(() => {
    if (isTrue && !was.current) act();
    was.current = isTrue;
  });
}
