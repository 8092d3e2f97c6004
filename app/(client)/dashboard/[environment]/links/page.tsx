import type { Metadata } from 'next';
import { requireDashboardPage } from '#app/page-session';
import { LinksPage } from '#components/links/links-page';
import { mayDo } from '#lib/auth/roles';
import { t } from '#lib/browser/language/words';
import { listPaymentLinks, paymentLinkQuery } from '#lib/payment-links/list-payment-links';

export function generateMetadata(): Metadata {
  return { title: t('Links') };
}

interface PageProps {
  params: Promise<{ environment: string }>;
}

export default async function Page({ params }: PageProps) {
  const { ctx, session, environment, home } = await requireDashboardPage(params, '/links');
  return (
    <LinksPage
      place={{ environment, home }}
      initial={await listPaymentLinks(ctx, paymentLinkQuery.parse({}))}
      mayManage={mayDo(session.user.role, 'links.manage')}
    />
  );
}
