import { orNotFound } from '#app/or-not-found';
import { requireDashboardPage } from '#app/page-session';
import { DeliveryDetail } from '#components/webhooks/delivery-detail';
import { mayDo } from '#lib/auth/roles';
import { t } from '#lib/browser/language/words';
import { getDeliveryDetail } from '#lib/webhooks/delivery-log';

export function generateMetadata() {
  return { title: t('Webhook delivery') };
}

interface PageProps {
  params: Promise<{ environment: string; deliveryId: string }>;
}

export default async function DeliveryPage({ params }: PageProps) {
  const { deliveryId } = await params;
  const { ctx, session, environment, home } = await requireDashboardPage(
    params,
    `/webhooks/deliveries/${deliveryId}`,
  );
  return (
    <DeliveryDetail
      environment={environment}
      home={home}
      initial={await orNotFound(getDeliveryDetail(ctx, deliveryId))}
      mayManage={mayDo(session.user.role, 'webhooks.manage')}
    />
  );
}
