'use client';

import { useMutation } from '@tanstack/react-query';
import { Check, Copy } from 'lucide-react';
import type { beginTwoFactor } from '#lib/auth/two-factor';
import { call } from '#lib/browser/api';
import { faultsOf, proofFields } from '#lib/browser/faults';
import { t } from '#lib/browser/language/words';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Form, FormActions, FormFault } from '../ui/form.tsx';
import { useCopy } from '../ui/use-copy.ts';
import { CodeField, PasswordField } from './proof-fields.tsx';
import { RecoveryCodesDialog } from './recovery-codes-dialog.tsx';

interface EnableTwoFactorDialogProps {
  path: string;
  email: string;
  onClose(): void;
  onChanged(): void;
}

/** The password, then the app and its first code, then the recovery codes. */
export default function EnableTwoFactorDialog({
  path,
  email,
  onClose,
  onChanged,
}: EnableTwoFactorDialogProps) {
  const begin = useMutation({
    mutationFn: (password: string) =>
      call<Awaited<ReturnType<typeof beginTwoFactor>>>(`${path}/two-factor/begin`, {
        method: 'POST',
        body: { password },
      }),
    gcTime: 0,
  });
  const confirm = useMutation({
    mutationFn: (code: string) =>
      call<{ recovery_codes: string[] }>(`${path}/two-factor/confirm`, { method: 'POST', body: { code } }),
    gcTime: 0,
    onSuccess: onChanged,
  });
  const { copied, copy } = useCopy();
  if (confirm.data) {
    return (
      <RecoveryCodesDialog
        title={t('Two-factor authentication is on')}
        codes={confirm.data.recovery_codes}
        email={email}
        onClose={onClose}
      />
    );
  }
  const onOpenChange = (open: boolean) => !open && onClose();
  if (begin.data === undefined) {
    const faults = faultsOf(begin.error, proofFields);
    return (
      <Dialog
        open
        onOpenChange={onOpenChange}
        title={t('Switch on two-factor authentication')}
        description={t('You need an authenticator app on your phone. First, your password once more.')}
      >
        <Form onSend={({ password = '' }) => begin.mutate(password)}>
          <PasswordField email={email} error={faults.password} autoFocus />
          <FormFault>{faults.form}</FormFault>
          <FormActions>
            <Button onClick={onClose}>{t('Cancel')}</Button>
            <Button type="submit" variant="primary" busy={begin.isPending}>
              {t('Continue')}
            </Button>
          </FormActions>
        </Form>
      </Dialog>
    );
  }
  const { secret, qr_svg } = begin.data;
  const faults = faultsOf(confirm.error, proofFields);
  return (
    <Dialog
      open
      onOpenChange={onOpenChange}
      title={t('Add Kaira to your app')}
      description={t(
        'Scan the code with the app, or type the key into it. Then type the six digits that it shows.',
      )}
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        {/* As an image nothing in it can run; black on white in every theme, as cameras read it. */}
        {/* biome-ignore lint/performance/noImgElement: a picture of a few bytes that stands in the page itself. */}
        <img
          src={`data:image/svg+xml,${encodeURIComponent(qr_svg)}`}
          alt={t('QR code for your authenticator app; the key below says the same')}
          width={192}
          height={192}
          className="justify-self-center rounded-md border bg-white"
        />
        <div>
          <p className="text-[13px] text-muted-foreground">{t('Key, if you cannot scan')}</p>
          <div className="mt-1 flex items-center justify-between gap-4 rounded-md border bg-surface py-2 pr-2 pl-3">
            <code className="min-w-0 font-mono text-[13px] break-words select-all">
              {secret.replace(/.{4}(?=.)/g, '$& ')}
            </code>
            <Button
              variant="ghost"
              size="icon"
              aria-label={t(copied ? 'Copied' : 'Copy the key')}
              onClick={() => copy(secret)}
            >
              {copied ? <Check /> : <Copy />}
            </Button>
          </div>
        </div>
        <Form onSend={({ code = '' }) => confirm.mutate(code)}>
          <CodeField error={faults.code} autoFocus />
          <FormFault>{faults.form}</FormFault>
          <FormActions>
            <Button onClick={onClose}>{t('Cancel')}</Button>
            <Button type="submit" variant="primary" busy={confirm.isPending}>
              {t('Switch on')}
            </Button>
          </FormActions>
        </Form>
      </div>
    </Dialog>
  );
}
