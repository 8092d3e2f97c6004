import type { Metadata } from 'next';
import { requireDashboardPage } from '#app/page-session';
import { PageHeader } from '#components/frame/page-header';
import { PayoutForm } from '#components/payouts/payout-form';
import { Notice } from '#components/ui/notice';
import { mayDo } from '#lib/auth/roles';
import { getPayoutDesk, presentPayoutDesk } from '#lib/payouts/payout-desk';
import { suggestReference } from '#lib/transactions/suggest-reference';

/** What is longer is no reference, number or amount. */
const MAX_PREFILLED = 255;

export const metadata: Metadata = { title: 'New payout' };

interface NewPayoutPageProps {
  params: Promise<{ environment: string }>;
  /** `mobile`, `amount` and `reference` fill in the form, as a refund's link does. */
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export default async function NewPayoutPage({ params, searchParams }: NewPayoutPageProps) {
  const given = await searchParams;
  const prefilled = (name: string) => [given[name]].flat()[0]?.slice(0, MAX_PREFILLED);
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
          reference={prefilled('reference') || suggestReference('PAY')}
          mobile={prefilled('mobile')}
          amount={prefilled('amount')}
          mayPay={mayPay}
        />
      </div>
    </>
  );
}
