import { requireAdminPage, type SearchParams } from '#app/admin-page';
import { WebhooksPage } from '#components/admin/webhooks/webhooks-page';
import { t } from '#lib/browser/language/words';
import { getWebhookBacklog } from '#lib/webhooks/backlog';

export function generateMetadata() {
  return { title: t('Webhooks') };
}

export default async function Page({ searchParams }: { searchParams: SearchParams }) {
  const { environment } = await requireAdminPage('/admin/webhooks', searchParams);
  return <WebhooksPage key={environment} initial={await getWebhookBacklog(environment)} />;
}
