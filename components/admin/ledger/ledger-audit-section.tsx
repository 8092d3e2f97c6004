'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '#lib/browser/api';
import { whole } from '#lib/browser/format';
import { plural, refusal, t } from '#lib/browser/language/words';
import type { LedgerAudit } from '#lib/ledger/run-audit';
import { rich } from '../../language/rich.tsx';
import { Button } from '../../ui/button.tsx';
import { cn } from '../../ui/cn.ts';
import { State } from '../../ui/state.tsx';
import { numeric, Table, Td, Th, Tr } from '../../ui/table.tsx';
import { Time } from '../../ui/time.tsx';

const path = '/api/admin/ledger/audit';

/** The recount of the whole ledger: it is asked for, goes on in the background, and is kept. */
export function LedgerAuditSection({ initial, mayAudit }: { initial: LedgerAudit; mayAudit: boolean }) {
  const queries = useQueryClient();
  const { data: audit } = useQuery({
    queryKey: [path],
    queryFn: ({ signal }) => call<LedgerAudit>(path, { signal }),
    initialData: initial,
    refetchInterval: ({ state }) => (state.data?.status === 'RUNNING' ? 1_000 : 30_000),
  });
  const start = useMutation({
    mutationFn: () => call<LedgerAudit>(path, { method: 'POST' }),
    onSuccess: (started) => queries.setQueryData([path], started),
  });
  const isRunning = audit?.status === 'RUNNING';
  return (
    <section>
      <div className="mb-3 flex flex-wrap items-start justify-between gap-3">
        <div>
          <h2 className="font-semibold">{t('Invariants')}</h2>
          <p className="mt-1 max-w-2xl text-muted-foreground">
            {t(
              'Every rule of the books, recounted from the rows themselves. It changes nothing; with many transactions it takes minutes.',
            )}
          </p>
        </div>
        {mayAudit && (
          <Button busy={start.isPending || isRunning} onClick={() => start.mutate()}>
            {isRunning ? t('Recounting…') : t('Recount the books')}
          </Button>
        )}
      </div>
      {start.error && (
        <p role="alert" className="mb-3 text-failed">
          {start.error.message}
        </p>
      )}
      {audit === null ? (
        <p className="rounded-lg border border-dashed px-4 py-3 text-muted-foreground">
          {t(
            'The books were not recounted from here yet. After a recount each rule stands here, with how many rows it looked at and which of them break it.',
          )}
        </p>
      ) : (
        <>
          <div aria-live="polite" className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-1">
            <Outcome audit={audit} />
            <span className="text-[13px] text-muted-foreground">
              {audit.finished_at
                ? rich('Finished {time}, started by {name}', {
                    time: <Time at={audit.finished_at} />,
                    name: audit.started_by,
                  })
                : rich('Started by {name} {time}', {
                    name: audit.started_by,
                    time: <Time at={audit.started_at} />,
                  })}
            </span>
          </div>
          {isRunning && (
            <progress
              aria-label={t('Checks done')}
              className="mb-3 h-1.5 w-full overflow-hidden rounded-full accent-primary"
              max={audit.checks_total}
              value={audit.lines.length}
            />
          )}
          {audit.error && <p className="mb-3 text-failed">{refusal(audit.error)}</p>}
          <Lines lines={audit.lines.filter((line) => line.violations > 0)} />
          {audit.lines.length > 0 && (
            <details>
              <summary className="w-fit cursor-pointer text-[13px] text-muted-foreground hover:text-foreground">
                {t('Every check ({count})', { count: audit.lines.length })}
              </summary>
              <div className="mt-3">
                <Lines lines={audit.lines} />
              </div>
            </details>
          )}
        </>
      )}
    </section>
  );
}

function Outcome({ audit }: { audit: NonNullable<LedgerAudit> }) {
  if (audit.status === 'RUNNING') {
    return (
      <State tone="pending">
        {t('{count} of {all} checks done', { count: audit.lines.length, all: audit.checks_total })}
      </State>
    );
  }
  if (audit.status === 'FAILED') return <State tone="failed">{t('Not finished')}</State>;
  return (
    <State tone={audit.violations === 0 ? 'succeeded' : 'failed'}>
      {plural(
        audit.violations,
        { one: '{checks} checks, {count} violation', other: '{checks} checks, {count} violations' },
        { checks: audit.lines.length },
      )}
    </State>
  );
}

function Lines({ lines }: { lines: NonNullable<LedgerAudit>['lines'] }) {
  if (lines.length === 0) return null;
  return (
    <Table label={t('Invariants')} inBlocks>
      <thead>
        <tr>
          <Th className={numeric}>{t('No.')}</Th>
          <Th>{t('Invariant')}</Th>
          <Th className={numeric}>{t('Rows')}</Th>
          <Th className={numeric}>{t('Violations')}</Th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <Tr key={line.invariant + line.name}>
            <Td className={cn(numeric, 'max-sm:hidden')}>{line.invariant}</Td>
            <Td className="min-w-64 py-2 whitespace-normal max-sm:col-span-2 max-sm:min-w-0">
              <span className="text-muted-foreground sm:hidden">{line.invariant}. </span>
              {refusal(line.name)}
              {line.examples.length > 0 && (
                <span className="block font-mono text-[13px] break-all text-failed">
                  {line.examples.join(', ')}
                </span>
              )}
            </Td>
            <Td className={cn(numeric, 'max-sm:text-left max-sm:text-[13px] max-sm:text-muted-foreground')}>
              {whole(line.rowsChecked)}
              <span className="sm:hidden"> {line.rowsChecked === 1 ? t('row') : t('rows')}</span>
            </Td>
            <Td className={cn(numeric, 'max-sm:text-[13px]')}>
              {line.violations === 0 ? '0' : <State tone="failed">{whole(line.violations)}</State>}
              <span className="sm:hidden"> {line.violations === 1 ? t('violation') : t('violations')}</span>
            </Td>
          </Tr>
        ))}
      </tbody>
    </Table>
  );
}
