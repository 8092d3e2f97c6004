import { notFound } from 'next/navigation';
import { orNotFound, requireAdminPage } from '#app/admin-page';
import { ReviewPage } from '#components/admin/applications/review-page';
import { getApplicationAsOperator } from '#lib/applications/list-applications';
import { t } from '#lib/browser/language/words';

export function generateMetadata() {
  return { title: t('Application') };
}

export default async function Page({ params }: { params: Promise<{ clientId: string }> }) {
  const { clientId } = await params;
  const { session, may } = await requireAdminPage(`/admin/applications/${clientId}`);
  if (!may('applications.review')) notFound();
  const initial = await orNotFound(getApplicationAsOperator(clientId));
  return <ReviewPage initial={initial} userId={session.user.id} />;
}
