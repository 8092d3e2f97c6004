'use client';

import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Approval } from '#lib/approvals/approval';
import { amountSentence, isAmount, isAtMost, minus, typedAmount } from '#lib/browser/amounts';
import { ApiError, call, mayBeDone } from '#lib/browser/api';
import { faultsOf } from '#lib/browser/faults';
import { money } from '#lib/browser/format';
import { later, t } from '#lib/browser/language/words';
import { normaliseMobile } from '#lib/browser/phone';
import { railName } from '#lib/browser/rail-names';
import type { TransactionDetail } from '#lib/reads/get-transaction-detail';
import type { PresentedRefundCheck } from '#lib/refunds/check-refund';
import type { Status } from '#lib/transactions/transaction';
import type { Place } from '../payments/environment.ts';
import { LostAnswer } from '../payments/lost-answer.tsx';
import { MobileField } from '../payments/payment-fields.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { ErrorState, Skeleton } from '../ui/feedback.tsx';
import { Field, Input } from '../ui/field.tsx';
import { Form, FormActions } from '../ui/form.tsx';
import { Notice } from '../ui/notice.tsx';
import { toast } from '../ui/toast.tsx';
import { commissionAhead, wayAhead, wayOf, whyNot } from './refund-words.ts';

interface RefundDialogProps {
  place: Place;
  collection: TransactionDetail['transaction'];
  /** Filled in at first, where that is less than what is left. */
  amount?: string | undefined;
  /** The refund's own; it stays the same however often it is sent, also when the dialog is opened again. */
  reference: string;
  /** The reference belongs to a refund now, or whatever the page shows may have changed. */
  onChanged(what: { isReferenceUsed: boolean }): void;
  onClose(): void;
}

/** Gives back a payment, whole or in part: what will happen stands there before any money moves. */
export function RefundDialog({ onClose, ...props }: RefundDialogProps) {
  const { place, collection } = props;
  const {
    data: check,
    error,
    refetch,
  } = useQuery({
    queryKey: ['refund-check', place.environment, collection.transaction_id],
    queryFn: ({ signal }) =>
      call<PresentedRefundCheck>(`/api/dashboard/collections/${collection.transaction_id}/refunds`, {
        query: { environment: place.environment },
        signal,
      }),
    // Of the last time that it was open.
    gcTime: 0,
  });
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('Refund this payment')}
      description={t('{amount} was paid for {reference}.', {
        amount: money(collection.amount),
        reference: collection.client_reference,
      })}
    >
      {check ? (
        <RefundForm check={check} onRecheck={refetch} onClose={onClose} {...props} />
      ) : error ? (
        <ErrorState error={error} onRetry={() => refetch()} />
      ) : (
        <div className="grid gap-4" role="status" aria-label={t('Loading')}>
          <Skeleton className="h-9 w-full" />
          <Skeleton className="h-9 w-full" />
          <Skeleton className="h-24 w-full" />
        </div>
      )}
    </Dialog>
  );
}

interface RefundFormProps extends RefundDialogProps {
  check: PresentedRefundCheck;
  onRecheck(): void;
}

type Body = {
  collection: string;
  client_reference: string;
  amount: string;
  recipient_mobile?: string;
  reason?: string;
};
type Refund = { status: Status; amount: string } | { status: 'AWAITING_APPROVAL'; approval: Approval };

