'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import Link from 'next/link';
import { useState } from 'react';
import { call } from '#lib/browser/api';
import { caseWords } from '#lib/browser/case-words';
import { capital, day, exactTime, mobile, money, moneyIn } from '#lib/browser/format';
import { later, refusal, t } from '#lib/browser/language/words';
import type { CaseDetail } from '#lib/cases/get-case';
import { PageHeader } from '../../frame/page-header.tsx';
import { rich } from '../../language/rich.tsx';
import { RailName } from '../../rails/rail-name.tsx';
import { refundedText } from '../../refunds/refund-words.ts';
import { TransactionState, typeLabel } from '../../transactions/status.tsx';
import { Button } from '../../ui/button.tsx';
import { cn } from '../../ui/cn.ts';
import { Copyable } from '../../ui/copy.tsx';
import { Fact, Facts } from '../../ui/facts.tsx';
import { ErrorState, Unknown } from '../../ui/feedback.tsx';
import { Heading } from '../../ui/heading.tsx';
import { onDemand } from '../../ui/on-demand.tsx';
import { numeric, Table, Td, Th, Tr } from '../../ui/table.tsx';
import { Time } from '../../ui/time.tsx';
import { JournalTable } from '../ledger/journal-table.tsx';
import { RailTalk } from '../rails/rail-talk.tsx';
import { AdjustmentList } from './adjustment-list.tsx';
import { factsOf, isIdentifier } from './case-facts.ts';
import { CaseLinks, CaseState } from './case-words.tsx';
import { historySentence } from './history-sentence.ts';
import { ProposalCard } from './proposal-card.tsx';

const ProposeDialog = onDemand(async () => (await import('./propose-dialog.tsx')).ProposeDialog);
const CloseCaseDialog = onDemand(async () => (await import('./close-case-dialog.tsx')).CloseCaseDialog);

interface CasePageProps {
  initial: CaseDetail;
  userId: string;
  maySettle: boolean;
}

/** All that is known of one case, and what can be done about it. */
export function CasePage({ initial, userId, maySettle }: CasePageProps) {
  const path = `/api/admin/cases/${initial.id}`;
  const queries = useQueryClient();
  const { data, error, refetch } = useQuery({
    queryKey: [path],
    queryFn: ({ signal }) => call<CaseDetail>(path, { signal }),
    initialData: initial,
    refetchInterval: 10_000,
  });
  const [asking, setAsking] = useState<'propose' | 'refund' | 'close'>();
  // Also after a refusal: the case is then no longer what this page shows.
  const refresh = () => queries.invalidateQueries({ queryKey: [path] });
  const words = caseWords[data.kind];
  const isOpen = data.status === 'OPEN';
  return (
    <>
      <p className="mb-2 text-[13px]">
        <Link href="/admin/cases" className="text-muted-foreground hover:text-foreground">
          {t('← Cases')}
        </Link>
      </p>
      <PageHeader
        title={words.title()}
        action={
          isOpen &&
          maySettle && (
            <div className="flex flex-wrap gap-2">
              {data.proposal === null && isGivable(data) && (
                <Button onClick={() => setAsking('refund')}>{t('Give it back…')}</Button>
              )}
              {data.proposal === null && data.possible_outcomes.length > 0 && (
                <Button
                  variant={data.is_closable_by_one ? 'secondary' : 'primary'}
                  onClick={() => setAsking('propose')}
                >
                  {t('Propose a settlement')}
                </Button>
              )}
              {data.proposal === null && data.is_closable_by_one && (
                <Button onClick={() => setAsking('close')}>{t('Close the case')}</Button>
              )}
            </div>
          )
        }
      >
        <span className="grid gap-1">
          <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <CaseState status={data.status} proposal={data.proposal} />
            <RailName of={data.provider} />
            <span>{rich('opened {time}', { time: <Time at={data.opened_at} /> })}</span>
          </span>
          <span className="max-w-2xl">{words.meaning()}</span>
        </span>
      </PageHeader>
      {error && <ErrorState error={error} onRetry={() => refetch()} />}
      {data.closed && (
        <section className="mb-8 rounded-lg border px-4 py-3">
          <p>
            <span className="font-semibold">
              {data.closed.by
                ? t('Closed by {name}', { name: data.closed.by })
                : t('Closed by the rail’s word')}
            </span>{' '}
            <Time at={data.closed.at} />
          </p>
          <p className="mt-1 wrap-anywhere whitespace-pre-line">{refusal(data.closed.resolution ?? '')}</p>
        </section>
      )}
      {isOpen && data.proposal && (
        <ProposalCard
          path={path}
          detail={data}
          isOwn={data.proposal.proposed_by.id === userId}
          maySettle={maySettle}
          onSettled={refresh}
        />
      )}
      <div className="grid grid-cols-1 gap-10 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="grid grid-cols-1 content-start gap-10">
          <section>
            <Heading>{t('What is known')}</Heading>
            <Facts isFramed>
              {factsOf(data.details).map(({ name, label, text }) => (
                <Fact key={name} name={label}>
                  {name === 'other_transaction_id' ? (
                    <Link href={`/admin/transactions/${text}`} className="underline underline-offset-4">
                      {text}
                    </Link>
                  ) : isIdentifier(name) ? (
                    <Copyable value={text} />
                  ) : (
                    text
                  )}
                </Fact>
              ))}
              <Fact name={t('Case id')}>
                <Copyable value={data.id} />
              </Fact>
            </Facts>
          </section>
          {data.transaction && data.facts && <OurBooks detail={data} />}
          {data.adjustments.length > 0 && (
            <section>
              <Heading>{t('Adjustments')}</Heading>
              <AdjustmentList adjustments={data.adjustments} caseId={data.id} />
            </section>
          )}
          {data.transaction && (
            <section>
              <Heading>{t('With the rail')}</Heading>
              <RailTalk
                calls={data.rail_calls}
                notices={data.rail_notices}
                isSandbox={data.environment === 'SANDBOX'}
              />
            </section>
          )}
          {data.transaction && <StatementLines detail={data} />}
          {data.other_cases.length > 0 && (
            <section>
              <Heading>{t('Other cases of this transaction')}</Heading>
              <CaseLinks cases={data.other_cases} />
            </section>
          )}
        </div>
        <section>
          <Heading>{t('History')}</Heading>
          <History detail={data} />
        </section>
      </div>
      {(asking === 'propose' || asking === 'refund') && (
        <ProposeDialog
          path={path}
          detail={data}
          first={asking === 'refund' ? 'refunded' : undefined}
          onClose={() => setAsking(undefined)}
          onSettled={refresh}
        />
      )}
      {asking === 'close' && (
        <CloseCaseDialog
          path={path}
          title={words.title()}
          onClose={() => setAsking(undefined)}
          onSettled={refresh}
        />
      )}
    </>
  );
}

