import type { Metadata } from 'next';
import { requireDashboardPage } from '#app/page-session';
import { ApplicationPage } from '#components/application/application-page';
import { findApplication, presentApplication } from '#lib/applications/application';

export const metadata: Metadata = { title: 'Papers' };

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
