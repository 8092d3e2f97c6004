'use client';

import { useMutation } from '@tanstack/react-query';
import { call } from '#lib/browser/api';
import { t } from '#lib/browser/language/words';
import { toast } from '../../ui/toast.tsx';
import { ReasonDialog } from '../frame/reason-dialog.tsx';

interface CloseCaseDialogProps {
  path: string;
  title: string;
  onClose(): void;
  onSettled(): void;
}

export function CloseCaseDialog({ path, title, onClose, onSettled }: CloseCaseDialogProps) {
  const close = useMutation({
    mutationFn: (resolution: string) => call(`${path}/close`, { method: 'POST', body: { resolution } }),
    onSuccess: () => {
      onClose();
      toast.success(t('The case is closed.'));
    },
    onSettled,
  });
  return (
    <ReasonDialog
      title={t('Close the case: {title}', { title })}
      description={t('Nothing moves in the books. What you write stays with the case and in the audit log.')}
      label={t('What was found, and what was done')}
      hint={t('10 to 1,000 characters.')}
      field="resolution"
      minLength={10}
      maxLength={1_000}
      action={t('Close the case')}
      busy={close.isPending}
      error={close.error}
      onClose={onClose}
      onConfirm={close.mutate}
    />
  );
}
