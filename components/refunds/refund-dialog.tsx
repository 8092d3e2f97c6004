'use client';

import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Approval } from '#lib/approvals/approval';
import { AMOUNT_SENTENCE, isAmount, isAtMost, minus, typedAmount } from '#lib/browser/amounts';
import { ApiError, call, mayBeDone } from '#lib/browser/api';
import { faultsOf } from '#lib/browser/faults';
import { money } from '#lib/browser/format';
import { railName } from '#lib/browser/rail-names';
import type { TransactionDetail } from '#lib/reads/get-transaction-detail';
import type { PresentedRefundCheck } from '#lib/refunds/check-refund';
import type { Status } from '#lib/transactions/transaction';
import type { Place } from '../payments/environment.ts';
import { LostAnswer } from '../payments/lost-answer.tsx';
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
      title="Refund this payment"
      description={`${money(collection.amount)} was paid for ${collection.client_reference}.`}
    >
      {check ? (
        <RefundForm check={check} onRecheck={refetch} onClose={onClose} {...props} />
      ) : error ? (
        <ErrorState error={error} onRetry={() => refetch()} />
      ) : (
        <div className="grid gap-4" role="status" aria-label="Loading">
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

type Body = { collection: string; client_reference: string; amount: string; reason?: string };
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
  const way = wayOf(check, amount);
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
    const fault = !isAmount(amount) ? AMOUNT_SENTENCE : isAtMost(amount, left) ? undefined : tooMuch(left);
    setWrong(fault);
    send.reset();
    if (fault) return;
    const reason = fields.reason?.trim();
    send.mutate({
      collection: collection.transaction_id,
      client_reference: reference,
      amount,
      ...(reason && { reason }),
    });
  };

  if (check.ways === null && !lost) return <Nothing onClose={onClose} />;
  const isImpossible = check.ways?.all.method === null;
  return (
    <Form onSend={submit}>
      <fieldset disabled={isImpossible || lost !== undefined || send.isPending} className="grid gap-4">
        <Field label="Amount in GMD" hint={`Of ${money(left)} still to be given back`} error={amountFault}>
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
        <ReasonField error={faults.reason} />
      </fieldset>
      {way && <WhatHappens check={check} amount={amount} way={way} collection={collection} />}
      {mustWait && (
        <Notice kind="warning">
          This is above the amount that one person pays alone. It waits for another owner or accountant;
          nothing leaves your balance before they approve it.
        </Notice>
      )}
      {send.error && !faults.amount && !faults.reason && (
        <Notice kind="error">
          {lost ? (
            <LostAnswer place={place} type="refund" reference={reference} />
          ) : (
            (isUsed(send.error) && ARRIVED) || faults.form
          )}
        </Notice>
      )}
      <FormActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button
          type="submit"
          variant="primary"
          busy={send.isPending || send.isSuccess}
          disabled={(way?.method === null && !lost) || isUsed(send.error)}
        >
          {mustWait
            ? 'Ask a second person'
            : way && isAtMost(amount, left)
              ? `Refund ${money(withBututs(amount))}`
              : 'Refund'}
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
      label="Reason (optional)"
      hint="For you and your people; the customer does not see it."
      error={error}
    >
      {(control) => (
        <Input
          {...control}
          name="reason"
          maxLength={200}
          autoComplete="off"
          placeholder="The shoes were too small"
        />
      )}
    </Field>
  );
}

interface WhatHappensProps {
  check: PresentedRefundCheck;
  amount: string;
  way: NonNullable<ReturnType<typeof wayOf>>;
  collection: TransactionDetail['transaction'];
}

/** In plain words, before it is done. */
function WhatHappens({ check, amount, way, collection }: WhatHappensProps) {
  if (!isAtMost(amount, check.refundable_amount)) return null;
  if (way.method === null) {
    const isPart = check.ways?.all.method !== null;
    return (
      <Notice kind="warning">
        {isPart && <p className="font-semibold">Only all that is left can go back, not a part of it.</p>}
        <p>{whyNot(way.why_not)}</p>
      </Notice>
    );
  }
  const isCovered = isAtMost(amount, check.available);
  const isHeld = way.method === 'payout' && check.float !== null && !isAtMost(amount, check.float);
  return (
    <div className="rounded-lg border px-3.5 py-2.5">
      <p className="font-semibold">What happens</p>
      <ul className="mt-1 grid list-disc gap-1 pl-4 text-muted-foreground marker:text-border">
        <li>{wayAhead(way.method, collection.provider, collection.mobile)}</li>
        <li className={isCovered ? undefined : 'text-failed'}>
          {isCovered
            ? `${money(withBututs(amount))} leaves your available balance now; ${money(minus(check.available, amount))} is left in it.`
            : `Your available balance of ${money(check.available)} does not cover this.`}
        </li>
        {isHeld && (
          <li>
            The balance at {railName(collection.provider)} is {money(check.float ?? '0.00')}: the refund
            waits, and goes out by itself when that balance covers it.
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
      <p>All of this payment was given back, or is on its way. Nothing is left to refund.</p>
      <FormActions>
        <Button onClick={onClose}>Close</Button>
      </FormActions>
    </>
  );
}

const ARRIVED =
  'The refund that you sent before has arrived after all. Close this and look at the refunds of this payment.';

const tooMuch = (left: string) => `Only ${money(left)} of this payment is still to be given back.`;

/** `40` → `40.00`. */
const withBututs = (amount: string) => minus(amount, '0.00');

function isUsed(error: Error | null): boolean {
  return error instanceof ApiError && error.code === 'DUPLICATE_REFERENCE';
}

function told(refund: Refund): string {
  if ('approval' in refund) {
    return `${money(refund.approval.payment?.amount ?? '')} waits for a second person, under Payouts.`;
  }
  const { status, amount } = refund;
  if (status === 'SUCCEEDED') return `${money(amount)} was given back.`;
  if (status === 'AWAITING_LIQUIDITY')
    return `${money(amount)} is held, and goes back as soon as the provider can.`;
  return status === 'FAILED'
    ? `The provider refused to give ${money(amount)} back; it is in your balance again.`
    : `${money(amount)} is on its way back to the customer.`;
}
