'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import dynamic from 'next/dynamic';
import { useState } from 'react';
import { call } from '#lib/browser/api';
import { money } from '#lib/browser/format';
import type { RailSettingView, RailView } from '#lib/rails/change-rail';
import { PageHeader } from '../frame/page-header.tsx';
import { Button } from '../ui/button.tsx';
import { cn } from '../ui/cn.ts';
import { ErrorState } from '../ui/feedback.tsx';
import { State } from '../ui/state.tsx';
import { numeric, Table, Td, Th, Tr } from '../ui/table.tsx';
import { type ChosenRail, environmentName } from './rail-name.ts';

// Loaded when it is wanted.
const RailDialog = dynamic(() => import('./rail-dialog.tsx').then((module) => module.RailDialog));

const path = '/api/admin/rails';

export function RailsPage({ initial, mayManage }: { initial: RailView[]; mayManage: boolean }) {
  const queries = useQueryClient();
  const {
    data: rails,
    error,
    refetch,
  } = useQuery({
    queryKey: [path],
    queryFn: ({ signal }) => call<RailView[]>(path, { signal }),
    initialData: initial,
    refetchInterval: 15_000,
  });
  const [chosen, setChosen] = useState<ChosenRail>();
  return (
    <>
      <PageHeader title="Rails">
        Each direction of each rail can be switched off, and has bounds for the amount. What is under way goes
        on.
      </PageHeader>
      {error && <ErrorState error={error} onRetry={() => refetch()} />}
      <Table label="Rails" inBlocks>
        <thead>
          <tr>
            <Th>Rail</Th>
            <Th>Environment</Th>
            <Th>Direction</Th>
            <Th>State</Th>
            <Th className={numeric}>Smallest amount</Th>
            <Th className={numeric}>Largest amount</Th>
            {mayManage && (
              <Th>
                <span className="sr-only">Actions</span>
              </Th>
            )}
          </tr>
        </thead>
        {rails.map(({ provider, settings }) => (
          <tbody key={provider} className="border-b last:border-b-0">
            {settings.map((setting) => (
              <Tr key={setting.environment + setting.direction} className="last:border-b-0">
                <Td className="font-mono text-[13px]">{provider}</Td>
                <Td className="max-sm:order-1">{environmentName(setting)}</Td>
                <Td className="max-sm:order-1 max-sm:text-right">
                  {setting.direction === 'collection' ? 'Collections' : 'Payouts'}
                </Td>
                <Td className="max-sm:text-right">
                  <RailState setting={setting} />
                </Td>
                <Td label="Smallest amount" className={cn(numeric, 'max-sm:order-2')}>
                  {money(setting.min_amount)}
                </Td>
                <Td label="Largest amount" className={cn(numeric, 'max-sm:order-2')}>
                  {money(setting.max_amount)}
                </Td>
                {mayManage && (
                  <Td className="text-right max-sm:order-3 max-sm:col-span-2">
                    <Button
                      size="small"
                      variant="ghost"
                      aria-label={`Change ${provider}, ${environmentName(setting)}, ${setting.direction}s`}
                      onClick={() => setChosen({ provider, setting })}
                    >
                      Change…
                    </Button>
                  </Td>
                )}
              </Tr>
            ))}
          </tbody>
        ))}
      </Table>
      {chosen && (
        <RailDialog
          chosen={chosen}
          onClose={() => setChosen(undefined)}
          onSaved={() => queries.invalidateQueries({ queryKey: [path] })}
        />
      )}
    </>
  );
}

function RailState({ setting }: { setting: RailSettingView }) {
  if (!setting.connected) return <State tone="ended">Not connected</State>;
  return setting.enabled ? <State tone="succeeded">On</State> : <State tone="failed">Switched off</State>;
}
