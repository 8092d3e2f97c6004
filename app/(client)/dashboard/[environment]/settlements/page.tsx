import { requireDashboardPage } from '#app/page-session';
import { SettlementsPage } from '#components/settlements/settlements-page';
import { mayDo } from '#lib/auth/roles';
import { t } from '#lib/browser/language/words';
import { getSettlementDesk, listSettlements, settlementsQuery } from '#lib/settlements/list-settlements';

export function generateMetadata() {
  return { title: t('Settlements') };
}

export default async function Page({ params }: { params: Promise<{ environment: string }> }) {
  const { session, environment, home, ctx } = await requireDashboardPage(params, '/settlements');
  const [desk, initial] = await Promise.all([
    getSettlementDesk(ctx),
    listSettlements(ctx, settlementsQuery.parse({})),
  ]);
  return (
    <SettlementsPage
      place={{ environment, home }}
      desk={desk}
      initial={initial}
      mayManage={mayDo(session.user.role, 'settlements.manage')}
    />
  );
}
