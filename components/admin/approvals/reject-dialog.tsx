'use client';

import { useMutation } from '@tanstack/react-query';
import type { Approval } from '#lib/approvals/approval';
import { call } from '#lib/browser/api';
import { t } from '#lib/browser/language/words';
import { approvalTitle } from '../../approvals/approval-state.tsx';
import { toast } from '../../ui/toast.tsx';
import { ReasonDialog } from '../frame/reason-dialog.tsx';

const clientKinds: Approval['kind'][] = ['key_rotation', 'new_key', 'ip_allowlist', 'settlement_account'];

interface RejectDialogProps {
  approval: Approval;
  onClose(): void;
  onSettled(): void;
}

export function RejectDialog({ approval, onClose, onSettled }: RejectDialogProps) {
  const reject = useMutation({
    mutationFn: (reason: string) =>
      call(`/api/admin/approvals/${approval.id}/reject`, { method: 'POST', body: { reason } }),
    onSuccess: () => {
      onClose();
      toast.success(t('Rejected.'));
    },
    onSettled,
  });
  return (
    <ReasonDialog
      title={t('Reject: {what}', { what: approvalTitle(approval) })}
      description={
        approval.kind === 'application'
          ? t(
              'Nothing is approved, and the client hears nothing: the papers wait to be read once more. Your colleague reads why.',
            )
          : clientKinds.includes(approval.kind)
            ? t('Nothing changes for {client}. The reason is shown to them.', {
                client: approval.client.name,
              })
            : t('Nothing changes. The reason is shown to whoever asked.')
      }
      action={t('Reject')}
      danger
      busy={reject.isPending}
      error={reject.error}
      onClose={onClose}
      onConfirm={reject.mutate}
    />
  );
}
