import { requireAdminPage, type SearchParams } from '#app/admin-page';
import { ReadAt } from '#components/admin/read-at';
import { TransactionsPage } from '#components/admin/transactions/transactions-page';
import { t } from '#lib/browser/language/words';
import { operatorQueryText, readOperatorFilters } from '#lib/browser/transaction-filters';
import { nameClients } from '#lib/clients/name-clients';
import { railDefinitions } from '#lib/rails/registry';
import { findTransactionsAsOperator, operatorQuery } from '#lib/reads/find-as-operator';
import { readApart } from '#lib/reads/read-apart';

export function generateMetadata() {
  return { title: t('Transactions') };
}

export default async function Page({ searchParams }: { searchParams: SearchParams }) {
  const { query } = await requireAdminPage('/admin/transactions', searchParams);
  const filters = readOperatorFilters(new URLSearchParams(query));
  // What is wrong with the filters is told by the answer to the page's own request.
  const parsed = operatorQuery.safeParse(filters);
  const { result: page, asOf } = await readApart('recent', async () =>
    parsed.success ? findTransactionsAsOperator(parsed.data, new Date()) : undefined,
  );
  return (
    <>
      <TransactionsPage
        providers={railDefinitions.map(({ traits }) => traits.provider)}
        chosenClients={await nameClients(filters.client?.split(',') ?? [])}
        initial={page && { query: operatorQueryText(filters), page }}
      />
      <ReadAt first={asOf?.toISOString()} />
    </>
  );
}
