import { requireDashboardPage } from '#app/page-session';
import { ApplicationPage } from '#components/application/application-page';
import { findApplication, presentApplication } from '#lib/applications/application';
import { t } from '#lib/browser/language/words';

export function generateMetadata() {
  return { title: t('Papers') };
}

export default async function Page({ params }: { params: Promise<{ environment: string }> }) {
  const { ctx, session } = await requireDashboardPage(params, '/application', 'application.manage');
  const application = await findApplication(ctx.client.id);
  return (
    <ApplicationPage
      initial={application ? presentApplication(application) : null}
      maySend={!session.client?.suspended}
    />
  );
}
