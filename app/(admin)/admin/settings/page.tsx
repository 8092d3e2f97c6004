import { requireAdminPage } from '#app/admin-page';
import { getPageAccount } from '#app/page-session';
import { SettingsPage } from '#components/account/settings-page';
import { t } from '#lib/browser/language/words';

export function generateMetadata() {
  return { title: t('Settings') };
}

export default async function Page() {
  const { session } = await requireAdminPage('/admin/settings');
  return (
    <SettingsPage
      path="/api/admin/account"
      initial={await getPageAccount(session)}
      logInHref="/admin/login"
    />
  );
}
