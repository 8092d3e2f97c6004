'use client';

import { useQueryClient } from '@tanstack/react-query';
import Link from 'next/link';
import { useState } from 'react';
import type { Page } from '#lib/browser/api';
import { mobile } from '#lib/browser/format';
import { t } from '#lib/browser/language/words';
import type { PresentedRecipient } from '#lib/recipients/recipient';
import { SearchForm } from '../admin/frame/search-form.tsx';
import { ShowMore } from '../admin/frame/show-more.tsx';
import { usePages } from '../admin/frame/use-pages.ts';
import { PageHeader } from '../frame/page-header.tsx';
import type { Place } from '../payments/environment.ts';
import { Button } from '../ui/button.tsx';
import { EmptyState, ErrorState } from '../ui/feedback.tsx';
import { onDemand } from '../ui/on-demand.tsx';
import { Table, Td, Th, Tr } from '../ui/table.tsx';
import { Time } from '../ui/time.tsx';

const RecipientDialog = onDemand(async () => (await import('./recipient-dialog.tsx')).RecipientDialog);
const DeleteRecipientDialog = onDemand(
  async () => (await import('./delete-recipient-dialog.tsx')).DeleteRecipientDialog,
);

const path = '/api/dashboard/recipients';

interface RecipientsPageProps {
  place: Place;
  q: string;
  initial: Page<PresentedRecipient>;
  mayManage: boolean;
}

/** Whom the business pays: found by a part of the name or the number, added, renamed, deleted. */
export function RecipientsPage({ place, q, initial, mayManage }: RecipientsPageProps) {
  const [open, setOpen] = useState<{ dialog: 'edit' | 'delete'; recipient?: PresentedRecipient }>();
  const queries = useQueryClient();
  const list = usePages(path, { environment: place.environment, q: q || undefined }, initial);
  const close = () => setOpen(undefined);
  const refresh = () =>
    Promise.all([
      queries.invalidateQueries({ queryKey: [path] }),
      queries.invalidateQueries({ queryKey: ['recipients'] }),
    ]);
  return (
    <>
      <PageHeader
        title={t('Recipients')}
        action={
          mayManage && (
            <Button variant="primary" onClick={() => setOpen({ dialog: 'edit' })}>
              {t('New recipient')}
            </Button>
          )
        }
      >
        {t('Whom you pay, by names of your own.')}
      </PageHeader>
      <div className="mb-4">
        <SearchForm path={`${place.home}/recipients`} label={t('Name or number')} value={q} />
      </div>
      {list.error ? (
        <ErrorState error={list.error} onRetry={() => list.refetch()} />
      ) : list.items.length === 0 ? (
        <EmptyState title={q ? t('No recipient matches') : t('No recipient yet')}>
          {q
            ? t('Try a part of the name, or some digits of the number.')
            : t('Save those whom you pay more than once: a name is harder to mistake than a number.')}
        </EmptyState>
      ) : (
        <Table label={t('Recipients')} inBlocks>
          <thead>
            <tr>
              <Th>{t('Name')}</Th>
              <Th>{t('Number')}</Th>
              <Th>{t('Note')}</Th>
              <Th>{t('Saved')}</Th>
              <Th>
                <span className="sr-only">{t('Actions')}</span>
              </Th>
            </tr>
          </thead>
          <tbody>
            {list.items.map((recipient) => (
              <Tr key={recipient.id}>
                <Td className="max-w-64 truncate font-semibold" title={recipient.name}>
                  {recipient.name}
                </Td>
                <Td className="tabular-nums max-sm:text-right">{mobile(recipient.mobile)}</Td>
                <Td
                  className="max-w-64 truncate text-muted-foreground max-sm:col-span-2"
                  title={recipient.note ?? undefined}
                >
                  {recipient.note}
                </Td>
                <Td label={t('Saved')}>
                  <Time at={recipient.created_at} />
                </Td>
                <Td className="max-sm:col-span-2">
                  {mayManage && (
                    <span className="flex justify-end gap-1">
                      <Button size="small" asChild>
                        <Link href={`${place.home}/payouts/new?recipient=${recipient.id}`}>
                          {t('Pay')}
                          <span className="sr-only"> {recipient.name}</span>
                        </Link>
                      </Button>
                      <Button
                        size="small"
                        variant="ghost"
                        onClick={() => setOpen({ dialog: 'edit', recipient })}
                      >
                        {t('Edit')}
                        <span className="sr-only"> {recipient.name}</span>
                      </Button>
                      <Button
                        size="small"
                        variant="ghost"
                        onClick={() => setOpen({ dialog: 'delete', recipient })}
                      >
                        {t('Delete')}
                        <span className="sr-only"> {recipient.name}</span>
                      </Button>
                    </span>
                  )}
                </Td>
              </Tr>
            ))}
          </tbody>
        </Table>
      )}
      <ShowMore list={list} />
      {open?.dialog === 'edit' && (
        <RecipientDialog place={place} recipient={open.recipient} onClose={close} onSaved={refresh} />
      )}
      {open?.dialog === 'delete' && open.recipient && (
        <DeleteRecipientDialog place={place} recipient={open.recipient} onClose={close} onDeleted={refresh} />
      )}
    </>
  );
}
