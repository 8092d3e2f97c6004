import type { Metadata } from 'next';
import { requireDashboardPage } from '#app/page-session';
import { PageHeader } from '#components/frame/page-header';
import { PayoutForm } from '#components/payouts/payout-form';
import { Notice } from '#components/ui/notice';
import { mayDo } from '#lib/auth/roles';
import { getPayoutDesk, presentPayoutDesk } from '#lib/payouts/payout-desk';
import { suggestReference } from '#lib/transactions/suggest-reference';

export const metadata: Metadata = { title: 'New payout' };

export default async function NewPayoutPage({ params }: { params: Promise<{ environment: string }> }) {
  const { session, environment, home, ctx } = await requireDashboardPage(params, '/payouts/new');
  const desk = presentPayoutDesk(await getPayoutDesk(ctx));
  const mayPay = mayDo(session.user.role, 'payouts.create');
  return (
    <>
      <PageHeader title="New payout" />
      <div className="grid grid-cols-1 gap-5">
        {!mayPay && <Notice>Your role, {session.user.role}, can look at payouts and not create them.</Notice>}
        {!desk.rails.some((rail) => rail.open) && (
          <Notice kind="warning">
            No rail is open for payouts here. The operators connect and open the rails of Live.
          </Notice>
        )}
        <PayoutForm
          place={{ environment, home }}
          initial={desk}
          reference={suggestReference('PAY')}
          mayPay={mayPay}
        />
      </div>
    </>
  );
}
