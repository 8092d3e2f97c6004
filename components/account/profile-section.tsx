'use client';

import { useMutation } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { call } from '#lib/browser/api';
import { faultsOf } from '#lib/browser/faults';
import { t } from '#lib/browser/language/words';
import { roleName } from '#lib/browser/role-names';
import { Button } from '../ui/button.tsx';
import { Field, Input } from '../ui/field.tsx';
import { Form, FormFault } from '../ui/form.tsx';
import { Section } from '../ui/section.tsx';
import { toast } from '../ui/toast.tsx';
import type { Account } from './settings-page.tsx';

interface ProfileSectionProps {
  path: string;
  user: Account['user'];
  onChanged(): void;
}

export function ProfileSection({ path, user, onChanged }: ProfileSectionProps) {
  const router = useRouter();
  const [name, setName] = useState(user.name);
  const rename = useMutation({
    mutationFn: () => call<Pick<Account, 'user'>>(path, { method: 'PATCH', body: { name } }),
    onSuccess: ({ user: changed }) => {
      setName(changed.name);
      toast.success(t('Your name was changed.'));
      onChanged();
      // The frame shows it as well.
      router.refresh();
    },
  });
  const faults = faultsOf(rename.error);
  return (
    <Section title={t('Profile')} description={t('Your name stands beside what you do, in the audit log.')}>
      <Form onSend={() => rename.mutate()}>
        <Field label={t('Name')} error={faults.name}>
          {(control) => (
            <Input
              {...control}
              name="name"
              autoComplete="name"
              required
              maxLength={100}
              value={name}
              onChange={(event) => setName(event.target.value)}
            />
          )}
        </Field>
        <dl className="grid grid-cols-[5rem_minmax(0,1fr)] gap-y-1.5">
          <dt className="text-muted-foreground">{t('E-mail')}</dt>
          <dd className="break-words">{user.email}</dd>
          <dt className="text-muted-foreground">{t('Role')}</dt>
          <dd className="capitalize">{roleName(user.role)}</dd>
        </dl>
        <FormFault>{faults.form}</FormFault>
        <Button
          type="submit"
          className="justify-self-start"
          busy={rename.isPending}
          disabled={name.trim() === '' || name.trim() === user.name}
        >
          {t('Save the name')}
        </Button>
      </Form>
    </Section>
  );
}
