'use client';

import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { toast } from 'sonner';
import type { Approval } from '#lib/approvals/approval';
import { ApiError, call } from '#lib/browser/api';
import { approvalTitle } from '../approvals/approval-state.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Field, Textarea } from '../ui/field.tsx';

export function RejectDialog({
  approval,
  onClose,
  onSettled,
}: {
  approval: Approval;
  onClose(): void;
  onSettled(): void;
}) {
  const [reason, setReason] = useState('');
  const reject = useMutation({
    mutationFn: () =>
      call(`/api/admin/approvals/${approval.id}/reject`, { method: 'POST', body: { reason } }),
    onSuccess: () => {
      onClose();
      toast.success('Rejected.');
    },
    onSettled,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    reject.mutate();
  };
  const { error } = reject;
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Reject: ${approvalTitle(approval)}`}
      description={`Nothing changes for ${approval.client.name}. The reason is shown to them.`}
    >
      <form onSubmit={submit} className="mt-5 grid gap-6">
        <Field
          label="Reason"
          error={error instanceof ApiError ? (error.field('reason') ?? error.message) : error?.message}
        >
          {(control) => (
            <Textarea
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
          <Button type="submit" variant="danger" busy={reject.isPending}>
            Reject
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
