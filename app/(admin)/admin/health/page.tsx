import type { Metadata } from 'next';
import { requireAdminPage } from '#app/admin-page';
import { HealthPage } from '#components/admin/health/health-page';
import { getHealth } from '#lib/health/get-health';

export const metadata: Metadata = { title: 'Health' };

export default async function Page() {
  await requireAdminPage('/admin/health');
  return <HealthPage initial={await getHealth(new Date())} />;
}
