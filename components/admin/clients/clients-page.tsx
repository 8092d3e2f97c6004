'use client';

import { useQueryClient } from '@tanstack/react-query';
import Link from 'next/link';
import { useState } from 'react';
import type { Page } from '#lib/browser/api';
import { percent, whole } from '#lib/browser/format';
import { t } from '#lib/browser/language/words';
import type { listClients } from '#lib/clients/list-clients';
import { PageHeader } from '../../frame/page-header.tsx';
import { Button } from '../../ui/button.tsx';
import { cn } from '../../ui/cn.ts';
import { EmptyState, ErrorState } from '../../ui/feedback.tsx';
import { onDemand } from '../../ui/on-demand.tsx';
import { numeric, Table, Td, Th, Tr } from '../../ui/table.tsx';
import { Time } from '../../ui/time.tsx';
import { SearchForm } from '../frame/search-form.tsx';
import { ShowMore } from '../frame/show-more.tsx';
import { usePages } from '../frame/use-pages.ts';
import { ClientState } from './client-state.tsx';

const NewClientDialog = onDemand(async () => (await import('./new-client-dialog.tsx')).NewClientDialog);

const path = '/api/admin/clients';

type ListedClient = Awaited<ReturnType<typeof listClients>>['data'][number];

export function ClientsPage({
  q,
  initial,
  mayManage,
}: {
  q: string;
  initial: Page<ListedClient>;
  mayManage: boolean;
}) {
  const [creating, setCreating] = useState(false);
  const queries = useQueryClient();
  const list = usePages(path, { q: q || undefined }, initial);
  return (
    <>
      <PageHeader
        title={t('Clients')}
        action={
          mayManage && (
            <Button variant="primary" onClick={() => setCreating(true)}>
              {t('New client')}
            </Button>
          )
        }
      >
        {t('The businesses that collect and pay out through Kaira.')}
      </PageHeader>
      <div className="mb-4">
        <SearchForm path="/admin/clients" label={t('Name, e-mail, phone or id')} value={q} />
      </div>
      {list.error ? (
        <ErrorState error={list.error} onRetry={() => list.refetch()} />
      ) : list.items.length === 0 ? (
        <EmptyState title={q ? t('No client matches') : t('No client yet')}>
          {q
            ? t('Try a part of the name, the e-mail address or the phone number.')
            : t(
                'The businesses that collect and pay out appear here. Create the first one with “New client”.',
              )}
        </EmptyState>
      ) : (
        <Table label={t('Clients')} inBlocks>
          <thead>
            <tr>
              <Th>{t('Client')}</Th>
              <Th>{t('State')}</Th>
              <Th>{t('E-mail')}</Th>
              <Th className={numeric}>{t('Commission')}</Th>
              <Th className={numeric}>{t('Live keys')}</Th>
              <Th className={numeric}>{t('Waiting|for somebody')}</Th>
              <Th>{t('Since')}</Th>
            </tr>
          </thead>
          <tbody>
            {list.items.map((client) => (
              <Tr key={client.id}>
                <Td>
                  <Link
                    href={`/admin/clients/${client.id}`}
                    className="font-semibold after:absolute after:inset-0 hover:underline"
                  >
                    {client.name}
                  </Link>
                </Td>
                <Td className="max-sm:text-right">
                  <ClientState status={client.status} />
                </Td>
                <Td className="max-w-64 truncate max-sm:col-span-2" title={client.business_email}>
                  {client.business_email}
                </Td>
                <Td label={t('Commission')} className={numeric}>
                  {percent(client.commission_bps)}
                </Td>
                <Td className={cn(numeric, 'max-sm:hidden')}>{whole(client.live_keys)}</Td>
                <Td label={t('Waiting requests')} className={numeric}>
                  {whole(client.pending_approvals)}
                </Td>
                <Td label={t('Since')}>
                  <Time at={client.created_at} />
                </Td>
              </Tr>
            ))}
          </tbody>
        </Table>
      )}
      <ShowMore list={list} />
      {creating && (
        <NewClientDialog
          onClose={() => setCreating(false)}
          onCreated={() => queries.invalidateQueries({ queryKey: [path] })}
        />
      )}
    </>
  );
}
