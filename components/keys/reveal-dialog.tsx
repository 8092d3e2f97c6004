'use client';

import { useMutation } from '@tanstack/react-query';
import type { Approval } from '#lib/approvals/approval';
import { call, mayBeDone } from '#lib/browser/api';
import { t } from '#lib/browser/language/words';
import type { Key } from '#lib/keys/key';
import { ConfirmDialog } from '../ui/dialog.tsx';
import { SecretDialog } from './secret-dialog.tsx';

interface RevealDialogProps {
  approval: Approval;
  query: { environment: string };
  onClose(): void;
  onRevealed(): void;
}

/** Makes the key and shows it: the only time. It is not closed by a slip before it was copied. */
export function RevealDialog({ approval, query, onClose, onRevealed }: RevealDialogProps) {
  const reveal = useMutation({
    mutationFn: () =>
      call<{ secret: string; key: Key }>(`/api/dashboard/approvals/${approval.id}/reveal`, {
        method: 'POST',
        query,
      }),
    // A secret is not kept in the cache of the page.
    gcTime: 0,
    onSuccess: onRevealed,
  });
  const secret = reveal.data?.secret;
  if (secret === undefined) {
    const hours = approval.overlap_hours;
    const old = approval.change.before[0]?.split(' ')[0];
    return (
      <ConfirmDialog
        open
        onOpenChange={(open) => !open && onClose()}
        title={t('Reveal the key')}
        description={
          old === undefined
            ? t(
                'The key is made now and shown once. Have a safe place ready, such as your server’s secret store.',
              )
            : hours === 0
              ? t('The key is made now and shown once. Have a safe place ready. {old} ends at this moment.', {
                  old,
                })
              : t(
                  'The key is made now and shown once. Have a safe place ready. {old} works on for {hours} h from this moment, then it ends.',
                  { old, hours: hours ?? 0 },
                )
        }
        action={t('Reveal the key')}
        busy={reveal.isPending}
        error={reveal.error}
        onConfirm={() => reveal.mutate()}
      >
        {mayBeDone(reveal.error) &&
          t(
            'If the key stands in the list now, it was made without being shown: revoke it and ask for another one.',
          )}
      </ConfirmDialog>
    );
  }
  return <SecretDialog secret={secret} onClose={onClose} />;
}
