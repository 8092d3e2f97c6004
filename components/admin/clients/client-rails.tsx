'use client';

import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { toast } from 'sonner';
import { call } from '#lib/browser/api';
import { railName } from '#lib/browser/rail-names';
import type { ClientRail } from '#lib/clients/change-client-rail';
import type { ClientDetail } from '#lib/clients/get-client';
import { RailName } from '../../rails/rail-name.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { State } from '../../ui/state.tsx';
import { Table, Td, Th, Tr } from '../../ui/table.tsx';
import { directionName, environmentName } from '../rails/rail-name.tsx';

interface ClientRailsProps {
  path: string;
  client: ClientDetail;
  mayManage: boolean;
  onChanged(): void;
}

interface Choice {
  rail: ClientRail;
  environment: 'LIVE' | 'SANDBOX';
}

const environments = ['LIVE', 'SANDBOX'] as const;

/** Which rails this client may use; one that is switched off for all stays off whatever stands here. */
export function ClientRails({ path, client, mayManage, onChanged }: ClientRailsProps) {
  const [choice, setChoice] = useState<Choice>();
  return (
    <>
      <Table label="Rails" inBlocks>
        <thead>
          <tr>
            <Th>Rail</Th>
            <Th>Direction</Th>
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
                        aria-label={`${nameOf({ rail, environment })}: switch ${rail.enabled[environment] ? 'off' : 'on'}`}
                        onClick={() => setChoice({ rail, environment })}
                      >
                        {rail.enabled[environment] ? 'Switch off…' : 'Switch on…'}
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
        <SwitchDialog
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
function RailState({ rail, environment }: Choice) {
  if (!rail.enabled[environment]) return <State tone="failed">Switched off</State>;
  const isConnected = environment === 'SANDBOX' || rail.connected;
  return isConnected ? <State tone="succeeded">On</State> : <State tone="ended">On, not connected</State>;
}

function nameOf({ rail, environment }: Choice): string {
  return `${railName(rail.provider)}, ${rail.direction}s, ${environmentName({ environment }).toLowerCase()}`;
}

function SwitchDialog({
  path,
  name,
  choice,
  onClose,
  onChanged,
}: {
  path: string;
  name: string;
  choice: Choice;
  onClose(): void;
  onChanged(): void;
}) {
  const { rail, environment } = choice;
  const [isOn] = useState(rail.enabled[environment]);
  const change = useMutation({
    mutationFn: () =>
      call(`${path}/rails/${rail.provider}`, {
        method: 'PATCH',
        body: { environment, direction: rail.direction, enabled: !isOn },
      }),
    onSuccess: () => {
      onClose();
      toast.success('Saved. Every server does so within two seconds.');
      onChanged();
    },
  });
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Switch ${isOn ? 'off' : 'on'} ${nameOf(choice)}?`}
      description={
        isOn
          ? `New ${rail.direction}s of ${name} on this rail are refused with provider_not_enabled. What is under way goes on.`
          : `${name} may use this rail for ${rail.direction}s again, where it is connected and switched on for all.`
      }
      action={isOn ? `Switch off ${rail.direction}s` : `Switch on ${rail.direction}s`}
      danger={isOn}
      busy={change.isPending}
      error={change.error}
      onConfirm={() => change.mutate()}
    />
  );
}
