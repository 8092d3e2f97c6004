'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import Link from 'next/link';
import { useState } from 'react';
import { amountOf } from '#lib/browser/amounts';
import { call } from '#lib/browser/api';
import { difference, mobile, money, percent, whole } from '#lib/browser/format';
import { later, t } from '#lib/browser/language/words';
import type { ClientFacts } from '#lib/clients/client-row';
import type { ClientDetail } from '#lib/clients/get-client';
import { operatorStates } from '../../application/status-words.ts';
import { PageHeader } from '../../frame/page-header.tsx';
import { KeyTable } from '../../keys/key-table.tsx';
import { Button } from '../../ui/button.tsx';
import { Copyable } from '../../ui/copy.tsx';
import { Fact, Facts } from '../../ui/facts.tsx';
import { ErrorState } from '../../ui/feedback.tsx';
import { Heading } from '../../ui/heading.tsx';
import { onDemand } from '../../ui/on-demand.tsx';
import { numeric, Table, Td, Th, Tr } from '../../ui/table.tsx';
import { Time } from '../../ui/time.tsx';
import { toast } from '../../ui/toast.tsx';
import { ClientNotes } from './client-notes.tsx';
import { ClientRails } from './client-rails.tsx';
import { ClientState } from './client-state.tsx';

const AllowlistDialog = onDemand(
  async () => (await import('../../keys/allowlist-dialog.tsx')).AllowlistDialog,
);
const EditClientDialog = onDemand(async () => (await import('./edit-client-dialog.tsx')).EditClientDialog);
const SuspendDialog = onDemand(async () => (await import('./suspend-dialog.tsx')).SuspendDialog);

const figures = [
  [later('Available'), 'available_balance_gmd'],
  [later('Held'), 'held_gmd'],
  [later('Collected'), 'total_collected_gmd'],
  [later('Commission'), 'platform_commissions_gmd'],
  [later('Adjustments'), 'adjustments_gmd'],
  [later('Paid out'), 'total_paid_out_gmd'],
  [later('Refunded'), 'total_refunded_gmd'],
] as const;