function OurBooks({ detail: { transaction, facts, refunds, client, journals } }: { detail: CaseDetail }) {
  if (transaction === null || facts === null) return null;
  return (
    <section>
      <Heading>{t('What our books say')}</Heading>
      <Facts isFramed className="mb-5">
        <Fact name={typeLabel(transaction.type)}>
          <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <Link
              href={`/admin/transactions/${transaction.id}`}
              className="font-semibold underline underline-offset-4"
            >
              {money(transaction.amount)}
            </Link>
            <TransactionState status={transaction.status} />
            {facts.late && <span className="text-muted-foreground">{t('succeeded late')}</span>}
          </span>
        </Fact>
        {refunds && (
          <Fact name={t('Refunds')}>
            {refunds.list.length === 0 ? (
              t('None yet. {client} gives the money back from the payment’s page in its dashboard.', {
                client: client?.name ?? t('The client'),
              })
            ) : (
              <Link
                href={`/admin/transactions/${transaction.id}#refunds`}
                className="underline underline-offset-4"
              >
                {refundedText(refunds, transaction.amount)}
              </Link>
            )}
          </Fact>
        )}
        {client && (
          <Fact name={t('Client')}>
            <Link href={`/admin/clients/${client.id}`} className="underline underline-offset-4">
              {client.name}
            </Link>
          </Fact>
        )}
        <Fact name={t('Reference')}>
          <Copyable value={transaction.reference} />
        </Fact>
        <Fact name={t('Transaction id')}>
          <Copyable value={transaction.id} />
        </Fact>
        <Fact name={t('Rail reference')}>
          {facts.rail_reference ? (
            <Copyable value={facts.rail_reference} />
          ) : (
            <Unknown reason={t('The rail has given none')} />
          )}
        </Fact>
        <Fact name={transaction.type === 'collection' ? t('Customer') : t('Recipient')}>
          {[facts.customer_name, facts.mobile && mobile(facts.mobile)].filter(Boolean).join(', ') || (
            <Unknown reason={t('None was given')} />
          )}
        </Fact>
        {facts.failure && (
          <Fact name={t('Failure')}>
            {refusal(facts.failure.message ?? '')}{' '}
            <span className="text-muted-foreground">({facts.failure.code})</span>
          </Fact>
        )}
        <Fact name={t('Created')}>{exactTime(facts.created_at)}</Fact>
        <Fact name={t('Completed')}>
          {facts.completed_at ? exactTime(facts.completed_at) : <Unknown reason={t('Not final yet')} />}
        </Fact>
      </Facts>
      {journals.length === 0 ? (
        <p className="text-muted-foreground">
          {t('No money has moved in our books. A journal stands here once it does.')}
        </p>
      ) : (
        <div className="grid grid-cols-1 gap-5">
          {journals.map((journal) => (
            <JournalTable key={journal.id} journal={journal} withTransaction={false} />
          ))}
        </div>
      )}
    </section>
  );
}

