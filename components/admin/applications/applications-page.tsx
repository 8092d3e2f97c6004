'use client';

import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import type { ListedApplication } from '#lib/applications/list-applications';
import { call } from '#lib/browser/api';
import { later, plural, t } from '#lib/browser/language/words';
import { operatorStates } from '../../application/status-words.ts';
import { PageHeader } from '../../frame/page-header.tsx';
import { EmptyState, ErrorState } from '../../ui/feedback.tsx';
import { State } from '../../ui/state.tsx';
import { Table, Td, Th, Tr } from '../../ui/table.tsx';
import { Time } from '../../ui/time.tsx';
import { StateTabs } from '../frame/state-tabs.tsx';

const path = '/api/admin/applications';

const empty = {
  open: [
    later('Nobody waits'),
    later('Businesses that hand in their papers appear here, the longest wait first.'),
  ],
  with_client: [
    later('No question is open'),
    later('What you have asked back, or not accepted, stands here until it is handed in again.'),
  ],
  decided: [
    later('Nothing was approved yet'),
    later('Businesses whose papers two operators have approved stand here.'),
  ],
} as const;

interface ApplicationsPageProps {
  state: keyof typeof empty;
  initial: ListedApplication[];
}

/** The businesses that would go live. */
export function ApplicationsPage({ state, initial }: ApplicationsPageProps) {
  const { data, error, refetch } = useQuery({
    queryKey: [path, state],
    queryFn: ({ signal }) => call<ListedApplication[]>(path, { query: { state }, signal }),
    initialData: initial,
    refetchInterval: 30_000,
  });
  const [title, sentence] = empty[state];
  return (
    <>
      <PageHeader title={t('Applications')}>
        {t(
          'Businesses that would go live, with their papers. One operator proposes to approve, another one decides.',
        )}
      </PageHeader>
      <StateTabs
        current={state}
        tabs={[
          ['open', t('Waiting|for somebody'), '/admin/applications'],
          ['with_client', t('With the client'), '/admin/applications?state=with_client'],
          ['decided', t('Approved'), '/admin/applications?state=decided'],
        ]}
      />
      {error ? (
        <ErrorState error={error} onRetry={() => refetch()} />
      ) : data.length === 0 ? (
        <EmptyState title={title()}>{sentence()}</EmptyState>
      ) : (
        <Table label={t('Applications')} inBlocks>
          <thead>
            <tr>
              <Th>{t('Business')}</Th>
              <Th>{t('Registered name')}</Th>
              <Th>{t('State')}</Th>
              <Th>{t('Papers')}</Th>
              <Th>{t('Handed in')}</Th>
            </tr>
          </thead>
          <tbody>
            {data.map(({ client, legal_name, status, files, submitted_at }) => (
              <Tr key={client.id}>
                <Td className="max-w-56 truncate">
                  <Link
                    href={`/admin/applications/${client.id}`}
                    className="font-semibold after:absolute after:inset-0 hover:underline"
                  >
                    {client.name}
                  </Link>
                </Td>
                <Td className="max-w-56 truncate max-sm:order-2">{legal_name}</Td>
                <Td className="max-sm:order-1 max-sm:text-right">
                  <State tone={operatorStates[status].tone}>{operatorStates[status].word()}</State>
                </Td>
                <Td className="max-sm:order-4">
                  {plural(files, { one: '{count} file', other: '{count} files' })}
                </Td>
                <Td className="max-sm:order-3 max-sm:text-right">
                  {submitted_at && <Time at={submitted_at} />}
                </Td>
              </Tr>
            ))}
          </tbody>
        </Table>
      )}
    </>
  );
}
