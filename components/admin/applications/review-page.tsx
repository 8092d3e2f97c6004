'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import Link from 'next/link';
import { useState } from 'react';
import type { ReviewedApplication } from '#lib/applications/list-applications';
import { call } from '#lib/browser/api';
import { t } from '#lib/browser/language/words';
import { ApplicationFacts } from '../../application/application-facts.tsx';
import { PaperList } from '../../application/paper-list.tsx';
import { operatorStates } from '../../application/status-words.ts';
import { PageHeader } from '../../frame/page-header.tsx';
import { rich } from '../../language/rich.tsx';
import { Button } from '../../ui/button.tsx';
import { ErrorState } from '../../ui/feedback.tsx';
import { Heading } from '../../ui/heading.tsx';
import { Notice } from '../../ui/notice.tsx';
import { onDemand } from '../../ui/on-demand.tsx';
import { State } from '../../ui/state.tsx';
import { Time } from '../../ui/time.tsx';
import type { ReviewAction } from './review-dialog.tsx';

const ReviewDialog = onDemand(async () => (await import('./review-dialog.tsx')).ReviewDialog);

/** The papers of one business, and what an operator can do about them. */
export function ReviewPage({ initial, userId }: { initial: ReviewedApplication; userId: string }) {
  const path = `/api/admin/applications/${initial.client.id}`;
  const queries = useQueryClient();
  const { data, error, refetch } = useQuery({
    queryKey: [path],
    queryFn: ({ signal }) => call<ReviewedApplication>(path, { signal }),
    initialData: initial,
    refetchInterval: 15_000,
  });
  const [action, setAction] = useState<ReviewAction>();
  const { tone, word } = operatorStates[data.status];
  return (
    <>
      <p className="mb-2 text-[13px]">
        <Link href="/admin/applications" className="text-muted-foreground hover:text-foreground">
          {t('← Applications')}
        </Link>
      </p>
      <PageHeader title={data.client.name} action={<Actions of={data} userId={userId} onAct={setAction} />}>
        <State tone={tone}>{word()}</State>
      </PageHeader>
      {error && <ErrorState error={error} onRetry={() => refetch()} />}
      <WhatWasSaid of={data} />
      <div className="grid grid-cols-1 gap-8">
        <section>
          <Heading>{t('The business')}</Heading>
          <ApplicationFacts application={data} />
          <p className="mt-2 text-[13px] text-muted-foreground">
            {rich('Handed in by {name} {time}', {
              name: data.submitted_by,
              time: data.submitted_at && <Time at={data.submitted_at} />,
            })}
            {' · '}
            <Link href={`/admin/clients/${data.client.id}`} className="underline underline-offset-4">
              {t('the client')}
            </Link>
          </p>
        </section>
        <section className="max-w-xl">
          <Heading>{t('Papers')}</Heading>
          <PaperList files={data.files} path={`${path}/files`} />
          <p className="mt-2 text-[13px] text-muted-foreground">
            {t(
              'They come from outside and may hold anything: open them on a machine that you trust with that. Who opened which stands in the audit log.',
            )}
          </p>
        </section>
      </div>
      {action && (
        <ReviewDialog
          action={action}
          application={data}
          onClose={() => setAction(undefined)}
          onSettled={() => queries.invalidateQueries({ queryKey: [path] })}
        />
      )}
    </>
  );
}

interface ActionsProps {
  of: ReviewedApplication;
  userId: string;
  onAct(action: ReviewAction): void;
}

function Actions({ of: { status, proposal }, userId, onAct }: ActionsProps) {
  if (status === 'SUBMITTED') {
    return (
      <>
        <Button variant="danger" onClick={() => onAct('reject')}>
          {t('Do not accept…')}
        </Button>
        <Button onClick={() => onAct('ask')}>{t('Ask back…')}</Button>
        <Button variant="primary" onClick={() => onAct('propose')}>
          {t('Propose to approve…')}
        </Button>
      </>
    );
  }
  if (status !== 'PROPOSED' || proposal === null) return null;
  if (proposal.requested_by.id === userId) {
    return <span className="text-[13px] text-muted-foreground">{t('Yours: a colleague decides')}</span>;
  }
  return (
    <>
      <Button onClick={() => onAct('return')}>{t('Do not agree…')}</Button>
      <Button variant="primary" onClick={() => onAct('approve')}>
        {t('Approve…')}
      </Button>
    </>
  );
}

/** What operators said of it so far: to the client, or to each other. */
function WhatWasSaid({ of: { status, note, proposal } }: { of: ReviewedApplication }) {
  if (note !== null) {
    return (
      <Notice className="mb-6">
        <p className="font-semibold">
          {status === 'ASKED' ? t('Asked: with the client') : t('Not accepted: with the client')}
        </p>
        <p className="mt-1 whitespace-pre-line">{note}</p>
      </Notice>
    );
  }
  if (proposal === null || status === 'ASKED') return null;
  if (status === 'SUBMITTED' && proposal.status !== 'REJECTED') return null;
  const { name } = proposal.requested_by;
  const decider = proposal.decided_by ?? '';
  return (
    <Notice className="mb-6">
      {proposal.status === 'REJECTED'
        ? t('{decider} did not agree to the proposal of {name}: {reason} –', {
            decider,
            name,
            reason: proposal.reason ?? '',
          })
        : proposal.status === 'DONE'
          ? t('{name} proposed it, and {decider} approved it', { name, decider })
          : t('{name} would approve these papers, and another operator decides;', { name })}{' '}
      <Time at={proposal.decided_at ?? proposal.requested_at} />
    </Notice>
  );
}
