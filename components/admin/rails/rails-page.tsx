'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '#lib/browser/api';
import { money } from '#lib/browser/format';
import { t } from '#lib/browser/language/words';
import type { RailView } from '#lib/rails/list-rails';
import { PageHeader } from '../../frame/page-header.tsx';
import { RailName } from '../../rails/rail-name.tsx';
import { cn } from '../../ui/cn.ts';
import { ErrorState } from '../../ui/feedback.tsx';
import { onDemand } from '../../ui/on-demand.tsx';
import { numeric, Table, Td, Th, Tr } from '../../ui/table.tsx';
import { ChangeRailButton } from './change-rail-button.tsx';
import { bookings, type HouseBooking } from './house-bookings.ts';
import { LiveRail, type RailAction } from './live-rail.tsx';
import { directionName, RailLimits, SwitchState } from './rail-name.tsx';

const RailDialog = onDemand(async () => (await import('./rail-dialog.tsx')).RailDialog);
const ConnectDialog = onDemand(async () => (await import('./connect-dialog.tsx')).ConnectDialog);
const DisconnectDialog = onDemand(async () => (await import('./disconnect-dialog.tsx')).DisconnectDialog);
const DecideConnectionDialog = onDemand(
  async () => (await import('./decide-connection-dialog.tsx')).DecideConnectionDialog,
);
const OverruleDialog = onDemand(async () => (await import('./overrule-dialog.tsx')).OverruleDialog);
const HouseMoneyDialog = onDemand(async () => (await import('./house-money-dialog.tsx')).HouseMoneyDialog);
const FaceDialog = onDemand(async () => (await import('./face-dialog.tsx')).FaceDialog);
const TariffDialog = onDemand(async () => (await import('./tariff-dialog.tsx')).TariffDialog);
const CoverDialog = onDemand(async () => (await import('./cover-dialog.tsx')).CoverDialog);

const path = '/api/admin/rails';

interface RailsPageProps {
  initial: RailView[];
  userId: string;
  mayManage: boolean;
}

export function RailsPage({ initial, userId, mayManage }: RailsPageProps) {
  const queries = useQueryClient();
  const {
    data: rails,
    error,
    refetch,
  } = useQuery({
    queryKey: [path],
    queryFn: ({ signal }) => call<RailView[]>(path, { signal }),
    initialData: initial,
    refetchInterval: 10_000,
  });
  const [action, setAction] = useState<RailAction>();
  const dialog = {
    onClose: () => setAction(undefined),
    onDone: () => queries.invalidateQueries({ queryKey: [path] }),
  };
  return (
    <>
      <PageHeader title={t('Rails')}>
        {t(
          'How each rail is reached, how it does, and what it may be used for. What is under way goes on, whatever is switched off.',
        )}
      </PageHeader>
      {error && <ErrorState error={error} onRetry={() => refetch()} />}
      <div className="grid grid-cols-1 gap-10">
        <section aria-labelledby="live-rails" className="grid grid-cols-1 gap-8">
          <h2 id="live-rails" className="text-base font-semibold">
            {t('Live')}
          </h2>
          <p className="-mt-7 text-muted-foreground">
            {t(
              'Troubled calls and answer times are of the last five minutes; half of the calls were answered within the first time, 95 of 100 within the second.',
            )}
          </p>
          {rails.map((rail) => (
            <LiveRail
              key={rail.provider}
              rail={rail}
              userId={userId}
              mayManage={mayManage}
              onAct={setAction}
            />
          ))}
        </section>
        <SandboxRails rails={rails} mayManage={mayManage} onAct={setAction} />
      </div>
      {action?.kind === 'change' && <RailDialog chosen={action.chosen} {...dialog} />}
      {action?.kind === 'connect' && <ConnectDialog rail={action.rail} {...dialog} />}
      {action?.kind === 'face' && <FaceDialog provider={action.rail.provider} {...dialog} />}
      {action?.kind === 'disconnect' && <DisconnectDialog rail={action.rail} {...dialog} />}
      {action?.kind === 'decide' && (
        <DecideConnectionDialog
          provider={action.rail.provider}
          request={action.request}
          decision={action.decision}
          {...dialog}
        />
      )}
      {action?.kind === 'overrule' && <OverruleDialog health={action.health} {...dialog} />}
      {action?.kind === 'tariff' && (
        <TariffDialog rail={action.rail} movement={action.movement} {...dialog} />
      )}
      {action?.kind === 'cover' && <CoverDialog rail={action.rail} {...dialog} />}
      {action && isBooking(action) && (
        <HouseMoneyDialog
          kind={action.kind}
          rail={action.rail}
          others={rails
            .filter((each) => each.float && each.provider !== action.rail.provider)
            .map((each) => each.provider)}
          {...dialog}
        />
      )}
    </>
  );
}

function isBooking(action: RailAction): action is Extract<RailAction, { kind: HouseBooking }> {
  return action.kind in bookings;
}

interface SandboxRailsProps {
  rails: RailView[];
  mayManage: boolean;
  onAct(action: RailAction): void;
}

function SandboxRails({ rails, mayManage, onAct }: SandboxRailsProps) {
  return (
    <section aria-labelledby="sandbox-rails">
      <h2 id="sandbox-rails" className="text-base font-semibold">
        {t('Sandbox')}
      </h2>
      <p className="mb-3 text-muted-foreground">
        {t('The simulator answers inside the server, so it has no connection and no health.')}
      </p>
      <Table label={t('Rails of the sandbox')} inBlocks>
        <thead>
          <tr>
            <Th>{t('Rail')}</Th>
            <Th>{t('Direction')}</Th>
            <Th>{t('Switch')}</Th>
            <Th className={numeric}>{t('Smallest amount')}</Th>
            <Th className={numeric}>{t('Largest amount')}</Th>
            {mayManage && (
              <Th>
                <span className="sr-only">{t('Actions')}</span>
              </Th>
            )}
          </tr>
        </thead>
        {rails.map(({ provider, settings }) => (
          <tbody key={provider} className="border-b last:border-b-0">
            {settings
              .filter((setting) => setting.environment === 'SANDBOX')
              .map((setting) => (
                <Tr key={setting.direction} className="last:border-b-0">
                  <Td>
                    <RailName of={provider} />
                  </Td>
                  <Td className="max-sm:text-right">{directionName(setting)}</Td>
                  <Td className="max-sm:order-1">
                    <SwitchState setting={setting} />
                  </Td>
                  <Td label={t('Smallest amount')} className={cn(numeric, 'max-sm:order-2')}>
                    {money(setting.min_amount)}
                  </Td>
                  <Td label={t('Largest amount')} className={cn(numeric, 'max-sm:order-2')}>
                    {money(setting.max_amount)}
                    <RailLimits setting={setting} />
                  </Td>
                  {mayManage && (
                    <Td className="text-right max-sm:order-3 max-sm:col-span-2">
                      <ChangeRailButton
                        chosen={{ provider, setting }}
                        onChange={(chosen) => onAct({ kind: 'change', chosen })}
                      />
                    </Td>
                  )}
                </Tr>
              ))}
          </tbody>
        ))}
      </Table>
    </section>
  );
}
