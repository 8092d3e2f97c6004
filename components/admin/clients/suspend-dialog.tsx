'use client';

import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '#lib/browser/api';
import { t } from '#lib/browser/language/words';
import type { ClientFacts } from '#lib/clients/client-row';
import { toast } from '../../ui/toast.tsx';
import { ReasonDialog } from '../frame/reason-dialog.tsx';

interface SuspendDialogProps {
  path: string;
  client: ClientFacts;
  onClose(): void;
  onDone(): void;
}

/** Suspends a client, or lets it work again; the reason stands in the audit log. */
export function SuspendDialog({ path, client, onClose, onDone }: SuspendDialogProps) {
  const [isActive] = useState(client.status === 'ACTIVE');
  const change = useMutation({
    mutationFn: (reason: string) =>
      call(`${path}/${isActive ? 'suspend' : 'resume'}`, { method: 'POST', body: { reason } }),
    onSuccess: () => {
      onClose();
      toast.success(
        isActive
          ? t('{client} is suspended.', { client: client.name })
          : t('{client} works again.', { client: client.name }),
      );
      onDone();
    },
  });
  return (
    <ReasonDialog
      title={
        isActive
          ? t('Suspend {client}?', { client: client.name })
          : t('Resume {client}?', { client: client.name })
      }
      description={
        isActive
          ? t(
              'All its keys are refused at once, live and sandbox, and its people can only read. Payments that are under way go on, and its balance stays as it is.',
            )
          : t('Its keys work again at once, live and sandbox.')
      }
      action={isActive ? t('Suspend the client') : t('Resume the client')}
      danger={isActive}
      hint={t('Stands in the audit log.')}
      busy={change.isPending}
      error={change.error}
      onClose={onClose}
      onConfirm={change.mutate}
    />
  );
}
