'use client';

import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '#lib/browser/api';
import { faultsOf } from '#lib/browser/faults';
import type { Key } from '#lib/keys/key';
import { Field, Select } from '../ui/field.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';

const meanings = {
  full: 'Everything: collections, payouts, reading',
  read: 'Read only: balance, statistics, transactions',
  collections: 'Collections only: no money out',
  payouts: 'Payouts only',
};

interface AskForKeyDialogProps {
  /** Those that the person's role is good for. */
  scopes: Key['scope'][];
  query: { environment: string };
  onClose(): void;
  onAsked(): void;
}

export function AskForKeyDialog({ query, scopes, onClose, onAsked }: AskForKeyDialogProps) {
  const [scope, setScope] = useState(scopes[0]);
  const ask = useMutation({
    mutationFn: () => call('/api/dashboard/keys', { method: 'POST', query, body: { scope } }),
    onSuccess: () => {
      onClose();
      onAsked();
    },
  });
  const faults = faultsOf(ask.error);
  return (
    <FormDialog
      title="Ask for a new key"
      description="An operator approves it, then you reveal it here, once. Your other keys stay as they are."
      action="Send the request"
      busy={ask.isPending}
      fault={faults.form}
      error={ask.error}
      onSend={() => ask.mutate()}
      onClose={onClose}
    >
      <Field
        label="Scope"
        hint="The less a key may do, the less it can do in the wrong hands."
        error={faults.scope}
      >
        {(control) => (
          <Select
            {...control}
            value={scope}
            onChange={(event) => setScope(event.target.value as Key['scope'])}
          >
            {scopes.map((value) => (
              <option key={value} value={value}>
                {meanings[value]}
              </option>
            ))}
          </Select>
        )}
      </Field>
    </FormDialog>
  );
}
