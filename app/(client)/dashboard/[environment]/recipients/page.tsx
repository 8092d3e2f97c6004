import type { Metadata } from 'next';
import { requireDashboardPage } from '#app/page-session';
import { RecipientsPage } from '#components/recipients/recipients-page';
import { mayDo } from '#lib/auth/roles';
import { t } from '#lib/browser/language/words';
import { listRecipients, recipientQuery } from '#lib/recipients/list-recipients';

export function generateMetadata(): Metadata {
  return { title: t('Recipients') };
}

interface PageProps {
  params: Promise<{ environment: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export default async function Page({ params, searchParams }: PageProps) {
  const { ctx, session, environment, home } = await requireDashboardPage(params, '/recipients');
  const given = [(await searchParams).q].flat()[0]?.trim().slice(0, 100) ?? '';
  // What no name can have finds nothing, like any other text.
  const query = recipientQuery.safeParse(given === '' ? {} : { q: given });
  const q = query.success ? given : '';
  const initial = await listRecipients(ctx, query.success ? query.data : recipientQuery.parse({}));
  return (
    <RecipientsPage
      key={q}
      place={{ environment, home }}
      q={q}
      initial={initial}
      mayManage={mayDo(session.user.role, 'recipients.manage')}
    />
  );
}
