'use client';

import { useMutation } from '@tanstack/react-query';
import { call } from '#lib/browser/api';
import { later, t } from '#lib/browser/language/words';
import { railName } from '#lib/browser/rail-names';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { toast } from '../../ui/toast.tsx';
import { ReasonDialog } from '../frame/reason-dialog.tsx';
import { ConnectionChange, type ConnectionRequest, type Decision } from './connection-request.tsx';

interface DecideConnectionDialogProps {
  provider: string;
  request: ConnectionRequest;
  decision: Decision;
  onClose(): void;
  onDone(): void;
}

const told = {
  approve: later('Approved. Every server uses it within two seconds.'),
  reject: later('Rejected.'),
  withdraw: later('Withdrawn.'),
};

/** A yes, a no with its reason, or one's own request taken back. */
export function DecideConnectionDialog({
  provider,
  request,
  decision,
  onClose,
  onDone,
}: DecideConnectionDialogProps) {
  const decide = useMutation({
    mutationFn: (reason?: string) =>
      call(`/api/admin/rails/${provider}/connection/${decision}`, {
        method: 'POST',
        body: { request_id: request.id, ...(reason !== undefined && { reason }) },
      }),
    onSuccess: () => {
      onClose();
      toast.success(told[decision]());
    },
    // Somebody else may have decided it: then this page is old.
    onSettled: onDone,
  });
  if (decision === 'reject') {
    return (
      <ReasonDialog
        title={t('Reject the change of {rail}', { rail: railName(provider) })}
        description={t('The rail stays connected as it is. {name} has to ask anew.', {
          name: request.requested_by.name,
        })}
        action={t('Reject')}
        danger
        busy={decide.isPending}
        error={decide.error}
        onClose={onClose}
        onConfirm={decide.mutate}
      />
    );
  }
  const isApproval = decision === 'approve';
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={
        isApproval
          ? t('Approve the change of {rail}?', { rail: railName(provider) })
          : t('Withdraw the change of {rail}?', { rail: railName(provider) })
      }
      description={
        isApproval
          ? t(
              'Real money moves over it from then on. Ask {name} whether these addresses are the rail’s own.',
              { name: request.requested_by.name },
            )
          : t('The rail stays connected as it is, and what you entered is forgotten.')
      }
      action={isApproval ? t('Approve') : t('Withdraw')}
      danger={!isApproval}
      busy={decide.isPending}
      error={decide.error}
      onConfirm={() => decide.mutate(undefined)}
    >
      <ConnectionChange request={request} className="mt-4 rounded-md border p-3" />
    </ConfirmDialog>
  );
}
