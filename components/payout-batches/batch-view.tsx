'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import Link from 'next/link';
import { useState } from 'react';
import { call, type Page } from '#lib/browser/api';
import { money } from '#lib/browser/format';
import { plural, t } from '#lib/browser/language/words';
import type { PresentedBatchView } from '#lib/payout-batches/get-batch';
import type { BatchRow } from '#lib/payout-batches/list-batch-rows';
import type { Outcome } from '#lib/payout-batches/outcome';
import { PageHeader } from '../frame/page-header.tsx';
import { rich } from '../language/rich.tsx';
import type { Place } from '../payments/environment.ts';
import { limitWords } from '../payouts/payout-limits.ts';
import { RailName } from '../rails/rail-name.tsx';
import { Button } from '../ui/button.tsx';
import { Fact, Facts } from '../ui/facts.tsx';
import { Figure } from '../ui/feedback.tsx';
import { Notice } from '../ui/notice.tsx';
import { onDemand } from '../ui/on-demand.tsx';
import { Time } from '../ui/time.tsx';
import { BatchRows } from './batch-rows.tsx';
import { FundsTable } from './funds-table.tsx';
import { NameChecks, namesWords } from './name-checks.tsx';
import { BatchState } from './state.tsx';

const ConfirmDialog = onDemand(async () => (await import('../ui/dialog.tsx')).ConfirmDialog);

interface BatchViewProps {
  place: Place;
  initial: PresentedBatchView;
  initialRows: Page<BatchRow>;
  mayPay: boolean;
}

