'use client';

import { useMutation } from '@tanstack/react-query';
import { call } from '#lib/browser/api';
import { faultsOf } from '#lib/browser/faults';
import { later, refusal, t } from '#lib/browser/language/words';
import { railName } from '#lib/browser/rail-names';
import type { PresentedBatchView } from '#lib/payout-batches/get-batch';
import type { BatchRow } from '#lib/payout-batches/list-batch-rows';
import type { Place } from '../payments/environment.ts';
import { Button } from '../ui/button.tsx';
import { Field, Input, Select } from '../ui/field.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import { Notice } from '../ui/notice.tsx';
import { toast } from '../ui/toast.tsx';

interface RowDialogProps {
  place: Place;
  batch: PresentedBatchView;
  row: BatchRow;
  onClose(): void;
  onSaved(): void;
}

type Change = Record<string, string | boolean | null>;

const fields = [
  ['mobile', later('Mobile')],
  ['name', later('Name')],
  ['amount', later('Amount, GMD')],
  ['reference', later('Reference')],
  ['note', later('Note')],
] as const;

/** Mends one row of a file that waits, or takes it out; the whole file is checked again, and nothing is paid. */
export function RowDialog({ place, batch, row, onClose, onSaved }: RowDialogProps) {
  const save = useMutation({
    mutationFn: (body: Change) =>
      call(`/api/dashboard/payout-batches/${batch.id}/rows/${row.line}`, {
        method: 'PATCH',
        body,
        query: { environment: place.environment },
      }),
    onSuccess: (_answer, { removed }) => {
      onClose();
      toast.success(
        removed
          ? t('Line {line} was taken out.', { line: row.line })
          : t('Line {line} was checked again.', { line: row.line }),
      );
      onSaved();
    },
  });
  const faults = faultsOf(save.error);
  const isRemoved = row.outcome === 'removed';
  const rails = batch.funds?.rails ?? [];
  const rail = row.provider ?? batch.provider;
  const isKnown = rails.some(({ provider }) => provider === rail);
  return (
    <FormDialog
      title={t('Line {line}', { line: row.line })}
      description={t(
        'Nothing is sent before the file is confirmed. The file on your computer stays as it is.',
      )}
      action={isRemoved ? t('Put it back') : t('Check again')}
      busy={save.isPending}
      fault={faults.form}
      error={save.error}
      onSend={(given) => save.mutate({ ...given, removed: false })}
      onClose={onClose}
    >
      {row.reason && !isRemoved && <Notice kind="error">{refusal(row.reason)}</Notice>}
      {row.warning && <Notice kind="warning">{refusal(row.warning)}</Notice>}
      <div className="grid gap-4 sm:grid-cols-2">
        {fields.map(([name, label]) => (
          <Field key={name} label={label()} error={faults[name]}>
            {(control) => (
              <Input
                {...control}
                name={name}
                defaultValue={row[name] ?? ''}
                autoComplete="off"
                inputMode={name === 'amount' ? 'decimal' : name === 'mobile' ? 'tel' : undefined}
                className={name === 'amount' || name === 'mobile' ? 'tabular-nums' : undefined}
              />
            )}
          </Field>
        ))}
        <Field label={t('Provider')} error={faults.provider}>
          {(control) => (
            <Select {...control} name="provider" defaultValue={rail}>
              {!isKnown && <option value={rail}>{rail}</option>}
              {rails.map(({ provider, open }) => (
                <option key={provider} value={provider} disabled={!open && provider !== rail}>
                  {open ? railName(provider) : t('{provider} (closed)', { provider: railName(provider) })}
                </option>
              ))}
            </Select>
          )}
        </Field>
      </div>
      {!isRemoved && (
        <div>
          <Button size="small" busy={save.isPending} onClick={() => save.mutate({ removed: true })}>
            {t('Take this row out')}
          </Button>
        </div>
      )}
    </FormDialog>
  );
}
