'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import Link from 'next/link';
import { useState } from 'react';
import { call } from '#lib/browser/api';
import { day as dayName, difference, exactTime, mobile, money, moneyIn, whole } from '#lib/browser/format';
import { later, plural, refusal, t } from '#lib/browser/language/words';
import { railName } from '#lib/browser/rail-names';
import type { Difference, StatementDay } from '#lib/reconciliation/get-day';
import { PageHeader } from '../../frame/page-header.tsx';
import { rich } from '../../language/rich.tsx';
import { TransactionState } from '../../transactions/status.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState, ErrorState, Unknown } from '../../ui/feedback.tsx';
import { Heading } from '../../ui/heading.tsx';
import { Notice } from '../../ui/notice.tsx';
import { onDemand } from '../../ui/on-demand.tsx';
import { State } from '../../ui/state.tsx';
import { numeric, Table, Td, Th, Tr } from '../../ui/table.tsx';
import { Time } from '../../ui/time.tsx';
import { toast } from '../../ui/toast.tsx';
import { FeeDifferences } from './fee-differences.tsx';
import { StatementUpload } from './statement-upload.tsx';

const ConfirmDialog = onDemand(async () => (await import('../../ui/dialog.tsx')).ConfirmDialog);

interface StatementDayPageProps {
  initial: StatementDay;
  mayManage: boolean;
}

/** A live rail's day on both sides: its statement, the sums, and what is to be looked into before it is closed. */
export function StatementDayPage({ initial, mayManage }: StatementDayPageProps) {
  const { provider, day } = initial;
  const path = `/api/admin/reconciliation/${provider}/${day}`;
  const queries = useQueryClient();
  const { data, error, refetch } = useQuery({
    queryKey: [path],
    queryFn: ({ signal }) => call<StatementDay>(path, { signal }),
    initialData: initial,
    refetchInterval: 30_000,
  });
  const refresh = () => queries.invalidateQueries({ queryKey: [path] });
  const [closing, setClosing] = useState(false);
  const close = useMutation({
    mutationFn: () => call<StatementDay>(`${path}/close`, { method: 'POST' }),
    onSuccess: () => {
      setClosing(false);
      toast.success(t('The day is closed.'));
    },
    onSettled: refresh,
  });
  const { statement, differences } = data;
  const isClosed = Boolean(statement?.closed_at);
  const uncased = differences.filter(({ case_id }) => case_id === null).length;
  return (
    <>
      <p className="mb-2 text-[13px]">
        <Link href="/admin/reconciliation" className="text-muted-foreground hover:text-foreground">
          {t('← Reconciliation')}
        </Link>
      </p>
      <PageHeader
        title={`${railName(provider)}, ${dayName(day)}`}
        action={
          mayManage &&
          statement &&
          !isClosed && (
            <Button
              variant="primary"
              disabled={!data.is_over}
              onClick={() => {
                close.reset();
                setClosing(true);
              }}
            >
              {t('Close the day')}
            </Button>
          )
        }
      >
        <span className="inline-flex flex-wrap items-center gap-x-3 gap-y-1">
          <State tone={isClosed ? 'succeeded' : statement ? 'pending' : 'ended'}>
            {isClosed ? t('Closed') : statement ? t('Imported') : t('No statement')}
          </State>
          {statement && (
            <span>
              {rich(
                statement.source === 'csv'
                  ? 'from a file, by {name} {time}'
                  : 'from the rail, by {name} {time}',
                {
                  name: statement.imported_by,
                  time: <Time at={statement.imported_at} />,
                },
              )}
            </span>
          )}
          {statement && !isClosed && !data.is_over && <span>{t('The day is not over yet')}</span>}
          {statement?.closed_at && (
            <span>
              {rich('closed by {name} {time}', {
                name: statement.closed_by,
                time: <Time at={statement.closed_at} />,
              })}
            </span>
          )}
        </span>
      </PageHeader>
      {error && <ErrorState error={error} onRetry={() => refetch()} />}
      <div className="grid grid-cols-1 gap-10">
        {mayManage && !isClosed && (
          <StatementUpload
            path={path}
            canFetch={data.can_fetch}
            isAgain={statement !== null}
            onDone={refresh}
          />
        )}
        <section>
          <Heading>{t('Both sides')}</Heading>
          <Figures figures={data.figures} hasStatement={statement !== null} />
        </section>
        <FeeDifferences path={path} fees={data.fees} mayBook={mayManage} onDone={refresh} />
        <section>
          <Heading>{t('Differences')}</Heading>
          {statement === null ? (
            <EmptyState title={t('Nothing to compare yet')}>
              {t(
                'Import the rail’s record of the day. A day on which the rail moved nothing is a file with its first line only.',
              )}
            </EmptyState>
          ) : differences.length === 0 ? (
            <EmptyState title={t('No difference')}>
              {t('Each line of the statement has its payment in our books, and each payment its line.')}
            </EmptyState>
          ) : (
            <div className="grid grid-cols-1 gap-3">
              {data.has_more_differences && (
                <Notice kind="warning">
                  {t(
                    'There are more than {count} differences; these are the first. Look whether this is the statement of {rail} of this day.',
                    { count: whole(differences.length), rail: railName(provider) },
                  )}
                </Notice>
              )}
              <Differences differences={differences} />
            </div>
          )}
        </section>
      </div>
      {closing && (
        <ConfirmDialog
          open
          onOpenChange={(open) => !open && setClosing(false)}
          title={t('Close {day} of {rail}?', { day: dayName(day), rail: railName(provider) })}
          description={
            uncased === 0
              ? t('The statement stays as it is from then on, and cannot be imported again.')
              : plural(uncased, {
                  one: 'One difference becomes a case first. The statement stays as it is from then on, and cannot be imported again.',
                  other:
                    '{count} differences become cases first. The statement stays as it is from then on, and cannot be imported again.',
                })
          }
          action={t('Close the day')}
          busy={close.isPending}
          error={close.error}
          onConfirm={() => close.mutate()}
        />
      )}
    </>
  );
}

