'use client';

import { useMutation } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { useState } from 'react';
import { typedAmount } from '#lib/browser/amounts';
import { call } from '#lib/browser/api';
import { faultsOf } from '#lib/browser/faults';
import { t } from '#lib/browser/language/words';
import { newReference } from '#lib/browser/new-reference';
import { normaliseMobile } from '#lib/browser/phone';
import type { PresentedRequest } from '#lib/payment-requests/payment-request';
import type { Place } from '../payments/environment.ts';
import { AmountField, MobileField } from '../payments/payment-fields.tsx';
import { Button } from '../ui/button.tsx';
import { Checkbox, Field, Input, Select, Textarea } from '../ui/field.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import { PartFields, partsOf } from './part-fields.tsx';
import { writesLabel } from './writes-label.ts';

interface NewRequestDialogProps {
  place: Place;
  /** Whether this Kaira can write to a number. */
  sendsSms: boolean;
  /** Who is asked, where that is known. */
  customer?: { mobile: string; name: string | null };
  onClose(): void;
  onMade(request: PresentedRequest): void;
}

const MOST_LINES = 50;

/** Asks who is to pay what, and by when. */
export function NewRequestDialog({ place, sendsSms, customer, onClose, onMade }: NewRequestDialogProps) {
  // Sent twice, it is one request.
  const [reference] = useState(() => newReference('REQ'));
  // Each line by a number of its own, so that taking one away leaves what was typed in the others.
  const [lines, setLines] = useState<number[]>();
  const make = useMutation({
    mutationFn: (body: Record<string, unknown>) =>
      call<PresentedRequest>('/api/dashboard/payment-requests', {
        method: 'POST',
        body,
        query: { environment: place.environment },
      }),
    onSuccess: (request) => {
      onClose();
      onMade(request);
    },
  });
  const faults = faultsOf(make.error, { INVALID_AMOUNT: 'amount', DUPLICATE_REFERENCE: 'client_reference' });
  return (
    <FormDialog
      title={t('New request')}
      description={t('One customer pays it, with any wallet. It never changes; you can cancel it.')}
      action={t('Make the request')}
      busy={make.isPending}
      fault={faults.form}
      error={make.error}
      onSend={(given) => make.mutate(bodyOf(given, lines, reference))}
      onClose={onClose}
    >
      <Field label={t('What is it for?')} hint={t('The customer reads it.')} error={faults.description}>
        {(control) => (
          <Input
            {...control}
            name="description"
            placeholder={t('Rice for the shop')}
            autoComplete="off"
            required
          />
        )}
      </Field>
      <Field label={t('Name of the customer (optional)')} error={faults.customer_name}>
        {(control) => (
          <Input
            {...control}
            name="customer_name"
            defaultValue={customer?.name ?? undefined}
            autoComplete="off"
          />
        )}
      </Field>
      <div className="grid gap-5 sm:grid-cols-2">
        <MobileField
          label={t('Their number')}
          name="customer_mobile"
          required={false}
          value={customer?.mobile}
          error={faults.customer_mobile}
        />
        <Field label={t('Or their e-mail')} error={faults.customer_email}>
          {(control) => (
            <Input
              {...control}
              name="customer_email"
              type="email"
              autoComplete="off"
              placeholder={t('awa@example.com')}
            />
          )}
        </Field>
      </div>
      <div className="grid gap-2">
        <Checkbox name="send_email" label={writesLabel(place, 'e-mail')} />
        {sendsSms && <Checkbox name="send_sms" label={writesLabel(place, 'SMS')} />}
        {faults.send_sms && (
          <p role="alert" className="text-[13px] text-failed">
            {faults.send_sms}
          </p>
        )}
      </div>
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label={t('How much?')}>
          {(control) => (
            <Select
              {...control}
              value={lines ? 'lines' : 'one'}
              onChange={(event) => setLines(event.target.value === 'lines' ? [0] : undefined)}
            >
              <option value="one">{t('One amount')}</option>
              <option value="lines">{t('Several lines')}</option>
            </Select>
          )}
        </Field>
        {!lines && <AmountField error={faults.amount} />}
      </div>
      {lines && <LineFields lines={lines} faults={faults} onChange={setLines} />}
      <PartFields error={faults.min_part_amount} />
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label={t('Pay by (optional)')} hint={t('They can pay later, too.')} error={faults.due_on}>
          {(control) => <Input {...control} name="due_on" type="date" />}
        </Field>
        <Field
          label={t('Your number of it (optional)')}
          hint={t('Such as of the invoice')}
          error={faults.client_reference}
        >
          {(control) => <Input {...control} name="client_reference" autoComplete="off" />}
        </Field>
      </div>
      <Field label={t('Message (optional)')} hint={t('The customer reads it.')} error={faults.message}>
        {(control) => <Textarea {...control} name="message" />}
      </Field>
    </FormDialog>
  );
}

