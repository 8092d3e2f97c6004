import { redirect } from 'next/navigation';
import { requirePage } from '#app/page-session';
import { hasLiveUse } from '#lib/clients/has-live-use';

/** The environment stands in the address: where the client's money is, or else where nothing can go wrong. */
export default async function DashboardPage() {
  const { client } = await requirePage('client', '/dashboard');
  redirect(client && (await hasLiveUse(client.id)) ? '/dashboard/live' : '/dashboard/sandbox');
}
