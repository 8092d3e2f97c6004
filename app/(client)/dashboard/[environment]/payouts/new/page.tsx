import { redirect } from 'next/navigation';
import { requireDashboardPage } from '#app/page-session';
import { PageHeader } from '#components/frame/page-header';
import { TryInSandbox } from '#components/payments/try-in-sandbox';
import { PayoutForm } from '#components/payouts/payout-form';
import { Notice } from '#components/ui/notice';
import { mayDo } from '#lib/auth/roles';
import { t } from '#lib/browser/language/words';
import { roleName } from '#lib/browser/role-names';
import type { Context } from '#lib/context';
import { AppError } from '#lib/errors';
import { findPaidPayout } from '#lib/payouts/find-paid-payout';
import { getPayoutDesk, presentPayoutDesk } from '#lib/payouts/payout-desk';
import { findOpenPayback, presentPayback } from '#lib/reads/payback';
import { findRecipient, findRecipientByMobile } from '#lib/recipients/find-recipient';
import { presentRecipient } from '#lib/recipients/recipient';
import { suggestReference } from '#lib/transactions/suggest-reference';

export function generateMetadata() {
  return { title: t('New payout') };
}

interface NewPayoutPageProps {
  params: Promise<{ environment: string }>;
  /**
   * `recipient`: whom the form names already. `payback`: the collection whose money goes back. `again`: a payout that
   * arrived, to be made once more.
   */
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export default async function NewPayoutPage({ params, searchParams }: NewPayoutPageProps) {
  const { session, environment, home, ctx } = await requireDashboardPage(params, '/payouts/new');
  const desk = presentPayoutDesk(await getPayoutDesk(ctx));
  const named = await searchParams;
  const again = await findPaidPayout(ctx, [named.again].flat()[0] ?? '');
  const recipient = again
    ? await findRecipientByMobile(ctx, again.mobile)
    : await findRecipient(ctx, [named.recipient].flat()[0] ?? '');
  const collectionId = [named.payback].flat()[0];
  const payback = collectionId === undefined ? null : await readPayback(ctx, collectionId);
  // What was begun by now, or is none, is told on the collection's own page.
  if (collectionId !== undefined && payback === null) {
    redirect(`${home}/transactions/${encodeURIComponent(collectionId)}`);
  }
  const mayPay = mayDo(session.user.role, 'payouts.create');
  return (
    <>
      <PageHeader title={payback ? t('Pay it back') : t('New payout')} />
      <div className="grid grid-cols-1 gap-5">
        {!mayPay && (
          <Notice>
            {t('Your role, {role}, can look at payouts and not create them.', {
              role: roleName(session.user.role),
            })}
          </Notice>
        )}
        {!desk.rails.some((rail) => rail.open) && (
          <Notice kind="warning">
            {t('No provider is open for payouts here. The operators connect and open the providers of Live.')}
            <TryInSandbox environment={environment} page="payouts/new" />
          </Notice>
        )}
        <PayoutForm
          place={{ environment, home }}
          initial={desk}
          reference={payback?.reference ?? suggestReference('PAY')}
          payback={payback ?? undefined}
          again={again}
          recipient={recipient && !recipient.isDeleted ? presentRecipient(recipient) : undefined}
          mayPay={mayPay}
        />
      </div>
    </>
  );
}

async function readPayback(ctx: Context, collectionId: string) {
  try {
    return presentPayback(await findOpenPayback(ctx, collectionId));
  } catch (error) {
    if (error instanceof AppError && error.code === 'TRANSACTION_NOT_FOUND') return null;
    throw error;
  }
}
