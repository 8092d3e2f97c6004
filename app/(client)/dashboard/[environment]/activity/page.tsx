import type { Metadata } from 'next';
import { requireDashboardPage } from '#app/page-session';
import { ActivityPage } from '#components/activity/activity-page';
import { clientAuditQuery, listClientAuditLog } from '#lib/auth/list-audit-log';
import { listUsers } from '#lib/users/list-users';

export const metadata: Metadata = { title: 'Activity' };

export default async function Page({ params }: { params: Promise<{ environment: string }> }) {
  const { ctx } = await requireDashboardPage(params, '/activity');
  const [initial, people] = await Promise.all([
    listClientAuditLog(ctx.client.id, clientAuditQuery.parse({})),
    listUsers(ctx.client.id),
  ]);
  return (
    <ActivityPage initial={initial} names={Object.fromEntries(people.map(({ id, name }) => [id, name]))} />
  );
}
