import { requireDashboardPage } from '#app/page-session';
import { ActivityPage } from '#components/activity/activity-page';
import { mayReadPapers } from '#lib/applications/application';
import { clientAuditQuery, listClientAuditLog } from '#lib/auth/list-audit-log';
import { t } from '#lib/browser/language/words';

export function generateMetadata() {
  return { title: t('Activity') };
}

export default async function Page({ params }: { params: Promise<{ environment: string }> }) {
  const { ctx } = await requireDashboardPage(params, '/activity');
  const { client } = ctx;
  const seesPapers = mayReadPapers({ ...ctx, clientId: client.id, isConfirmed: true });
  return (
    <ActivityPage initial={await listClientAuditLog({ client, seesPapers }, clientAuditQuery.parse({}))} />
  );
}