/** Amount and reason, what they do, and the button that does it. */
function RefundForm({ place, collection, check, onRecheck, onChanged, onClose, ...given }: RefundFormProps) {
  const { refundable_amount: left } = check;
  // The dialog's own: a newer one is for the refund after this.
  const [reference] = useState(given.reference);
  const [typed, setTyped] = useState(
    given.amount !== undefined && isAtMost(given.amount, left) ? given.amount : left,
  );
  const [wrong, setWrong] = useState<string>();
  const { send, lost } = useSend({ place, onRecheck, onChanged, onClose });
  const amount = typedAmount(typed);
  const { way, asksNumber } = wayOf(check, amount);
  const mustWait =
    way !== undefined && check.approval_above !== null && !isAtMost(amount, check.approval_above);
  const faults = faultsOf(send.error, {
    INVALID_AMOUNT: 'amount',
    REFUND_EXCEEDS_COLLECTION: 'amount',
    INSUFFICIENT_BALANCE: 'amount',
  });
  const isTooMuch = send.error instanceof ApiError && send.error.code === 'REFUND_EXCEEDS_COLLECTION';
  const amountFault = wrong ?? (isTooMuch ? tooMuch(left) : faults.amount);

  const submit = (fields: Record<string, string>) => {
    if (lost) return send.mutate(lost);
    const fault = !isAmount(amount) ? amountSentence() : isAtMost(amount, left) ? undefined : tooMuch(left);
    setWrong(fault);
    send.reset();
    if (fault) return;
    const reason = fields.reason?.trim();
    const number = asksNumber && normaliseMobile(fields.recipient_mobile ?? '');
    send.mutate({
      collection: collection.transaction_id,
      client_reference: reference,
      amount,
      ...(number && { recipient_mobile: number }),
      ...(reason && { reason }),
    });
  };

  if (check.ways === null && !lost) return <Nothing onClose={onClose} />;
  const isImpossible = wayOf(check, left).way?.method === null;
  return (
    <Form busy={send.isPending || send.isSuccess} onSend={submit}>
      <fieldset disabled={isImpossible || lost !== undefined || send.isPending} className="grid gap-4">
        <Field
          label={t('Amount in GMD')}
          hint={t('Of {amount} still to be given back', { amount: money(left) })}
          error={amountFault}
        >
          {(control) => (
            <Input
              {...control}
              name="amount"
              value={typed}
              onChange={(event) => {
                setTyped(event.target.value);
                setWrong(undefined);
                send.reset();
              }}
              inputMode="decimal"
              autoComplete="off"
              required
              className="tabular-nums"
            />
          )}
        </Field>
        {asksNumber && (
          <MobileField
            label={t('Customer’s number')}
            hint={t(
              'Ask the customer: it is not known here, and what goes to a wrong number does not come back.',
            )}
            name="recipient_mobile"
            required
            error={faults.recipient_mobile}
          />
        )}
        <ReasonField error={faults.reason} />
      </fieldset>
      {way && <WhatHappens check={check} amount={amount} way={way} collection={collection} />}
      {mustWait && (
        <Notice kind="warning">
          {t(
            'This is above the amount that one person pays alone. It waits for another owner or accountant; nothing leaves your balance before they approve it.',
          )}
        </Notice>
      )}
      {send.error && !faults.amount && !faults.reason && !faults.recipient_mobile && (
        <Notice kind="error">
          {lost ? (
            <LostAnswer place={place} type="refund" reference={reference} />
          ) : (
            (isUsed(send.error) && arrived()) || faults.form
          )}
        </Notice>
      )}
      <FormActions>
        <Button onClick={onClose}>{t('Cancel')}</Button>
        <Button
          type="submit"
          variant="primary"
          busy={send.isPending || send.isSuccess}
          disabled={(way?.method === null && !lost) || isUsed(send.error)}
        >
          {mustWait
            ? t('Ask a second person')
            : way && isAtMost(amount, left)
              ? t('Refund {amount}', { amount: money(withBututs(amount)) })
              : t('Refund|to give back')}
        </Button>
      </FormActions>
    </Form>
  );
}

/** Sends it; what got no answer is kept, for only the very same may be sent again. */
function useSend({
  place,
  onRecheck,
  onChanged,
  onClose,
}: Pick<RefundFormProps, 'place' | 'onRecheck' | 'onChanged' | 'onClose'>) {
  const [lost, setLost] = useState<Body>();
  const send = useMutation({
    mutationFn: (body: Body) =>
      call<Refund>('/api/dashboard/refunds', {
        method: 'POST',
        body,
        query: { environment: place.environment },
      }),
    onSuccess: (refund) => {
      toast.success(told(refund));
      onChanged({ isReferenceUsed: true });
      onClose();
    },
    onError: (error, body) => {
      setLost(mayBeDone(error) ? body : undefined);
      onRecheck();
      onChanged({ isReferenceUsed: isUsed(error) });
    },
  });
  return { send, lost };
}

