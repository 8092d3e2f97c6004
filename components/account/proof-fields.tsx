'use client';

import { useState } from 'react';
import { t } from '#lib/browser/language/words';
import { Button } from '../ui/button.tsx';
import { Field, Input } from '../ui/field.tsx';

interface FaultProps {
  error: string | undefined;
  autoFocus?: boolean;
}

export function PasswordField({ error, email, autoFocus }: FaultProps & { email: string }) {
  return (
    <>
      <input type="hidden" name="email" autoComplete="username" value={email} />
      <Field label={t('Your password')} error={error}>
        {(control) => (
          <Input
            {...control}
            name="password"
            type="password"
            autoComplete="current-password"
            required
            autoFocus={autoFocus}
          />
        )}
      </Field>
    </>
  );
}

/** The six digits that the app shows. */
export function CodeField({ error, autoFocus }: FaultProps) {
  return (
    <Field label={t('Code from the app')} error={error}>
      {(control) => (
        <Input
          {...control}
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          pattern="[0-9]{6}"
          title={t('Six digits')}
          maxLength={6}
          required
          autoFocus={autoFocus}
          className="max-w-40 font-mono tracking-widest"
        />
      )}
    </Field>
  );
}

/** The same, or a recovery code instead. */
export function SecondFactorField({ error }: FaultProps) {
  const [recovery, setRecovery] = useState(false);
  return (
    <div className="grid justify-items-start gap-2">
      {recovery ? (
        <Field label={t('Recovery code')} error={error} className="w-full">
          {(control) => (
            <Input
              {...control}
              name="recovery_code"
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              required
              autoFocus
              className="font-mono"
            />
          )}
        </Field>
      ) : (
        <CodeField error={error} />
      )}
      <Button variant="ghost" size="small" className="-ml-2.5" onClick={() => setRecovery(!recovery)}>
        {t(recovery ? 'Use the authenticator app' : 'Use a recovery code')}
      </Button>
    </div>
  );
}
