'use client';

import { useMutation } from '@tanstack/react-query';
import { call } from '#lib/browser/api';
import { faultsOf } from '#lib/browser/faults';
import { money } from '#lib/browser/format';
import { t } from '#lib/browser/language/words';
import type { PresentedRequest } from '#lib/payment-requests/payment-request';
import { Field, Input } from '../ui/field.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import type { RequestDialogProps } from './cancel-dialog.tsx';

/** For cash, or a transfer: says who took it, and closes the request. */
export function MarkPaidDialog({ path, query, request, onClose, onDone }: RequestDialogProps) {
  const mark = useMutation({
    mutationFn: (note: string) =>
      call<PresentedRequest>(`${path}/mark-paid`, {
        method: 'POST',
        query,
        body: { left: request.left, ...(note !== '' && { note }) },
      }),
    onSuccess: (after) => {
      onClose();
      onDone(after);
    },
  });
  const faults = faultsOf(mark.error);
  return (
    <FormDialog
      title={t('You have {amount} already?', { amount: money(request.left) })}
      description={t(
        'The request is closed under your name, and the customer cannot pay it here any more. No money moves, and nothing comes into your balance here. An owner or an accountant of your account can take it back.',
      )}
      action={t('Yes, it is paid')}
      back={t('Back')}
      busy={mark.isPending}
      fault={faults.form}
      error={mark.error}
      onSend={({ note = '' }) => mark.mutate(note.trim().replaceAll(/\s+/g, ' ').normalize('NFC'))}
      onClose={onClose}
    >
      <Field label={t('Note (optional)')} hint={t('Only your own people read it.')} error={faults.note}>
        {(control) => (
          <Input {...control} name="note" placeholder={t('Cash at the counter')} autoComplete="off" />
        )}
      </Field>
    </FormDialog>
  );
}
