'use client';

import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '#lib/browser/api';
import { faultsOf } from '#lib/browser/faults';
import { later, t } from '#lib/browser/language/words';
import type { Key } from '#lib/keys/key';
import { Field, Select } from '../ui/field.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';

const overlaps = [
  [24, later('24 hours after the reveal')],
  [72, later('72 hours after the reveal')],
  [1, later('1 hour after the reveal')],
  [0, later('It ends at the reveal')],
] as const;

interface RotateDialogProps {
  apiKey: Key;
  query: { environment: string };
  onClose(): void;
  onAsked(): void;
}

export function RotateDialog({ apiKey, query, onClose, onAsked }: RotateDialogProps) {
  const [overlap, setOverlap] = useState(24);
  const ask = useMutation({
    mutationFn: () =>
      call(`/api/dashboard/keys/${apiKey.id}/rotate`, {
        method: 'POST',
        query,
        body: { overlap_hours: overlap },
      }),
    onSuccess: () => {
      onClose();
      onAsked();
    },
  });
  const faults = faultsOf(ask.error);
  return (
    <FormDialog
      title={t('Rotate {prefix}…{last4}', { prefix: apiKey.prefix, last4: apiKey.last4 })}
      description={t(
        'An operator approves it, then you reveal the new key here, once. It has the same scope. Until the reveal nothing changes.',
      )}
      action={t('Send the request')}
      busy={ask.isPending}
      fault={faults.form}
      error={ask.error}
      onSend={() => ask.mutate()}
      onClose={onClose}
    >
      <Field
        label={t('The present key works on for')}
        hint={t('Long enough to put the new one in place.')}
        error={faults.overlap_hours}
      >
        {(control) => (
          <Select {...control} value={overlap} onChange={(event) => setOverlap(Number(event.target.value))}>
            {overlaps.map(([hours, meaning]) => (
              <option key={hours} value={hours}>
                {meaning()}
              </option>
            ))}
          </Select>
        )}
      </Field>
    </FormDialog>
  );
}
