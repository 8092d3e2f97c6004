'use client';

import { useState } from 'react';
import { ApiError, callApi } from '#lib/browser/api';
import { t } from '#lib/browser/language/words';
import { PasswordField, SecondFactorField } from '../account/proof-fields.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Form, FormActions, FormFault } from '../ui/form.tsx';

export interface StepUpDialogProps {
  email: string;
  twoFactor: boolean;
  /** Called once: true where the server has taken it. */
  onEnd(proved: boolean): void;
}

/** Over whatever form is open, which stays as it is. On a phone big enough for a thumb, and never zoomed into. */
export function StepUpDialog({ email, twoFactor, onEnd }: StepUpDialogProps) {
  const [wantsCode, setWantsCode] = useState(twoFactor);
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<{ password?: string; form?: string }>({});

  const send = async ({ email: _email, ...body }: Record<string, string>) => {
    setBusy(true);
    setFault({});
    try {
      await callApi('/auth/step-up', { method: 'POST', body });
      onEnd(true);
    } catch (thrown) {
      setBusy(false);
      if (!(thrown instanceof ApiError)) return setFault({ form: t('Something went wrong. Try again.') });
      // Switched on since the page was opened.
      if (thrown.code === 'TWO_FACTOR_REQUIRED') setWantsCode(true);
      const isPassword = thrown.status === 401 && !wantsCode;
      setFault({ [isPassword ? 'password' : 'form']: thrown.message });
    }
  };

  return (
    <Dialog
      open
      onTop
      keepOpen
      onOpenChange={(open) => !open && onEnd(false)}
      title={t('Your password, once more')}
      description={t(
        wantsCode
          ? 'It was last given over 10 minutes ago, and what you are about to do wants it, with the code of your second factor.'
          : 'It was last given over 10 minutes ago, and what you are about to do wants it.',
      )}
      className="max-w-sm max-sm:[&_button]:min-h-11 max-sm:[&_button]:min-w-11 max-sm:[&_input]:h-11 max-sm:[&_input]:text-base"
    >
      <Form onSend={send}>
        <PasswordField email={email} error={fault.password} autoFocus />
        {wantsCode && <SecondFactorField error={undefined} />}
        <FormFault>{fault.form}</FormFault>
        <FormActions>
          <Button onClick={() => onEnd(false)}>{t('Cancel')}</Button>
          <Button type="submit" variant="primary" busy={busy}>
            {t('Continue')}
          </Button>
        </FormActions>
      </Form>
    </Dialog>
  );
}
