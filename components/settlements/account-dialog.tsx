'use client';

import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { Approval } from '#lib/approvals/approval';
import { call } from '#lib/browser/api';
import { faultsOf } from '#lib/browser/faults';
import { normaliseMobile } from '#lib/browser/phone';
import { railName } from '#lib/browser/rail-names';
import type { Place } from '../payments/environment.ts';
import { MobileField } from '../payments/payment-fields.tsx';
import { Field, Input, Select } from '../ui/field.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import { toast } from '../ui/toast.tsx';

/** Those that pay out; the server knows which are open. */
const rails = ['PROVIDER_W', 'PROVIDER_A', 'PROVIDER_C'];

interface AccountDialogProps {
  place: Place;
  onClose(): void;
  onAdded(): void;
}

/** A bank account or a wallet of the client's own. */
export function AccountDialog({ place, onClose, onAdded }: AccountDialogProps) {
  const [kind, setKind] = useState<'bank' | 'wallet'>('bank');
  const add = useMutation({
    mutationFn: (fields: Record<string, string>) =>
      call<{ approval: Approval | null }>('/api/dashboard/settlements/accounts', {
        method: 'POST',
        query: { environment: place.environment },
        body: {
          ...fields,
          kind,
          ...(kind === 'wallet' && { mobile: normaliseMobile(fields.mobile ?? '') }),
        },
      }),
    onSuccess: ({ approval }) => {
      onClose();
      toast.success(approval ? 'Asked. An operator looks at it.' : 'The account was added.');
    },
    onSettled: onAdded,
  });
  const faults = faultsOf(add.error, { provider_not_enabled: 'provider' });
  return (
    <FormDialog
      title="Add an account"
      description={
        place.environment === 'LIVE'
          ? 'An operator approves it before money goes there, and may call you first. Every owner sees it under Activity.'
          : 'No money moves in the sandbox, so it counts at once.'
      }
      action={place.environment === 'LIVE' ? 'Send the request' : 'Add the account'}
      busy={add.isPending}
      fault={faults.form}
      error={add.error}
      onSend={(fields) => add.mutate(fields)}
      onClose={onClose}
    >
      <Field label="Kind">
        {(control) => (
          <Select
            {...control}
            value={kind}
            onChange={(event) => setKind(event.target.value === 'wallet' ? 'wallet' : 'bank')}
          >
            <option value="bank">Bank account</option>
            <option value="wallet">Wallet</option>
          </Select>
        )}
      </Field>
      <Field label="Holder" hint="As the bank or the wallet has it." error={faults.holder}>
        {(control) => <Input {...control} name="holder" autoComplete="off" required maxLength={120} />}
      </Field>
      {kind === 'bank' ? (
        <>
          <Field label="Bank" error={faults.bank}>
            {(control) => <Input {...control} name="bank" autoComplete="off" required maxLength={120} />}
          </Field>
          <Field label="Account number" error={faults.account_number}>
            {(control) => (
              <Input
                {...control}
                name="account_number"
                autoComplete="off"
                required
                className="tabular-nums"
              />
            )}
          </Field>
        </>
      ) : (
        <>
          <Field label="Rail" error={faults.provider}>
            {(control) => (
              <Select {...control} name="provider">
                {rails.map((rail) => (
                  <option key={rail} value={rail}>
                    {railName(rail)}
                  </option>
                ))}
              </Select>
            )}
          </Field>
          <MobileField label="Number of the wallet" name="mobile" required error={faults.mobile} />
        </>
      )}
    </FormDialog>
  );
}
