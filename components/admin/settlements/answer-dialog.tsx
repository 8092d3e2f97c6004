'use client';

import { useMutation } from '@tanstack/react-query';
import { call } from '#lib/browser/api';
import { money } from '#lib/browser/format';
import { t } from '#lib/browser/language/words';
import { toast } from '../../ui/toast.tsx';
import { ReasonDialog } from '../frame/reason-dialog.tsx';
import type { Answer } from './settlements-page.tsx';

interface AnswerDialogProps {
  answer: Answer;
  onClose(): void;
  onSettled(): void;
}

/** What the bank made of a settlement: paid, by its reference; or not, and why. */
export function AnswerDialog({ answer: { verb, settlement }, onClose, onSettled }: AnswerDialogProps) {
  const isPaid = verb === 'confirm';
  const field = isPaid ? 'bank_reference' : 'reason';
  const send = useMutation({
    mutationFn: (text: string) =>
      call(`/api/admin/settlements/${settlement.id}/${verb}`, { method: 'POST', body: { [field]: text } }),
    onSuccess: () => {
      onClose();
      toast.success(isPaid ? t('Confirmed.') : t('Given back.'));
    },
    onSettled,
  });
  const to = `${settlement.bank} ${settlement.account_number}`;
  return (
    <ReasonDialog
      title={
        isPaid
          ? t('Has the bank paid {reference}?', { reference: settlement.reference })
          : t('Give {reference} back?', { reference: settlement.reference })
      }
      description={
        isPaid
          ? t('{amount} to {to}. Look at the bank’s own statement before you say yes.', {
              amount: money(settlement.amount),
              to,
            })
          : t(
              '{client} has {amount} again. Make sure by the bank’s own statement that {to} does not have it.',
              { client: settlement.client.name, amount: money(settlement.amount), to },
            )
      }
      label={isPaid ? t('The bank’s reference') : t('Reason, which the client reads')}
      field={field}
      maxLength={isPaid ? 120 : 500}
      action={isPaid ? t('Confirm') : t('Give back')}
      danger={!isPaid}
      busy={send.isPending}
      error={send.error}
      onClose={onClose}
      onConfirm={send.mutate}
    />
  );
}
