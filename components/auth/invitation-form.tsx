'use client';

import { type FormEvent, useState } from 'react';
import { ApiError, call, callApi } from '#lib/browser/api';
import { t } from '#lib/browser/language/words';
import { differentPasswords, NewPasswordFields } from '../account/new-password-fields.tsx';
import { rich } from '../language/rich.tsx';
import { Button } from '../ui/button.tsx';

type Door = 'client' | 'admin';

/** Where somebody goes with the new password: in, or to the log-in page, which asks for a second factor where one is on. */
async function wayIn({ email, door }: { email: string; door: Door }, password: unknown): Promise<string> {
  const [logIn, home] = door === 'admin' ? ['/admin/login', '/admin'] : ['/login', '/dashboard'];
  try {
    const { status } = await callApi<{ status: string }>(`/auth/${door}/login`, {
      method: 'POST',
      body: { email, password },
    });
    if (status === 'success') return home;
  } catch {
    // The password is set all the same.
  }
  return `${logIn}?password=set`;
}

/** The first password, or a new one; whoever sets it is in. */
export function InvitationForm({ token, name, email }: { token: string; name: string; email: string }) {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    if (form.get('password') !== form.get('again')) {
      setError(differentPasswords());
      return;
    }
    setBusy(true);
    setError(undefined);
    try {
      const password = form.get('password');
      const accepted = await call<{ email: string; door: Door }>('/auth/invitation', {
        method: 'POST',
        body: { token, password },
      });
      window.location.assign(await wayIn(accepted, password));
    } catch (thrown) {
      const fault = thrown instanceof ApiError ? (thrown.field('password') ?? thrown.message) : undefined;
      setError(fault ?? t('Something went wrong. Try again.'));
      setBusy(false);
    }
  };
  return (
    <main>
      <h1 className="text-xl font-semibold tracking-tight">{t('Hello {name}', { name })}</h1>
      <p className="mt-2 mb-6 text-muted-foreground">
        {rich('Choose a password for {email}.', {
          email: <span className="inline-block max-w-full break-words">{email}</span>,
        })}
      </p>
      <form method="post" onSubmit={submit} className="grid gap-4">
        <NewPasswordFields
          email={email}
          labels={{ password: t('Password'), again: t('The same again') }}
          faults={{ password: error }}
        />
        <Button type="submit" variant="primary" busy={busy}>
          {t('Set the password')}
        </Button>
      </form>
    </main>
  );
}
