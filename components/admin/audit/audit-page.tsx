'use client';

import Link from 'next/link';
import { useRouter } from 'next/navigation';
import { Fragment, useState } from 'react';
import type { listAuditLog } from '#lib/auth/list-audit-log';
import type { Page } from '#lib/browser/api';
import { capital, exactTime } from '#lib/browser/format';
import { refusal, t } from '#lib/browser/language/words';
import { PageHeader } from '../../frame/page-header.tsx';
import { Button } from '../../ui/button.tsx';
import { Copyable } from '../../ui/copy.tsx';
import { EmptyState, ErrorState } from '../../ui/feedback.tsx';
import { Select } from '../../ui/field.tsx';
import { Table, Td, Th, Tr } from '../../ui/table.tsx';
import { Time } from '../../ui/time.tsx';
import { ShowMore } from '../frame/show-more.tsx';
import { usePages } from '../frame/use-pages.ts';

type Line = Awaited<ReturnType<typeof listAuditLog>>['data'][number];

interface Filters {
  action: string | undefined;
  client_id: string | undefined;
  user_id: string | undefined;
}

interface AuditPageProps {
  filters: Filters;
  actions: string[];
  initial: Page<Line>;
}

export function AuditPage({ filters, actions, initial }: AuditPageProps) {
  const router = useRouter();
  const list = usePages('/api/admin/audit-log', { ...filters }, initial);
  const [open, setOpen] = useState<string>();
  const isFiltered = Object.values(filters).some((value) => value !== undefined);
  return (
    <>
      <PageHeader title={t('Audit')}>
        {t('Who did what, with what was before and after. Nothing here can be changed.')}
      </PageHeader>
      <div className="mb-4 flex flex-wrap items-center gap-3">
        <Select
          aria-label={t('Action')}
          className="w-auto min-w-48"
          value={filters.action ?? ''}
          onChange={(event) => router.push(hrefOf({ ...filters, action: event.target.value || undefined }))}
        >
          <option value="">{t('Every action')}</option>
          {actions.map((action) => (
            <option key={action} value={action}>
              {actionName(action)}
            </option>
          ))}
        </Select>
        {filters.user_id && <span className="text-muted-foreground">{t('of one person')}</span>}
        {filters.client_id && <span className="text-muted-foreground">{t('about one client')}</span>}
        {isFiltered && (
          <Button variant="ghost" asChild>
            <Link href="/admin/audit">{t('Show everything')}</Link>
          </Button>
        )}
      </div>
      {list.error ? (
        <ErrorState error={list.error} onRetry={() => list.refetch()} />
      ) : list.items.length === 0 ? (
        <EmptyState title={isFiltered ? t('No line fits this filter') : t('No line yet')}>
          {t('Whatever a person does in a dashboard appears here, with what was before and after.')}
        </EmptyState>
      ) : (
        <Table label={t('Audit log')} inBlocks>
          <thead>
            <tr>
              <Th>{t('Time')}</Th>
              <Th>{t('Action')}</Th>
              <Th>{t('Who')}</Th>
              <Th>{t('Address')}</Th>
              <Th>
                <span className="sr-only">{t('Details')}</span>
              </Th>
            </tr>
          </thead>
          <tbody>
            {list.items.map((line) => {
              const isOpen = open === line.id;
              return (
                <Fragment key={line.id}>
                  <Tr>
                    <Td className="max-sm:order-2 max-sm:text-right">
                      <Time at={line.at} />
                    </Td>
                    <Td className="max-sm:whitespace-normal" title={line.action}>
                      {actionName(line.action)}
                    </Td>
                    <Td className="max-sm:order-1">
                      {line.user?.name ?? (
                        <span className="text-muted-foreground">{t('Nobody signed in')}</span>
                      )}
                    </Td>
                    <Td className="font-mono text-[13px] max-sm:hidden">{line.address}</Td>
                    <Td className="text-right">
                      <Button
                        size="small"
                        variant="ghost"
                        aria-expanded={isOpen}
                        aria-label={t('Details of {action}, {time}', {
                          action: actionName(line.action),
                          time: exactTime(line.at),
                        })}
                        onClick={() => setOpen(isOpen ? undefined : line.id)}
                      >
                        {isOpen ? t('Hide') : t('Details')}
                      </Button>
                    </Td>
                  </Tr>
                  {isOpen && (
                    <tr className="border-b last:border-b-0">
                      <td colSpan={5} className="min-w-0 bg-surface/60 p-4 max-sm:col-span-2">
                        <Details line={line} filters={filters} />
                      </td>
                    </tr>
                  )}
                </Fragment>
              );
            })}
          </tbody>
        </Table>
      )}
      <ShowMore list={list} />
    </>
  );
}

