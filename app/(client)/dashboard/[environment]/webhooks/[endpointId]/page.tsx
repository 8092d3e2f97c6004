import { orNotFound } from '#app/or-not-found';
import { requireDashboardPage } from '#app/page-session';
import { EndpointDetail } from '#components/webhooks/endpoint-detail';
import { mayDo } from '#lib/auth/roles';
import { DELIVERIES_A_PAGE } from '#lib/browser/delivery-filters';
import { t } from '#lib/browser/language/words';
import { listDeliveryLog } from '#lib/webhooks/delivery-log';
import { getEndpointHealth } from '#lib/webhooks/endpoint-health';

export function generateMetadata() {
  return { title: t('Webhook endpoint') };
}

interface PageProps {
  params: Promise<{ environment: string; endpointId: string }>;
}

export default async function EndpointPage({ params }: PageProps) {
  const { endpointId } = await params;
  const { ctx, session, environment, home } = await requireDashboardPage(params, `/webhooks/${endpointId}`);
  const endpoint = await orNotFound(getEndpointHealth(ctx, endpointId));
  const query = { endpoint_id: endpoint.id, limit: Number(DELIVERIES_A_PAGE) };
  return (
    <EndpointDetail
      environment={environment}
      home={home}
      initial={endpoint}
      initialDeliveries={await listDeliveryLog(ctx, query)}
      mayManage={mayDo(session.user.role, 'webhooks.manage')}
    />
  );
}
