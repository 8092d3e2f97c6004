'use client';

import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { typedAmount } from '#lib/browser/amounts';
import { call } from '#lib/browser/api';
import { faultsOf } from '#lib/browser/faults';
import { later, t } from '#lib/browser/language/words';
import { railName } from '#lib/browser/rail-names';
import type { RailSettingView } from '#lib/rails/list-rails';
import { Checkbox, Field, Input } from '../../ui/field.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { toast } from '../../ui/toast.tsx';
import { type ChosenRail, environmentName } from './rail-name.tsx';

const directions = {
  collection: {
    title: later('{rail}: collections, {environment}'),
    whenOff: later(
      'While it is off, new collections on this rail are refused with provider_not_enabled, for every client.',
    ),
    switchOff: later('Switch off collections'),
    take: later('Take new collections'),
  },
  payout: {
    title: later('{rail}: payouts, {environment}'),
    whenOff: later(
      'While it is off, new payouts on this rail are refused with provider_not_enabled, for every client.',
    ),
    switchOff: later('Switch off payouts'),
    take: later('Take new payouts'),
  },
};

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
    mutationFn: ({ min_amount = '', max_amount = '', day_limit, month_limit }: Record<string, string>) =>
      call(`/api/admin/rails/${provider}`, {
        method: 'PATCH',
        body: {
          environment: setting.environment,
          direction: setting.direction,
          enabled,
          min_amount: typedAmount(min_amount),
          max_amount: typedAmount(max_amount),
          ...(setting.direction === 'payout' && {
            day_limit: limitOf(day_limit),
            month_limit: limitOf(month_limit),
          }),
        },
      }),
    onSuccess: () => {
      onClose();
      toast.success(t('Saved. Every server does so within two seconds.'));
      onDone();
    },
  });
  const faults = faultsOf(save.error);
  const words = directions[setting.direction];
  const isSwitchedOff = setting.enabled && !enabled;
  return (
    <FormDialog
      title={words.title({
        rail: railName(provider),
        environment: environmentName(setting).toLowerCase(),
      })}
      description={
        setting.connected
          ? words.whenOff()
          : t(
              'No connection to this rail exists in this environment; what is set here counts once there is one.',
            )
      }
      action={isSwitchedOff ? words.switchOff() : t('Save')}
      danger={isSwitchedOff}
      busy={save.isPending}
      fault={faults.form}
      onSend={save.mutate}
      onClose={onClose}
    >
      <Checkbox
        label={words.take()}
        checked={enabled}
        onChange={(event) => setEnabled(event.target.checked)}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={t('Smallest amount, GMD')} error={faults.min_amount}>
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
        <Field label={t('Largest amount, GMD')} error={faults.max_amount}>
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
        {setting.direction === 'payout' &&
          limits.map(({ name, label }) => (
            <Field key={name} label={label()} hint={limitHint(setting)} error={faults[name]}>
              {(control) => (
                <Input {...control} name={name} inputMode="decimal" defaultValue={setting[name] ?? ''} />
              )}
            </Field>
          ))}
      </div>
    </FormDialog>
  );
}

const limits = [
  { name: 'day_limit', label: later('Most in a day, GMD') },
  { name: 'month_limit', label: later('Most in a month, GMD') },
] as const;

function limitHint({ environment }: RailSettingView): string {
  return environment === 'LIVE'
    ? t('All clients together. Empty: no limit.')
    : t('Each client by itself. Empty: no limit.');
}

function limitOf(typed = ''): string | null {
  return typed.trim() === '' ? null : typedAmount(typed);
}
