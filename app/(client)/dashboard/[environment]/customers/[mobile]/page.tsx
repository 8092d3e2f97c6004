import type { Metadata } from 'next';
import { orNotFound } from '#app/or-not-found';
import { requireDashboardPage } from '#app/page-session';
import { CustomerPage } from '#components/customers/customer-page';
import { mayDo } from '#lib/auth/roles';
import { t } from '#lib/browser/language/words';
import { getCustomer } from '#lib/customers/get-customer';
import { textWay } from '#lib/messages/text-sender';
import { searchQuery, searchTransactions } from '#lib/reads/search-transactions';

export function generateMetadata(): Metadata {
  return { title: t('Customer') };
}

interface PageProps {
  params: Promise<{ environment: string; mobile: string }>;
}

export default async function Page({ params }: PageProps) {
  const { mobile } = await params;
  const { ctx, session, environment, home } = await requireDashboardPage(params, `/customers/${mobile}`);
  const customer = await orNotFound(getCustomer(ctx, mobile));
  const query = { type: 'collection,refund', mobile: customer.mobile, limit: '10' };
  const payments = await searchTransactions(ctx, searchQuery.parse(query));
  const { role } = session.user;
  return (
    <CustomerPage
      key={customer.mobile}
      place={{ environment, home }}
      initial={customer}
      payments={payments}
      mayCharge={mayDo(role, 'collections.create')}
      mayRequest={mayDo(role, 'requests.manage')}
      sendsSms={textWay() !== 'none'}
      mayNote={mayDo(role, 'customers.note')}
      mayErase={mayDo(role, 'customers.erase')}
    />
  );
}
