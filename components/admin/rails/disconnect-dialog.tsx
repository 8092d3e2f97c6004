'use client';

import { useMutation } from '@tanstack/react-query';
import { call } from '#lib/browser/api';
import { t } from '#lib/browser/language/words';
import { railName } from '#lib/browser/rail-names';
import type { RailView } from '#lib/rails/list-rails';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { toast } from '../../ui/toast.tsx';

interface DisconnectDialogProps {
  rail: RailView;
  onClose(): void;
  onDone(): void;
}

export function DisconnectDialog({ rail: { provider }, onClose, onDone }: DisconnectDialogProps) {
  const remove = useMutation({
    mutationFn: () => call(`/api/admin/rails/${provider}/connection`, { method: 'DELETE', body: {} }),
    onSuccess: () => {
      onClose();
      toast.success(
        t('Asked. A colleague has to approve it before {rail} is disconnected.', {
          rail: railName(provider),
        }),
      );
      onDone();
    },
  });
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('Disconnect {rail}?', { rail: railName(provider) })}
      description={t(
        'A colleague has to approve it; to stop the rail at once, switch its directions off. The server’s settings count again, where they name the rail; otherwise new payments on it are refused with provider_not_enabled. Payments under way go on at this wallet until all of them have ended; then what was set here is forgotten.',
      )}
      action={t('Ask for the removal')}
      danger
      busy={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate()}
    />
  );
}
