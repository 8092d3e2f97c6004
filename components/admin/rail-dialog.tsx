'use client';

import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { toast } from 'sonner';
import { ApiError, call } from '#lib/browser/api';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Checkbox, Field, Input } from '../ui/field.tsx';
import { type ChosenRail, environmentName } from './rail-name.tsx';

export function RailDialog({
  chosen,
  onClose,
  onDone,
}: {
  chosen: ChosenRail;
  onClose(): void;
  onDone(): void;
}) {
  const { provider, setting } = chosen;
  const [enabled, setEnabled] = useState(setting.enabled);
  const save = useMutation({
    mutationFn: (bounds: Record<string, unknown>) =>
      call(`/api/admin/rails/${provider}`, {
        method: 'PATCH',
        body: { environment: setting.environment, direction: setting.direction, enabled, ...bounds },
      }),
    onSuccess: () => {
      onClose();
      toast.success('Saved. Every server does so within two seconds.');
      onDone();
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
