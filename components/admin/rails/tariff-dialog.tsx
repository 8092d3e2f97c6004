'use client';

import { useMutation } from '@tanstack/react-query';
import { typedAmount } from '#lib/browser/amounts';
import { call } from '#lib/browser/api';
import { faultsOf } from '#lib/browser/faults';
import { later, t } from '#lib/browser/language/words';
import { railName } from '#lib/browser/rail-names';
import type { RailView } from '#lib/rails/list-rails';
import { Field, Input } from '../../ui/field.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { toast } from '../../ui/toast.tsx';
import type { Movement } from './rail-tariffs.tsx';

interface TariffDialogProps {
  rail: RailView;
  movement: Movement;
  onClose(): void;
  onDone(): void;
}

const titles: Record<Movement, (facts: { rail: string }) => string> = {
  collection: later('What {rail} takes for each collection'),
  payout: later('What {rail} takes for each payout'),
  refund: later('What {rail} takes for each refund'),
};

/** Says what a rail takes from a day on. What was booked until then stays. */
export function TariffDialog({ rail, movement, onClose, onDone }: TariffDialogProps) {
  const { provider, tariffs } = rail;
  const present = tariffs.movements.find((each) => each.movement === movement)?.in_force;
  const save = useMutation({
    mutationFn: ({ flat_amount = '', percent = '', ...fields }: Record<string, string>) =>
      call(`/api/admin/rails/${provider}/tariffs`, {
        method: 'POST',
        body: { movement, flat_amount: typedAmount(flat_amount), bps: bpsOf(percent), ...fields },
      }),
    onSuccess: () => {
      onClose();
      toast.success(t('Saved. Payments that begin on that day or later are booked by it.'));
      onDone();
    },
  });
  const faults = faultsOf(save.error);
  // A day of The Gambia, which is one of UTC.
  const today = new Date().toISOString().slice(0, 10);
  return (
    <FormDialog
      title={titles[movement]({ rail: railName(provider) })}
      description={t(
        'It is booked at the house’s expense when the payment succeeds; where the rail itself says what it took, that is booked instead. No client pays it.',
      )}
      action={t('Set the tariff')}
      busy={save.isPending}
      fault={faults.form}
      error={save.error}
      onSend={save.mutate}
      onClose={onClose}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={t('For each, GMD')} error={faults.flat_amount}>
          {(control) => (
            <Input
              {...control}
              name="flat_amount"
              inputMode="decimal"
              defaultValue={present?.flat_amount ?? '0.00'}
              autoComplete="off"
              className="tabular-nums"
              required
            />
          )}
        </Field>
        <Field label={t('Of the amount, %')} hint={t('Rounded half up to a butut.')} error={faults.bps}>
          {(control) => (
            <Input
              {...control}
              name="percent"
              inputMode="decimal"
              pattern="\d{1,3}(\.\d{1,2})?"
              title={t('A share such as 1 or 1.25')}
              defaultValue={present ? (present.bps / 100).toString() : '0'}
              autoComplete="off"
              className="tabular-nums"
              required
            />
          )}
        </Field>
      </div>
      <Field label={t('From the day')} error={faults.starts_on}>
        {(control) => (
          <Input {...control} name="starts_on" type="date" min={today} defaultValue={today} required />
        )}
      </Field>
      <Field
        label={t('Where it stands')}
        hint={t('The contract or letter. Stands in the audit log.')}
        error={faults.note}
      >
        {(control) => <Input {...control} name="note" required maxLength={500} autoComplete="off" />}
      </Field>
    </FormDialog>
  );
}

/** `1.25` → 125; NaN, which the server refuses in words, for anything else. */
function bpsOf(percent: string): number {
  const [, whole = '', part = ''] = /^(\d{1,3})(?:\.(\d{1,2}))?$/.exec(percent.trim()) ?? [];
  return whole === '' ? Number.NaN : Number(whole + part.padEnd(2, '0'));
}
