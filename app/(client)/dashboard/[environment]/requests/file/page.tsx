import type { Metadata } from 'next';
import { requireDashboardPage } from '#app/page-session';
import { PageHeader } from '#components/frame/page-header';
import { AllLists } from '#components/request-lists/all-lists';
import { FileForm } from '#components/request-lists/file-form';
import { Notice } from '#components/ui/notice';
import { mayDo } from '#lib/auth/roles';
import { t } from '#lib/browser/language/words';
import { textWay } from '#lib/messages/text-sender';
import { listLists, listsQuery } from '#lib/request-lists/list-lists';
import { MAX_ROWS } from '#lib/request-lists/request-file';

export function generateMetadata(): Metadata {
  return { title: t('Requests from a file') };
}

export default async function Page({ params }: { params: Promise<{ environment: string }> }) {
  const { ctx, session, environment, home } = await requireDashboardPage(params, '/requests/file');
  const { role } = session.user;
  const place = { environment, home };
  return (
    <>
      <PageHeader title={t('Requests from a file')}>
        {t(
          'Many requests at once, such as school fees: choose a file, read what was found in it, then make them.',
        )}
      </PageHeader>
      <div className="grid grid-cols-1 gap-10">
        {mayDo(role, 'requests.import') ? (
          <FileForm place={place} maxRows={MAX_ROWS} sendsSms={textWay() !== 'none'} />
        ) : (
          <Notice>{t('Your role, {role}, can look at the lists and not make one.', { role })}</Notice>
        )}
        <div>
          <h2 className="mb-3 font-semibold">{t('Lists')}</h2>
          <AllLists place={place} initial={await listLists(ctx, listsQuery.parse({}))} />
        </div>
      </div>
    </>
  );
}
