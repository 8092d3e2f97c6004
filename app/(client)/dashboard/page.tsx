import { redirect } from 'next/navigation';
import { requirePage } from '#app/page-session';

/** The environment stands in the address; the sandbox is where nothing can go wrong. */
export default async function DashboardPage() {
  await requirePage('client', '/dashboard');
  redirect('/dashboard/sandbox');
}
