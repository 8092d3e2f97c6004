import { orNotFound } from '#app/or-not-found';
import { requireDashboardPage } from '#app/page-session';
import { BatchView } from '#components/payout-batches/batch-view';
import { mayDo } from '#lib/auth/roles';
import { t } from '#lib/browser/language/words';
import { getBatch, presentBatchView } from '#lib/payout-batches/get-batch';
import { listBatchRows } from '#lib/payout-batches/list-batch-rows';

export function generateMetadata() {
  return { title: t('Payouts from a file') };
}

const FIRST_ROWS = 50;

export default async function BatchPage({
  params,
}: {
  params: Promise<{ environment: string; id: string }>;
}) {
  const { id } = await params;
  const { session, environment, home, ctx } = await requireDashboardPage(params, `/payouts/bulk/${id}`);
  const view = await orNotFound(getBatch(ctx, id));
  const rows = await listBatchRows(ctx, id, { show: 'all', after: 0, limit: FIRST_ROWS });
  return (
    <BatchView
      place={{ environment, home }}
      initial={presentBatchView(view)}
      initialRows={rows}
      mayPay={mayDo(session.user.role, 'payouts.create')}
    />
  );
}
