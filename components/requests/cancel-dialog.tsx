'use client';

import { useMutation } from '@tanstack/react-query';
import { call } from '#lib/browser/api';
import { t } from '#lib/browser/language/words';
import type { PresentedRequest } from '#lib/payment-requests/payment-request';
import { ConfirmDialog } from '../ui/dialog.tsx';

export interface RequestDialogProps {
  path: string;
  query: Record<string, string>;
  request: PresentedRequest;
  onClose(): void;
  onDone(after: PresentedRequest): void;
}

/** Asks once, for the customer may have the address already. */
export function CancelDialog({ path, query, onClose, onDone }: RequestDialogProps) {
  const cancel = useMutation({
    mutationFn: () => call<PresentedRequest>(`${path}/cancel`, { method: 'POST', query }),
    onSuccess: (after) => {
      onClose();
      onDone(after);
    },
  });
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('Cancel this request?')}
      description={t(
        'The customer reads that you have withdrawn it. A payment that was begun is stopped; if it was made already, the request is paid. A cancelled request stays cancelled.',
      )}
      action={t('Cancel the request')}
      danger
      busy={cancel.isPending}
      error={cancel.error}
      onConfirm={() => cancel.mutate()}
    />
  );
}
