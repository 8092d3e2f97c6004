'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Check, Copy, ExternalLink, Undo2 } from 'lucide-react';
import Link from 'next/link';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { call } from '#lib/browser/api';
import { CUSTOMER_CHOICE } from '#lib/browser/customer-choice';
import { mobile, money } from '#lib/browser/format';
import { refusal, t } from '#lib/browser/language/words';
import type { OwnCollection } from '#lib/collections/own-collection';
import type { Place } from '../payments/environment.ts';
import { RailName } from '../rails/rail-name.tsx';
import { isOpen, TransactionState } from '../transactions/status.tsx';
import { Button } from '../ui/button.tsx';
import { Copyable } from '../ui/copy.tsx';
import { Fact, Facts } from '../ui/facts.tsx';
import { Notice } from '../ui/notice.tsx';
import { onDemand } from '../ui/on-demand.tsx';
import { Time } from '../ui/time.tsx';
import { OtpForm } from './otp-form.tsx';

const ConfirmDialog = onDemand(async () => (await import('../ui/dialog.tsx')).ConfirmDialog);

interface CollectionShareProps {
  place: Place;
  initial: OwnCollection;
  /** Where the customer pays; null on the rail that asks for a code. */
  link: string | null;
  /** The link as a code, made on the server. */
  code: ReactNode;
  mayCollect: boolean;
  /** False: a cashier, who has the till and nothing else. */
  mayRead: boolean;
  mayRefund: boolean;
}

