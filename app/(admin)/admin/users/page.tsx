import { requireAdminPage } from '#app/admin-page';
import { TeamPage } from '#components/team/team-page';
import { t } from '#lib/browser/language/words';
import { listUsers } from '#lib/users/list-users';

export function generateMetadata() {
  return { title: t('Users') };
}

export default async function Page() {
  const { session, may } = await requireAdminPage('/admin/users');
  const mayManage = may('users.manage');
  return (
    <TeamPage
      path="/api/admin/users"
      side="staff"
      title={t('Users')}
      initial={await listUsers(null)}
      userId={session.user.id}
      mayManage={mayManage}
    >
      {t('The operators’ own staff. Another operator confirms whoever is added, under Approvals.')}
      {!mayManage && ' '}
      {!mayManage && t('An admin adds people and changes what they may do.')}
    </TeamPage>
  );
}