export function ClientPage({ initial, mayManage }: { initial: ClientDetail; mayManage: boolean }) {
  const path = `/api/admin/clients/${initial.id}`;
  const queries = useQueryClient();
  const {
    data: client,
    error,
    refetch,
  } = useQuery({
    queryKey: [path],
    queryFn: ({ signal }) => call<ClientDetail>(path, { signal }),
    initialData: initial,
    refetchInterval: 30_000,
  });
  const refresh = () => queries.invalidateQueries({ queryKey: [path] });
  const [open, setOpen] = useState<'edit' | 'status' | 'allowlist'>();
  const close = () => setOpen(undefined);
  const isActive = client.status === 'ACTIVE';
  return (
    <>
      <p className="mb-2 text-[13px]">
        <Link href="/admin/clients" className="text-muted-foreground hover:text-foreground">
          {t('← Clients')}
        </Link>
      </p>
      <PageHeader
        title={client.name}
        action={
          mayManage && (
            <>
              <Button asChild>
                <Link href={`/admin/clients/${client.id}/people`}>{t('People')}</Link>
              </Button>
              <Button variant={isActive ? 'danger' : 'secondary'} onClick={() => setOpen('status')}>
                {isActive ? t('Suspend') : t('Resume|a client')}
              </Button>
              <Button variant="primary" onClick={() => setOpen('edit')}>
                {t('Edit')}
              </Button>
            </>
          )
        }
      >
        <span className="inline-flex flex-wrap items-center gap-x-3">
          <ClientState status={client.status} />
          <Copyable value={client.id} />
        </span>
      </PageHeader>
      {error && <ErrorState error={error} onRetry={() => refetch()} />}
      <div className="grid grid-cols-1 gap-10">
        <section>
          <Heading>{t('Profile')}</Heading>
          <Facts isFramed className="gap-x-8 sm:grid-cols-2">
            <Fact name={t('E-mail')}>{client.business_email}</Fact>
            <Fact name={t('Phone')}>{mobile(client.business_phone)}</Fact>
            <Fact name={t('Commission')}>{percent(client.commission_bps)}</Fact>
            <Fact name={t('When it refunds')}>
              {client.refund_commission === 'return'
                ? t('Our commission comes back')
                : t('Our commission stays')}
            </Fact>
            <Fact name={t('Rate limit')}>
              {client.rate_limit_per_second === null
                ? t('The server’s own')
                : t('{count} requests/s, bursts of {burst}', {
                    count: whole(client.rate_limit_per_second),
                    burst: whole(client.rate_limit_burst ?? client.rate_limit_per_second * 2),
                  })}
            </Fact>
            <Fact name={t('Payout limits')}>{limitsOf(client)}</Fact>
            <Fact name={t('Client since')}>
              <Time at={client.created_at} />
            </Fact>
            <Fact name={t('Papers')}>
              {client.papers === null ? (
                t('None handed in')
              ) : mayManage ? (
                <Link href={`/admin/applications/${client.id}`} className="underline underline-offset-4">
                  {operatorStates[client.papers].word()}
                </Link>
              ) : (
                operatorStates[client.papers].word()
              )}
            </Fact>
            <Fact name={t('IP allowlist')}>
              <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
                {client.ip_allowlist.length === 0 ? (
                  t('Any address')
                ) : (
                  <span className="font-mono text-[13px] break-all">{client.ip_allowlist.join(', ')}</span>
                )}
                {mayManage && (
                  <Button
                    size="small"
                    variant="ghost"
                    className="-mx-2.5 -my-1 text-primary"
                    onClick={() => setOpen('allowlist')}
                  >
                    {t('Change…')}
                  </Button>
                )}
              </span>
            </Fact>
          </Facts>
        </section>
        <section>
          <Heading>{t('Balances')}</Heading>
          <Table label={t('Balances')} inBlocks>
            <thead>
              <tr>
                <Th>{t('Environment')}</Th>
                {figures.map(([name, field]) => (
                  <Th key={field} className={numeric}>
                    {name()}
                  </Th>
                ))}
              </tr>
            </thead>
            <tbody>
              {(['LIVE', 'SANDBOX'] as const).map((environment) => (
                <Tr key={environment}>
                  <Td className="max-sm:col-span-2">{environment === 'LIVE' ? t('Live') : t('Sandbox')}</Td>
                  {figures.map(([name, field]) => (
                    <Td key={field} label={name()} className={numeric}>
                      {(field === 'adjustments_gmd' ? difference : money)(
                        client.balances[environment][field],
                      )}
                    </Td>
                  ))}
                </Tr>
              ))}
            </tbody>
          </Table>
        </section>
        <section>
          <Heading>{t('Rails')}</Heading>
          <ClientRails path={path} client={client} mayManage={mayManage} onChanged={refresh} />
        </section>
        <section>
          <Heading>{t('API keys')}</Heading>
          {client.keys.length === 0 ? (
            <p className="rounded-lg border border-dashed px-4 py-3 text-muted-foreground">
              {t('No key yet: the owner asks for one, and it is approved under Approvals.')}
            </p>
          ) : (
            <KeyTable keys={client.keys} withEnvironment />
          )}
        </section>
        <section>
          <Heading>{t('Notes')}</Heading>
          <ClientNotes path={path} notes={client.notes} mayAdd={mayManage} onAdded={refresh} />
        </section>
      </div>
      {open === 'edit' && <EditClientDialog path={path} client={client} onClose={close} onSaved={refresh} />}
      {open === 'status' && <SuspendDialog path={path} client={client} onClose={close} onDone={refresh} />}
      {open === 'allowlist' && (
        <AllowlistDialog
          path={`${path}/ip-allowlist`}
          allowlist={client.ip_allowlist}
          onClose={close}
          onAsked={() => toast.success(t('The request was sent. Another operator decides it.'))}
        />
      )}
    </>
  );
}

/** Each environment counts by itself; the day and the month are Banjul's. */
function limitsOf(client: ClientFacts): string {
  const words = [
    [client.payout_limit_bututs, later('{amount} each')],
    [client.payout_limit_day_bututs, later('{amount} a day')],
    [client.payout_limit_month_bututs, later('{amount} a month')],
  ] as const;
  const set = words.flatMap(([bututs, say]) =>
    bututs === null ? [] : [say({ amount: money(amountOf(bututs)) })],
  );
  return set.length === 0 ? t('None|of limits') : set.join(', ');
}
