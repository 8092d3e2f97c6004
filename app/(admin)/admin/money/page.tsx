import { requireAdminPage } from '#app/admin-page';
import { MoneyPage } from '#components/admin/money/money-page';
import { t } from '#lib/browser/language/words';
import { getWhereMoneyIs } from '#lib/rails/where-money-is';

export function generateMetadata() {
  return { title: t('Where the money is') };
}

export default async function Page() {
  await requireAdminPage('/admin/money');
  return <MoneyPage initial={await getWhereMoneyIs()} />;
}
