'use client';

import { useMutation } from '@tanstack/react-query';
import { toast } from 'sonner';
import { typedAmount } from '#lib/browser/amounts';
import { call } from '#lib/browser/api';
import { faultsOf } from '#lib/browser/faults';
import { money } from '#lib/browser/format';
import type { SettlementDesk } from '#lib/settlements/list-settlements';
import type { presentBegun } from '#lib/settlements/settlement';
import type { Place } from '../payments/environment.ts';
import { AmountField } from '../payments/payment-fields.tsx';
import { Field, Select } from '../ui/field.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import { nameOf } from './account-list.tsx';

interface RequestDialogProps {
  place: Place;
  desk: SettlementDesk;
  onClose(): void;
  onSettled(): void;
}

/** How much goes where, now. */
export function RequestDialog({ place, desk, onClose, onSettled }: RequestDialogProps) {
  const settle = useMutation({
    mutationFn: (fields: Record<string, string>) =>
      call<ReturnType<typeof presentBegun>>('/api/dashboard/settlements', {
        method: 'POST',
        query: { environment: place.environment },
        body: { account_id: fields.account_id, amount: typedAmount(fields.amount ?? '') },
      }),
    onSuccess: ({ settlement, payout }) => {
      onClose();
      toast.success(
        settlement
          ? `${money(settlement.amount)} is held, and goes to your bank with the next file.`
          : `${money(payout?.amount ?? '')} goes to your wallet, as a payout.`,
      );
    },
    onSettled,
  });
  const faults = faultsOf(settle.error, { INVALID_AMOUNT: 'amount', INSUFFICIENT_BALANCE: 'amount' });
  return (
    <FormDialog
      title="Settle now"
      description="To a bank the money leaves your balance at once and arrives when the bank has worked the operators' next file. To a wallet it is a payout."
      action="Settle"
      busy={settle.isPending}
      fault={faults.form}
      error={settle.error}
      onSend={(fields) => settle.mutate(fields)}
      onClose={onClose}
    >
      <Field label="To" error={faults.account_id}>
        {(control) => (
          <Select {...control} name="account_id">
            {desk.accounts.map((account) => (
              <option key={account.id} value={account.id}>
                {nameOf(account)}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <AmountField hint={`Up to ${money(desk.available)}`} error={faults.amount} />
    </FormDialog>
  );
}
