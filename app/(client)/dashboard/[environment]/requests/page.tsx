import type { Metadata } from 'next';
import { requireDashboardPage } from '#app/page-session';
import { RequestsPage } from '#components/requests/requests-page';
import { mayDo } from '#lib/auth/roles';
import { t } from '#lib/browser/language/words';
import { textWay } from '#lib/messages/text-sender';
import { listPaymentRequests, paymentRequestQuery } from '#lib/payment-requests/list-payment-requests';

export function generateMetadata(): Metadata {
  return { title: t('Requests') };
}

interface PageProps {
  params: Promise<{ environment: string }>;
}

export default async function Page({ params }: PageProps) {
  const { ctx, session, environment, home } = await requireDashboardPage(
    params,
    '/requests',
    'requests.read',
  );
  return (
    <RequestsPage
      place={{ environment, home }}
      initial={await listPaymentRequests(ctx, paymentRequestQuery.parse({}))}
      mayManage={mayDo(session.user.role, 'requests.manage')}
      sendsSms={textWay() !== 'none'}
      mayRead={mayDo(session.user.role, 'business.read')}
    />
  );
}
