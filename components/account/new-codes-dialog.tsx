'use client';

import { useMutation } from '@tanstack/react-query';
import { call } from '#lib/browser/api';
import { faultsOf, proofFields } from '#lib/browser/faults';
import { t } from '#lib/browser/language/words';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Form, FormActions, FormFault } from '../ui/form.tsx';
import { CodeField, PasswordField } from './proof-fields.tsx';
import { RecoveryCodesDialog } from './recovery-codes-dialog.tsx';

interface NewCodesDialogProps {
  path: string;
  email: string;
  onClose(): void;
  onChanged(): void;
}

export default function NewCodesDialog({ path, email, onClose, onChanged }: NewCodesDialogProps) {
  const renew = useMutation({
    mutationFn: (body: Record<string, string>) =>
      call<{ recovery_codes: string[] }>(`${path}/two-factor/recovery-codes`, { method: 'POST', body }),
    gcTime: 0,
    onSuccess: onChanged,
  });
  if (renew.data) {
    return (
      <RecoveryCodesDialog
        title={t('Your new recovery codes')}
        codes={renew.data.recovery_codes}
        email={email}
        onClose={onClose}
      />
    );
  }
  const faults = faultsOf(renew.error, proofFields);
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('Make new recovery codes?')}
      description={t(
        'Ten new codes take the place of those that you have: from then on none of the earlier ones works.',
      )}
    >
      <Form onSend={({ password = '', code = '' }) => renew.mutate({ password, code })}>
        <PasswordField email={email} error={faults.password} autoFocus />
        <CodeField error={faults.code} />
        <FormFault>{faults.form}</FormFault>
        <FormActions>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button type="submit" variant="primary" busy={renew.isPending}>
            {t('Make new codes')}
          </Button>
        </FormActions>
      </Form>
    </Dialog>
  );
}
