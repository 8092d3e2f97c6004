'use client';

import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '#lib/browser/api';
import { faultsOf } from '#lib/browser/faults';
import { later, t } from '#lib/browser/language/words';
import type { Key } from '#lib/keys/key';
import { Field, Select } from '../ui/field.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import { SecretDialog } from './secret-dialog.tsx';

const meanings = {
  full: later('Everything: collections, payouts, reading'),
  read: later('Read only: balance, statistics, transactions'),
  collections: later('Collections only: no money out'),
  payouts: later('Payouts only'),
};

interface AskForKeyDialogProps {
  /** Those that the person's role is good for. */
  scopes: Key['scope'][];
  query: { environment: string };
  onClose(): void;
  onAsked(): void;
  /** Of a test key, which is there at once. */
  onMade(): void;
}

/** Asks for a live key, or makes a test key, which needs nobody's yes and is shown once. */
export function AskForKeyDialog({ query, scopes, onClose, onAsked, onMade }: AskForKeyDialogProps) {
  const [scope, setScope] = useState(scopes[0]);
  const isTest = query.environment === 'SANDBOX';
  const ask = useMutation({
    mutationFn: () =>
      call<{ secret?: string }>(`/api/dashboard/keys${isTest ? '/test' : ''}`, {
        method: 'POST',
        query,
        body: { scope },
      }),
    // A secret is not kept in the cache of the page.
    gcTime: 0,
    onSuccess: () => {
      if (isTest) return onMade();
      onClose();
      onAsked();
    },
  });
  const faults = faultsOf(ask.error);
  if (ask.data?.secret) return <SecretDialog secret={ask.data.secret} onClose={onClose} />;
  return (
    <FormDialog
      title={isTest ? t('Make a test key') : t('Ask for a new key')}
      description={
        isTest
          ? t('It works at once, in the sandbox only, and is shown once. Your other keys stay as they are.')
          : t('An operator approves it, then you reveal it here, once. Your other keys stay as they are.')
      }
      action={isTest ? t('Make the key') : t('Send the request')}
      busy={ask.isPending}
      fault={faults.form}
      error={ask.error}
      onSend={() => ask.mutate()}
      onClose={onClose}
    >
      <Field
        label={t('Scope')}
        hint={t('The less a key may do, the less it can do in the wrong hands.')}
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
                {meanings[value]()}
              </option>
            ))}
          </Select>
        )}
      </Field>
    </FormDialog>
  );
}
