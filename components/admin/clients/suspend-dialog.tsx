'use client';

import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '#lib/browser/api';
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
      toast.success(isActive ? `${client.name} is suspended.` : `${client.name} works again.`);
      onDone();
    },
  });
  return (
    <ReasonDialog
      title={isActive ? `Suspend ${client.name}?` : `Resume ${client.name}?`}
      description={
        isActive
          ? 'All its keys are refused at once, live and sandbox, and its people can only read. Payments that are under way go on, and its balance stays as it is.'
          : 'Its keys work again at once, live and sandbox.'
      }
      action={isActive ? 'Suspend the client' : 'Resume the client'}
      danger={isActive}
      hint="Stands in the audit log."
      busy={change.isPending}
      error={change.error}
      onClose={onClose}
      onConfirm={change.mutate}
    />
  );
}
