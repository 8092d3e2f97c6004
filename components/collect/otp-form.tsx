'use client';

import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useEffect, useState } from 'react';
import { ApiError, call } from '#lib/browser/api';
import { plural, t } from '#lib/browser/language/words';
import type { OwnCollection } from '#lib/collections/own-collection';
import { Button } from '../ui/button.tsx';
import { Field, Input } from '../ui/field.tsx';
import { toast } from '../ui/toast.tsx';

interface OtpFormProps {
  path: string;
  query: Record<string, string>;
  otp: {
    otp_length: number | null;
    sent_to: string | null;
    attempts_remaining: number | null;
    resend_after: string;
  };
  mayCollect: boolean;
  onAnswer(collection: OwnCollection): void;
  /** A refused code changes the collection too: a try is gone. */
  onRefused(): void;
}

/** Takes the one-time password that the customer reads out; it is sent to the rail and kept nowhere. */
export function OtpForm({ path, query, otp, mayCollect, onAnswer, onRefused }: OtpFormProps) {
  const submit = useMutation({
    mutationFn: (code: string) =>
      call<OwnCollection>(`${path}/otp`, { method: 'POST', body: { otp: code }, query }),
    onSuccess: onAnswer,
    onError: onRefused,
  });
  const resend = useMutation({
    mutationFn: () => call<OwnCollection>(`${path}/otp/resend`, { method: 'POST', query }),
    onSuccess: (after) => {
      onAnswer(after);
      toast.success(t('The code was sent again.'));
    },
    onError: (error) => toast.error(error.message),
  });
  const seconds = useSecondsUntil(otp.resend_after);
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    submit.mutate(String(new FormData(form).get('otp')), { onError: () => form.reset() });
  };
  const wrong =
    submit.error instanceof ApiError
      ? (submit.error.field('otp') ?? submit.error.message)
      : submit.error?.message;
  return (
    <section aria-label={t('One-time password')} className="rounded-lg border p-5">
      <h2 className="font-semibold">{t('One-time password')}</h2>
      <p className="mt-1 text-muted-foreground">
        {otp.sent_to === null
          ? t(
              'Sent to the customer. Ask for it and type it here; it is passed to the provider and kept nowhere.',
            )
          : t(
              'Sent to {number}. Ask for it and type it here; it is passed to the provider and kept nowhere.',
              { number: otp.sent_to },
            )}
      </p>
      <form method="post" onSubmit={onSubmit} className="mt-4 grid gap-4">
        <Field
          label={t('Code')}
          hint={!wrong && otp.attempts_remaining !== null && triesLeft(otp.attempts_remaining)}
          error={wrong}
        >
          {(control) => (
            <Input
              {...control}
              name="otp"
              inputMode="numeric"
              autoComplete="off"
              required
              maxLength={otp.otp_length ?? 8}
              className="max-w-40 font-mono tracking-widest"
            />
          )}
        </Field>
        <div className="flex flex-wrap gap-2">
          <Button type="submit" variant="primary" busy={submit.isPending} disabled={!mayCollect}>
            {t('Submit the code')}
          </Button>
          <Button
            onClick={() => resend.mutate()}
            busy={resend.isPending}
            disabled={!mayCollect || seconds > 0}
          >
            {seconds > 0 ? t('Send it again in {seconds} s', { seconds }) : t('Send it again')}
          </Button>
        </div>
      </form>
    </section>
  );
}

function triesLeft(count: number): string {
  return plural(count, {
    one: 'One try is left; a wrong code then fails the collection.',
    other: '{count} tries are left.',
  });
}

/** Until the browser has taken over, a whole minute. */
function useSecondsUntil(at: string): number {
  const [now, setNow] = useState(() => Date.parse(at) - 60_000);
  useEffect(() => {
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, []);
  return Math.max(0, Math.ceil((Date.parse(at) - now) / 1000));
}
