import type { Metadata } from 'next';
import { requireAdminPage, type SearchParams } from '#app/admin-page';
import { TransactionsPage } from '#components/admin/transactions/transactions-page';
import { findTransactionsAsOperator, operatorQuery } from '#lib/reads/find-as-operator';

export const metadata: Metadata = { title: 'Transactions' };

export default async function Page({ searchParams }: { searchParams: SearchParams }) {
  const { query } = await requireAdminPage('/admin/transactions', searchParams);
  const environment =
    query.environment === 'LIVE' || query.environment === 'SANDBOX' ? query.environment : undefined;
  const q = (query.q ?? '').slice(0, 255);
  const initial = await findTransactionsAsOperator(operatorQuery.parse({ q, environment }));
  return <TransactionsPage key={q + environment} q={q} environment={environment} initial={initial} />;
}
