import type { Metadata } from 'next';
import { requireDashboardPage } from '#app/page-session';
import { PageHeader } from '#components/frame/page-header';
import { BatchList } from '#components/payout-batches/batch-list';
import { UploadForm } from '#components/payout-batches/upload-form';
import { Notice } from '#components/ui/notice';
import { mayDo } from '#lib/auth/roles';
import { MAX_ROWS } from '#lib/payout-batches/batch-file';
import { listBatches } from '#lib/payout-batches/get-batch';
import { getPayoutDesk, presentPayoutDesk } from '#lib/payouts/payout-desk';

export const metadata: Metadata = { title: 'Payouts from a file' };

export default async function BulkPage({ params }: { params: Promise<{ environment: string }> }) {
  const { session, environment, home, ctx } = await requireDashboardPage(params, '/payouts/bulk');
  const [batches, desk] = await Promise.all([listBatches(ctx, { limit: 20 }), getPayoutDesk(ctx)]);
  const { rails } = presentPayoutDesk(desk);
  const mayPay = mayDo(session.user.role, 'payouts.create');
  const place = { environment, home };
  return (
    <>
      <PageHeader title="Payouts from a file">
        Upload a file, read the verdict on each row, then confirm. Nothing is paid before that.
      </PageHeader>
      <div className="grid grid-cols-1 gap-10">
        {mayPay ? (
          <div className="grid max-w-2xl gap-4">
            {!rails.some((rail) => rail.open) && (
              <Notice kind="warning">
                No provider is open for payouts here. The operators connect and open the providers of Live.
              </Notice>
            )}
            <UploadForm place={place} rails={rails} maxRows={MAX_ROWS} />
          </div>
        ) : (
          <Notice>Your role, {session.user.role}, can look at payouts and not create them.</Notice>
        )}
        <section>
          <h2 className="mb-3 text-base font-semibold">Files</h2>
          <BatchList place={place} initial={batches} />
        </section>
      </div>
    </>
  );
}
