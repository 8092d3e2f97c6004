'use client';

import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { later, refusal, t } from '#lib/browser/language/words';
import type { Health } from '#lib/health/get-health';
import { PageHeader } from '../../frame/page-header.tsx';
import { rich } from '../../language/rich.tsx';
import { EmptyState, ErrorState } from '../../ui/feedback.tsx';
import { Heading } from '../../ui/heading.tsx';
import { State, type Tone } from '../../ui/state.tsx';
import { Table, Td, Th, Tr } from '../../ui/table.tsx';
import { Time } from '../../ui/time.tsx';
import { healthQuery } from './health-query.ts';

type Line = Health['lines'][number];

const areas: Record<Line['area'], () => string> = {
  history: later('What was acknowledged'),
  database: later('Database'),
  workers: later('Workers'),
  backlog: later('Backlog'),
  disk: later('Disk'),
  backups: later('Backups'),
  audit: later('Recount of the books'),
  seals: later('Seals'),
  certificates: later('Certificates'),
  versions: later('Versions'),
};

const states: Record<Line['tone'], { tone: Tone; word: () => string }> = {
  failed: { tone: 'failed', word: later('See to it now') },
  pending: { tone: 'pending', word: later('See to it soon') },
  unknown: { tone: 'ended', word: later('Not known') },
  succeeded: { tone: 'succeeded', word: later('Well|a state') },
};

export function HealthPage({ initial }: { initial: Health }) {
  const { data, error, refetch } = useQuery({ ...healthQuery, initialData: initial });
  return (
    <>
      <PageHeader title={t('Health')}>
        {rich('Of this installation, what is most urgent first. Looked at {time}.', {
          time: <Time at={data.looked_at} />,
        })}
      </PageHeader>
      {error && <ErrorState error={error} onRetry={() => refetch()} />}
      <div className="grid grid-cols-1 gap-10">
        <ul aria-label={t('Health')} className="divide-y rounded-lg border">
          {data.lines.map((line) => (
            <HealthLine key={line.area + line.text} line={line} />
          ))}
        </ul>
        <Jobs jobs={data.jobs} />
      </div>
    </>
  );
}

function HealthLine({ line }: { line: Line }) {
  const { area, tone, text, todo } = line;
  const state = states[tone];
  return (
    <li className="grid gap-x-6 gap-y-1 px-4 py-3 sm:grid-cols-[11rem_minmax(0,1fr)]">
      <div className="flex flex-wrap items-baseline justify-between gap-x-3 sm:block">
        <p className="text-muted-foreground">{areas[area]()}</p>
        <State tone={state.tone} className="text-[13px]">
          {state.word()}
        </State>
      </div>
      <div className="min-w-0 wrap-anywhere">
        <p className={tone === 'failed' ? 'font-semibold' : undefined}>
          {refusal(text)} {!todo && <MoreLink line={line} />}
        </p>
        {todo && (
          <p className="mt-0.5 text-[13px] text-muted-foreground">
            {refusal(todo)} <MoreLink line={line} />
          </p>
        )}
      </div>
    </li>
  );
}

function MoreLink({ line: { area, text, todo, docs } }: { line: Line }) {
  return (
    <Link
      href={docs}
      className="text-[13px] text-muted-foreground underline underline-offset-2 hover:text-foreground"
    >
      {todo ? t('How') : t('More')}
      <span className="sr-only">
        {' '}
        {t('about {area}: {text}', { area: areas[area](), text: refusal(text) })}
      </span>
    </Link>
  );
}

function Jobs({ jobs }: Pick<Health, 'jobs'>) {
  return (
    <section>
      <Heading>{t('What workers do by the clock')}</Heading>
      <p className="-mt-2 mb-3 text-[13px] text-muted-foreground">
        {t('As they told it in the last ten seconds; late is what was due two minutes ago.')}
      </p>
      {jobs.length === 0 ? (
        <EmptyState title={t('No worker has told of itself in the last day')}>
          {t('As soon as one works, each of its periodic jobs is listed here.')}
        </EmptyState>
      ) : (
        <Table label={t('Periodic jobs')} inBlocks>
          <thead>
            <tr>
              <Th>{t('Job')}</Th>
              <Th>{t('State')}</Th>
              <Th>{t('Last done')}</Th>
              <Th>{t('Due again')}</Th>
            </tr>
          </thead>
          <tbody>
            {jobs.map(({ job, words, done_at, due_at, is_late }) => (
              <Tr key={job}>
                <Td className="whitespace-normal max-sm:col-span-2">
                  {refusal(words)} <span className="text-[13px] text-muted-foreground">{job}</span>
                </Td>
                <Td label={t('State')}>
                  <State tone={is_late ? 'failed' : 'succeeded'}>{is_late ? t('Late') : t('In time')}</State>
                </Td>
                <Td label={t('Last done')}>{done_at === null ? t('Not yet') : <Time at={done_at} />}</Td>
                <Td label={t('Due again')}>
                  <Time at={due_at} />
                </Td>
              </Tr>
            ))}
          </tbody>
        </Table>
      )}
    </section>
  );
}
