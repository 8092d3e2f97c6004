'use client';

import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { typedAmount } from '#lib/browser/amounts';
import { call } from '#lib/browser/api';
import { endOfDay } from '#lib/browser/banjul-time';
import { faultsOf } from '#lib/browser/faults';
import { t } from '#lib/browser/language/words';
import { newId } from '#lib/browser/new-id';
import type { PresentedLink } from '#lib/payment-links/payment-link';
import type { Place } from '../payments/environment.ts';
import { AmountField } from '../payments/payment-fields.tsx';
import { Field, Input, Select, Textarea } from '../ui/field.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';

interface NewLinkDialogProps {
  place: Place;
  onClose(): void;
  onMade(link: PresentedLink): void;
}

/** Asks what a link is for; the amount is fixed, or left to the payer. */
export function NewLinkDialog({ place, onClose, onMade }: NewLinkDialogProps) {
  const today = new Date().toISOString().slice(0, 10);
  const [isTyped, setTyped] = useState(false);
  // Of this form: however often it is sent, it makes one link.
  const [key] = useState(newId);
  const make = useMutation({
    mutationFn: (body: Record<string, unknown>) =>
      call<PresentedLink>('/api/dashboard/payment-links', {
        method: 'POST',
        body,
        headers: { 'idempotency-key': key },
        query: { environment: place.environment },
      }),
    onSuccess: (link) => {
      onClose();
      onMade(link);
    },
  });
  const faults = faultsOf(make.error, { INVALID_AMOUNT: 'amount' });
  return (
    <FormDialog
      title={t('New link')}
      description={t('Its amount never changes. You can switch the link off at any time.')}
      action={t('Make the link')}
      busy={make.isPending}
      fault={faults.form}
      error={make.error}
      onSend={(given) => make.mutate(bodyOf(given))}
      onClose={onClose}
    >
      <Field label={t('What is it for?')} hint={t('The payer reads it.')} error={faults.title}>
        {(control) => (
          <Input
            {...control}
            name="title"
            placeholder={t('School fees, term 2')}
            autoComplete="off"
            required
          />
        )}
      </Field>
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label={t('Who says how much?')}>
          {(control) => (
            <Select
              {...control}
              value={isTyped ? 'payer' : 'fixed'}
              onChange={(event) => setTyped(event.target.value === 'payer')}
            >
              <option value="fixed">{t('You: one fixed amount')}</option>
              <option value="payer">{t('The payer types it')}</option>
            </Select>
          )}
        </Field>
        {!isTyped && <AmountField error={faults.amount} />}
      </div>
      <div className="grid gap-5 sm:grid-cols-2">
        <Field
          label={t('How many payments (optional)')}
          hint={t('Empty: any number')}
          error={faults.max_payments}
        >
          {(control) => (
            <Input {...control} name="max_payments" inputMode="numeric" autoComplete="off" placeholder="1" />
          )}
        </Field>
        <Field label={t('Last day (optional)')} hint={t('Empty: no end')} error={faults.expires_at}>
          {(control) => <Input {...control} name="last_day" type="date" min={today} />}
        </Field>
      </div>
      <Field label={t('More about it (optional)')} hint={t('The payer reads it.')} error={faults.description}>
        {(control) => <Textarea {...control} name="description" />}
      </Field>
    </FormDialog>
  );
}

function bodyOf(given: Record<string, string>): Record<string, unknown> {
  // One line each, as payers read it.
  const filled = (name: string) => (given[name] ?? '').trim().replaceAll(/\s+/g, ' ').normalize('NFC');
  const payments = filled('max_payments').replaceAll(/[ ,]/g, '');
  return {
    title: filled('title'),
    ...(given.amount !== undefined && { amount: typedAmount(given.amount) }),
    // What is no number is sent as it is, and refused with a sentence.
    ...(payments !== '' && {
      max_payments: /^\d{1,9}$/.test(payments) ? Number.parseInt(payments, 10) : payments,
    }),
    ...(filled('last_day') !== '' && { expires_at: endOfDay(filled('last_day')) }),
    ...(filled('description') !== '' && { description: filled('description') }),
  };
}
