'use client';

import { useMutation } from '@tanstack/react-query';
import { call } from '#lib/browser/api';
import { faultsOf } from '#lib/browser/faults';
import { difference, whole } from '#lib/browser/format';
import { t } from '#lib/browser/language/words';
import type { FeesBooked } from '#lib/reconciliation/book-fees';
import type { StatementDay } from '#lib/reconciliation/get-day';
import { Field, Input } from '../../ui/field.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { toast } from '../../ui/toast.tsx';

interface BookFeesDialogProps {
  path: string;
  fees: StatementDay['fees'];
  onClose(): void;
  onDone(): void;
}

export function BookFeesDialog({ path, fees, onClose, onDone }: BookFeesDialogProps) {
  const save = useMutation({
    mutationFn: (body: Record<string, string>) => call<FeesBooked>(`${path}/fees`, { method: 'POST', body }),
    onSuccess: ({ booked, short, approval_id }) => {
      onClose();
      if (approval_id) toast.success(t('So much wants a second operator: it waits under Approvals.'));
      else if (short > 0) {
        toast.error(
          t('{count} could not be booked: our books have not enough in the rail’s wallet.', {
            count: whole(short),
          }),
        );
      } else toast.success(t('{count} booked as the rail says.', { count: whole(booked) }));
    },
    onSettled: onDone,
  });
  const faults = faultsOf(save.error);
  return (
    <FormDialog
      title={t('Book the fees as the statement has them')}
      description={t(
        'The house’s expense changes by {amount}, dated today, with a journal for each payment.',
        { amount: difference(fees.difference) },
      )}
      action={t('Book them')}
      busy={save.isPending}
      fault={faults.form}
      error={save.error}
      onSend={save.mutate}
      onClose={onClose}
    >
      <Field label={t('Note')} hint={t('Why they differ, as far as it is known.')} error={faults.note}>
        {(control) => <Input {...control} name="note" required maxLength={500} autoComplete="off" />}
      </Field>
    </FormDialog>
  );
}
