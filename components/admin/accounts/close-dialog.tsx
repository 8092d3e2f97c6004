'use client';

import { useMutation } from '@tanstack/react-query';
import { call } from '#lib/browser/api';
import { faultsOf } from '#lib/browser/faults';
import { t } from '#lib/browser/language/words';
import { Field, Select } from '../../ui/field.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { toast } from '../../ui/toast.tsx';
import { monthName } from './month-name.ts';

interface CloseDialogProps {
  /** The oldest first. */
  months: string[];
  onClose(): void;
  onDone(): void;
}

/** Asks another operator to close the books until the end of a month. */
export function CloseDialog({ months, onClose, onDone }: CloseDialogProps) {
  const send = useMutation({
    mutationFn: ({ month }: Record<string, string>) =>
      call('/api/admin/ledger/periods', { method: 'POST', body: { month } }),
    onSuccess: () => {
      onClose();
      toast.success(t('Asked. Another operator decides under Approvals.'));
    },
    onSettled: onDone,
  });
  const faults = faultsOf(send.error);
  return (
    <FormDialog
      title={t('Close a period')}
      description={t(
        'Another operator decides. From then on nothing can be dated into the period, by anybody, and it is never opened again: import the rails’ statements and settle the cases of the month first. The books are recounted now, and closed only if that finds nothing.',
      )}
      action={t('Ask to close')}
      busy={send.isPending}
      fault={faults.form}
      error={send.error}
      onSend={send.mutate}
      onClose={onClose}
    >
      <Field
        label={t('Until the end of')}
        hint={t('All that is dated before is closed with it.')}
        error={faults.month}
      >
        {(control) => (
          <Select {...control} name="month" required>
            {months.map((month) => (
              <option key={month} value={month}>
                {monthName(month)}
              </option>
            ))}
          </Select>
        )}
      </Field>
    </FormDialog>
  );
}
