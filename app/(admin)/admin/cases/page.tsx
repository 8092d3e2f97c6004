import { requireAdminPage, type SearchParams } from '#app/admin-page';
import { CasesPage } from '#components/admin/cases/cases-page';
import { t } from '#lib/browser/language/words';
import { caseQuery, listCases } from '#lib/cases/list-cases';
import { railDefinitions } from '#lib/rails/registry';

export function generateMetadata() {
  return { title: t('Cases') };
}

export default async function Page({ searchParams }: { searchParams: SearchParams }) {
  const { query } = await requireAdminPage('/admin/cases', searchParams);
  const { status, kind, provider } = query;
  const asked = caseQuery.safeParse({ status, kind, provider });
  const filters = asked.success ? asked.data : caseQuery.parse({});
  return (
    <CasesPage
      key={[filters.status, filters.kind, filters.provider].join()}
      status={filters.status}
      kind={filters.kind}
      provider={filters.provider}
      rails={railDefinitions.map(({ traits }) => traits.provider)}
      initial={await listCases(filters)}
    />
  );
}
