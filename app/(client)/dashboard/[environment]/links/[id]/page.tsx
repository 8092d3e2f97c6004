import type { Metadata } from 'next';
import { orNotFound } from '#app/or-not-found';
import { requireDashboardPage } from '#app/page-session';
import { LinkPage } from '#components/links/link-page';
import { QrCode } from '#components/ui/qr-code';
import { mayDo } from '#lib/auth/roles';
import { t } from '#lib/browser/language/words';
import { qrCodeOf } from '#lib/checkout/qr-code';
import { getPaymentLink } from '#lib/payment-links/get-payment-link';
import { linkCollectionsQuery, listLinkCollections } from '#lib/payment-links/list-link-collections';
import { linkUrl, presentPaymentLink } from '#lib/payment-links/payment-link';

export function generateMetadata(): Metadata {
  return { title: t('Link') };
}

interface PageProps {
  params: Promise<{ environment: string; id: string }>;
}

export default async function Page({ params }: PageProps) {
  const { id } = await params;
  const { ctx, session, environment, home } = await requireDashboardPage(params, `/links/${id}`);
  const link = await orNotFound(getPaymentLink(ctx, id));
  return (
    <LinkPage
      place={{ environment, home }}
      initial={presentPaymentLink(link)}
      collections={await listLinkCollections(ctx, id, linkCollectionsQuery.parse({}))}
      code={<QrCode {...qrCodeOf(linkUrl(link))} label={t('The address of this link as a QR code')} />}
      mayManage={mayDo(session.user.role, 'links.manage')}
    />
  );
}
