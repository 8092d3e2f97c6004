import { requireAdminPage } from '#app/admin-page';
import { OutboxPage } from '#components/admin/outbox/outbox-page';
import { t } from '#lib/browser/language/words';
import { listOutbox } from '#lib/messages/list-outbox';

export function generateMetadata() {
  return { title: t('Outbox') };
}

export default async function Page() {
  const { may } = await requireAdminPage('/admin/outbox');
  return <OutboxPage {...(await listOutbox(may('users.manage')))} />;
}
