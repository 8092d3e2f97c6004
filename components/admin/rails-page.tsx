'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { toast } from 'sonner';
import { ApiError, call } from '#lib/browser/api';
import { money } from '#lib/browser/format';
import type { RailSettingView, RailView } from '#lib/rails/change-rail';
import { PageHeader } from '../frame/page-header.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { ErrorState } from '../ui/feedback.tsx';
import { Checkbox, Field, Input } from '../ui/field.tsx';
import { State } from '../ui/state.tsx';
import { numeric, Table, Td, Th, Tr } from '../ui/table.tsx';

const path = '/api/admin/rails';

interface Chosen {
  provider: string;
  setting: RailSettingView;
}

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
  const [chosen, setChosen] = useState<Chosen>();
  return (
    <>
      <PageHeader title="Rails">
        Each direction of each rail can be switched off, and has bounds for the amount. What is under way goes
        on.
      </PageHeader>
      {error && <ErrorState error={error} onRetry={() => refetch()} />}
      <Table label="Rails">
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
                <Td>{environmentName(setting)}</Td>
                <Td>{setting.direction === 'collection' ? 'Collections' : 'Payouts'}</Td>
                <Td>
                  <RailState setting={setting} />
                </Td>
                <Td className={numeric}>{money(setting.min_amount)}</Td>
                <Td className={numeric}>{money(setting.max_amount)}</Td>
                {mayManage && (
                  <Td className="text-right">
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

function environmentName({ environment }: RailSettingView): string {
  return environment === 'LIVE' ? 'Live' : 'Sandbox';
}

function RailDialog({ chosen, onClose, onSaved }: { chosen: Chosen; onClose(): void; onSaved(): void }) {
  const { provider, setting } = chosen;
  const [enabled, setEnabled] = useState(setting.enabled);
  const save = useMutation({
    mutationFn: (bounds: Record<string, unknown>) =>
      call(`${path}/${provider}`, {
        method: 'PATCH',
        body: { environment: setting.environment, direction: setting.direction, enabled, ...bounds },
      }),
    onSuccess: () => {
      onClose();
      toast.success('Saved. Every server does so within two seconds.');
      onSaved();
    },
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    save.mutate(Object.fromEntries(new FormData(event.currentTarget)));
  };
  const error = save.error instanceof ApiError ? save.error : undefined;
  const noun = setting.direction === 'collection' ? 'collections' : 'payouts';
  const isSwitchedOff = setting.enabled && !enabled;
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`${provider}: ${noun}, ${environmentName(setting).toLowerCase()}`}
      description={
        setting.connected
          ? `While it is off, new ${noun} on this rail are refused with provider_not_enabled, for every client.`
          : 'No connection to this rail exists in this environment; what is set here counts once there is one.'
      }
    >
      <form onSubmit={submit} className="mt-5 grid gap-5">
        <Checkbox
          label={`Take new ${noun}`}
          checked={enabled}
          onChange={(event) => setEnabled(event.target.checked)}
        />
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label="Smallest amount, GMD" error={error?.field('min_amount')}>
            {(control) => (
              <Input
                {...control}
                name="min_amount"
                inputMode="decimal"
                defaultValue={setting.min_amount}
                required
              />
            )}
          </Field>
          <Field label="Largest amount, GMD" error={error?.field('max_amount')}>
            {(control) => (
              <Input
                {...control}
                name="max_amount"
                inputMode="decimal"
                defaultValue={setting.max_amount}
                required
              />
            )}
          </Field>
        </div>
        {save.error && !error?.fields.length && (
          <p role="alert" className="text-failed">
            {save.error.message}
          </p>
        )}
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant={isSwitchedOff ? 'danger' : 'primary'} busy={save.isPending}>
            {isSwitchedOff ? `Switch off ${noun}` : 'Save'}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
