'use client';

import { useMutation } from '@tanstack/react-query';
import { call } from '#lib/browser/api';
import { t } from '#lib/browser/language/words';
import type { PresentedLink } from '#lib/payment-links/payment-link';
import { ConfirmDialog } from '../ui/dialog.tsx';

interface SwitchOffDialogProps {
  path: string;
  query: Record<string, string>;
  onClose(): void;
  onDone(after: PresentedLink): void;
}

/** Asks once, for somebody may have the address already. */
export function SwitchOffDialog({ path, query, onClose, onDone }: SwitchOffDialogProps) {
  const off = useMutation({
    mutationFn: () => call<PresentedLink>(path, { method: 'PATCH', body: { status: 'INACTIVE' }, query }),
    onSuccess: (after) => {
      onClose();
      onDone(after);
    },
  });
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('Switch this link off?')}
      description={t(
        'Whoever opens it reads that it is switched off. A payment that was begun already may still come. You can switch it on again.',
      )}
      action={t('Switch off')}
      danger
      busy={off.isPending}
      error={off.error}
      onConfirm={() => off.mutate()}
    />
  );
}
