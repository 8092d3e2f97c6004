import { orNotFound, requireAdminPage } from '#app/admin-page';
import { CasePage } from '#components/admin/cases/case-page';
import { t } from '#lib/browser/language/words';
import { getCase } from '#lib/cases/get-case';

export function generateMetadata() {
  return { title: t('Case') };
}

export default async function Page({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params;
  const { session, may } = await requireAdminPage(`/admin/cases/${id}`);
  return (
    <CasePage
      initial={await orNotFound(getCase(id))}
      userId={session.user.id}
      maySettle={may('cases.settle')}
    />
  );
}
