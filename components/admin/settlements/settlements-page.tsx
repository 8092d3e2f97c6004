'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import Link from 'next/link';
import { useState } from 'react';
import { call, type Page } from '#lib/browser/api';
import { money } from '#lib/browser/format';
import { later, t } from '#lib/browser/language/words';
import type { Bank } from '#lib/settlements/list-settlements';
import type { OperatorsSettlement } from '#lib/settlements/settlement';
import { PageHeader } from '../../frame/page-header.tsx';
import { SettlementState } from '../../settlements/settlement-state.tsx';
import { Button } from '../../ui/button.tsx';
import { cn } from '../../ui/cn.ts';
import { EmptyState, ErrorState } from '../../ui/feedback.tsx';
import { Heading } from '../../ui/heading.tsx';
import { onDemand } from '../../ui/on-demand.tsx';
import { numeric, Table, Td, Th, Tr } from '../../ui/table.tsx';
import { Time } from '../../ui/time.tsx';
import { EnvironmentLinks, EnvironmentScope } from '../frame/environment-links.tsx';
import { ShowMore } from '../frame/show-more.tsx';
import { StateTabs } from '../frame/state-tabs.tsx';
import { usePages } from '../frame/use-pages.ts';
import { FileSection } from './file-section.tsx';

const AnswerDialog = onDemand(async () => (await import('./answer-dialog.tsx')).AnswerDialog);

const path = '/api/admin/settlements';
export type Answer = { verb: 'confirm' | 'return'; settlement: OperatorsSettlement };

interface SettlementsPageProps {
  environment: 'LIVE' | 'SANDBOX';
  state: 'waiting' | 'ended';
  bank: Bank;
  initial: Page<OperatorsSettlement>;
  /** What can stand in a column of the bank's file, with its meaning. */
  fields: Record<string, string>;
  userId: string;
  maySettle: boolean;
}

/** Clients' money on its way to their banks: the files, and what the bank made of them. */
export function SettlementsPage({ environment, state, fields, userId, ...props }: SettlementsPageProps) {
  const queries = useQueryClient();
  const [answering, setAnswering] = useState<Answer>();
  const list = usePages(path, { environment, state }, props.initial);
  const { data: bank } = useQuery({
    queryKey: [`${path}/files`, environment],
    queryFn: ({ signal }) => call<Bank>(`${path}/files`, { query: { environment }, signal }),
    initialData: props.bank,
    refetchInterval: 15_000,
  });
  const refresh = () =>
    Promise.all([path, `${path}/files`].map((key) => queries.invalidateQueries({ queryKey: [key] })));
  return (
    <EnvironmentScope environment={environment}>
      <PageHeader
        title={t('Settlements')}
        action={<EnvironmentLinks path="/admin/settlements" current={environment} query={{ state }} />}
      >
        {t(
          'What clients’ balances send to their own bank accounts. One of you sends a file, another one says what the bank made of it.',
        )}
      </PageHeader>
      <div className="grid grid-cols-1 gap-10">
        <FileSection
          environment={environment}
          bank={bank}
          fields={fields}
          userId={userId}
          maySettle={props.maySettle}
          onChanged={refresh}
        />
        <section>
          <Heading>{t('Settlements')}</Heading>
          <StateTabs
            current={state}
            tabs={[
              ['waiting', t('Under way'), `/admin/settlements?environment=${environment}`],
              ['ended', t('Ended'), `/admin/settlements?environment=${environment}&state=ended`],
            ]}
          />
          {list.error ? (
            <ErrorState error={list.error} onRetry={() => list.refetch()} />
          ) : list.items.length === 0 ? (
            <EmptyState title={state === 'waiting' ? t('Nothing is under way') : t('Nothing has ended yet')}>
              {t('What clients ask for, or their schedules, appears here.')}
            </EmptyState>
          ) : (
            <SettlementTable
              settlements={list.items}
              userId={userId}
              maySettle={props.maySettle}
              onAnswer={setAnswering}
            />
          )}
          <ShowMore list={list} />
        </section>
      </div>
      {answering && (
        <AnswerDialog answer={answering} onClose={() => setAnswering(undefined)} onSettled={refresh} />
      )}
    </EnvironmentScope>
  );
}

