import type { Metadata } from 'next';
import { getPageAccount, requireDashboardPage } from '#app/page-session';
import { SettingsPage } from '#components/account/settings-page';

export const metadata: Metadata = { title: 'Settings' };

export default async function Page({ params }: { params: Promise<{ environment: string }> }) {
  const { session } = await requireDashboardPage(params, '/settings', 'own_account');
  return (
    <SettingsPage path="/api/dashboard/account" initial={await getPageAccount(session)} logInHref="/login" />
  );
}