const kindNames: Record<Difference['kind'], () => string> = {
  collection: later('Collections'),
  payout: later('Payouts'),
  reversal: later('Reversals'),
};

function Figures({ figures, hasStatement }: { figures: StatementDay['figures']; hasStatement: boolean }) {
  const noStatement = <Unknown reason={t('No statement was imported yet')} />;
  const isMoved = figures.some(({ other_day }) => other_day.count > 0);
  return (
    <>
      <Table label={t('Sums of both sides')} inBlocks>
        <thead>
          <tr>
            <Th>{t('Kind')}</Th>
            <Th className={numeric}>{t('The rail')}</Th>
            <Th className={numeric}>{t('Our books')}</Th>
            <Th className={numeric}>{t('Difference')}</Th>
          </tr>
        </thead>
        <tbody>
          {figures.map((row) => (
            <Tr key={row.kind}>
              <Td className="max-sm:col-span-2 max-sm:font-semibold">{kindNames[row.kind]()}</Td>
              <Td label={t('The rail')} className={numeric}>
                {hasStatement ? `${whole(row.rail.count)} · ${money(row.rail.amount)}` : noStatement}
              </Td>
              <Td label={t('Our books')} className={numeric}>
                {whole(row.books.count)} · {money(row.books.amount)}
              </Td>
              <Td label={t('Difference')} className={numeric}>
                {hasStatement ? difference(row.difference) : noStatement}
              </Td>
            </Tr>
          ))}
        </tbody>
      </Table>
      {isMoved && (
        <p className="mt-2 text-[13px] text-muted-foreground">
          {figures
            .filter(({ other_day }) => other_day.count > 0)
            .map(({ kind, other_day }) =>
              t(
                '{kind}: {amount} of the difference are {count} that both sides have, around midnight, on different days.',
                {
                  kind: kindNames[kind](),
                  amount: difference(other_day.amount),
                  count: whole(other_day.count),
                },
              ),
            )
            .join(' ')}
        </p>
      )}
    </>
  );
}

