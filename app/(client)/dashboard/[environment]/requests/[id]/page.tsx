import type { Metadata } from 'next';
import { orNotFound } from '#app/or-not-found';
import { requireDashboardPage } from '#app/page-session';
import { RequestPage } from '#components/requests/request-page';
import { QrCode } from '#components/ui/qr-code';
import { mayDo } from '#lib/auth/roles';
import { t } from '#lib/browser/language/words';
import { qrCodeOf } from '#lib/checkout/qr-code';
import { linkUrl } from '#lib/payment-links/payment-link';
import { getPaymentRequest } from '#lib/payment-requests/get-payment-request';
import { presentPaymentRequest } from '#lib/payment-requests/payment-request';

export function generateMetadata(): Metadata {
  return { title: t('Request') };
}

interface PageProps {
  params: Promise<{ environment: string; id: string }>;
}

export default async function Page({ params }: PageProps) {
  const { id } = await params;
  const { ctx, session, environment, home } = await requireDashboardPage(
    params,
    `/requests/${id}`,
    'requests.read',
  );
  const request = await orNotFound(getPaymentRequest(ctx, id));
  const { role } = session.user;
  return (
    <RequestPage
      place={{ environment, home }}
      initial={presentPaymentRequest(request)}
      code={
        <QrCode {...qrCodeOf(linkUrl(request.link))} label={t('The address of this request as a QR code')} />
      }
      mayManage={mayDo(role, 'requests.manage')}
      mayTakeBack={mayDo(role, 'requests.take_back')}
      mayRead={mayDo(role, 'business.read')}
    />
  );
}
