'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Approval } from '#lib/approvals/approval';
import { typedAmount } from '#lib/browser/amounts';
import { ApiError, call } from '#lib/browser/api';
import { faultsOf } from '#lib/browser/faults';
import { money } from '#lib/browser/format';
import { later, t } from '#lib/browser/language/words';
import { newReference } from '#lib/browser/new-reference';
import type { PresentedCheck } from '#lib/payouts/check-payout';
import type { PresentedTwin } from '#lib/payouts/find-recent-twins';
import type { SettlementDesk } from '#lib/settlements/list-settlements';
import type { presentBegun } from '#lib/settlements/settlement';
import { refreshPayments } from '../payment-approvals/use-payments.ts';
import type { Place } from '../payments/environment.ts';
import { AmountField } from '../payments/payment-fields.tsx';
import { TwinNotice } from '../payouts/twin-notice.tsx';
import { Field, Select } from '../ui/field.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import { toast } from '../ui/toast.tsx';
import { nameOf } from './account-list.tsx';

type Begun = ReturnType<typeof presentBegun>;

interface Waiting {
  status: 'AWAITING_APPROVAL';
  approval: Approval;
}

const sentBefore = later(
  'This form was sent before with another amount or account, and that settlement was made. Close it and look at the list before you settle more.',
);

interface Warned {
  key: string;
  amount: string;
  twins: PresentedTwin[];
}

interface RequestDialogProps {
  place: Place;
  desk: SettlementDesk;
  onClose(): void;
  onSettled(): void;
}

/** How much goes where, now. */
export function RequestDialog({ place, desk, onClose, onSettled }: RequestDialogProps) {
  const client = useQueryClient();
  // The same however often this is sent, so that an answer that got lost settles nothing twice.
  const [reference] = useState(() => newReference('SET'));
  const [to, setTo] = useState(desk.accounts[0]?.id);
  const account = desk.accounts.find(({ id }) => id === to);
  // What was warned of, and for which order.
  const [warned, setWarned] = useState<Warned>();
  const settle = useMutation({
    mutationFn: async (fields: Record<string, string>) => {
      const order = { account_id: fields.account_id, amount: typedAmount(fields.amount ?? '') };
      const key = JSON.stringify(order);
      if (account?.kind === 'wallet' && warned?.key !== key) {
        const twins = await twinsOf(account, order.amount, reference, place);
        setWarned({ key, twins, amount: order.amount });
        if (twins.length > 0) return;
      }
      return call<Begun | Waiting>('/api/dashboard/settlements', {
        method: 'POST',
        query: { environment: place.environment },
        body: { ...order, client_reference: reference },
      });
    },
    onSuccess: async (begun) => {
      if (begun === undefined) return;
      onClose();
      toast.success(told(begun));
      await refreshPayments(client);
    },
    onSettled,
  });
  const isWarned = warned !== undefined && warned.twins.length > 0;
  const faults = faultsOf(settle.error, { INVALID_AMOUNT: 'amount', INSUFFICIENT_BALANCE: 'amount' });
  return (
    <FormDialog
      title={t('Settle now')}
      description={t(
        'To a bank the money leaves your balance at once and arrives when the bank has processed the operators’ next file. To a wallet it is a payout.',
      )}
      action={isWarned ? t('Settle it again') : t('Settle')}
      busy={settle.isPending}
      fault={isTaken(settle.error) ? sentBefore() : faults.form}
      error={settle.error}
      onSend={(fields) => settle.mutate(fields)}
      onClose={onClose}
    >
      <Field label={t('To')} error={faults.account_id}>
        {(control) => (
          <Select {...control} name="account_id" value={to} onChange={(event) => setTo(event.target.value)}>
            {desk.accounts.map((account) => (
              <option key={account.id} value={account.id}>
                {nameOf(account)}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <AmountField hint={account ? mostWords(account) : ''} error={faults.amount} />
      {warned && (
        <TwinNotice place={place} amount={warned.amount} twins={warned.twins}>
          <p className="mt-1">{t('Settle it again only if you mean another one.')}</p>
        </TwinNotice>
      )}
    </FormDialog>
  );
}

/** What went to this wallet with the same amount just now; a repeat of this very form is none. */
async function twinsOf(
  { provider, mobile }: SettlementDesk['accounts'][number],
  amount: string,
  reference: string,
  { environment }: Place,
): Promise<PresentedTwin[]> {
  const { recent_twins } = await call<PresentedCheck>('/api/dashboard/payouts/check', {
    method: 'POST',
    query: { environment },
    body: { amount, provider, recipient_mobile: mobile, client_reference: reference, currency: 'GMD' },
  });
  return recent_twins.filter((twin) => twin.client_reference !== reference);
}

const because: Record<NonNullable<SettlementDesk['accounts'][number]['limit']>, () => string> = {
  per_payout: later('your limit for one payout'),
  day: later('what is left of your limit for payouts today'),
  month: later('what is left of your limit for payouts this month'),
  rail_day: later('what its provider may still send today'),
  rail_month: later('what its provider may still send this month'),
};

/** What may go there at once. */
function mostWords({ up_to, limit }: SettlementDesk['accounts'][number]): string {
  const amount = money(up_to);
  return limit
    ? t('Up to {amount} now: {limit}', { amount, limit: because[limit]() })
    : t('Up to {amount} now', { amount });
}

/** Of a repeat too, so it may have ended. */
function told(begun: Begun | Waiting): string {
  if ('approval' in begun) {
    return t('{amount} waits for a second person, under Payouts.', {
      amount: money(begun.approval.payment?.amount ?? ''),
    });
  }
  const { settlement, payout } = begun;
  if (settlement) {
    return settlement.status === 'REQUESTED'
      ? t('{amount} is held, and goes to your bank with the next file.', { amount: money(settlement.amount) })
      : t('{amount} was settled before; the list says where it is.', { amount: money(settlement.amount) });
  }
  const amount = money(payout?.amount ?? '');
  return payout?.status === 'FAILED'
    ? t('The payout of {amount} to your wallet was refused; the money is back in your balance.', { amount })
    : t('{amount} goes to your wallet, as a payout.', { amount });
}

function isTaken(error: Error | null): boolean {
  return error instanceof ApiError && error.code === 'DUPLICATE_REFERENCE';
}
