'use client';

import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '#lib/browser/api';
import { faultsOf } from '#lib/browser/faults';
import { later, t } from '#lib/browser/language/words';
import { railName } from '#lib/browser/rail-names';
import type { RailHealthView } from '#lib/rails/list-health';
import { Field, Input, Select } from '../../ui/field.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { toast } from '../../ui/toast.tsx';
import { healthNames } from './rail-health.tsx';

interface OverruleDialogProps {
  health: RailHealthView;
  onClose(): void;
  onDone(): void;
}

const closedEffects = {
  collection: later('New collections are refused with PROVIDER_UNAVAILABLE. What was begun goes on.'),
  payout: later('Payouts are taken, wait, and go out when it is open again. What was sent goes on.'),
};

const effects: Record<string, () => string> = {
  '': later('What its calls and probes say counts again.'),
  OPERATIONAL: later(
    'It is used as if nothing were wrong, whatever its calls say, until somebody leaves it to them again.',
  ),
  DELAYED: later('It is used, and clients are told that it is slow.'),
};

export function OverruleDialog({ health, onClose, onDone }: OverruleDialogProps) {
  const { provider, direction, override } = health;
  const [status, setStatus] = useState<string>(override ? health.status : '');
  const save = useMutation({
    mutationFn: ({ reason }: Record<string, string>) =>
      call(`/api/admin/rails/${provider}/health`, {
        method: 'POST',
        body: { direction, status: status || null, reason },
      }),
    onSuccess: () => {
      onClose();
      toast.success(t('Saved. Every server knows it within two seconds.'));
      onDone();
    },
  });
  const faults = faultsOf(save.error);
  return (
    <FormDialog
      title={t(direction === 'collection' ? '{rail}: health of collections' : '{rail}: health of payouts', {
        rail: railName(provider),
      })}
      description={t('By its calls and probes it is {status}.', {
        status: healthNames[health.found]().toLowerCase(),
      })}
      action={
        status !== 'CLOSED'
          ? t('Save')
          : t(direction === 'collection' ? 'Close collections' : 'Close payouts')
      }
      danger={status === 'CLOSED'}
      busy={save.isPending}
      fault={faults.form}
      onSend={save.mutate}
      onClose={onClose}
    >
      <Field
        label={t('What counts')}
        hint={status === 'CLOSED' ? closedEffects[direction]() : effects[status]?.()}
        error={faults.status}
      >
        {(control) => (
          <Select {...control} value={status} onChange={(event) => setStatus(event.target.value)}>
            <option value="">{t('Its calls and probes')}</option>
            {Object.entries(healthNames).map(([value, name]) => (
              <option key={value} value={value}>
                {t('{status}, whatever they say', { status: name() })}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field label={t('Reason')} hint={t('Stands on this page and in the audit log.')} error={faults.reason}>
        {(control) => <Input {...control} name="reason" required maxLength={500} autoComplete="off" />}
      </Field>
    </FormDialog>
  );
}
