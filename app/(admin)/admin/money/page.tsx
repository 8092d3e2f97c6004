import type { Metadata } from 'next';
import { requireAdminPage } from '#app/admin-page';
import { MoneyPage } from '#components/admin/money/money-page';
import { getWhereMoneyIs } from '#lib/rails/where-money-is';

export const metadata: Metadata = { title: 'Where the money is' };

export default async function Page() {
  await requireAdminPage('/admin/money');
  return <MoneyPage initial={await getWhereMoneyIs()} />;
}
