'use client';

import { ApiError } from '#lib/browser/api';
import { figure } from '#lib/browser/format';
import { t } from '#lib/browser/language/words';
import { railName } from '#lib/browser/rail-names';
import { Field, Input, Select } from '../ui/field.tsx';

/** What asking for money and paying it out have in common. */

interface FieldProps {
  error: string | undefined;
}

export function AmountField({
  error,
  hint,
  value,
  onType,
}: FieldProps & { hint?: string; value?: string | undefined; onType?: (text: string) => void }) {
  return (
    <Field label={t('Amount in GMD')} hint={hint} error={error}>
      {(control) => (
        <Input
          {...control}
          name="amount"
          defaultValue={value}
          inputMode="decimal"
          autoComplete="off"
          placeholder={figure('150.00')}
          onInput={(event) => onType?.(event.currentTarget.value)}
          required
          className="tabular-nums"
        />
      )}
    </Field>
  );
}

interface ReferenceFieldProps extends FieldProps {
  hint: string;
  reference: string;
  /** It can be read and copied only. */
  isFixed?: boolean;
}

export function ReferenceField({ error, hint, reference, isFixed = false }: ReferenceFieldProps) {
  return (
    <Field label={t('Reference')} hint={hint} error={error}>
      {(control) => (
        <Input
          {...control}
          name="client_reference"
          defaultValue={reference}
          readOnly={isFixed}
          autoComplete="off"
          required
        />
      )}
    </Field>
  );
}

interface MobileFieldProps extends FieldProps {
  label: string;
  name: string;
  required: boolean;
  value?: string | undefined;
  hint?: string;
}

export function MobileField({ error, label, name, required, value, hint }: MobileFieldProps) {
  return (
    <Field label={label} hint={hint ?? t('7 or 9 digits, with or without +220')} error={error}>
      {(control) => (
        <Input
          {...control}
          name={name}
          type="tel"
          inputMode="tel"
          autoComplete="off"
          placeholder="+2207012345"
          defaultValue={value}
          required={required}
          className="tabular-nums"
        />
      )}
    </Field>
  );
}

interface RailFieldProps extends FieldProps {
  hint?: string | undefined;
  rails: { provider: string; open: boolean; meaning?: string }[];
  value: string;
  onChange(provider: string): void;
}

/** A closed rail is shown, so that nobody looks for it. */
export function RailField({ error, hint, rails, value, onChange }: RailFieldProps) {
  return (
    <Field label={t('Provider')} hint={hint} error={error}>
      {(control) => (
        <Select {...control} value={value} onChange={(event) => onChange(event.target.value)}>
          {rails.map(({ provider, open, meaning }) => (
            <option key={provider} value={provider} disabled={!open}>
              {railName(provider)}
              {meaning && ` – ${meaning}`}
              {!open && ` ${t('(closed)')}`}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}

/** The message that belongs at a field; codes about one field name it here. */
export function paymentFault(error: Error | null, path: string): string | undefined {
  if (!(error instanceof ApiError)) return undefined;
  if (path === 'amount' && error.code === 'INVALID_AMOUNT') return error.message;
  if (path === 'client_reference' && error.code === 'DUPLICATE_REFERENCE') return error.message;
  return error.field(path);
}
