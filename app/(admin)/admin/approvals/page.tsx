import { requireAdminPage, type SearchParams } from '#app/admin-page';
import { ApprovalsPage } from '#components/admin/approvals/approvals-page';
import { mayReadPapers } from '#lib/applications/application';
import { listQueue, queueQuery } from '#lib/approvals/list-queue';
import { t } from '#lib/browser/language/words';
import { listWaitingConnections } from '#lib/rails/waiting-connections';

export function generateMetadata() {
  return { title: t('Approvals') };
}

export default async function Page({ searchParams }: { searchParams: SearchParams }) {
  const { session, query, may } = await requireAdminPage('/admin/approvals', searchParams);
  const state = query.state === 'decided' ? 'decided' : 'open';
  return (
    <ApprovalsPage
      key={state}
      state={state}
      initial={
        await listQueue(queueQuery.parse({ state }), {
          seesPapers: mayReadPapers({ ...session, clientId: undefined }),
        })
      }
      connections={state === 'open' ? await listWaitingConnections() : []}
      userId={session.user.id}
      mayDecide={may('approvals.decide')}
    />
  );
}
