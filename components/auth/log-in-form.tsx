'use client';

import { type FormEvent, useState } from 'react';
import { ApiError, callApi } from '#lib/browser/api';
import { Button } from '../ui/button.tsx';
import { Field, Input } from '../ui/field.tsx';
import { Notice } from '../ui/notice.tsx';

interface LogInAnswer {
  status: 'success' | 'two_factor_required';
  data: { challenge_token?: string };
}

interface LogInFormProps {
  door: 'client' | 'admin';
  title: string;
  next: string;
  /** Why whoever comes here was signed out. */
  notice: string | undefined;
}

/** E-mail and password, then the second factor where it is on; leads to `next`. */
export function LogInForm({ door, title, next, notice }: LogInFormProps) {
  const [challenge, setChallenge] = useState<string>();
  const [recovery, setRecovery] = useState(false);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const fields = Object.fromEntries(new FormData(event.currentTarget));
    setBusy(true);
    setError(undefined);
    try {
      const answer = await callApi<LogInAnswer>(challenge ? '/auth/two-factor' : `/auth/${door}/login`, {
        method: 'POST',
        body: challenge ? { challenge_token: challenge, ...fields } : fields,
      });
      if (answer.status === 'two_factor_required') {
        setChallenge(answer.data.challenge_token);
        setBusy(false);
        return;
      }
      window.location.assign(next);
    } catch (thrown) {
      setError(thrown instanceof ApiError ? thrown.message : 'Something went wrong. Try again.');
      setBusy(false);
    }
  };

  const alert = error && (
    <p role="alert" className="text-failed">
      {error}
    </p>
  );

  if (challenge === undefined) {
    return (
      <main>
        <h1 className="mb-6 text-xl font-semibold tracking-tight">{title}</h1>
        {notice !== undefined && (
          <Notice kind="warning" className="mb-6">
            {notice}
          </Notice>
        )}
        <form method="post" onSubmit={submit} className="grid gap-4">
          <Field label="E-mail">
            {(control) => (
              <Input {...control} name="email" type="email" autoComplete="username" required autoFocus />
            )}
          </Field>
          <Field label="Password">
            {(control) => (
              <Input {...control} name="password" type="password" autoComplete="current-password" required />
            )}
          </Field>
          {alert}
          <Button type="submit" variant="primary" busy={busy}>
            Sign in
          </Button>
        </form>
        <p className="mt-6 text-[13px] text-muted-foreground">
          Forgotten the password?{' '}
          {door === 'admin' ? 'Another admin' : 'An owner of your account, or the operators,'} can send you a
          new link.
        </p>
      </main>
    );
  }
  return (
    <main>
      <h1 className="mb-2 text-xl font-semibold tracking-tight">Two-factor authentication</h1>
      <p className="mb-6 text-muted-foreground">
        {recovery
          ? 'Type one of your recovery codes. Each works once.'
          : 'Type the six digits that your authenticator app shows now.'}
      </p>
      <form method="post" onSubmit={submit} className="grid gap-4" key={String(recovery)}>
        {recovery ? (
          <Field label="Recovery code">
            {(control) => <Input {...control} name="recovery_code" autoComplete="off" required autoFocus />}
          </Field>
        ) : (
          <Field label="Code">
            {(control) => (
              <Input
                {...control}
                name="code"
                inputMode="numeric"
                autoComplete="one-time-code"
                pattern="[0-9]{6}"
                maxLength={6}
                required
                autoFocus
              />
            )}
          </Field>
        )}
        {alert}
        <Button type="submit" variant="primary" busy={busy}>
          Continue
        </Button>
      </form>
      <Button variant="ghost" className="mt-3 -ml-3.5" onClick={() => setRecovery(!recovery)}>
        {recovery ? 'Use the authenticator app' : 'Use a recovery code'}
      </Button>
    </main>
  );
}
