'use client';

import { useMutation } from '@tanstack/react-query';
import { call } from '#lib/browser/api';
import { faultsOf } from '#lib/browser/faults';
import { mobile } from '#lib/browser/format';
import { t } from '#lib/browser/language/words';
import type { PresentedRecipient } from '#lib/recipients/recipient';
import type { Place } from '../payments/environment.ts';
import { FormDialog } from '../ui/form-dialog.tsx';
import { toast } from '../ui/toast.tsx';

interface DeleteRecipientDialogProps {
  place: Place;
  recipient: PresentedRecipient;
  onClose(): void;
  onDeleted(): void;
}

export function DeleteRecipientDialog({ place, recipient, onClose, onDeleted }: DeleteRecipientDialogProps) {
  const remove = useMutation({
    mutationFn: () =>
      call(`/api/dashboard/recipients/${recipient.id}`, {
        method: 'DELETE',
        body: {},
        query: { environment: place.environment },
      }),
    onSuccess: () => {
      onClose();
      toast.success(t('{name} was deleted.', { name: recipient.name }));
      onDeleted();
    },
  });
  return (
    <FormDialog
      title={t('Delete {name}?', { name: recipient.name })}
      description={t(
        '{number} is no longer offered for payouts. What was paid to it stays in your records.',
        { number: mobile(recipient.mobile) },
      )}
      action={t('Delete')}
      danger
      busy={remove.isPending}
      fault={faultsOf(remove.error).form}
      error={remove.error}
      onSend={() => remove.mutate()}
      onClose={onClose}
    >
      {null}
    </FormDialog>
  );
}
