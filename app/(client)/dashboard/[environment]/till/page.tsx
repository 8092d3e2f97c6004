import type { Metadata } from 'next';
import { requireDashboardPage } from '#app/page-session';
import { PageHeader } from '#components/frame/page-header';
import { TryInSandbox } from '#components/payments/try-in-sandbox';
import { Till } from '#components/till/till';
import { Notice } from '#components/ui/notice';
import { mayDo } from '#lib/auth/roles';
import { t } from '#lib/browser/language/words';
import { presentOwnCollection } from '#lib/collections/own-collection';
import { listRailStatus } from '#lib/rails/rail-status';
import { testAmountsIn } from '#lib/sandbox/test-amounts';
import { findOpenSale } from '#lib/till/open-sale';
import { readTillDay } from '#lib/till/till-day';
import { presentTillItems, readTillItems } from '#lib/till/till-items';

export function generateMetadata(): Metadata {
  return { title: t('Till') };
}

export default async function TillPage({ params }: { params: Promise<{ environment: string }> }) {
  const { session, environment, home, ctx } = await requireDashboardPage(params, '/till', 'till.read');
  const maySell = mayDo(session.user.role, 'collections.create');
  const [day, items, open, rails] = await Promise.all([
    readTillDay(ctx, {}),
    readTillItems(ctx),
    maySell ? findOpenSale(ctx) : undefined,
    listRailStatus(ctx),
  ]);
  const isAnyOpen = rails.some(({ operations }) =>
    operations.some(({ operation, status }) => operation === 'collection' && status !== 'CLOSED'),
  );
  return (
    <>
      <PageHeader title={t('Till')} />
      {!maySell && (
        <Notice className="mb-5">
          {t('Your role, {role}, can look at the sales and not make one.', { role: session.user.role })}
        </Notice>
      )}
      {!isAnyOpen && (
        <Notice kind="warning" className="mb-5">
          {t(
            'No provider is open for collections here. The operators connect and open the providers of Live.',
          )}
          <TryInSandbox environment={environment} page="till" />
        </Notice>
      )}
      <Till
        place={{ environment, home }}
        business={session.client?.name ?? ''}
        initial={day}
        initialItems={presentTillItems(items)}
        open={open && presentOwnCollection(open.transaction, open.mayChoose)}
        maySell={maySell}
        testAmounts={testAmountsIn(environment)}
        mayManage={mayDo(session.user.role, 'till.manage')}
      />
    </>
  );
}
