'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import Link from 'next/link';
import { useState } from 'react';
import { call, type Page } from '#lib/browser/api';
import { money } from '#lib/browser/format';
import { t } from '#lib/browser/language/words';
import type { SettlementDesk } from '#lib/settlements/list-settlements';
import type { Settlement } from '#lib/settlements/settlement';
import { ShowMore } from '../admin/frame/show-more.tsx';
import { usePages } from '../admin/frame/use-pages.ts';
import { PageHeader } from '../frame/page-header.tsx';
import { rich } from '../language/rich.tsx';
import type { Place } from '../payments/environment.ts';
import { Button } from '../ui/button.tsx';
import { cn } from '../ui/cn.ts';
import { EmptyState, ErrorState, Figure } from '../ui/feedback.tsx';
import { onDemand } from '../ui/on-demand.tsx';
import { numeric, Table, Td, Th, Tr } from '../ui/table.tsx';
import { Time } from '../ui/time.tsx';
import { toast } from '../ui/toast.tsx';
import { AccountList, nameOf } from './account-list.tsx';
import { ScheduleLine } from './schedule-line.tsx';
import { SettlementState } from './settlement-state.tsx';

const ConfirmDialog = onDemand(async () => (await import('../ui/dialog.tsx')).ConfirmDialog);
const RequestDialog = onDemand(async () => (await import('./request-dialog.tsx')).RequestDialog);

const path = '/api/dashboard/settlements';

interface SettlementsPageProps {
  place: Place;
  desk: SettlementDesk;
  initial: Page<Settlement>;
  mayManage: boolean;
}

/** The client's own money on its way to its own accounts: where it goes, when, and what went. */
export function SettlementsPage({ place, desk: initialDesk, initial, mayManage }: SettlementsPageProps) {
  const client = useQueryClient();
  const { environment } = place;
  const [isAsking, setAsking] = useState(false);
  const [cancelling, setCancelling] = useState<Settlement>();
  const { data: desk } = useQuery({
    queryKey: ['settlement-desk', environment],
    queryFn: ({ signal }) => call<SettlementDesk>(`${path}/desk`, { query: { environment }, signal }),
    initialData: initialDesk,
    refetchInterval: 30_000,
  });
  const list = usePages(path, { environment }, initial);
  const refresh = () =>
    Promise.all(['settlement-desk', path].map((key) => client.invalidateQueries({ queryKey: [key] })));
  const cancel = useMutation({
    mutationFn: ({ id }: Settlement) =>
      call(`${path}/${id}/cancel`, { method: 'POST', query: { environment } }),
    onSuccess: () => {
      setCancelling(undefined);
      toast.success(t('Cancelled. The money is back in your balance.'));
    },
    onSettled: refresh,
  });
  return (
    <>
      <PageHeader
        title={t('Settlements')}
        action={
          mayManage && (
            <Button variant="primary" disabled={desk.accounts.length === 0} onClick={() => setAsking(true)}>
              <Plus /> {t('Settle now')}
            </Button>
          )
        }
      >
        {t('Send your own balance to your own bank account or wallet.')}
      </PageHeader>
      <div className="grid grid-cols-1 gap-8">
        <div className="max-w-xs">
          <Figure
            name={t('Available to settle')}
            hint={t('What is on its way to your bank is no longer in it.')}
          >
            {money(desk.available)}
          </Figure>
        </div>
        <AccountList place={place} desk={desk} mayManage={mayManage} onChanged={refresh} />
        <ScheduleLine place={place} desk={desk} mayManage={mayManage} onChanged={refresh} />
        <section>
          <h2 className="mb-1 font-semibold">{t('To your bank')}</h2>
          <p className="mb-3 text-muted-foreground">
            {rich('What goes to a wallet is a payout, under {payouts}.', {
              payouts: (
                <Link href={`${place.home}/payouts`} className="text-foreground underline underline-offset-4">
                  {t('Payouts')}
                </Link>
              ),
            })}
          </p>
          {list.error ? (
            <ErrorState error={list.error} onRetry={() => list.refetch()} />
          ) : list.items.length === 0 ? (
            <EmptyState title={t('Nothing was settled yet')}>
              {t('Add your bank account, then settle on request or by a schedule.')}
            </EmptyState>
          ) : (
            <SettlementTable settlements={list.items} mayManage={mayManage} onCancel={setCancelling} />
          )}
          <ShowMore list={list} />
        </section>
      </div>
      {isAsking && (
        <RequestDialog place={place} desk={desk} onClose={() => setAsking(false)} onSettled={refresh} />
      )}
      {cancelling && (
        <ConfirmDialog
          open
          onOpenChange={(open) => !open && setCancelling(undefined)}
          title={t('Cancel this settlement?')}
          description={t('{amount} goes back to your balance, and not to {account}.', {
            amount: money(cancelling.amount),
            account: nameOf(cancelling),
          })}
          action={t('Cancel the settlement')}
          danger
          busy={cancel.isPending}
          error={cancel.error}
          onConfirm={() => cancel.mutate(cancelling)}
        />
      )}
    </>
  );
}

interface SettlementTableProps {
  settlements: Settlement[];
  mayManage: boolean;
  onCancel(settlement: Settlement): void;
}

function SettlementTable({ settlements, mayManage, onCancel }: SettlementTableProps) {
  return (
    <Table label={t('Settlements')} inBlocks>
      <thead>
        <tr>
          <Th>{t('Reference')}</Th>
          <Th>{t('Status')}</Th>
          <Th className={numeric}>{t('Amount')}</Th>
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
              {each.reason && <span className="block text-[13px] whitespace-normal">{each.reason}</span>}
              {each.kept_back === 'account_removed' && (
                <span className="block text-[13px] whitespace-normal">
                  {t('The account was removed: it goes nowhere, and you can cancel it')}
                </span>
              )}
              {each.status === 'CONFIRMED' && (
                <span className="block text-[13px] text-muted-foreground">
                  {t('Bank: {bankReference}', { bankReference: each.bank_reference ?? '' })}
                </span>
              )}
            </Td>
            <Td className={cn(numeric, 'max-sm:order-1')}>{money(each.amount)}</Td>
            <Td label={t('To')} className="whitespace-normal sm:py-1.5 max-sm:order-4">
              {nameOf(each)}
            </Td>
            <Td label={t('Asked')} className="whitespace-normal text-muted-foreground max-sm:order-5">
              {rich('{time} by {name}', {
                time: <Time at={each.requested_at} />,
                name: each.by_schedule ? t('the schedule') : each.requested_by,
              })}
            </Td>
            <Td className="text-right max-sm:order-3">
              {mayManage && each.status === 'REQUESTED' && (
                <Button
                  size="small"
                  aria-label={t('Cancel {reference}', { reference: each.reference })}
                  onClick={() => onCancel(each)}
                >
                  {t('Cancel')}
                </Button>
              )}
            </Td>
          </Tr>
        ))}
      </tbody>
    </Table>
  );
}
