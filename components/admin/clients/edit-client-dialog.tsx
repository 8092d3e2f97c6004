'use client';

import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { amountOf, typedBututs } from '#lib/browser/amounts';
import { call } from '#lib/browser/api';
import { faultsOf } from '#lib/browser/faults';
import { parsePercent, percent } from '#lib/browser/format';
import { later, t } from '#lib/browser/language/words';
import { normaliseMobile } from '#lib/browser/phone';
import type { ClientFacts } from '#lib/clients/client-row';
import { Field, Input, Select } from '../../ui/field.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { toast } from '../../ui/toast.tsx';

interface EditClientDialogProps {
  path: string;
  client: ClientFacts;
  onClose(): void;
  onSaved(): void;
}

/** What the client's payouts may take, in each environment by itself. */
const payoutLimits = [
  { name: 'payout_limit_bututs', label: later('Limit of one payout, in GMD') },
  { name: 'payout_limit_day_bututs', label: later('Limit of payouts in a day, in GMD') },
  { name: 'payout_limit_month_bututs', label: later('Limit of payouts in a month, in GMD') },
] as const;

export function EditClientDialog({ path, client, onClose, onSaved }: EditClientDialogProps) {
  const [wrong, setWrong] = useState<Record<string, string>>({});
  const save = useMutation({
    mutationFn: (body: Record<string, unknown>) => call(path, { method: 'PATCH', body }),
    onSuccess: () => {
      onClose();
      toast.success(t('Saved. Every server knows it within a moment.'));
      onSaved();
    },
  });
  const fields = [
    { name: 'name', label: t('Name of the business'), value: client.name },
    { name: 'business_email', label: t('E-mail'), value: client.business_email },
    { name: 'business_phone', label: t('Phone'), value: client.business_phone },
    {
      name: 'commission_bps',
      label: t('Commission, in per cent'),
      value: percent(client.commission_bps).replace(' %', ''),
      hint: t('Counts for the collections that are made from now on.'),
    },
    {
      name: 'rate_limit_per_second',
      label: t('Requests per second'),
      value: client.rate_limit_per_second?.toString() ?? '',
      hint: t('Empty: the server’s own limit.'),
    },
    {
      name: 'rate_limit_burst',
      label: t('Burst'),
      value: client.rate_limit_burst?.toString() ?? '',
      hint: t('Empty: twice the requests per second.'),
    },
    ...payoutLimits.map(({ name, label }) => ({
      name,
      label: label(),
      value: client[name] === null ? '' : amountOf(client[name]),
      hint: t('Empty: no limit.'),
    })),
  ];
  const send = (given: Record<string, string>) => {
    const body: Record<string, unknown> = {};
    const faults: Record<string, string> = {};
    for (const { name, value } of fields) {
      const text = (given[name] ?? '').trim();
      if (text === value) continue;
      if (name === 'commission_bps') {
        const bps = parsePercent(text);
        if (bps === undefined) faults[name] = t('Write a number with at most two digits after the point.');
        else body[name] = bps;
      } else if (name.startsWith('rate_limit')) {
        if (text !== '' && !/^\d{1,9}$/.test(text)) faults[name] = t('Write a whole number, or nothing.');
        else body[name] = text === '' ? null : Number(text);
      } else if (name.startsWith('payout_limit')) {
        const bututs = text === '' ? null : typedBututs(text);
        if (bututs === undefined || bututs === 0) faults[name] = t('Write an amount above 0, or nothing.');
        else body[name] = bututs;
      } else if (name === 'business_phone') body[name] = normaliseMobile(text);
      else body[name] = text;
    }
    const { refund_commission } = given;
    if (refund_commission !== client.refund_commission) body.refund_commission = refund_commission;
    setWrong(faults);
    if (Object.keys(faults).length > 0) return;
    if (Object.keys(body).length === 0) onClose();
    else save.mutate(body);
  };
  const faults = { ...faultsOf(save.error), ...wrong };
  return (
    <FormDialog
      title={t('Edit {client}', { client: client.name })}
      action={t('Save')}
      busy={save.isPending}
      fault={faults.form}
      onSend={send}
      onClose={onClose}
    >
      {fields.map(({ name, label, value, hint }) => (
        <Field key={name} label={label} error={faults[name]} {...(hint && { hint })}>
          {(control) => <Input {...control} name={name} defaultValue={value} autoComplete="off" />}
        </Field>
      ))}
      <Field
        label={t('Commission of what is refunded')}
        hint={t('Counts for the refunds that are made from now on.')}
        error={faults.refund_commission}
      >
        {(control) => (
          <Select {...control} name="refund_commission" defaultValue={client.refund_commission}>
            <option value="keep">{t('Stays with us')}</option>
            <option value="return">{t('Comes back to the client')}</option>
          </Select>
        )}
      </Field>
    </FormDialog>
  );
}
