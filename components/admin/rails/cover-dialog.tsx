'use client';

import { useMutation } from '@tanstack/react-query';
import { call } from '#lib/browser/api';
import { t } from '#lib/browser/language/words';
import { railName } from '#lib/browser/rail-names';
import type { RailView } from '#lib/rails/list-rails';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { toast } from '../../ui/toast.tsx';

interface CoverDialogProps {
  rail: RailView;
  onClose(): void;
  onDone(): void;
}

/** Whether what was collected on a rail pays payouts too, switched over. */
export function CoverDialog({ rail: { provider, float }, onClose, onDone }: CoverDialogProps) {
  const isOn = float?.collections_cover === true;
  const save = useMutation({
    mutationFn: () =>
      call(`/api/admin/rails/${provider}/wallet`, {
        method: 'PATCH',
        body: { collections_cover_payouts: !isOn },
      }),
    onSuccess: () => {
      onClose();
      toast.success(
        isOn
          ? t('Payouts on {rail} leave from its float alone.', { rail: railName(provider) })
          : t('Collected money pays payouts.'),
      );
      onDone();
    },
  });
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={
        isOn
          ? t('Stop paying payouts from what {rail} collected?', { rail: railName(provider) })
          : t('Pay payouts from what {rail} collected?', { rail: railName(provider) })
      }
      description={
        isOn
          ? t(
              'Payouts that the float cannot cover wait then, until it is topped up or collected money is moved to it.',
            )
          : t(
              'What the float lacks for a payout is then taken from what was collected, which lies in the same wallet. Payouts that wait leave at once, as far as it reaches.',
            )
      }
      action={isOn ? t('Switch it off') : t('Switch it on')}
      danger={isOn}
      busy={save.isPending}
      error={save.error}
      onConfirm={() => save.mutate()}
    />
  );
}
