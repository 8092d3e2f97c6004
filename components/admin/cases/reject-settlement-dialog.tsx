'use client';

import { useMutation } from '@tanstack/react-query';
import { call } from '#lib/browser/api';
import { t } from '#lib/browser/language/words';
import { toast } from '../../ui/toast.tsx';
import { ReasonDialog } from '../frame/reason-dialog.tsx';

interface RejectSettlementDialogProps {
  path: string;
  proposedAt: string;
  onClose(): void;
  onSettled(): void;
}

export function RejectSettlementDialog({
  path,
  proposedAt,
  onClose,
  onSettled,
}: RejectSettlementDialogProps) {
  const reject = useMutation({
    mutationFn: (reason: string) =>
      call(`${path}/reject`, { method: 'POST', body: { proposed_at: proposedAt, reason } }),
    onSuccess: () => {
      onClose();
      toast.success(t('Rejected.'));
    },
    onSettled,
  });
  return (
    <ReasonDialog
      title={t('Reject the proposed settlement')}
      description={t('Nothing moves, and the case stays open for another proposal.')}
      action={t('Reject')}
      busy={reject.isPending}
      error={reject.error}
      onClose={onClose}
      onConfirm={reject.mutate}
    />
  );
}
