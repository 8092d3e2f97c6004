import { requireDashboardPage } from '#app/page-session';
import { PageHeader } from '#components/frame/page-header';
import { BatchList } from '#components/payout-batches/batch-list';
import { UploadForm } from '#components/payout-batches/upload-form';
import { Notice } from '#components/ui/notice';
import { mayDo } from '#lib/auth/roles';
import { t } from '#lib/browser/language/words';
import { roleName } from '#lib/browser/role-names';
import { MAX_ROWS } from '#lib/payout-batches/batch-file';
import { listBatches } from '#lib/payout-batches/get-batch';
import { getPayoutDesk, presentPayoutDesk } from '#lib/payouts/payout-desk';

export function generateMetadata() {
  return { title: t('Payouts from a file') };
}

export default async function BulkPage({ params }: { params: Promise<{ environment: string }> }) {
  const { session, environment, home, ctx } = await requireDashboardPage(params, '/payouts/bulk');
  const [batches, desk] = await Promise.all([listBatches(ctx, { limit: 20 }), getPayoutDesk(ctx)]);
  const { rails } = presentPayoutDesk(desk);
  const mayPay = mayDo(session.user.role, 'payouts.create');
  const place = { environment, home };
  return (
    <>
      <PageHeader title={t('Payouts from a file')}>
        {t('Upload a file, read the verdict on each row, then confirm. Nothing is paid before that.')}
      </PageHeader>
      <div className="grid grid-cols-1 gap-10">
        {mayPay ? (
          <div className="grid max-w-2xl gap-4">
            {!rails.some((rail) => rail.open) && (
              <Notice kind="warning">
                {t(
                  'No provider is open for payouts here. The operators connect and open the providers of Live.',
                )}
              </Notice>
            )}
            <UploadForm place={place} rails={rails} maxRows={MAX_ROWS} />
          </div>
        ) : (
          <Notice>
            {t('Your role, {role}, can look at payouts and not create them.', {
              role: roleName(session.user.role),
            })}
          </Notice>
        )}
        <section>
          <h2 className="mb-3 text-base font-semibold">{t('Files')}</h2>
          <BatchList place={place} initial={batches} />
        </section>
      </div>
    </>
  );
}
