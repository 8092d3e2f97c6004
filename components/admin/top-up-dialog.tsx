'use client';

import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { toast } from 'sonner';
import { ApiError, call } from '#lib/browser/api';
import { money } from '#lib/browser/format';
import { newId } from '#lib/browser/new-id';
import type { RailView } from '#lib/rails/list-rails';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Field, Input } from '../ui/field.tsx';
import { Form, FormActions, FormFault } from '../ui/form.tsx';

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
  const error = save.error instanceof ApiError ? save.error : undefined;
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Top up the float of ${provider}`}
      description="This books money that was put into our wallet at the rail; it moves none. Payouts that wait for it leave at once, so book what has arrived and no more."
    >
      <Form onSend={(fields) => save.mutate(fields)}>
        <Field
          label="Amount, GMD"
          error={error?.field('amount')}
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
          error={error?.field('note') ?? error?.field('id')}
        >
          {(control) => <Input {...control} name="note" required maxLength={500} autoComplete="off" />}
        </Field>
        <FormFault>{error?.fields.length ? undefined : save.error?.message}</FormFault>
        <FormActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" busy={save.isPending}>
            Book the top-up
          </Button>
        </FormActions>
      </Form>
    </Dialog>
  );
}
