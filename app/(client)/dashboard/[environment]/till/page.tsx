import type { Metadata } from 'next';
import { requireDashboardPage } from '#app/page-session';
import { PageHeader } from '#components/frame/page-header';
import { Till } from '#components/till/till';
import { Notice } from '#components/ui/notice';
import { mayDo } from '#lib/auth/roles';
import { t } from '#lib/browser/language/words';
import { presentOwnCollection } from '#lib/collections/own-collection';
import { findOpenSale } from '#lib/till/open-sale';
import { readTillDay } from '#lib/till/till-day';
import { presentTillItems, readTillItems } from '#lib/till/till-items';

export function generateMetadata(): Metadata {
  return { title: t('Till') };
}

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
      <PageHeader title={t('Till')} />
      {!maySell && (
        <Notice className="mb-5">
          {t('Your role, {role}, can look at the sales and not make one.', { role: session.user.role })}
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
