import type { Metadata } from 'next';
import { requireDashboardPage } from '#app/page-session';
import { StoppedMessages } from '#components/account/stopped-messages';
import { Checklist } from '#components/overview/checklist';
import { Overview } from '#components/overview/overview';
import { PeopleNotice } from '#components/team/people-notice';
import { mayDo } from '#lib/auth/roles';
import { t } from '#lib/browser/language/words';
import { getOverview, overviewQuery } from '#lib/clients/get-overview';
import { listFirstSteps } from '#lib/clients/list-first-steps';
import { settings } from '#lib/settings';
import { listMessages } from '#lib/users/choose-messages';
import { listPeopleNotices } from '#lib/users/people-notices';

export function generateMetadata(): Metadata {
  return { title: t('Home') };
}

interface PageProps {
  params: Promise<{ environment: string }>;
  searchParams: Promise<{ days?: string | string[] }>;
}

export default async function OverviewPage({ params, searchParams }: PageProps) {
  const { ctx, session, environment, home } = await requireDashboardPage(params, '');
  const asked = overviewQuery.safeParse(await searchParams);
  const [initial, messages, people, firstSteps] = await Promise.all([
    getOverview(ctx, asked.success ? asked.data : overviewQuery.parse({})),
    listMessages(session),
    listPeopleNotices(ctx, session.user),
    listFirstSteps(ctx),
  ]);
  return (
    <>
      <StoppedMessages path="/api/dashboard/account" messages={messages} />
      <PeopleNotice lines={people} />
      <Overview
        environment={environment}
        home={home}
        baseUrl={settings().baseUrl}
        name={ctx.client.name}
        may={{
          mayCharge: mayDo(session.user.role, 'collections.create'),
          mayPayOut: mayDo(session.user.role, 'payouts.create'),
        }}
        initial={initial}
        checklist={firstSteps && <Checklist data={firstSteps} />}
      />
    </>
  );
}
