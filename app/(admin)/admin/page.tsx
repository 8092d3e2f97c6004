import { requireAdminPage, type SearchParams } from '#app/admin-page';
import { StoppedMessages } from '#components/account/stopped-messages';
import { OverviewPage } from '#components/admin/overview/overview-page';
import { t } from '#lib/browser/language/words';
import { getOperatorOverview } from '#lib/overview/operator-overview';
import { listMessages } from '#lib/users/choose-messages';

export function generateMetadata() {
  return { title: t('Overview') };
}

export default async function Page({ searchParams }: { searchParams: SearchParams }) {
  const { environment, session } = await requireAdminPage('/admin', searchParams);
  const [messages, initial] = await Promise.all([
    listMessages(session),
    getOperatorOverview(environment, new Date()),
  ]);
  return (
    <>
      <StoppedMessages path="/api/admin/account" messages={messages} />
      <OverviewPage key={environment} initial={initial} />
    </>
  );
}
