import type { Metadata } from 'next';
import { requireDashboardPage } from '#app/page-session';
import { PeopleNotice } from '#components/team/people-notice';
import { TeamPage } from '#components/team/team-page';
import { mayDo } from '#lib/auth/roles';
import { listUsers } from '#lib/users/list-users';
import { listPeopleNotices } from '#lib/users/people-notices';

export const metadata: Metadata = { title: 'Team' };

export default async function Page({ params }: { params: Promise<{ environment: string }> }) {
  const { ctx, session } = await requireDashboardPage(params, '/team');
  const isOwner = mayDo(session.user.role, 'team.manage');
  return (
    <>
      <PeopleNotice lines={await listPeopleNotices(ctx, session.user)} />
      <TeamPage
        path="/api/dashboard/team"
        side="client"
        title="Team"
        initial={await listUsers(ctx.client.id)}
        userId={session.user.id}
        mayManage={isOwner && !session.client?.suspended}
      >
        Who signs in for {ctx.client.name}, live and sandbox.
        {!isOwner && ' An owner adds people and changes what they may do.'}
      </TeamPage>
    </>
  );
}