function StatementLines({ detail: { statement_lines: lines, provider } }: { detail: CaseDetail }) {
  return (
    <section>
      <Heading>{t('In the rail’s statements')}</Heading>
      {lines.length === 0 ? (
        <p className="rounded-lg border border-dashed px-4 py-3 text-muted-foreground">
          {t('No line of an imported statement answers to it.')}{' '}
          <Link href="/admin/reconciliation" className="text-foreground underline underline-offset-4">
            {t('Import a statement')}
          </Link>
        </p>
      ) : (
        <Table label={t('Lines of the rail’s statements')} inBlocks>
          <thead>
            <tr>
              <Th>{t('Rail reference')}</Th>
              <Th>{t('What')}</Th>
              <Th className={numeric}>{t('Amount')}</Th>
              <Th>{t('In its statement')}</Th>
            </tr>
          </thead>
          <tbody>
            {lines.map((line) => (
              <Tr key={line.kind + line.rail_reference}>
                <Td className="max-w-40 max-sm:col-span-2 max-sm:max-w-none">
                  <Copyable value={line.rail_reference} />
                </Td>
                <Td className="py-1.5 max-sm:-order-2">
                  {lineKinds[line.kind]?.() ?? capital(line.kind)}
                  <span className="block text-[13px] leading-4 text-muted-foreground tabular-nums">
                    {!line.answers && <span className="block">{t('may be it')}</span>}
                    {line.mobile && mobile(line.mobile)}
                  </span>
                </Td>
                <Td className={cn(numeric, 'max-sm:-order-1')}>{moneyIn(line.currency, line.amount)}</Td>
                <Td label={t('In its statement')} className="tabular-nums">
                  <Link
                    href={`/admin/reconciliation/${provider}/${line.day}`}
                    title={t('The statement of {day}', { day: day(line.day) })}
                    className="underline underline-offset-4"
                  >
                    {exactTime(line.at)}
                  </Link>
                </Td>
              </Tr>
            ))}
          </tbody>
        </Table>
      )}
    </section>
  );
}

/** One movement in a rail's statement. */
const lineKinds: Record<string, () => string> = {
  collection: later('Collection'),
  payout: later('Payout'),
  reversal: later('Reversal'),
};

/** Whether its payer could get something of it back. */
function isGivable({ possible_outcomes: outcomes, refunds }: CaseDetail): boolean {
  return outcomes.includes('refunded') && refunds !== null && refunds.refundable_amount !== '0.00';
}

function History({ detail: { opened_at, history } }: { detail: CaseDetail }) {
  return (
    <ol className="border-l">
      <li className="pb-5 pl-4 last:pb-0">
        <p>{t('Kaira opened the case')}</p>
        <Exact at={opened_at} />
      </li>
      {history.map((line) => {
        const said = line.after?.reason ?? line.after?.resolution;
        return (
          <li key={line.id} className="pb-5 pl-4 last:pb-0">
            <p>{historySentence(line)}</p>
            {said && <p className="text-[13px] wrap-anywhere whitespace-pre-line">{refusal(said)}</p>}
            {line.action === 'case.settlement_proposed' && line.after?.evidence && (
              <p className="text-[13px] wrap-anywhere whitespace-pre-line text-muted-foreground">
                {line.after.evidence}
              </p>
            )}
            <Exact at={line.at} />
          </li>
        );
      })}
    </ol>
  );
}

function Exact({ at }: { at: string }) {
  return (
    <time dateTime={at} className="text-[13px] text-muted-foreground tabular-nums">
      {exactTime(at)}
    </time>
  );
}
