'use client';

import { useState } from 'react';
import { typedAmount } from '#lib/browser/amounts';
import { t } from '#lib/browser/language/words';
import { Checkbox, Field, Input } from '../ui/field.tsx';

interface PartFieldsProps {
  error: string | undefined;
  onChange?(): void;
}

/** Whether a request may be paid in parts, and how small one may be. */
export function PartFields({ error, onChange }: PartFieldsProps) {
  const [isAllowed, setAllowed] = useState(false);
  return (
    <>
      <Checkbox
        name="allow_part_payments"
        label={t('It may be paid in parts')}
        checked={isAllowed}
        onChange={(event) => {
          setAllowed(event.target.checked);
          onChange?.();
        }}
      />
      {isAllowed && (
        <Field
          label={t('Smallest part in GMD (optional)')}
          hint={t('The last one may be smaller.')}
          error={error}
        >
          {(control) => (
            <Input
              {...control}
              name="min_part_amount"
              inputMode="decimal"
              autoComplete="off"
              placeholder="100.00"
              className="tabular-nums"
              onChange={onChange}
            />
          )}
        </Field>
      )}
    </>
  );
}

/** What the two say, for a request. */
export function partsOf(given: Record<string, string>) {
  if (given.allow_part_payments === undefined) return {};
  const part = (given.min_part_amount ?? '').trim();
  return { allow_part_payments: true, ...(part !== '' && { min_part_amount: typedAmount(part) }) };
}
