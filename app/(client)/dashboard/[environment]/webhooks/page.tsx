import { requireDashboardPage } from '#app/page-session';
import { EndpointList } from '#components/webhooks/endpoint-list';
import { mayDo } from '#lib/auth/roles';
import { t } from '#lib/browser/language/words';
import { listEndpointHealth } from '#lib/webhooks/endpoint-health';

export function generateMetadata() {
  return { title: t('Webhooks') };
}

export default async function WebhooksPage({ params }: { params: Promise<{ environment: string }> }) {
  const { ctx, session, environment, home } = await requireDashboardPage(params, '/webhooks');
  return (
    <EndpointList
      environment={environment}
      home={home}
      initial={await listEndpointHealth(ctx)}
      mayManage={mayDo(session.user.role, 'webhooks.manage')}
    />
  );
}
