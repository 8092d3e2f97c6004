'use client';

import { later, t } from '#lib/browser/language/words';
import { Field, Input } from '../ui/field.tsx';

export const differentPasswords = later('The two passwords are not the same.');

interface NewPasswordFieldsProps {
  /** Whose it is, for what keeps passwords. */
  email: string;
  labels: { password: string; again: string };
  faults: { password?: string | undefined; again?: string | undefined };
}

/** A password that is chosen, twice, as `password` and `again`. */
export function NewPasswordFields({ email, labels, faults }: NewPasswordFieldsProps) {
  const input = { type: 'password', autoComplete: 'new-password', minLength: 12, required: true };
  return (
    <>
      <input type="hidden" name="email" autoComplete="username" value={email} />
      <Field
        label={labels.password}
        hint={t('12 characters or more. A sentence is easy to remember.')}
        error={faults.password}
      >
        {(control) => <Input {...control} {...input} name="password" />}
      </Field>
      <Field label={labels.again} error={faults.again}>
        {(control) => <Input {...control} {...input} name="again" />}
      </Field>
    </>
  );
}
