'use client';

import { type FormEvent, useState } from 'react';
import { ApiError, call } from '#lib/browser/api';
import { Button } from '../ui/button.tsx';
import { Field, Input } from '../ui/field.tsx';

/** The first password, or a new one. */
export function InvitationForm({ token, name, email }: { token: string; name: string; email: string }) {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    if (form.get('password') !== form.get('again')) {
      setError('The two passwords are not the same.');
      return;
    }
    setBusy(true);
    setError(undefined);
    try {
      const { door } = await call<{ door: 'client' | 'admin' }>('/auth/invitation', {
        method: 'POST',
        body: { token, password: form.get('password') },
      });
      window.location.assign(door === 'admin' ? '/admin/login' : '/login');
    } catch (thrown) {
      const fault = thrown instanceof ApiError ? (thrown.field('password') ?? thrown.message) : undefined;
      setError(fault ?? 'Something went wrong. Try again.');
      setBusy(false);
    }
  };
  return (
    <main>
      <h1 className="text-xl font-semibold tracking-tight">Welcome, {name}</h1>
      <p className="mt-2 mb-6 text-muted-foreground">
        Choose a password for <span className="inline-block max-w-full break-words">{email}</span>.
      </p>
      <form method="post" onSubmit={submit} className="grid gap-4">
        <input type="hidden" name="email" autoComplete="username" value={email} />
        <Field label="Password" hint="12 characters or more. A sentence is easy to remember." error={error}>
          {(control) => (
            <Input
              {...control}
              name="password"
              type="password"
              autoComplete="new-password"
              minLength={12}
              required
            />
          )}
        </Field>
        <Field label="The same again">
          {(control) => (
            <Input
              {...control}
              name="again"
              type="password"
              autoComplete="new-password"
              minLength={12}
              required
            />
          )}
        </Field>
        <Button type="submit" variant="primary" busy={busy}>
          Set the password
        </Button>
      </form>
    </main>
  );
}
