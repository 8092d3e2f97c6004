'use client';

import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { call } from '#lib/browser/api';
import type { Health } from '#lib/health/get-health';
import { PageHeader } from '../../frame/page-header.tsx';
import { EmptyState, ErrorState } from '../../ui/feedback.tsx';
import { Heading } from '../../ui/heading.tsx';
import { State, type Tone } from '../../ui/state.tsx';
import { Table, Td, Th, Tr } from '../../ui/table.tsx';
import { Time } from '../../ui/time.tsx';

type Line = Health['lines'][number];

const areas: Record<Line['area'], string> = {
  history: 'What was acknowledged',
  database: 'Database',
  workers: 'Workers',
  backlog: 'Backlog',
  disk: 'Disk',
  backups: 'Backups',
  audit: 'Recount of the books',
  seals: 'Seals',
  certificates: 'Certificates',
  versions: 'Versions',
};

const states: Record<Line['tone'], { tone: Tone; word: string }> = {
  failed: { tone: 'failed', word: 'See to it now' },
  pending: { tone: 'pending', word: 'See to it soon' },
  unknown: { tone: 'ended', word: 'Not known' },
  succeeded: { tone: 'succeeded', word: 'Well' },
};

/** It asks databases and certificates, so it is not looked at as often as figures are. */
const LOOK_EVERY_MS = 30_000;

export function HealthPage({ initial }: { initial: Health }) {
  const { data, error, refetch } = useQuery({
    queryKey: ['admin-health'],
    queryFn: ({ signal }) => call<Health>('/api/admin/health', { signal }),
    initialData: initial,
    refetchInterval: LOOK_EVERY_MS,
  });
  return (
    <>
      <PageHeader title="Health">
        Of this installation, what is most urgent first. Looked at <Time at={data.looked_at} />.
      </PageHeader>
      {error && <ErrorState error={error} onRetry={() => refetch()} />}
      <div className="grid grid-cols-1 gap-10">
        <ul aria-label="Health" className="divide-y rounded-lg border">
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
        <p className="text-muted-foreground">{areas[area]}</p>
        <State tone={state.tone} className="text-[13px]">
          {state.word}
        </State>
      </div>
      <div className="min-w-0 wrap-anywhere">
        <p className={tone === 'failed' ? 'font-semibold' : undefined}>
          {text} {!todo && <MoreLink line={line} />}
        </p>
        {todo && (
          <p className="mt-0.5 text-[13px] text-muted-foreground">
            {todo} <MoreLink line={line} />
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
      {todo ? 'How' : 'More'}
      <span className="sr-only">
        {' '}
        about {areas[area]}: {text}
      </span>
    </Link>
  );
}

function Jobs({ jobs }: Pick<Health, 'jobs'>) {
  return (
    <section>
      <Heading>What workers do by the clock</Heading>
      <p className="-mt-2 mb-3 text-[13px] text-muted-foreground">
        As they told it in the last ten seconds; late is what was due two minutes ago.
      </p>
      {jobs.length === 0 ? (
        <EmptyState title="No worker has told of itself in the last day">
          As soon as one works, each of its periodic jobs is listed here.
        </EmptyState>
      ) : (
        <Table label="Periodic jobs" inBlocks>
          <thead>
            <tr>
              <Th>Job</Th>
              <Th>State</Th>
              <Th>Last done</Th>
              <Th>Due again</Th>
            </tr>
          </thead>
          <tbody>
            {jobs.map(({ job, words, done_at, due_at, is_late }) => (
              <Tr key={job}>
                <Td className="whitespace-normal max-sm:col-span-2">
                  {words} <span className="text-[13px] text-muted-foreground">{job}</span>
                </Td>
                <Td label="State">
                  <State tone={is_late ? 'failed' : 'succeeded'}>{is_late ? 'Late' : 'In time'}</State>
                </Td>
                <Td label="Last done">{done_at === null ? 'Not yet' : <Time at={done_at} />}</Td>
                <Td label="Due again">
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
