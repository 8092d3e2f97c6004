import { FileSpreadsheet, Plus } from 'lucide-react';
import Link from 'next/link';
import { requireDashboardPage } from '#app/page-session';
import { PageHeader } from '#components/frame/page-header';
import { WaitingPayments } from '#components/payment-approvals/waiting-payments';
import { PayoutDesk } from '#components/payouts/payout-desk';
import { RecentPayouts } from '#components/payouts/recent-payouts';
import { Button } from '#components/ui/button';
import { mayDo } from '#lib/auth/roles';
import { t } from '#lib/browser/language/words';
import { listPayments } from '#lib/payment-approvals/list-payments';
import { listRecentPayouts } from '#lib/payouts/list-recent-payouts';
import { getPayoutDesk, presentPayoutDesk } from '#lib/payouts/payout-desk';

export function generateMetadata() {
  return { title: t('Payouts') };
}

export default async function PayoutsPage({ params }: { params: Promise<{ environment: string }> }) {
  const { session, environment, home, ctx } = await requireDashboardPage(params, '/payouts');
  const { user } = session;
  const [desk, recent, waiting] = await Promise.all([
    getPayoutDesk(ctx),
    listRecentPayouts(ctx),
    listPayments({ ...ctx, user }),
  ]);
  const mayPay = mayDo(user.role, 'payouts.create');
  const place = { environment, home };
  return (
    <>
      <PageHeader
        title={t('Payouts')}
        action={
          <>
            <Button asChild>
              <Link href={`${home}/payouts/bulk`}>
                <FileSpreadsheet /> {t('Many from a file')}
              </Link>
            </Button>
            {mayPay && (
              <Button asChild variant="primary">
                <Link href={`${home}/payouts/new`}>
                  <Plus /> {t('New payout')}
                </Link>
              </Button>
            )}
          </>
        }
      >
        {t('Send money from your balance to a mobile number.')}
      </PageHeader>
      <div className="grid grid-cols-1 gap-8">
        <PayoutDesk place={place} initial={presentPayoutDesk(desk)} mayPay={mayPay} />
        <WaitingPayments
          place={place}
          initial={waiting}
          user={user}
          mayDecide={mayDo(user.role, 'payouts.decide')}
          mayChange={mayDo(user.role, 'payouts.threshold')}
        />
        <section>
          <h2 className="mb-3 text-base font-semibold">{t('Newest payouts')}</h2>
          <RecentPayouts place={place} initial={recent} />
        </section>
      </div>
    </>
  );
}
