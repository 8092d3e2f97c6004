import type { Metadata } from 'next';
import { requireDashboardPage } from '#app/page-session';
import { PageHeader } from '#components/frame/page-header';
import { Till } from '#components/till/till';
import { Notice } from '#components/ui/notice';
import { mayDo } from '#lib/auth/roles';
import { presentOwnCollection } from '#lib/collections/own-collection';
import { findOpenSale } from '#lib/till/open-sale';
import { readTillDay } from '#lib/till/till-day';
import { presentTillItems, readTillItems } from '#lib/till/till-items';

export const metadata: Metadata = { title: 'Till' };

export default async function TillPage({ params }: { params: Promise<{ environment: string }> }) {
  const { session, environment, home, ctx } = await requireDashboardPage(params, '/till', 'till.read');
  const maySell = mayDo(session.user.role, 'collections.create');
  const [day, items, open] = await Promise.all([
    readTillDay(ctx, {}),
    readTillItems(ctx),
    maySell ? findOpenSale(ctx) : undefined,
  ]);
  return (
    <>
      <PageHeader title="Till" />
      {!maySell && (
        <Notice className="mb-5">
          Your role, {session.user.role}, can look at the sales and not make one.
        </Notice>
      )}
      <Till
        place={{ environment, home }}
        business={session.client?.name ?? ''}
        initial={day}
        initialItems={presentTillItems(items)}
        open={open && presentOwnCollection(open.transaction, open.mayChoose)}
        maySell={maySell}
        mayManage={mayDo(session.user.role, 'till.manage')}
      />
    </>
  );
}
