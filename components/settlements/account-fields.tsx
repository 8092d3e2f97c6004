'use client';

import { useState } from 'react';
import { t } from '#lib/browser/language/words';
import { railName } from '#lib/browser/rail-names';
import { MobileField } from '../payments/payment-fields.tsx';
import { Field, Input, Select } from '../ui/field.tsx';

/** Those that pay out; the server knows which are open. */
const rails = ['PROVIDER_W', 'PROVIDER_A', 'PROVIDER_C'];

export interface AccountDraft {
  kind: 'bank' | 'wallet';
  holder?: string | null;
  bank?: string | null;
  account_number?: string | null;
  provider?: string | null;
  mobile?: string | null;
}

interface AccountFieldsProps {
  faults: Record<string, string | undefined>;
  value?: AccountDraft;
  /** It may be filled in later. */
  isOptional?: boolean;
}

/** A bank account or a wallet of the business's own; `kind` is one of the fields. */
export function AccountFields({ faults, value, isOptional = false }: AccountFieldsProps) {
  const [kind, setKind] = useState(value?.kind ?? 'bank');
  const text = { autoComplete: 'off', required: !isOptional };
  return (
    <>
      <Field label={t('Kind')}>
        {(control) => (
          <Select
            {...control}
            name="kind"
            value={kind}
            onChange={(event) => setKind(event.target.value === 'wallet' ? 'wallet' : 'bank')}
          >
            <option value="bank">{t('Bank account')}</option>
            <option value="wallet">{t('Wallet')}</option>
          </Select>
        )}
      </Field>
      <Field label={t('Holder')} hint={t('As the bank or the wallet has it.')} error={faults.holder}>
        {(control) => (
          <Input {...control} {...text} name="holder" defaultValue={value?.holder ?? ''} maxLength={120} />
        )}
      </Field>
      {kind === 'bank' ? (
        <>
          <Field label={t('Bank')} error={faults.bank}>
            {(control) => (
              <Input {...control} {...text} name="bank" defaultValue={value?.bank ?? ''} maxLength={120} />
            )}
          </Field>
          <Field label={t('Account number')} error={faults.account_number}>
            {(control) => (
              <Input
                {...control}
                {...text}
                name="account_number"
                defaultValue={value?.account_number ?? ''}
                className="tabular-nums"
              />
            )}
          </Field>
        </>
      ) : (
        <>
          <Field label={t('Provider')} error={faults.provider}>
            {(control) => (
              <Select {...control} name="provider" defaultValue={value?.provider ?? rails[0]}>
                {rails.map((rail) => (
                  <option key={rail} value={rail}>
                    {railName(rail)}
                  </option>
                ))}
              </Select>
            )}
          </Field>
          <MobileField
            label={t('Number of the wallet')}
            name="mobile"
            required={!isOptional}
            value={value?.mobile ?? undefined}
            error={faults.mobile}
          />
        </>
      )}
    </>
  );
}
