'use client';

import { useMutation } from '@tanstack/react-query';
import { call } from '#lib/browser/api';
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
          ? `Payouts on ${railName(provider)} leave from its float alone.`
          : 'Collected money pays payouts.',
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
          ? `Stop paying payouts from what ${railName(provider)} collected?`
          : `Pay payouts from what ${railName(provider)} collected?`
      }
      description={
        isOn
          ? 'Payouts that the float cannot cover wait then, until it is topped up or collected money is moved to it.'
          : 'What the float lacks for a payout is then taken from what was collected, which lies in the same wallet. Payouts that wait leave at once, as far as it reaches.'
      }
      action={isOn ? 'Switch it off' : 'Switch it on'}
      danger={isOn}
      busy={save.isPending}
      error={save.error}
      onConfirm={() => save.mutate()}
    />
  );
}
