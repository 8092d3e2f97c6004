import { requireDashboardPage } from '#app/page-session';
import { TransactionList } from '#components/transactions/transaction-list';
import { t } from '#lib/browser/language/words';
import { queryText, readFilters, readPlace } from '#lib/browser/transaction-filters';
import { railDefinitions } from '#lib/rails/registry';
import { searchQuery, searchTransactions } from '#lib/reads/search-transactions';
import { listSavedFilters } from '#lib/users/saved-filters';

export function generateMetadata() {
  return { title: t('Transactions') };
}

interface PageProps {
  params: Promise<{ environment: string }>;
  searchParams: Promise<Record<string, string | string[]>>;
}

export default async function TransactionsPage({ params, searchParams }: PageProps) {
  const given = Object.entries(await searchParams).flatMap(([name, value]) =>
    typeof value === 'string' ? [[name, value]] : [],
  );
  const asked = new URLSearchParams(given);
  const filters = { ...readFilters(asked), ...readPlace(asked) };
  const query = queryText(filters);
  const { ctx, session, environment, home } = await requireDashboardPage(
    params,
    `/transactions${query && `?${query}`}`,
  );
  // What is wrong with the filters is told by the answer to the page's own request.
  const parsed = searchQuery.safeParse(filters);
  const data = parsed.success ? await searchTransactions(ctx, parsed.data) : undefined;
  return (
    <TransactionList
      environment={environment}
      home={home}
      providers={railDefinitions.map((each) => each.traits.provider)}
      saved={await listSavedFilters(session)}
      initial={data && { query, data }}
    />
  );
}
