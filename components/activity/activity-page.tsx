'use client';

import { type ActivityLine, describeActivity } from '#lib/browser/activity';
import type { Page } from '#lib/browser/api';
import { t } from '#lib/browser/language/words';
import { ShowMore } from '../admin/frame/show-more.tsx';
import { usePages } from '../admin/frame/use-pages.ts';
import { PageHeader } from '../frame/page-header.tsx';
import { EmptyState, ErrorState } from '../ui/feedback.tsx';
import { Time } from '../ui/time.tsx';

/** The audit log of one client's account, for its own people. */
export function ActivityPage({ initial }: { initial: Page<ActivityLine> }) {
  const list = usePages('/api/dashboard/audit-log', {}, initial);
  return (
    <>
      <PageHeader title={t('Activity')}>
        {t(
          'Who changed what in this account, live and sandbox. Who took, gave back or paid out money stands on each payment’s page. Nothing here can be changed.',
        )}
      </PageHeader>
      {list.error ? (
        <ErrorState error={list.error} onRetry={() => list.refetch()} />
      ) : list.items.length === 0 ? (
        <EmptyState title={t('Nothing yet')}>
          {t('Sign-ins and every change that somebody makes in this account appear here.')}
        </EmptyState>
      ) : (
        <ol aria-label={t('Activity')} className="divide-y rounded-lg border">
          {list.items.map((line) => (
            <Line key={line.id} line={line} />
          ))}
        </ol>
      )}
      <ShowMore list={list} />
    </>
  );
}

function Line({ line }: { line: ActivityLine }) {
  const { sentence, changes } = describeActivity(line);
  return (
    <li className="grid gap-x-6 gap-y-0.5 px-4 py-2 sm:grid-cols-[minmax(0,1fr)_auto]">
      <div className="min-w-0">
        <p className="wrap-anywhere">
          {sentence}
          {line.environment && (
            <span className="whitespace-nowrap text-muted-foreground">
              {' · '}
              {t(line.environment === 'LIVE' ? 'Live' : 'Sandbox')}
            </span>
          )}
        </p>
        {changes.length > 0 && (
          <dl className="mt-0.5 grid gap-y-0.5 text-[13px]">
            {changes.map(({ label, before, after }) => (
              <div key={label}>
                <dt className="inline text-muted-foreground">{t('{name}:', { name: label })} </dt>
                <dd className="inline wrap-anywhere">
                  {before !== undefined && <span className="text-muted-foreground">{before}</span>}
                  {before !== undefined && after !== undefined && ' → '}
                  {after}
                </dd>
              </div>
            ))}
          </dl>
        )}
      </div>
      <p className="flex flex-wrap items-baseline gap-x-3 text-[13px] text-muted-foreground sm:flex-row-reverse sm:flex-nowrap">
        <Time at={line.at} className="whitespace-nowrap sm:min-w-28 sm:text-right" />
        {line.address && <span className="font-mono text-[12px]">{line.address}</span>}
      </p>
    </li>
  );
}
