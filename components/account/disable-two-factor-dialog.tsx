'use client';

import { useMutation } from '@tanstack/react-query';
import { call } from '#lib/browser/api';
import { faultsOf, proofFields } from '#lib/browser/faults';
import { t } from '#lib/browser/language/words';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Form, FormActions, FormFault } from '../ui/form.tsx';
import { PasswordField, SecondFactorField } from './proof-fields.tsx';

interface DisableTwoFactorDialogProps {
  path: string;
  email: string;
  onClose(): void;
  onChanged(): void;
}

export default function DisableTwoFactorDialog({
  path,
  email,
  onClose,
  onChanged,
}: DisableTwoFactorDialogProps) {
  const disable = useMutation({
    mutationFn: (body: Record<string, string>) =>
      call(`${path}/two-factor/disable`, { method: 'POST', body }),
    gcTime: 0,
    onSuccess: () => {
      onClose();
      onChanged();
    },
  });
  const faults = faultsOf(disable.error, proofFields);
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('Switch off two-factor authentication?')}
      description={t('From then on your password alone signs you in, and none of your recovery codes works.')}
    >
      <Form onSend={({ email: _, ...body }) => disable.mutate(body)}>
        <PasswordField email={email} error={faults.password} autoFocus />
        <SecondFactorField error={faults.code} />
        <FormFault>{faults.form}</FormFault>
        <FormActions>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button type="submit" variant="danger" busy={disable.isPending}>
            {t('Switch off')}
          </Button>
        </FormActions>
      </Form>
    </Dialog>
  );
}