/** One file of payouts: its verdicts, then its progress, then its results. It can be left and come back to. */
export function BatchView({ place, initial, initialRows, mayPay }: BatchViewProps) {
  const client = useQueryClient();
  const key = ['payout-batch', initial.id];
  const path = `/api/dashboard/payout-batches/${initial.id}`;
  const query = { environment: place.environment };
  const { data: batch, error } = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => call<PresentedBatchView>(path, { query, signal }),
    initialData: initial,
    refetchInterval: ({ state }) => intervalFor(state.data),
  });
  const [asking, setAsking] = useState<'confirm' | 'end'>();
  const act = useMutation({
    mutationFn: (verb: 'confirm' | 'end') =>
      call(`${path}/${verb}`, {
        method: 'POST',
        query,
        // What was seen is what is paid: a row that somebody changed since is not.
        ...(verb === 'confirm' && { body: { version: batch.version } }),
      }),
    onSuccess: () => setAsking(undefined),
    onSettled: () => {
      client.invalidateQueries({ queryKey: ['payout-batches'] });
      return client.invalidateQueries({ queryKey: key });
    },
  });
  const ask = (verb: 'confirm' | 'end') => {
    act.reset();
    setAsking(verb);
  };
  const isChecked = batch.status === 'CHECKED';
  const isRunning = batch.status === 'RUNNING';

  return (
    <>
      <PageHeader
        title={batch.file_name}
        action={
          <>
            {!isChecked && (
              <Button asChild>
                <a href={`${path}/result?environment=${place.environment}`} download>
                  <Download /> {t('Results as CSV')}
                </a>
              </Button>
            )}
            {mayPay && (isChecked || isRunning) && (
              <Button variant={isRunning ? 'danger' : 'secondary'} onClick={() => ask('end')}>
                {isChecked ? t('Discard') : t('Stop')}
              </Button>
            )}
            {mayPay && isChecked && batch.rows.good > 0 && batch.approval !== 'asked' && (
              <Button variant="primary" onClick={() => ask('confirm')}>
                {batch.approval === 'needed'
                  ? plural(batch.rows.good, {
                      one: 'Ask to pay {count} row',
                      other: 'Ask to pay {count} rows',
                    })
                  : plural(batch.rows.good, { one: 'Pay {count} row', other: 'Pay {count} rows' })}
              </Button>
            )}
          </>
        }
      >
        {rich('{state} · {provider} · uploaded {time} by {name}', {
          state: <BatchState status={batch.status} />,
          provider: <RailName of={batch.provider} />,
          time: <Time at={batch.created_at} />,
          name: batch.created_by,
        })}
      </PageHeader>
      <div className="grid grid-cols-1 gap-6">
        {error && (
          <Notice kind="warning">
            {t('The state cannot be read at the moment; it is asked for again by itself.')}
          </Notice>
        )}
        {batch.approval && <SecondPerson place={place} approval={batch.approval} />}
        {batch.funds ? <Verdict batch={batch} funds={batch.funds} /> : <Progress batch={batch} />}
        {isChecked && (
          <NameChecks
            place={place}
            batch={batch}
            mayAsk={mayPay}
            onChecked={(checked) => client.setQueryData(key, checked)}
          />
        )}
        <BatchRows
          place={place}
          batch={batch}
          initial={initialRows}
          mayMend={mayPay && isChecked}
          onMended={() => client.invalidateQueries({ queryKey: key })}
        />
      </div>
      {asking === 'confirm' && (
        <ConfirmDialog
          open
          onOpenChange={(open) => !open && setAsking(undefined)}
          title={plural(
            batch.rows.good,
            {
              one: 'Pay out {amount} to {count} recipient?',
              other: 'Pay out {amount} to {count} recipients?',
            },
            { amount: money(batch.amount) },
          )}
          description={t(
            'The rows are paid one after the other, in the order of the file. Money that was sent cannot be called back from here.',
          )}
          action={
            batch.approval === 'needed'
              ? t('Ask a second person')
              : t('Pay out {amount}', { amount: money(batch.amount) })
          }
          busy={act.isPending}
          error={act.error}
          onConfirm={() => act.mutate('confirm')}
        >
          <Facts>
            <Fact name={t('Rows to pay')}>
              {t('{good} of {total}', { good: batch.rows.good, total: batch.rows.total })}
            </Fact>
            <Fact name={t('Left out')}>{leftOut(batch)}</Fact>
            <Fact name={t('Provider')}>
              {railsOf(batch).map((provider) => (
                <RailName key={provider} of={provider} className="mr-3" />
              ))}
            </Fact>
            <Fact name={t('Fee')}>{money('0.00')}</Fact>
            {batch.funds && <Fact name={t('Available now')}>{money(batch.funds.available)}</Fact>}
          </Facts>
          {batch.warnings > 0 && (
            <Notice kind="warning" className="mt-4">
              {plural(batch.warnings, {
                one: 'One row has a warning, such as the same number and amount twice, or a number that its wallet knows by another name. They are paid as well.',
                other:
                  '{count} rows have a warning, such as the same number and amount twice, or a number that its wallet knows by another name. They are paid as well.',
              })}
            </Notice>
          )}
          {namesWords(batch) && <Notice className="mt-4">{namesWords(batch)}</Notice>}
        </ConfirmDialog>
      )}
      {asking === 'end' && (
        <ConfirmDialog
          open
          onOpenChange={(open) => !open && setAsking(undefined)}
          title={isChecked ? t('Discard this file?') : t('Stop paying?')}
          description={
            isChecked
              ? t('None of its rows will ever be paid. You can upload the file again.')
              : t(
                  'No further row is begun. What was paid stays paid, and the rest can be uploaded again with the same references.',
                )
          }
          action={isChecked ? t('Discard') : t('Stop')}
          danger
          busy={act.isPending}
          error={act.error}
          onConfirm={() => act.mutate('end')}
        />
      )}
    </>
  );
}

function SecondPerson({ place, approval }: { place: Place; approval: 'asked' | 'needed' }) {
  const payouts = (
    <Link href={`${place.home}/payouts`} className="font-semibold underline underline-offset-4">
      {t('Payouts')}
    </Link>
  );
  return (
    <Notice kind="warning">
      {approval === 'asked'
        ? rich(
            'This file waits for a second person. Nothing is paid before they approve it, under {payouts}.',
            {
              payouts,
            },
          )
        : rich(
            'This file comes to more than one person pays out alone: it will wait for another owner or accountant, under {payouts}.',
            { payouts },
          )}
    </Notice>
  );
}

/** Before it is confirmed: what would be paid, and from what. */
function Verdict({
  batch,
  funds,
}: {
  batch: PresentedBatchView;
  funds: NonNullable<PresentedBatchView['funds']>;
}) {
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-3">
        <Figure
          name={t('Rows to pay')}
          hint={
            batch.rows.total > batch.rows.good
              ? t('Left out: {rows}', { rows: leftOut(batch) })
              : t('Every row is good')
          }
        >
          {batch.rows.good}{' '}
          <span className="font-normal text-muted-foreground">
            {t('of {total}', { total: batch.rows.total })}
          </span>
        </Figure>
        <Figure name={t('Total')} hint={t('No fee')}>
          {money(batch.amount)}
        </Figure>
        <Figure name={t('Available to pay out')}>{money(funds.available)}</Figure>
        {funds.limits.map(({ name, limit, left }) => (
          <Figure key={name} name={limitWords[name].left()} hint={limitWords[name].hint(money(limit))}>
            {money(left)}
          </Figure>
        ))}
      </div>
      <FundsTable funds={funds} />
    </>
  );
}

