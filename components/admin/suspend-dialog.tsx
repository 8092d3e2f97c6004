'use client';

import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { toast } from 'sonner';
import { ApiError, call } from '#lib/browser/api';
import type { ClientFacts } from '#lib/clients/client-row';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Field, Input } from '../ui/field.tsx';

interface SuspendDialogProps {
  path: string;
  client: ClientFacts;
  onClose(): void;
  onDone(): void;
}

/** Suspends a client, or lets it work again; the reason stands in the audit log. */
export function SuspendDialog({ path, client, onClose, onDone }: SuspendDialogProps) {
  const [isActive] = useState(client.status === 'ACTIVE');
  const [reason, setReason] = useState('');
  const change = useMutation({
    mutationFn: () =>
      call(`${path}/${isActive ? 'suspend' : 'resume'}`, { method: 'POST', body: { reason } }),
    onSuccess: () => {
      onClose();
      toast.success(isActive ? `${client.name} is suspended.` : `${client.name} works again.`);
      onDone();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    change.mutate();
  };
  const { error } = change;
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={isActive ? `Suspend ${client.name}?` : `Resume ${client.name}?`}
      description={
        isActive
          ? 'All its keys are refused at once, live and sandbox, and its people can only read. Payments that are under way go on, and its balance stays as it is.'
          : 'Its keys work again at once, live and sandbox.'
      }
    >
      <form onSubmit={submit} className="mt-5 grid gap-6">
        <Field
          label="Reason"
          hint="Stands in the audit log."
          error={error instanceof ApiError ? (error.field('reason') ?? error.message) : error?.message}
        >
          {(control) => (
            <Input
              {...control}
              required
              maxLength={500}
              value={reason}
              onChange={(event) => setReason(event.target.value)}
            />
          )}
        </Field>
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant={isActive ? 'danger' : 'primary'} busy={change.isPending}>
            {isActive ? 'Suspend the client' : 'Resume the client'}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
