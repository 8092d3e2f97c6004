import type { Metadata } from 'next';
import { requireDashboardPage } from '#app/page-session';
import { PageHeader } from '#components/frame/page-header';
import { PayoutForm } from '#components/payouts/payout-form';
import { Notice } from '#components/ui/notice';
import { mayDo } from '#lib/auth/roles';
import { getPayoutDesk, presentPayoutDesk } from '#lib/payouts/payout-desk';
import { findRecipient } from '#lib/recipients/find-recipient';
import { presentRecipient } from '#lib/recipients/recipient';
import { suggestReference } from '#lib/transactions/suggest-reference';

export const metadata: Metadata = { title: 'New payout' };

interface NewPayoutPageProps {
  params: Promise<{ environment: string }>;
  /** `recipient`: whom the form names already. */
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export default async function NewPayoutPage({ params, searchParams }: NewPayoutPageProps) {
  const { session, environment, home, ctx } = await requireDashboardPage(params, '/payouts/new');
  const desk = presentPayoutDesk(await getPayoutDesk(ctx));
  const named = [(await searchParams).recipient].flat()[0] ?? '';
  const recipient = await findRecipient(ctx, named);
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
          recipient={recipient && !recipient.isDeleted ? presentRecipient(recipient) : undefined}
          mayPay={mayPay}
        />
      </div>
    </>
  );
}