interface LineFieldsProps {
  lines: number[];
  faults: Record<string, string>;
  onChange(lines: number[]): void;
}

function LineFields({ lines, faults, onChange }: LineFieldsProps) {
  const next = Math.max(...lines) + 1;
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-1.5 font-semibold">{t('Lines')}</legend>
      {faults.lines && (
        <p role="alert" className="text-[13px] text-failed">
          {faults.lines}
        </p>
      )}
      {lines.map((line, index) => {
        const error = ['description', 'quantity', 'unit_price']
          .map((name) => faults[`lines.${index}.${name}`])
          .find(Boolean);
        return (
          <div key={line} className="grid gap-2 rounded-md border p-3">
            <div className="flex items-start gap-2">
              <Input
                name={`what_${line}`}
                aria-label={t('Line {number}: what', { number: index + 1 })}
                placeholder={t('Bag of rice, 50 kg')}
                autoComplete="off"
                required
              />
              {lines.length > 1 && (
                <Button
                  variant="ghost"
                  size="icon"
                  aria-label={t('Take line {number} away', { number: index + 1 })}
                  onClick={() => onChange(lines.filter((each) => each !== line))}
                >
                  <X />
                </Button>
              )}
            </div>
            <div className="grid grid-cols-[5rem_minmax(0,1fr)] gap-2">
              <Input
                name={`many_${line}`}
                aria-label={t('Line {number}: how many', { number: index + 1 })}
                defaultValue="1"
                inputMode="numeric"
                autoComplete="off"
                className="tabular-nums"
              />
              <Input
                name={`price_${line}`}
                aria-label={t('Line {number}: price of one in GMD', { number: index + 1 })}
                placeholder={t('Price of one')}
                inputMode="decimal"
                autoComplete="off"
                required
                className="tabular-nums"
              />
            </div>
            {error && (
              <p role="alert" className="text-[13px] text-failed">
                {error}
              </p>
            )}
          </div>
        );
      })}
      {lines.length < MOST_LINES && (
        <Button className="justify-self-start" size="small" onClick={() => onChange([...lines, next])}>
          {t('Add a line')}
        </Button>
      )}
    </fieldset>
  );
}

function bodyOf(given: Record<string, string>, lines: number[] | undefined, reference: string) {
  // One line each, as customers read it.
  const filled = (name: string) => (given[name] ?? '').trim().replaceAll(/\s+/g, ' ').normalize('NFC');
  const optional = ['customer_name', 'customer_email', 'due_on', 'message'].filter(
    (name) => filled(name) !== '',
  );
  const number = normaliseMobile(filled('customer_mobile'));
  return {
    description: filled('description'),
    client_reference: filled('client_reference') || reference,
    ...Object.fromEntries(optional.map((name) => [name, filled(name)])),
    ...(number !== '' && { customer_mobile: number }),
    ...(given.send_email !== undefined && { send_email: true }),
    ...(given.send_sms !== undefined && { send_sms: true }),
    ...partsOf(given),
    ...(lines
      ? {
          lines: lines.map((line) => ({
            description: filled(`what_${line}`),
            quantity: quantityOf(filled(`many_${line}`)),
            unit_price: typedAmount(filled(`price_${line}`)),
          })),
        }
      : { amount: typedAmount(given.amount ?? '') }),
  };
}

/** What is no number is sent as it is, and refused with a sentence. */
function quantityOf(text: string): number | string {
  const digits = text.replaceAll(/[ ,]/g, '');
  return /^\d{1,9}$/.test(digits) ? Number.parseInt(digits, 10) : text;
}