/** While it is paid and afterwards: how far it is, and what became of the rows. */
function Progress({ batch }: { batch: PresentedBatchView }) {
  const { good, accepted, refused } = batch.rows;
  const worked = accepted + refused;
  const share = good === 0 ? 0 : Math.floor((100 * worked) / good);
  const sum = (outcome: Outcome) => batch.outcomes[outcome] ?? { count: 0, amount: '0.00' };
  const unpaid = sum('waiting');
  return (
    <>
      {batch.status === 'RUNNING' && (
        <div>
          <div className="mb-1.5 flex flex-wrap justify-between gap-x-4">
            <p role="status">
              {plural(
                good,
                { one: '{worked} of {count} row worked', other: '{worked} of {count} rows worked' },
                { worked },
              )}
            </p>
            <p className="text-muted-foreground">{t('You may leave this page; the work goes on.')}</p>
          </div>
          <div
            role="progressbar"
            aria-label={t('Rows worked')}
            aria-valuemin={0}
            aria-valuemax={good}
            aria-valuenow={worked}
            className="h-2 overflow-hidden rounded-full bg-border"
          >
            <div
              className="h-full bg-primary transition-[width] duration-500"
              style={{ width: `${share}%` }}
            />
          </div>
        </div>
      )}
      <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
        <Figure name={t('Paid')} hint={rowsOf(sum('paid').count)}>
          {money(sum('paid').amount)}
        </Figure>
        <Figure name={t('Held for the wallet')} hint={rowsOf(sum('held').count)}>
          {money(sum('held').amount)}
        </Figure>
        <Figure
          name={t('Refused')}
          hint={t('{rows}, and {faulty} with a fault', {
            rows: rowsOf(sum('refused').count),
            faulty: sum('bad').count,
          })}
        >
          {money(sum('refused').amount)}
        </Figure>
        <Figure name={batch.status === 'RUNNING' ? t('Waiting') : t('Not paid')} hint={rowsOf(unpaid.count)}>
          {money(unpaid.amount)}
        </Figure>
      </div>
      {batch.confirmed_at && (
        <p className="text-muted-foreground">
          <Confirmed batch={batch} at={batch.confirmed_at} />
        </p>
      )}
    </>
  );
}

function Confirmed({ batch, at }: { batch: PresentedBatchView; at: string }) {
  const facts = { name: batch.confirmed_by, at: <Time at={at} /> };
  if (!batch.finished_at) return rich('Confirmed by {name} {at}.', facts);
  const all = { ...facts, end: <Time at={batch.finished_at} /> };
  return batch.status === 'STOPPED'
    ? rich('Confirmed by {name} {at}, stopped {end}.', all)
    : rich('Confirmed by {name} {at}, finished {end}.', all);
}

/** `2 with a fault, 1 taken out`. */
function leftOut({ outcomes }: PresentedBatchView): string {
  const { bad, removed } = outcomes;
  const words = [
    bad && plural(bad.count, { one: '{count} with a fault', other: '{count} with a fault' }),
    removed && plural(removed.count, { one: '{count} taken out', other: '{count} taken out' }),
  ];
  return words.filter(Boolean).join(', ') || t('none');
}

function railsOf({ funds, provider }: PresentedBatchView): string[] {
  const used = funds?.rails.filter((rail) => rail.rows !== null).map((rail) => rail.provider) ?? [];
  return used.length > 0 ? used : [provider];
}

function rowsOf(count: number): string {
  return plural(count, { one: '{count} row', other: '{count} rows' });
}

/** Often while rows are being paid; now and then while a balance or a float decides. */
function intervalFor(batch: PresentedBatchView | undefined): number | false {
  if (batch?.status === 'RUNNING') return 1_000;
  if (batch?.status === 'CHECKED') return 15_000;
  return batch?.outcomes.held || batch?.outcomes.in_flight ? 4_000 : false;
}
