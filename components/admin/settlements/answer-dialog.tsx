'use client';

import { useMutation } from '@tanstack/react-query';
import { call } from '#lib/browser/api';
import { money } from '#lib/browser/format';
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
      toast.success(isPaid ? 'Confirmed.' : 'Given back.');
    },
    onSettled,
  });
  const to = `${settlement.bank} ${settlement.account_number}`;
  return (
    <ReasonDialog
      title={isPaid ? `Has the bank paid ${settlement.reference}?` : `Give ${settlement.reference} back?`}
      description={
        isPaid
          ? `${money(settlement.amount)} to ${to}. Look at the bank’s own statement before you say yes.`
          : `${settlement.client.name} has ${money(settlement.amount)} again. Make sure by the bank’s own statement that ${to} does not have it.`
      }
      label={isPaid ? 'The bank’s reference' : 'Reason, which the client reads'}
      field={field}
      maxLength={isPaid ? 120 : 500}
      action={isPaid ? 'Confirm' : 'Give back'}
      danger={!isPaid}
      busy={send.isPending}
      error={send.error}
      onClose={onClose}
      onConfirm={send.mutate}
    />
  );
}
