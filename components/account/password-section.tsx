'use client';

import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '#lib/browser/api';
import { faultsOf } from '#lib/browser/faults';
import { t } from '#lib/browser/language/words';
import { Button } from '../ui/button.tsx';
import { Field, Input } from '../ui/field.tsx';
import { Form, FormFault } from '../ui/form.tsx';
import { Section } from '../ui/section.tsx';
import { toast } from '../ui/toast.tsx';
import { differentPasswords, NewPasswordFields } from './new-password-fields.tsx';

interface PasswordSectionProps {
  path: string;
  email: string;
  onChanged(): void;
}

export function PasswordSection({ path, email, onChanged }: PasswordSectionProps) {
  const [isDifferent, setDifferent] = useState(false);
  const change = useMutation({
    mutationFn: (body: { current_password: string; password: string }) =>
      call(`${path}/password`, { method: 'POST', body }),
    gcTime: 0,
    onSuccess: () => {
      toast.success(t('Your password was changed.'));
      onChanged();
    },
  });
  const send = (fields: Record<string, string>, form: HTMLFormElement) => {
    const { current_password = '', password = '', again } = fields;
    change.reset();
    setDifferent(password !== again);
    if (password === again) {
      change.mutate({ current_password, password }, { onSuccess: () => form.reset() });
    }
  };
  const faults = faultsOf(change.error, { FORBIDDEN: 'current_password' });
  return (
    <Section
      title={t('Password')}
      description={t('A change ends whatever is signed in as you elsewhere. You stay signed in here.')}
    >
      <Form onSend={send}>
        <Field label={t('Present password')} error={faults.current_password}>
          {(control) => (
            <Input
              {...control}
              name="current_password"
              type="password"
              autoComplete="current-password"
              required
            />
          )}
        </Field>
        <NewPasswordFields
          email={email}
          labels={{ password: t('New password'), again: t('The new one again') }}
          faults={{ password: faults.password, again: isDifferent ? differentPasswords() : undefined }}
        />
        <FormFault>{faults.form}</FormFault>
        <Button type="submit" className="justify-self-start" busy={change.isPending}>
          {t('Change the password')}
        </Button>
      </Form>
    </Section>
  );
}
