'use client';

import { useMutation } from '@tanstack/react-query';
import { call } from '#lib/browser/api';
import { money } from '#lib/browser/format';
import { t } from '#lib/browser/language/words';
import type { PresentedRequest } from '#lib/payment-requests/payment-request';
import { ConfirmDialog } from '../ui/dialog.tsx';
import type { RequestDialogProps } from './cancel-dialog.tsx';

/** For a mark on the wrong request: asks once, for its customer is asked for money again. */
export function TakeBackDialog({ path, query, request, onClose, onDone }: RequestDialogProps) {
  const mark = request.paid_by_hand;
  const takeBack = useMutation({
    mutationFn: () =>
      call<PresentedRequest>(`${path}/take-back`, { method: 'POST', query, body: { marked_at: mark?.at } }),
    onSuccess: (after) => {
      onClose();
      onDone(after);
    },
  });
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('Was it not paid by hand?')}
      description={t(
        'The customer can pay {amount} here again, and is reminded of it. Who said that it was paid, and that you took it back, stays with the request.',
        { amount: money(mark?.amount ?? request.amount) },
      )}
      action={t('Take it back')}
      danger
      busy={takeBack.isPending}
      error={takeBack.error}
      onConfirm={() => takeBack.mutate()}
    />
  );
}
