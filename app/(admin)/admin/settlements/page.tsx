import { requireAdminPage, type SearchParams } from '#app/admin-page';
import { SettlementsPage } from '#components/admin/settlements/settlements-page';
import { t } from '#lib/browser/language/words';
import { fileFields } from '#lib/settlements/file-template';
import { getBank, listOperatorsSettlements, operatorsQuery } from '#lib/settlements/list-settlements';

export function generateMetadata() {
  return { title: t('Settlements') };
}

export default async function Page({ searchParams }: { searchParams: SearchParams }) {
  const { session, query, environment, may } = await requireAdminPage('/admin/settlements', searchParams);
  const state = query.state === 'ended' ? 'ended' : 'waiting';
  const [bank, initial] = await Promise.all([
    getBank(environment),
    listOperatorsSettlements(operatorsQuery.parse({ environment, state })),
  ]);
  return (
    <SettlementsPage
      key={environment + state}
      environment={environment}
      state={state}
      bank={bank}
      initial={initial}
      fields={fileFields}
      userId={session.user.id}
      maySettle={may('settlements.settle')}
    />
  );
}
