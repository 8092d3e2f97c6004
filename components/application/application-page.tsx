'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Application } from '#lib/applications/application';
import { call } from '#lib/browser/api';
import { t } from '#lib/browser/language/words';
import { PageHeader } from '../frame/page-header.tsx';
import { rich } from '../language/rich.tsx';
import { ErrorState } from '../ui/feedback.tsx';
import { Heading } from '../ui/heading.tsx';
import { Notice } from '../ui/notice.tsx';
import { State } from '../ui/state.tsx';
import { Time } from '../ui/time.tsx';
import { toast } from '../ui/toast.tsx';
import { ApplicationFacts } from './application-facts.tsx';
import { ApplicationForm } from './application-form.tsx';
import { PaperList } from './paper-list.tsx';
import { applicationStates } from './status-words.ts';

const path = '/api/dashboard/application';

/** What a business hands in before its first real payment, and what became of it. */
export function ApplicationPage({ initial, maySend }: { initial: Application | null; maySend: boolean }) {
  const queries = useQueryClient();
  const { data, error, refetch } = useQuery({
    queryKey: [path],
    queryFn: ({ signal }) => call<Application | null>(path, { signal }),
    initialData: initial,
    refetchInterval: ({ state }) => (state.data?.status === 'SUBMITTED' ? 15_000 : false),
  });
  const refresh = () => queries.invalidateQueries({ queryKey: [path] });
  const status = data?.status ?? 'DRAFT';
  const isWritten = status !== 'SUBMITTED' && status !== 'APPROVED';
  const { tone, word } = applicationStates[status];
  return (
    <>
      <PageHeader title={t('Papers')}>
        {t(
          'Who you are, so that real money can be paid out to you. Two operators of Kaira read it, and both have to agree.',
        )}
      </PageHeader>
      <p className="mb-6 flex flex-wrap items-center gap-x-3 gap-y-1">
        <State tone={tone}>{word()}</State>
        {data?.submitted_at && status !== 'APPROVED' && (
          <span className="text-[13px] text-muted-foreground">
            {rich('handed in by {name} {time}', {
              name: data.submitted_by,
              time: <Time at={data.submitted_at} />,
            })}
          </span>
        )}
        {data?.approved_at && (
          <span className="text-[13px] text-muted-foreground">
            <Time at={data.approved_at} />
          </span>
        )}
      </p>
      {error && <ErrorState error={error} onRetry={() => refetch()} />}
      {data?.note && (
        <Notice kind="warning" className="mb-6">
          <p className="font-semibold">
            {status === 'ASKED' ? t('The operators ask') : t('The operators cannot accept these papers')}
          </p>
          <p className="mt-1 whitespace-pre-line">{data.note}</p>
        </Notice>
      )}
      {isWritten && maySend ? (
        <ApplicationForm
          application={data}
          onChanged={refresh}
          onHandedIn={() => {
            toast.success(t('Handed in. You get an e-mail when the operators answer.'));
            return refresh();
          }}
        />
      ) : (
        data && (
          <div className="grid grid-cols-1 gap-8">
            <ApplicationFacts application={data} />
            <section className="max-w-xl">
              <Heading>{t('Papers')}</Heading>
              <PaperList files={data.files} path={`${path}/files`} />
            </section>
          </div>
        )
      )}
    </>
  );
}
