import { getPageAccount, requireDashboardPage } from '#app/page-session';
import { SettingsPage } from '#components/account/settings-page';
import { t } from '#lib/browser/language/words';

export function generateMetadata() {
  return { title: t('Settings') };
}

export default async function Page({ params }: { params: Promise<{ environment: string }> }) {
  const { session } = await requireDashboardPage(params, '/settings', 'own_account');
  return (
    <SettingsPage path="/api/dashboard/account" initial={await getPageAccount(session)} logInHref="/login" />
  );
}