interface SettlementTableProps {
  settlements: OperatorsSettlement[];
  userId: string;
  maySettle: boolean;
  onAnswer(answer: Answer): void;
}

function SettlementTable({ settlements, userId, maySettle, onAnswer }: SettlementTableProps) {
  return (
    <Table label={t('Settlements')} inBlocks>
      <thead>
        <tr>
          <Th>{t('Reference')}</Th>
          <Th>{t('Status')}</Th>
          <Th className={numeric}>{t('Amount')}</Th>
          <Th>{t('Client')}</Th>
          <Th>{t('To')}</Th>
          <Th>{t('Asked')}</Th>
          <Th>
            <span className="sr-only">{t('Action')}</span>
          </Th>
        </tr>
      </thead>
      <tbody>
        {settlements.map((each) => (
          <Tr key={each.id}>
            <Td className="font-mono text-[13px]">{each.reference}</Td>
            <Td className="max-sm:order-2">
              <SettlementState status={each.status} />
              {noteOf(each) && (
                <span className="block text-[13px] whitespace-normal text-muted-foreground">
                  {noteOf(each)}
                </span>
              )}
            </Td>
            <Td className={cn(numeric, 'max-sm:order-1')}>{money(each.amount)}</Td>
            <Td label={t('Client')} className="whitespace-normal max-sm:order-3">
              <Link href={`/admin/clients/${each.client.id}`} className="underline underline-offset-4">
                {each.client.name}
              </Link>
            </Td>
            <Td label={t('To')} className="whitespace-normal sm:py-1.5 max-sm:order-4">
              {each.bank} {each.account_number}
              <span className="block text-[13px] text-muted-foreground">{each.holder}</span>
            </Td>
            <Td label={t('Asked')} className="text-muted-foreground max-sm:order-5">
              <Time at={each.requested_at} />
            </Td>
            <Td className="text-right max-sm:order-6 max-sm:col-span-2">
              {maySettle && <Actions settlement={each} userId={userId} onAnswer={onAnswer} />}
            </Td>
          </Tr>
        ))}
      </tbody>
    </Table>
  );
}

const keptBack = {
  client_suspended: later('Kept back: the client is suspended'),
  account_removed: later('Kept back: the client has removed the account'),
} as const;

function noteOf({ reason, bank_reference, kept_back }: OperatorsSettlement): string | null {
  return kept_back ? keptBack[kept_back]() : (reason ?? bank_reference);
}

interface ActionsProps {
  settlement: OperatorsSettlement;
  userId: string;
  onAnswer(answer: Answer): void;
}

/** What this operator can say of what the bank has: nothing of what they sent, or confirmed, themselves. */
function Actions({ settlement, userId, onAnswer }: ActionsProps) {
  const { status, sent_by, confirmed_by, reference } = settlement;
  if (status !== 'SENT' && status !== 'CONFIRMED') return null;
  const isOwn = userId === (status === 'SENT' ? sent_by : confirmed_by);
  if (isOwn)
    return <span className="text-[13px] text-muted-foreground">{t('Yours: a colleague answers')}</span>;
  return (
    <span className="inline-flex flex-wrap justify-end gap-2">
      <Button
        size="small"
        aria-label={t('Give {reference} back', { reference })}
        onClick={() => onAnswer({ verb: 'return', settlement })}
      >
        {t('Give back')}
      </Button>
      {status === 'SENT' && (
        <Button
          size="small"
          variant="primary"
          aria-label={t('Confirm {reference}', { reference })}
          onClick={() => onAnswer({ verb: 'confirm', settlement })}
        >
          {t('Confirm')}
        </Button>
      )}
    </span>
  );
}
