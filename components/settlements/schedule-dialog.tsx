'use client';

import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { typedAmount } from '#lib/browser/amounts';
import { call } from '#lib/browser/api';
import { faultsOf } from '#lib/browser/faults';
import { t } from '#lib/browser/language/words';
import type { SettlementDesk } from '#lib/settlements/list-settlements';
import type { Place } from '../payments/environment.ts';
import { Checkbox, Field, Input, Select } from '../ui/field.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import { toast } from '../ui/toast.tsx';
import { nameOf } from './account-list.tsx';
import { weekdays } from './weekdays.ts';

interface ScheduleDialogProps {
  place: Place;
  desk: SettlementDesk;
  onClose(): void;
  onChanged(): void;
}

export function ScheduleDialog({ place, desk, onClose, onChanged }: ScheduleDialogProps) {
  const present = desk.schedule;
  const [isOn, setOn] = useState(present?.is_on ?? true);
  const [every, setEvery] = useState<string>(present?.every ?? 'day');
  const change = useMutation({
    mutationFn: (fields: Record<string, string>) =>
      call('/api/dashboard/settlements/schedule', {
        method: 'POST',
        query: { environment: place.environment },
        body: {
          is_on: isOn,
          account_id: fields.account_id,
          every,
          keep: typedAmount(fields.keep ?? ''),
          ...(every === 'week' && { weekday: Number(fields.weekday) }),
          ...(every === 'balance' && { above: typedAmount(fields.above ?? '') }),
        },
      }),
    onSuccess: () => {
      onClose();
      toast.success(isOn ? t('The schedule is in force.') : t('Nothing settles by itself any more.'));
    },
    onSettled: onChanged,
  });
  const faults = faultsOf(change.error);
  return (
    <FormDialog
      title={t('When does your balance settle by itself?')}
      description={t(
        'All that is available then, but what you keep, goes to one of your accounts. Times are of Banjul.',
      )}
      action={t('Save')}
      busy={change.isPending}
      fault={faults.form}
      error={change.error}
      onSend={(fields) => change.mutate(fields)}
      onClose={onClose}
    >
      <Checkbox
        label={t('Settle by itself')}
        checked={isOn}
        onChange={(event) => setOn(event.target.checked)}
      />
      <Field label={t('To')} error={faults.account_id}>
        {(control) => (
          <Select {...control} name="account_id" defaultValue={present?.account_id}>
            {desk.accounts.map((account) => (
              <option key={account.id} value={account.id}>
                {nameOf(account)}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field label={t('When')} error={faults.every}>
        {(control) => (
          <Select {...control} value={every} onChange={(event) => setEvery(event.target.value)}>
            <option value="day">{t('Every day')}</option>
            <option value="week">{t('Every week')}</option>
            <option value="balance">{t('When more than a sum is available')}</option>
          </Select>
        )}
      </Field>
      {every === 'week' && (
        <Field label={t('Day of the week')} error={faults.weekday}>
          {(control) => (
            <Select {...control} name="weekday" defaultValue={present?.weekday ?? 1}>
              {weekdays.map((day, index) => (
                <option key={day()} value={index + 1}>
                  {day()}
                </option>
              ))}
            </Select>
          )}
        </Field>
      )}
      {every === 'balance' && (
        <Sum label={t('Above this sum in GMD')} name="above" value={present?.above} error={faults.above} />
      )}
      <Sum
        label={t('Always keep, in GMD')}
        name="keep"
        value={present?.keep ?? '0.00'}
        error={faults.keep}
        hint={t('For refunds and payouts.')}
      />
    </FormDialog>
  );
}

interface SumProps {
  label: string;
  name: string;
  value: string | null | undefined;
  error: string | undefined;
  hint?: string;
}

function Sum({ label, name, value, error, hint }: SumProps) {
  return (
    <Field label={label} error={error} hint={hint}>
      {(control) => (
        <Input
          {...control}
          name={name}
          defaultValue={value ?? ''}
          inputMode="decimal"
          autoComplete="off"
          required
          className="tabular-nums"
        />
      )}
    </Field>
  );
}
