'use client';

import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { toast } from 'sonner';
import { call } from '#lib/browser/api';
import { faultsOf } from '#lib/browser/faults';
import { money } from '#lib/browser/format';
import { newId } from '#lib/browser/new-id';
import type { RailView } from '#lib/rails/list-rails';
import { Field, Input } from '../../ui/field.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';

interface TopUpDialogProps {
  rail: RailView;
  onClose(): void;
  onDone(): void;
}

/** Books a transfer of the house into its wallet. The id is this dialog's: sent twice, it is booked once. */
export function TopUpDialog({ rail: { provider, float }, onClose, onDone }: TopUpDialogProps) {
  const [id] = useState(newId);
  const save = useMutation({
    mutationFn: ({ amount, note }: Record<string, string>) =>
      call<{ booked: boolean }>(`/api/admin/rails/${provider}/float`, {
        method: 'POST',
        body: { id, amount: amount?.trim(), note },
      }),
    onSuccess: ({ booked }) => {
      onClose();
      toast.success(
        booked ? `The float of ${provider} has grown.` : 'This top-up was booked before; nothing was added.',
      );
      onDone();
    },
  });
  const faults = faultsOf(save.error);
  return (
    <FormDialog
      title={`Top up the float of ${provider}`}
      description="This books money that was put into our wallet at the rail; it moves none. Payouts that wait for it leave at once, so book what has arrived and no more."
      action="Book the top-up"
      busy={save.isPending}
      fault={faults.form}
      onSend={save.mutate}
      onClose={onClose}
    >
      <Field
        label="Amount, GMD"
        error={faults.amount}
        {...(float && { hint: `The float is ${money(float.balance)}.` })}
      >
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
        label="Note"
        hint="Which transfer it was. Stands in the audit log."
        error={faults.note ?? faults.id}
      >
        {(control) => <Input {...control} name="note" required maxLength={500} autoComplete="off" />}
      </Field>
    </FormDialog>
  );
}
