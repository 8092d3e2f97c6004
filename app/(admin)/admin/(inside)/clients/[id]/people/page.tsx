import type { Metadata } from 'next';
import { orNotFound, requireAdminPage } from '#app/admin-page';
import { TeamPage } from '#components/team/team-page';
import { getClient } from '#lib/clients/get-client';
import { listUsers } from '#lib/users/list-users';

export const metadata: Metadata = { title: 'People of a client' };

export default async function Page({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params;
  const { session, may } = await requireAdminPage(`/admin/clients/${id}/people`);
  const client = await orNotFound(getClient(id, new Date()));
  return (
    <TeamPage
      path={`/api/admin/clients/${client.id}/users`}
      side="client"
      title={`People of ${client.name}`}
      initial={await listUsers(client.id)}
      userId={session.user.id}
      mayManage={may('users.manage')}
    >
      Who signs in for this client. Every change stands in its own audit log as made by Kaira.
    </TeamPage>
  );
}
