'use client';

import { type FormEvent, useState } from 'react';
import { ApiError } from '#lib/browser/api';
import { mobile, money } from '#lib/browser/format';
import type { OperatorTransaction } from '#lib/transactions/get-as-operator';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Fact, Facts } from '../ui/facts.tsx';
import { Field, Input } from '../ui/field.tsx';
import { Notice } from '../ui/notice.tsx';

interface PayoutDialogProps {
  title: string;
  description: string;
  action: string;
  payout: OperatorTransaction;
  busy: boolean;
  error: Error | null;
  onClose(): void;
  onConfirm(reason: string): void;
}

/** Repeats who gets back how much from whom, and asks why; says in the rail's own words where it refuses. */
export function PayoutDialog(props: PayoutDialogProps) {
  const { title, description, action, payout, busy, error, onClose, onConfirm } = props;
  const [reason, setReason] = useState('');
  const fault = error instanceof ApiError ? error.field('reason') : undefined;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onConfirm(reason);
  };
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={title} description={description}>
      <Facts>
        <Fact name="Recipient">
          <span className="font-semibold">{mobile(payout.mobile ?? '')}</span>
        </Fact>
        <Fact name="Amount">
          <span className="font-semibold">{money(payout.amount)}</span>
        </Fact>
        <Fact name="Client">{payout.client.name}</Fact>
        <Fact name="Reference">{payout.reference}</Fact>
        <Fact name="Rail">{payout.provider}</Fact>
      </Facts>
      <form onSubmit={submit} className="mt-5 grid gap-5">
        <Field label="Reason" hint="The client reads it, and it stands in the audit log." error={fault}>
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
        {error && !fault && <Notice kind="error">{error.message}</Notice>}
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={onClose}>Back</Button>
          <Button type="submit" variant="danger" busy={busy}>
            {action}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
