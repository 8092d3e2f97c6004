'use client';

import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { ApiError, call } from '#lib/browser/api';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Field, Select } from '../ui/field.tsx';

const scopes = {
  full: 'Everything: collections, payouts, reading',
  read: 'Read only: balance, statistics, transactions',
  collections: 'Collections only: no money out',
  payouts: 'Payouts only',
};

interface AskForKeyDialogProps {
  query: { environment: string };
  onClose(): void;
  onAsked(): void;
}

export function AskForKeyDialog({ query, onClose, onAsked }: AskForKeyDialogProps) {
  const [scope, setScope] = useState('full');
  const ask = useMutation({
    mutationFn: () => call('/api/dashboard/keys', { method: 'POST', query, body: { scope } }),
    onSuccess: () => {
      onClose();
      onAsked();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    ask.mutate();
  };
  const fault =
    ask.error instanceof ApiError ? (ask.error.field('scope') ?? ask.error.message) : ask.error?.message;
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Ask for a new key"
      description="An operator approves it, then you reveal it here, once. Your other keys stay as they are."
    >
      <form onSubmit={submit} className="mt-5 grid gap-6">
        <Field
          label="Scope"
          hint="The less a key may do, the less it can do in the wrong hands."
          error={fault}
        >
          {(control) => (
            <Select {...control} value={scope} onChange={(event) => setScope(event.target.value)}>
              {Object.entries(scopes).map(([value, meaning]) => (
                <option key={value} value={value}>
                  {meaning}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" busy={ask.isPending}>
            Send the request
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
