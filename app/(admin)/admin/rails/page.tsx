import { requireAdminPage } from '#app/admin-page';
import { RailsPage } from '#components/admin/rails/rails-page';
import { t } from '#lib/browser/language/words';
import { listRails } from '#lib/rails/list-rails';

export function generateMetadata() {
  return { title: t('Rails') };
}

export default async function Page() {
  const { session, may } = await requireAdminPage('/admin/rails');
  return <RailsPage initial={await listRails()} userId={session.user.id} mayManage={may('rails.manage')} />;
}
