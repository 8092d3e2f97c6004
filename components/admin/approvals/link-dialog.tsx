'use client';

import { useMutation } from '@tanstack/react-query';
import type { Approval } from '#lib/approvals/approval';
import { call } from '#lib/browser/api';
import { t } from '#lib/browser/language/words';
import type { revealLink } from '#lib/users/reveal-link';
import { InvitationDialog } from '../../team/invitation-dialog.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';

interface LinkDialogProps {
  approval: Approval;
  onClose(): void;
  onSettled(): void;
}

/** Makes the link that another operator approved, and shows it: the only time. */
export function LinkDialog({ approval, onClose, onSettled }: LinkDialogProps) {
  const reveal = useMutation({
    mutationFn: () =>
      call<Awaited<ReturnType<typeof revealLink>>>(`/api/admin/approvals/${approval.id}/reveal`, {
        method: 'POST',
      }),
    // A secret is not kept in the cache of the page.
    gcTime: 0,
    onSettled,
  });
  if (reveal.data) {
    const { user, invitation } = reveal.data;
    return (
      <InvitationDialog
        title={t('The link for {name}', { name: user.name })}
        invitation={invitation}
        onClose={onClose}
      />
    );
  }
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('Show the link')}
      description={t('It is made now, shown once, and works for 72 hours. Earlier links stop working.')}
      action={t('Show the link')}
      busy={reveal.isPending}
      error={reveal.error}
      onConfirm={() => reveal.mutate()}
    />
  );
}
