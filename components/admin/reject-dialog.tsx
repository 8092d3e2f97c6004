'use client';

import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { toast } from 'sonner';
import type { Approval } from '#lib/approvals/approval';
import { call } from '#lib/browser/api';
import { approvalTitle } from '../approvals/approval-state.tsx';
import { Field, Textarea } from '../ui/field.tsx';
import { FormDialog, faultOfField } from '../ui/form-dialog.tsx';

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
  return (
    <FormDialog
      title={`Reject: ${approvalTitle(approval)}`}
      description={`Nothing changes for ${approval.client.name}. The reason is shown to them.`}
      action="Reject"
      danger
      busy={reject.isPending}
      onSend={() => reject.mutate()}
      onClose={onClose}
    >
      <Field label="Reason" error={faultOfField(reject.error, 'reason')}>
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
    </FormDialog>
  );
}
