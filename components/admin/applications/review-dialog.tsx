'use client';

import { useMutation } from '@tanstack/react-query';
import type { ReviewedApplication } from '#lib/applications/list-applications';
import { call } from '#lib/browser/api';
import { later, t } from '#lib/browser/language/words';
import { Change } from '../../approvals/change.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { toast } from '../../ui/toast.tsx';
import { ReasonDialog } from '../frame/reason-dialog.tsx';

export type ReviewAction = 'ask' | 'reject' | 'propose' | 'approve' | 'return';

interface ReviewDialogProps {
  action: ReviewAction;
  application: ReviewedApplication;
  onClose(): void;
  onSettled(): void;
}

const done: Record<ReviewAction, () => string> = {
  ask: later('Asked. Every owner gets it by e-mail.'),
  reject: later('Every owner was told, and why.'),
  propose: later('Proposed. Another operator decides.'),
  approve: later('Approved. Every owner was told.'),
  return: later('It waits to be read once more.'),
};

/** One of the things that an operator does about a business's papers. */
export function ReviewDialog({ action, application, onClose, onSettled }: ReviewDialogProps) {
  const { client, version, proposal } = application;
  const send = useMutation({
    mutationFn: (text: string) => {
      if (action === 'approve' || action === 'return') {
        const verb = action === 'approve' ? 'approve' : 'reject';
        const body = action === 'return' ? { reason: text } : undefined;
        return call(`/api/admin/approvals/${proposal?.id}/${verb}`, { method: 'POST', body });
      }
      const body = { version, ...(action !== 'propose' && { note: text }) };
      return call(`/api/admin/applications/${client.id}/${action}`, { method: 'POST', body });
    },
    onSuccess: () => {
      onClose();
      toast.success(done[action]());
    },
    onSettled,
  });
  const dialog = { busy: send.isPending, error: send.error };
  if (action === 'propose' || action === 'approve') {
    return (
      <ConfirmDialog
        {...dialog}
        open
        onOpenChange={(open) => !open && onClose()}
        title={
          action === 'propose'
            ? t('Propose to approve {client}', { client: client.name })
            : t('Approve {client}', { client: client.name })
        }
        description={
          action === 'propose'
            ? t(
                'You have compared every paper with what is written here. Nothing is approved yet: another operator reads it and decides.',
              )
            : t(
                'Live settlements can then be sent to the account that it names. Call the client on a number that you know, and compare the account number, before you approve. Every owner is told.',
              )
        }
        action={action === 'propose' ? t('Propose') : t('Approve')}
        onConfirm={() => send.mutate('')}
      >
        {proposal && action === 'approve' && (
          <Change approval={proposal} className="mt-4 rounded-md border p-3" />
        )}
      </ConfirmDialog>
    );
  }
  const words = {
    ask: {
      title: t('Ask {client}', { client: client.name }),
      description: t(
        'The papers go back to the client, who can change them and hand them in again. Every owner reads it here and by e-mail.',
      ),
      label: t('What is missing, or has to be changed?'),
      action: t('Ask'),
    },
    reject: {
      title: t('Do not accept the papers of {client}', { client: client.name }),
      description: t('Every owner reads why, here and by e-mail. The client may hand in others.'),
      label: t('Why?'),
      action: t('Do not accept'),
    },
    return: {
      title: t('Do not agree'),
      description: t('Nothing is approved, and the client hears nothing. Your colleague reads why.'),
      label: t('Why?'),
      action: t('Give it back'),
    },
  }[action];
  return (
    <ReasonDialog
      {...dialog}
      {...words}
      danger={action === 'reject'}
      field={action === 'return' ? 'reason' : 'note'}
      minLength={3}
      maxLength={action === 'return' ? 500 : 1000}
      onClose={onClose}
      onConfirm={send.mutate}
    />
  );
}
