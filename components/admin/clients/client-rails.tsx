'use client';

import { useState } from 'react';
import { t } from '#lib/browser/language/words';
import type { ClientDetail } from '#lib/clients/get-client';
import { RailName } from '../../rails/rail-name.tsx';
import { Button } from '../../ui/button.tsx';
import { onDemand } from '../../ui/on-demand.tsx';
import { State } from '../../ui/state.tsx';
import { Table, Td, Th, Tr } from '../../ui/table.tsx';
import { directionName, environmentName } from '../rails/rail-name.tsx';
import { type RailChoice, railChoiceName } from './rail-choice.ts';

const SwitchRailDialog = onDemand(async () => (await import('./switch-rail-dialog.tsx')).SwitchRailDialog);

interface ClientRailsProps {
  path: string;
  client: ClientDetail;
  mayManage: boolean;
  onChanged(): void;
}

const environments = ['LIVE', 'SANDBOX'] as const;

/** Which rails this client may use; one that is switched off for all stays off whatever stands here. */
export function ClientRails({ path, client, mayManage, onChanged }: ClientRailsProps) {
  const [choice, setChoice] = useState<RailChoice>();
  return (
    <>
      <Table label={t('Rails')} inBlocks>
        <thead>
          <tr>
            <Th>{t('Rail')}</Th>
            <Th>{t('Direction')}</Th>
            {environments.map((environment) => (
              <Th key={environment}>{environmentName({ environment })}</Th>
            ))}
          </tr>
        </thead>
        <tbody>
          {client.rails.map((rail) => (
            <Tr key={rail.provider + rail.direction}>
              <Td>
                <RailName of={rail.provider} />
              </Td>
              <Td className="max-sm:text-right">{directionName(rail)}</Td>
              {environments.map((environment) => (
                <Td key={environment} label={environmentName({ environment })}>
                  <span className="inline-flex items-center gap-3">
                    <RailState rail={rail} environment={environment} />
                    {mayManage && (
                      <Button
                        size="small"
                        variant="ghost"
                        className="text-primary"
                        aria-label={t(
                          rail.enabled[environment] ? '{what}: switch off' : '{what}: switch on',
                          {
                            what: railChoiceName({ rail, environment }),
                          },
                        )}
                        onClick={() => setChoice({ rail, environment })}
                      >
                        {rail.enabled[environment] ? t('Switch off…') : t('Switch on…')}
                      </Button>
                    )}
                  </span>
                </Td>
              ))}
            </Tr>
          ))}
        </tbody>
      </Table>
      {choice && (
        <SwitchRailDialog
          path={path}
          name={client.name}
          choice={choice}
          onClose={() => setChoice(undefined)}
          onChanged={onChanged}
        />
      )}
    </>
  );
}

/** What is switched on does not work before the rail's wallet is connected. */
function RailState({ rail, environment }: RailChoice) {
  if (!rail.enabled[environment]) return <State tone="failed">{t('Switched off')}</State>;
  const isConnected = environment === 'SANDBOX' || rail.connected;
  return isConnected ? (
    <State tone="succeeded">{t('On|of a rail')}</State>
  ) : (
    <State tone="ended">{t('On, not connected')}</State>
  );
}
