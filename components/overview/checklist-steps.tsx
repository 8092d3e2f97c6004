'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import Link from 'next/link';
import { useRouter } from 'next/navigation';
import { type ReactNode, useEffect, useState } from 'react';
import { call } from '#lib/browser/api';
import { t } from '#lib/browser/language/words';
import { randomHex } from '#lib/browser/new-reference';
import { Button } from '../ui/button.tsx';
import { Unknown } from '../ui/feedback.tsx';

/** Sends the link that proves that mail arrives. */
export function EmailStep() {
  const send = useMutation({
    mutationFn: () => call<{ email: string }>('/api/dashboard/account/confirm-email', { method: 'POST' }),
  });
  return (
    <div className="grid justify-items-end gap-1">
      <Button busy={send.isPending} onClick={() => send.mutate()}>
        {send.data ? t('Send it again') : t('Send me the link')}
      </Button>
      <Outcome error={send.error}>{send.data && t('Sent. Open it, and press the button there.')}</Outcome>
    </div>
  );
}

/** The sandbox settles it within a second or two. */
const LOOK_AFTER_MS = [1_000, 2_500, 5_000, 9_000];

/** One tap: a collection in the sandbox that is paid by itself. The same one, however often it is tapped. */
export function PracticeStep({ provider }: { provider: string | null }) {
  const [reference] = useState(() => `practice-${randomHex(4)}`);
  const router = useRouter();
  const queries = useQueryClient();
  const pay = useMutation({
    mutationFn: () =>
      call('/api/dashboard/collections', {
        method: 'POST',
        query: { environment: 'SANDBOX' },
        body: { amount: '100.00', currency: 'GMD', client_reference: reference, provider },
      }),
  });
  const { isSuccess } = pay;
  useEffect(() => {
    if (!isSuccess) return;
    const looks = LOOK_AFTER_MS.map((wait) =>
      setTimeout(() => {
        router.refresh();
        void queries.invalidateQueries({ queryKey: ['overview'] });
      }, wait),
    );
    return () => looks.forEach(clearTimeout);
  }, [isSuccess, queries, router]);
  if (provider === null)
    return <Unknown reason={t('No wallet of the sandbox takes payments at the moment')} />;
  return (
    <div className="grid justify-items-end gap-1">
      <Button variant="primary" busy={pay.isPending || isSuccess} onClick={() => pay.mutate()}>
        {t('Charge GMD 100.00')}
      </Button>
      <Outcome error={pay.error}>{isSuccess && t('Charged. It is paid in a moment.')}</Outcome>
    </div>
  );
}

function Outcome({ error, children }: { error: Error | null; children: ReactNode }) {
  return (
    <p aria-live="polite" className={`text-[13px] ${error ? 'text-failed' : 'text-muted-foreground'}`}>
      {error ? error.message : children}
    </p>
  );
}

export function StepLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Button asChild>
      <Link href={href}>{children}</Link>
    </Button>
  );
}
