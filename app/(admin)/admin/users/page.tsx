import type { Metadata } from 'next';
import { requireAdminPage } from '#app/admin-page';
import { TeamPage } from '#components/team/team-page';
import { listUsers } from '#lib/users/list-users';

export const metadata: Metadata = { title: 'Users' };

export default async function Page() {
  const { session, may } = await requireAdminPage('/admin/users');
  const mayManage = may('users.manage');
  return (
    <TeamPage
      path="/api/admin/users"
      side="staff"
      title="Users"
      initial={await listUsers(null)}
      userId={session.user.id}
      mayManage={mayManage}
    >
      The operators’ own staff. Another operator confirms whoever is added, under Approvals.
      {!mayManage && ' An admin adds people and changes what they may do.'}
    </TeamPage>
  );
}