/** One collection as its merchant shows it to a customer, with its status live until it is final. */
export function CollectionShare({ place, initial, link, code, ...may }: CollectionShareProps) {
  const client = useQueryClient();
  const key = ['collection', place.environment, initial.transaction_id];
  const path = `/api/dashboard/collections/${initial.transaction_id}`;
  const query = { environment: place.environment };
  const { data: collection, error } = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => call<OwnCollection>(path, { query, signal }),
    initialData: initial,
    refetchInterval: ({ state }) =>
      !state.data || isOpen(state.data.status) || state.data.may_choose ? 1_500 : false,
  });
  const [asking, setAsking] = useState(false);
  const cancel = useMutation({
    // Where the customer has chosen anew, the newest attempt.
    mutationFn: () =>
      call<OwnCollection>(`/api/dashboard/collections/${collection.transaction_id}/cancel`, {
        method: 'POST',
        query,
      }),
    onSuccess: (after) => {
      client.setQueryData(key, after);
      setAsking(false);
    },
  });
  const canChange = isOpen(collection.status) || collection.may_choose;
  // There is no transaction of it yet.
  const isUnchosen = isOpen(collection.status) && collection.provider === CUSTOMER_CHOICE;
  useShake(collection.status);
  const otp =
    collection.next_action && 'submit_otp' in collection.next_action
      ? collection.next_action.submit_otp
      : null;

  return (
    <div className="grid items-start gap-8 lg:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
      <section aria-label={t('The collection')} className="grid grid-cols-1 gap-5">
        <div>
          <p className="text-3xl font-semibold tracking-tight tabular-nums">{money(collection.amount)}</p>
          <p className="mt-2" role="status">
            <TransactionState status={collection.status} />
            <span className="text-muted-foreground"> {whatNow(collection, otp !== null)}</span>
          </p>
        </div>
        {collection.failure?.message && <Notice kind="error">{refusal(collection.failure.message)}</Notice>}
        {collection.late && (
          <Notice>
            {t('The money came after this collection had ended. It was credited all the same.')}
          </Notice>
        )}
        {error && canChange && (
          <Notice kind="warning">
            {t('The status cannot be read at the moment; it is asked for again by itself.')}
          </Notice>
        )}
        <Facts className="border-t pt-5">
          <Fact name={t('Reference')}>
            <Copyable value={collection.client_reference} />
          </Fact>
          <Fact name={t('Transaction')}>
            <Copyable value={collection.transaction_id} />
          </Fact>
          <Fact name={t('Provider')}>
            <RailName of={collection.provider} />
          </Fact>
          {collection.customer_name && <Fact name={t('Customer')}>{collection.customer_name}</Fact>}
          {collection.customer_mobile && <Fact name={t('Mobile')}>{mobile(collection.customer_mobile)}</Fact>}
          <Fact name={t('Created')}>
            <Time at={collection.created_at} />
          </Fact>
          {isOpen(collection.status) && (
            <Fact name={t('Ends')}>
              {collection.expires_at ? (
                <Time at={collection.expires_at} />
              ) : (
                t('Never by itself (a sandbox amount)')
              )}
            </Fact>
          )}
        </Facts>
        <div className="flex flex-wrap gap-2">
          {!isUnchosen && may.mayRead && (
            <Button asChild>
              <Link href={`${place.home}/transactions/${collection.transaction_id}`}>
                {t('See everything about it')}
              </Link>
            </Button>
          )}
          {canChange && may.mayCollect && (
            <Button onClick={() => setAsking(true)}>{t('Cancel the collection')}</Button>
          )}
          {!canChange && (
            <Button asChild variant="primary">
              <Link href={`${place.home}/${may.mayRead ? 'collect' : 'till'}`}>
                {t('Charge the next customer')}
              </Link>
            </Button>
          )}
          {collection.status === 'SUCCEEDED' && may.mayRefund && (
            <Button asChild>
              <Link href={`${place.home}/transactions/${collection.transaction_id}?refund`}>
                <Undo2 aria-hidden="true" /> {t('Refund|to do it')}
              </Link>
            </Button>
          )}
        </div>
      </section>

      {canChange && link && (
        // On a phone first: it is what the customer is shown.
        <section
          aria-label={t('For the customer')}
          className="order-first rounded-lg border p-5 lg:order-none"
        >
          <h2 className="font-semibold">{t('Show or send this to the customer')}</h2>
          <div className="mt-4 flex flex-wrap items-start justify-center gap-5">
            {code}
            <div className="grid min-w-0 flex-1 basis-48 gap-3">
              <p className="text-muted-foreground">
                {t('The code and the link lead to the same page. It works once, for this amount.')}
              </p>
              <code className="font-mono text-[13px] break-all">{link}</code>
              <CopyLink link={link} />
              <Button asChild>
                <a href={link} target="_blank" rel="noreferrer">
                  <ExternalLink /> {t('Open the page')}
                </a>
              </Button>
            </div>
          </div>
        </section>
      )}
      {canChange && otp && (
        <OtpForm
          path={path}
          query={query}
          otp={otp}
          mayCollect={may.mayCollect}
          onAnswer={(after) => client.setQueryData(key, after)}
          onRefused={() => client.invalidateQueries({ queryKey: key })}
        />
      )}
      {!canChange && (
        <p className="rounded-lg border border-dashed p-5 text-muted-foreground">
          {collection.status === 'SUCCEEDED'
            ? t('The payment is complete. Its link leads the customer to the result.')
            : t('Nothing was charged. The same reference can be collected again with a new collection.')}
        </p>
      )}
      {asking && (
        <ConfirmDialog
          open
          onOpenChange={setAsking}
          title={t('Cancel this collection?')}
          description={t(
            'The customer can no longer pay the {amount}. If the provider says that it was paid already, it counts as paid.',
            { amount: money(collection.amount) },
          )}
          action={t('Cancel the collection')}
          danger
          busy={cancel.isPending}
          error={cancel.error}
          onConfirm={() => cancel.mutate()}
        />
      )}
    </div>
  );
}

/** Whoever holds the phone feels that it was paid; where it cannot shake, or may not, the page says so all the same. */
function useShake(status: OwnCollection['status']): void {
  const before = useRef(status);
  useEffect(() => {
    if (before.current !== status && status === 'SUCCEEDED') navigator.vibrate?.([120, 60, 120]);
    before.current = status;
  }, [status]);
}

function CopyLink({ link }: { link: string }) {
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(link);
    setCopied(true);
    setTimeout(() => setCopied(false), 1_500);
  };
  return (
    <Button variant="primary" onClick={copy}>
      {copied ? <Check /> : <Copy />}{' '}
      <span aria-live="polite">{copied ? t('Copied') : t('Copy the link')}</span>
    </Button>
  );
}

function whatNow({ status, may_choose: mayChoose }: OwnCollection, asksForCode: boolean): string {
  if (mayChoose && status !== 'PENDING')
    return t('– nothing was charged, and the customer may pay another way');
  if (status === 'PENDING') {
    return asksForCode
      ? t('– waiting for the one-time password')
      : t('– waiting for the customer; this page follows by itself');
  }
  return status === 'SUCCEEDED'
    ? t('– the money is in your balance, less the commission')
    : t('– nothing was charged');
}
