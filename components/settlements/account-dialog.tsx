'use client';

import { useMutation } from '@tanstack/react-query';
import type { Approval } from '#lib/approvals/approval';
import { call } from '#lib/browser/api';
import { faultsOf } from '#lib/browser/faults';
import { t } from '#lib/browser/language/words';
import { normaliseMobile } from '#lib/browser/phone';
import type { Place } from '../payments/environment.ts';
import { FormDialog } from '../ui/form-dialog.tsx';
import { toast } from '../ui/toast.tsx';
import { AccountFields } from './account-fields.tsx';

interface AccountDialogProps {
  place: Place;
  onClose(): void;
  onAdded(): void;
}

/** A bank account or a wallet of the client's own. */
export function AccountDialog({ place, onClose, onAdded }: AccountDialogProps) {
  const add = useMutation({
    mutationFn: (fields: Record<string, string>) =>
      call<{ approval: Approval | null }>('/api/dashboard/settlements/accounts', {
        method: 'POST',
        query: { environment: place.environment },
        body: {
          ...fields,
          ...(fields.kind === 'wallet' && { mobile: normaliseMobile(fields.mobile ?? '') }),
        },
      }),
    onSuccess: ({ approval }) => {
      onClose();
      toast.success(approval ? t('Asked. An operator looks at it.') : t('The account was added.'));
    },
    onSettled: onAdded,
  });
  const faults = faultsOf(add.error, { provider_not_enabled: 'provider' });
  return (
    <FormDialog
      title={t('Add an account')}
      description={
        place.environment === 'LIVE'
          ? t(
              'An operator approves it before money goes there, and may call you first. Every owner sees it under Activity.',
            )
          : t('No money moves in the sandbox, so it counts at once.')
      }
      action={place.environment === 'LIVE' ? t('Send the request') : t('Add the account')}
      busy={add.isPending}
      fault={faults.form}
      error={add.error}
      onSend={(fields) => add.mutate(fields)}
      onClose={onClose}
    >
      <AccountFields faults={faults} />
    </FormDialog>
  );
}
