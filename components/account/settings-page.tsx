'use client';

import { useQuery } from '@tanstack/react-query';
import { call } from '#lib/browser/api';
import { t } from '#lib/browser/language/words';
import type { getAccount } from '#lib/users/get-account';
import { PageHeader } from '../frame/page-header.tsx';
import { LanguageSection } from './language-section.tsx';
import { MessagesSection } from './messages-section.tsx';
import { PasswordSection } from './password-section.tsx';
import { ProfileSection } from './profile-section.tsx';
import { SessionSection } from './session-section.tsx';
import { StoppedMessages } from './stopped-messages.tsx';
import { TwoFactorSection } from './two-factor-section.tsx';

export type Account = Awaited<ReturnType<typeof getAccount>>;

interface SettingsPageProps {
  /** Of the verbs about one's own account: `/api/dashboard/account` or `/api/admin/account`. */
  path: string;
  initial: Account;
  logInHref: string;
}

/** Everybody's own account, in both dashboards. */
export function SettingsPage({ path, initial, logInHref }: SettingsPageProps) {
  const { data: account, refetch } = useQuery({
    queryKey: [path],
    queryFn: ({ signal }) => call<Account>(path, { signal }),
    initialData: initial,
    // A change below replaces the session; a look that was under way would be answered as nobody's.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  return (
    <>
      <PageHeader title={t('Settings')}>{t('Your own account, and how it is protected.')}</PageHeader>
      <StoppedMessages path={path} messages={account.messages} onChanged={refetch} />
      <ProfileSection path={path} user={account.user} onChanged={refetch} />
      <LanguageSection path={path} />
      <PasswordSection path={path} email={account.user.email} onChanged={refetch} />
      <TwoFactorSection path={path} account={account} onChanged={refetch} />
      <MessagesSection
        key={account.messages.filter(({ is_on }) => is_on).length}
        path={path}
        messages={account.messages}
        onChanged={refetch}
      />
      <SessionSection session={account.session} logInHref={logInHref} />
    </>
  );
}
