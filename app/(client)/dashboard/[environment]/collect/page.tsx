import type { Metadata } from 'next';
import { requireDashboardPage } from '#app/page-session';
import { CollectForm } from '#components/collect/collect-form';
import { RecentCollections } from '#components/collect/recent-collections';
import { PageHeader } from '#components/frame/page-header';
import { TryInSandbox } from '#components/payments/try-in-sandbox';
import { Notice } from '#components/ui/notice';
import { mayDo } from '#lib/auth/roles';
import { CUSTOMER_CHOICE } from '#lib/browser/customer-choice';
import { t } from '#lib/browser/language/words';
import { findAgain } from '#lib/collections/find-again';
import { listRecentCollections } from '#lib/collections/list-recent-collections';
import { presentOwnCollection } from '#lib/collections/own-collection';
import { nameCustomer } from '#lib/customers/customer-figures';
import { formatAmount } from '#lib/money';
import { normaliseMobile, parseMobile } from '#lib/phone';
import { listRailStatus } from '#lib/rails/rail-status';
import { testAmountsIn } from '#lib/sandbox/test-amounts';
import { suggestReference } from '#lib/transactions/suggest-reference';

export function generateMetadata(): Metadata {
  return { title: t('Charge') };
}

interface PageProps {
  params: Promise<{ environment: string }>;
  /** `mobile`: of whoever is to pay. `again`: a collection that ended unpaid, to be offered once more. */
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export default async function CollectPage({ params, searchParams }: PageProps) {
  const { session, environment, home, ctx } = await requireDashboardPage(params, '/collect');
  const asked = await searchParams;
  const again = await findAgain(ctx, [asked.again].flat()[0]);
  const mobile = again?.mobile ?? normaliseMobile([asked.mobile].flat()[0] ?? '');
  const [rails, recent, customer] = await Promise.all([
    listRailStatus(ctx),
    listRecentCollections(ctx, { onlyOpen: false }),
    parseMobile(mobile) && nameCustomer(ctx, mobile),
  ]);
  const collecting = rails.flatMap(({ provider, style, operations }) => {
    const collection = operations.find((each) => each.operation === 'collection');
    return collection ? [{ provider, style, open: collection.status !== 'CLOSED' }] : [];
  });
  const isAnyOpen = collecting.some((rail) => rail.open);
  const offered = [{ provider: CUSTOMER_CHOICE, style: 'choice' as const, open: isAnyOpen }, ...collecting];
  const mayCollect = mayDo(session.user.role, 'collections.create');
  const place = { environment, home };
  return (
    <>
      <PageHeader title={t('Charge')}>
        {t('Ask a customer for money: you get a link and a code to share.')}
      </PageHeader>
      <div className="grid grid-cols-1 gap-10">
        <div className="grid max-w-2xl gap-5">
          {!mayCollect && (
            <Notice>
              {t('Your role, {role}, can look at collections and not create them.', {
                role: session.user.role,
              })}
            </Notice>
          )}
          {!isAnyOpen && (
            <Notice kind="warning">
              {t(
                'No provider is open for collections here. The operators connect and open the providers of Live.',
              )}
              <TryInSandbox environment={environment} page="collect" />
            </Notice>
          )}
          <CollectForm
            place={place}
            rails={offered}
            reference={again?.clientReference ?? suggestReference('COL')}
            amount={again && formatAmount(again.amountBututs)}
            provider={again?.customerChooses ? undefined : again?.provider}
            mayCollect={mayCollect}
            testAmounts={testAmountsIn(environment)}
            customer={customer}
          />
        </div>
        <section>
          <h2 className="mb-3 text-base font-semibold">{t('Newest collections')}</h2>
          <RecentCollections place={place} initial={recent.map((each) => presentOwnCollection(each))} />
        </section>
      </div>
    </>
  );
}
