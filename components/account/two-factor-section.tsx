'use client';

import { useState } from 'react';
import { t } from '#lib/browser/language/words';
import { Button } from '../ui/button.tsx';
import { onDemand } from '../ui/on-demand.tsx';
import { Section } from '../ui/section.tsx';
import { State } from '../ui/state.tsx';
import { toast } from '../ui/toast.tsx';
import type { Account } from './settings-page.tsx';

const EnableTwoFactorDialog = onDemand(async () => (await import('./enable-two-factor-dialog.tsx')).default);
const NewCodesDialog = onDemand(async () => (await import('./new-codes-dialog.tsx')).default);
const DisableTwoFactorDialog = onDemand(
  async () => (await import('./disable-two-factor-dialog.tsx')).default,
);

/** From here on somebody is told to make new ones. */
const FEW_CODES = 3;

interface TwoFactorSectionProps {
  path: string;
  account: Account;
  onChanged(): void;
}

export function TwoFactorSection({ path, account, onChanged }: TwoFactorSectionProps) {
  const [open, setOpen] = useState<'enable' | 'codes' | 'disable'>();
  const close = () => setOpen(undefined);
  const left = account.recovery_codes_left;
  const dialog = { path, email: account.user.email, onClose: close, onChanged };
  return (
    <Section
      title={t('Two-factor authentication')}
      description={t('Signing in then takes your password and a code from an app on your phone.')}
    >
      {account.two_factor ? (
        <>
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <State tone="succeeded">{t('On|a switch')}</State>
            <span className={left <= FEW_CODES ? 'text-pending' : 'text-muted-foreground'}>
              {left <= FEW_CODES
                ? t('{left} of 10 recovery codes left: make new ones', { left })
                : t('{left} of 10 recovery codes left', { left })}
            </span>
          </p>
          <div className="mt-4 flex flex-wrap gap-2">
            <Button onClick={() => setOpen('codes')}>{t('New recovery codes')}</Button>
            <Button variant="danger" onClick={() => setOpen('disable')}>
              {t('Switch off')}
            </Button>
          </div>
        </>
      ) : (
        <>
          <State tone="ended">{t('Off|a switch')}</State>
          <Button variant="primary" className="mt-4 flex" onClick={() => setOpen('enable')}>
            {t('Switch on')}
          </Button>
        </>
      )}
      {open === 'enable' && <EnableTwoFactorDialog {...dialog} />}
      {open === 'codes' && <NewCodesDialog {...dialog} />}
      {open === 'disable' && (
        <DisableTwoFactorDialog
          {...dialog}
          onChanged={() => {
            toast.success(t('Two-factor authentication is off.'));
            onChanged();
          }}
        />
      )}
    </Section>
  );
}
