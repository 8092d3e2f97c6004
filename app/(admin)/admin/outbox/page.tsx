import type { Metadata } from 'next';
import { requireAdminPage } from '#app/admin-page';
import { OutboxPage } from '#components/admin/outbox/outbox-page';
import { listOutbox } from '#lib/messages/list-outbox';

export const metadata: Metadata = { title: 'Outbox' };

export default async function Page() {
  const { may } = await requireAdminPage('/admin/outbox');
  return <OutboxPage {...(await listOutbox(may('users.manage')))} />;
}
