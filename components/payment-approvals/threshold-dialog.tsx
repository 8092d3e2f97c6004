'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Approval } from '#lib/approvals/approval';
import { typedAmount } from '#lib/browser/amounts';
import { call } from '#lib/browser/api';
import { faultsOf } from '#lib/browser/faults';
import { t } from '#lib/browser/language/words';
import type { Place } from '../payments/environment.ts';
import { Checkbox, Field, Input } from '../ui/field.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import { toast } from '../ui/toast.tsx';
import { refreshPayments } from './use-payments.ts';

interface ThresholdDialogProps {
  place: Place;
  above: string | null;
  onClose(): void;
}

/** A lower amount counts at once; a higher one, or none, waits for a second person itself. */
export function ThresholdDialog({ place, above, onClose }: ThresholdDialogProps) {
  const client = useQueryClient();
  const [isOff, setOff] = useState(above === null);
  const change = useMutation({
    mutationFn: (amount: string | null) =>
      call<{ approval: Approval | null }>('/api/dashboard/payment-approvals/threshold', {
        method: 'POST',
        query: { environment: place.environment },
        body: { payout_approval_above: amount },
      }),
    onSuccess: ({ approval }) => {
      onClose();
      toast.success(
        approval ? t('Asked. Another owner or accountant decides.') : t('The amount is in force.'),
      );
    },
    onSettled: () => refreshPayments(client),
  });
  const faults = faultsOf(change.error, { INVALID_AMOUNT: 'payout_approval_above' });
  return (
    <FormDialog
      title={t('Which payments wait for a second person?')}
      description={t(
        'A payout, a refund or a file of payouts that is made in this dashboard, in live and sandbox alike, and a settlement to an account that no operator has approved. Payments by your keys do not wait. A lower amount counts at once; a higher one, or none, has to be approved by another owner or accountant first.',
      )}
      action={t('Save')}
      busy={change.isPending}
      fault={faults.form}
      error={change.error}
      onSend={(fields) => change.mutate(isOff ? null : typedAmount(fields.payout_approval_above ?? ''))}
      onClose={onClose}
    >
      <Field
        label={t('Above this amount in GMD')}
        hint={t('A payment of exactly this amount does not wait.')}
        error={faults.payout_approval_above}
      >
        {(control) => (
          <Input
            {...control}
            name="payout_approval_above"
            inputMode="decimal"
            autoComplete="off"
            defaultValue={above ?? ''}
            disabled={isOff}
            required
            className="tabular-nums"
          />
        )}
      </Field>
      <Checkbox label={t('None waits')} checked={isOff} onChange={(event) => setOff(event.target.checked)} />
    </FormDialog>
  );
}
