import type { Metadata } from 'next';
import { requireDashboardPage } from '#app/page-session';
import { CustomersPage } from '#components/customers/customers-page';
import { mayDo } from '#lib/auth/roles';
import { t } from '#lib/browser/language/words';
import { customerQuery, listCustomers } from '#lib/customers/list-customers';
import { normaliseMobile, parseMobile } from '#lib/phone';

export function generateMetadata(): Metadata {
  return { title: t('Customers') };
}

interface PageProps {
  params: Promise<{ environment: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export default async function Page({ params, searchParams }: PageProps) {
  const { ctx, session, environment, home } = await requireDashboardPage(params, '/customers');
  const given = [(await searchParams).q].flat()[0]?.trim().slice(0, 100) ?? '';
  // What no name can have finds nothing, like any other text.
  const query = customerQuery.safeParse(given === '' ? {} : { q: given });
  const q = query.success ? given : '';
  const initial = await listCustomers(ctx, query.success ? query.data : customerQuery.parse({}));
  const number = normaliseMobile(q);
  const isErasable = mayDo(session.user.role, 'customers.erase') && parseMobile(number) !== undefined;
  return (
    <CustomersPage
      key={q}
      place={{ environment, home }}
      q={q}
      initial={initial}
      erasable={isErasable ? number : null}
    />
  );
}