/** One movement of a rail. */
const typeNames: Record<Difference['kind'], () => string> = {
  collection: later('Collection'),
  payout: later('Payout'),
  reversal: later('Reversal'),
};

const founds: Record<Difference['found'], () => string> = {
  rail_only: later('Only the rail has it'),
  books_only: later('Only our books have it'),
  amount_differs: later('Differs'),
};

function Differences({ differences }: { differences: Difference[] }) {
  return (
    <Table label={t('Differences')} inBlocks>
      <thead>
        <tr>
          <Th>{t('Difference')}</Th>
          <Th className={numeric}>{t('The rail')}</Th>
          <Th className={numeric}>{t('Our books')}</Th>
          <Th>{t('Transaction')}</Th>
          <Th>{t('Case')}</Th>
        </tr>
      </thead>
      <tbody>
        {differences.map((each) => (
          <Tr key={each.subject}>
            <Td className="py-2 max-sm:col-span-2">
              <p className="font-semibold">
                {founds[each.found]()}
                {each.what && t(': {why}', { why: refusal(each.what) })}
              </p>
              <p className="text-[13px] text-muted-foreground">
                {typeNames[each.kind]()}
                {each.rail_mobile && `, ${mobile(each.rail_mobile)}`}
                {', '}
                <time dateTime={each.at}>{exactTime(each.at).slice(-8)}</time>
              </p>
              {each.rail_reference && (
                <p
                  className="max-w-64 truncate font-mono text-[13px] text-muted-foreground"
                  title={each.rail_reference}
                >
                  {each.rail_reference}
                </p>
              )}
            </Td>
            <Td label={t('The rail')} className={numeric}>
              {each.rail_amount === null ? (
                <Unknown reason={t('The rail has none')} />
              ) : (
                moneyIn(each.currency ?? 'GMD', each.rail_amount)
              )}
            </Td>
            <Td label={t('Our books')} className={numeric}>
              {each.transaction ? (
                money(each.transaction.amount)
              ) : (
                <Unknown reason={t('Our books have none')} />
              )}
            </Td>
            <Td label={t('Transaction')}>
              <Ours difference={each} />
            </Td>
            <Td label={t('Case')}>
              {each.case_id ? (
                <Link href={`/admin/cases/${each.case_id}`} className="underline underline-offset-4">
                  {t('The case')}
                </Link>
              ) : (
                <span className="text-muted-foreground">{t('when the day is closed')}</span>
              )}
            </Td>
          </Tr>
        ))}
      </tbody>
    </Table>
  );
}

/** What our books have of it, or what is in doubt there and may be it. */
function Ours({ difference: { transaction, client, candidates } }: { difference: Difference }) {
  if (transaction) {
    return (
      <span className="flex min-w-0 flex-col items-start py-2 max-sm:items-end max-sm:py-0">
        <Link
          href={`/admin/transactions/${transaction.id}`}
          title={transaction.reference}
          className="max-w-44 truncate underline underline-offset-4 max-sm:max-w-full"
        >
          {transaction.reference}
        </Link>
        <span className="inline-flex items-center gap-x-2 text-[13px] text-muted-foreground">
          <TransactionState status={transaction.status} /> {client?.name}
        </span>
      </span>
    );
  }
  if (candidates.length === 0) return <Unknown reason={t('Our books have none')} />;
  return (
    <span className="flex min-w-0 flex-col items-start py-2 max-sm:items-end max-sm:py-0">
      {candidates.map((each) => (
        <span key={each.transaction_id} className="break-words whitespace-normal">
          {rich('May be {payment}', {
            payment: (
              <Link
                href={
                  each.case_id ? `/admin/cases/${each.case_id}` : `/admin/transactions/${each.transaction_id}`
                }
                className="underline underline-offset-4"
              >
                {each.reference}
              </Link>
            ),
          })}
          {each.is_proposed && <span className="text-muted-foreground">{t(', proposed')}</span>}
        </span>
      ))}
    </span>
  );
}
