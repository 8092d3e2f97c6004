import { requireDashboardPage } from '#app/page-session';
import { PeopleNotice } from '#components/team/people-notice';
import { TeamPage } from '#components/team/team-page';
import { mayDo } from '#lib/auth/roles';
import { t } from '#lib/browser/language/words';
import { listUsers } from '#lib/users/list-users';
import { listPeopleNotices } from '#lib/users/people-notices';

export function generateMetadata() {
  return { title: t('Team') };
}

export default async function Page({ params }: { params: Promise<{ environment: string }> }) {
  const { ctx, session } = await requireDashboardPage(params, '/team');
  const isOwner = mayDo(session.user.role, 'team.manage');
  return (
    <>
      <PeopleNotice lines={await listPeopleNotices(ctx, session.user)} />
      <TeamPage
        path="/api/dashboard/team"
        side="client"
        title={t('Team')}
        initial={await listUsers(ctx.client.id)}
        userId={session.user.id}
        mayManage={isOwner && !session.client?.suspended}
      >
        {t('Who signs in for {business}, live and sandbox.', { business: ctx.client.name })}
        {!isOwner && ` ${t('An owner adds people and changes what they may do.')}`}
      </TeamPage>
    </>
  );
}