function ReasonField({ error }: { error: string | undefined }) {
  return (
    <Field
      label={t('Reason (optional)')}
      hint={t('For you and your people; the customer does not see it.')}
      error={error}
    >
      {(control) => (
        <Input
          {...control}
          name="reason"
          maxLength={200}
          autoComplete="off"
          placeholder={t('The shoes were too small')}
        />
      )}
    </Field>
  );
}

interface WhatHappensProps {
  check: PresentedRefundCheck;
  amount: string;
  way: NonNullable<ReturnType<typeof wayOf>['way']>;
  collection: TransactionDetail['transaction'];
}

/** In plain words, before it is done. */
function WhatHappens({ check, amount, way, collection }: WhatHappensProps) {
  if (!isAtMost(amount, check.refundable_amount)) return null;
  if (way.method === null) {
    const isPart = check.ways?.all.method !== null;
    return (
      <Notice kind="warning">
        {isPart && (
          <p className="font-semibold">{t('Only all that is left can go back, not a part of it.')}</p>
        )}
        <p>{whyNot(way.why_not)}</p>
      </Notice>
    );
  }
  const isCovered = isAtMost(amount, check.available);
  const isHeld = way.method === 'payout' && check.float !== null && !isAtMost(amount, check.float);
  return (
    <div className="rounded-lg border px-3.5 py-2.5">
      <p className="font-semibold">{t('What happens')}</p>
      <ul className="mt-1 grid list-disc gap-1 pl-4 text-muted-foreground marker:text-border">
        <li>{wayAhead(way.method, collection.provider, collection.mobile)}</li>
        <li className={isCovered ? undefined : 'text-failed'}>
          {isCovered
            ? t('{amount} leaves your available balance now; {left} is left in it.', {
                amount: money(withBututs(amount)),
                left: money(minus(check.available, amount)),
              })
            : t('Your available balance of {amount} does not cover this.', {
                amount: money(check.available),
              })}
        </li>
        {isHeld && (
          <li>
            {t(
              'The balance at {rail} is {amount}: the refund waits, and goes out by itself when that balance covers it.',
              { rail: railName(collection.provider), amount: money(check.float ?? '0.00') },
            )}
          </li>
        )}
        {collection.commission !== '0.00' && <li>{commissionAhead(check.returns_commission)}</li>}
      </ul>
    </div>
  );
}

function Nothing({ onClose }: { onClose(): void }) {
  return (
    <>
      <p>{t('All of this payment was given back, or is on its way. Nothing is left to refund.')}</p>
      <FormActions>
        <Button onClick={onClose}>{t('Close')}</Button>
      </FormActions>
    </>
  );
}

const arrived = later(
  'The refund that you sent before has arrived after all. Close this and look at the refunds of this payment.',
);

const tooMuch = (left: string) =>
  t('Only {amount} of this payment is still to be given back.', { amount: money(left) });

/** `40` → `40.00`. */
const withBututs = (amount: string) => minus(amount, '0.00');

function isUsed(error: Error | null): boolean {
  return error instanceof ApiError && error.code === 'DUPLICATE_REFERENCE';
}

function told(refund: Refund): string {
  if ('approval' in refund) {
    return t('{amount} waits for a second person, under Payouts.', {
      amount: money(refund.approval.payment?.amount ?? ''),
    });
  }
  const { status, amount } = refund;
  if (status === 'SUCCEEDED') return t('{amount} was given back.', { amount: money(amount) });
  if (status === 'AWAITING_LIQUIDITY')
    return t('{amount} is held, and goes back as soon as the provider can.', { amount: money(amount) });
  return status === 'FAILED'
    ? t('The provider refused to give {amount} back; it is in your balance again.', { amount: money(amount) })
    : t('{amount} is on its way back to the customer.', { amount: money(amount) });
}
