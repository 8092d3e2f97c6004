import { requireAdminPage, type SearchParams } from '#app/admin-page';
import { AuditPage } from '#components/admin/audit/audit-page';
import { mayReadPapers } from '#lib/applications/application';
import { listActions } from '#lib/auth/list-actions';
import { auditQuery, listAuditLog } from '#lib/auth/list-audit-log';
import { t } from '#lib/browser/language/words';

export function generateMetadata() {
  return { title: t('Audit') };
}

export default async function Page({ searchParams }: { searchParams: SearchParams }) {
  const { query, session } = await requireAdminPage('/admin/audit', searchParams);
  const { action, client_id, user_id } = query;
  // A filter that was typed into the address and is none shows everything.
  const asked = auditQuery.safeParse({ action, client_id, user_id });
  const filters = asked.success ? asked.data : auditQuery.parse({});
  const [initial, actions] = await Promise.all([
    listAuditLog(filters, { seesPapers: mayReadPapers({ ...session, clientId: undefined }) }),
    listActions(),
  ]);
  const shown = { action: filters.action, client_id: filters.client_id, user_id: filters.user_id };
  return <AuditPage key={JSON.stringify(shown)} filters={shown} actions={actions} initial={initial} />;
}
