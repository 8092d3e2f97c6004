'use client';

import { useMutation } from '@tanstack/react-query';
import { callApi } from '#lib/browser/api';
import { t } from '#lib/browser/language/words';
import { browserName } from '#lib/browser/user-agent';
import { Button } from '../ui/button.tsx';
import { FormFault } from '../ui/form.tsx';
import { Section } from '../ui/section.tsx';
import { Time } from '../ui/time.tsx';
import type { Account } from './settings-page.tsx';

interface SessionSectionProps {
  session: Account['session'];
  logInHref: string;
}

export function SessionSection({ session, logInHref }: SessionSectionProps) {
  const logOut = useMutation({
    mutationFn: () => callApi('/auth/logout', { method: 'POST' }),
    // A whole new page: nothing of the session stays in memory.
    onSuccess: () => window.location.assign(logInHref),
  });
  return (
    <Section
      title={t('This session')}
      description={t(
        'You are signed in at one place at a time: signing in elsewhere ends this session, and so do 24 hours without a request.',
      )}
    >
      <dl className="grid grid-cols-[5rem_minmax(0,1fr)] gap-y-1.5">
        <dt className="text-muted-foreground">{t('Since')}</dt>
        <dd>
          <Time at={session.created_at} />
        </dd>
        <dt className="text-muted-foreground">{t('From|an address')}</dt>
        <dd className="font-mono text-[13px] leading-[1.615] break-all">{session.address ?? t('unknown')}</dd>
        <dt className="text-muted-foreground">{t('With|a browser')}</dt>
        <dd className="break-words">
          {browserName(session.user_agent) ?? session.user_agent ?? t('an unknown browser')}
        </dd>
      </dl>
      <Button className="mt-4" busy={logOut.isPending} onClick={() => logOut.mutate()}>
        {t('Sign out')}
      </Button>
      <FormFault>{logOut.error?.message}</FormFault>
    </Section>
  );
}
