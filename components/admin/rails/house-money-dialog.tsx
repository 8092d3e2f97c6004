'use client';

import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { typedAmount } from '#lib/browser/amounts';
import { call } from '#lib/browser/api';
import { faultsOf } from '#lib/browser/faults';
import { t } from '#lib/browser/language/words';
import { newId } from '#lib/browser/new-id';
import { railName } from '#lib/browser/rail-names';
import type { RailView } from '#lib/rails/list-rails';
import { Field, Input, Select } from '../../ui/field.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { toast } from '../../ui/toast.tsx';
import { bookings, type HouseBooking } from './house-bookings.ts';

interface HouseMoneyDialogProps {
  kind: HouseBooking;
  rail: RailView;
  /** Rails that a transfer can go to. */
  others: string[];
  onClose(): void;
  onDone(): void;
}

/** Books what the house did with its money at a rail. The id is this dialog's: sent twice, it is booked once. */
export function HouseMoneyDialog({ kind, rail, others, onClose, onDone }: HouseMoneyDialogProps) {
  const { provider } = rail;
  const words = bookings[kind];
  const hint = words.hint(rail);
  const [id] = useState(newId);
  const save = useMutation({
    mutationFn: ({ amount = '', ...fields }: Record<string, string>) =>
      call<{ booked: boolean; approval_id: string | null }>(`/api/admin/rails/${provider}/${words.path}`, {
        method: 'POST',
        body: { id, amount: typedAmount(amount), ...fields },
      }),
    onSuccess: ({ booked, approval_id }) => {
      onClose();
      toast.success(
        approval_id
          ? t(
              'So much, with what you booked since yesterday, wants a second operator: it waits under Approvals, and nothing was booked yet.',
            )
          : booked
            ? words.done(provider)
            : t('This was booked before; nothing was booked again.'),
      );
      onDone();
    },
  });
  const faults = faultsOf(save.error);
  return (
    <FormDialog
      title={words.title(provider)}
      description={words.description()}
      action={words.action()}
      busy={save.isPending}
      fault={faults.form}
      error={save.error}
      onSend={save.mutate}
      onClose={onClose}
    >
      {kind === 'transfer' && (
        <Field label={t('To the float of')} error={faults.to}>
          {(control) => (
            <Select {...control} name="to" required>
              {others.map((each) => (
                <option key={each} value={each}>
                  {railName(each)}
                </option>
              ))}
            </Select>
          )}
        </Field>
      )}
      <Field label={t('Amount, GMD')} error={faults.amount} {...(hint && { hint })}>
        {(control) => (
          <Input
            {...control}
            name="amount"
            inputMode="decimal"
            placeholder="50000.00"
            autoComplete="off"
            className="tabular-nums"
            required
          />
        )}
      </Field>
      <Field
        label={t('Note')}
        hint={t('Which transfer it was. Stands in the audit log.')}
        error={faults.note ?? faults.id}
      >
        {(control) => <Input {...control} name="note" required maxLength={500} autoComplete="off" />}
      </Field>
    </FormDialog>
  );
}
