import { requireAdminPage } from '#app/admin-page';
import { HealthPage } from '#components/admin/health/health-page';
import { t } from '#lib/browser/language/words';
import { getHealth } from '#lib/health/get-health';

export function generateMetadata() {
  return { title: t('Health') };
}

export default async function Page() {
  await requireAdminPage('/admin/health');
  return <HealthPage initial={await getHealth(new Date())} />;
}
