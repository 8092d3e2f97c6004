import { requireDashboardPage } from '#app/page-session';
import { DeliveryLog } from '#components/webhooks/delivery-log';
import { DELIVERIES_A_PAGE, deliveryQueryText, readDeliveryFilters } from '#lib/browser/delivery-filters';
import { t } from '#lib/browser/language/words';
import { listDeliveryLog } from '#lib/webhooks/delivery-log';
import { listEndpoints } from '#lib/webhooks/endpoints';
import { deliveryQuery } from '#lib/webhooks/log';

export function generateMetadata() {
  return { title: t('Webhook deliveries') };
}

interface PageProps {
  params: Promise<{ environment: string }>;
  searchParams: Promise<Record<string, string | string[]>>;
}

export default async function DeliveriesPage({ params, searchParams }: PageProps) {
  const given = Object.entries(await searchParams).flatMap(([name, value]) =>
    typeof value === 'string' ? [[name, value]] : [],
  );
  const filters = readDeliveryFilters(new URLSearchParams(given));
  const query = deliveryQueryText(filters);
  const path = `/webhooks/deliveries${query && `?${query}`}`;
  const { ctx, environment, home } = await requireDashboardPage(params, path);
  // What is wrong with the filters is told by the answer to the page's own request.
  const parsed = deliveryQuery.safeParse({ limit: DELIVERIES_A_PAGE, ...filters });
  const [endpoints, data] = await Promise.all([
    listEndpoints(ctx),
    parsed.success ? listDeliveryLog(ctx, parsed.data) : undefined,
  ]);
  return (
    <DeliveryLog
      environment={environment}
      home={home}
      endpoints={endpoints.map(({ id, url }) => ({ id, url }))}
      initial={data && { query, data }}
    />
  );
}
