import { orNotFound, requireAdminPage } from '#app/admin-page';
import { StatementDayPage } from '#components/admin/reconciliation/statement-day-page';
import { t } from '#lib/browser/language/words';
import { getDay } from '#lib/reconciliation/get-day';

export function generateMetadata() {
  return { title: t('A rail’s day') };
}

export default async function Page({ params }: { params: Promise<{ provider: string; day: string }> }) {
  const { provider, day } = await params;
  const { may } = await requireAdminPage(`/admin/reconciliation/${provider}/${day}`);
  return (
    <StatementDayPage
      initial={await orNotFound(getDay(provider, day, new Date()))}
      mayManage={may('reconciliation.manage')}
    />
  );
}