/** `client.suspended` → `Client suspended`. */
const actionName = (action: string): string => refusal(capital(action.replace('.', ' ')));

function Details({ line, filters }: { line: Line; filters: Filters }) {
  const changes = changesOf(line);
  return (
    <div className="grid grid-cols-1 gap-3">
      <p className="flex flex-wrap items-center gap-x-5 gap-y-1 text-[13px]">
        <span className="tabular-nums">{exactTime(line.at)}</span>
        {line.environment && <span>{line.environment === 'LIVE' ? t('Live') : t('Sandbox')}</span>}
        {line.subject_id && (
          <span className="inline-flex max-w-full min-w-0 items-center gap-1">
            {t('Subject')} <Copyable value={line.subject_id} className="min-w-0" />
          </span>
        )}
        {line.user?.id && filters.user_id === undefined && (
          <Link className="underline underline-offset-4" href={hrefOf({ ...filters, user_id: line.user.id })}>
            {t('All of {name}', { name: line.user.name })}
          </Link>
        )}
        {line.client_id && (
          <>
            <Link className="underline underline-offset-4" href={`/admin/clients/${line.client_id}`}>
              {t('Client')}
            </Link>
            {filters.client_id === undefined && (
              <Link
                className="underline underline-offset-4"
                href={hrefOf({ ...filters, client_id: line.client_id })}
              >
                {t('All about this client')}
              </Link>
            )}
          </>
        )}
      </p>
      {changes.length === 0 ? (
        <p className="text-muted-foreground">{t('The action says it all.')}</p>
      ) : (
        <dl className="grid gap-y-2 font-mono text-[13px]">
          {changes.map(({ name, before, after }) => (
            <div key={name} className="grid gap-x-4 sm:grid-cols-[12rem_1fr]">
              <dt className="text-muted-foreground">{name}</dt>
              <dd className="min-w-0 break-words whitespace-pre-wrap">
                {before !== undefined && <span className="text-muted-foreground line-through">{before}</span>}
                {before !== undefined && after !== undefined && ' → '}
                {after}
              </dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  );
}

/** What differs; of what was only added or only removed, all. */
function changesOf({ before, after }: Line): { name: string; before?: string; after?: string }[] {
  const [old, new_] = [before ?? {}, after ?? {}] as Record<string, unknown>[];
  const names = [...new Set([...Object.keys(old ?? {}), ...Object.keys(new_ ?? {})])];
  return names.flatMap((name) => {
    const [was, is] = [text(old?.[name]), text(new_?.[name])];
    if (was === is) return [];
    return [{ name, ...(was !== undefined && { before: was }), ...(is !== undefined && { after: is }) }];
  });
}

function text(value: unknown): string | undefined {
  if (value === undefined) return undefined;
  if (Array.isArray(value))
    return value.length === 0 ? t('none') : value.map((each) => text(each)).join(', ');
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function hrefOf(filters: Filters): string {
  const given = Object.entries(filters).filter((pair): pair is [string, string] => pair[1] !== undefined);
  const search = new URLSearchParams(given).toString();
  return search ? `/admin/audit?${search}` : '/admin/audit';
}
