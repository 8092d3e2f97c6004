'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { type FormEvent, useState } from 'react';
import { typedAmount } from '#lib/browser/amounts';
import { call, mayBeDone } from '#lib/browser/api';
import { CUSTOMER_CHOICE } from '#lib/browser/customer-choice';
import { t } from '#lib/browser/language/words';
import { normaliseMobile } from '#lib/browser/phone';
import type { OwnCollection } from '#lib/collections/own-collection';
import type { TestAmount } from '#lib/sandbox/test-amounts';
import type { Place } from '../payments/environment.ts';
import { LostAnswer } from '../payments/lost-answer.tsx';
import {
  AmountField,
  MobileField,
  paymentFault,
  RailField,
  ReferenceField,
} from '../payments/payment-fields.tsx';
import { Button } from '../ui/button.tsx';
import { Field, Input } from '../ui/field.tsx';
import { Notice } from '../ui/notice.tsx';
import { type CollectingRail, railAsks } from './rail-asks.ts';
import { isPlayed, TestAmountNote } from './test-amount.tsx';

interface CollectFormProps {
  place: Place;
  rails: CollectingRail[];
  /** A reference that nobody has used yet; it stays the same however often the form is sent. */
  reference: string;
  amount?: string | undefined;
  /** Of the collection that is offered once more, by which it was offered before. */
  provider?: string | undefined;
  mayCollect: boolean;
  /** Of the sandbox. */
  testAmounts: TestAmount[];
  /** Who is to pay, where that is known. */
  customer?: { mobile: string; name: string | null } | undefined;
}

/** Asks a customer for money: makes the collection and leads to its link. */
export function CollectForm({
  place,
  rails,
  reference,
  amount,
  provider: before,
  mayCollect,
  testAmounts,
  customer,
}: CollectFormProps) {
  const router = useRouter();
  const client = useQueryClient();
  // Whoever pays knows best which wallet has the money.
  const isAgain = rails.some((each) => each.provider === before && each.open);
  const [provider, setProvider] = useState((isAgain && before) || CUSTOMER_CHOICE);
  const [text, setText] = useState(amount ?? '');
  const rail = rails.find((each) => each.provider === provider);
  const collect = useMutation({
    mutationFn: (body: Record<string, unknown>) =>
      call<OwnCollection>('/api/dashboard/collections', {
        method: 'POST',
        body,
        query: { environment: place.environment },
      }),
    onSuccess: (collection) => {
      client.invalidateQueries({ queryKey: ['collections'] });
      router.push(`${place.home}/collect/${collection.transaction_id}`);
    },
  });
  const fault = (path: string) => paymentFault(collect.error, path);
  const isAnyOf = (...paths: string[]) => paths.some((path) => fault(path) !== undefined) || undefined;
  const isElsewhere =
    collect.error && !['amount', 'client_reference', ...optionalFields].some((path) => fault(path));

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const given = Object.fromEntries(new FormData(event.currentTarget)) as Record<string, string>;
    const filled = Object.entries(given).flatMap(([name, value]) => {
      const text = (typed[name] ?? trimmed)(value);
      return text === '' && optionalFields.includes(name) ? [] : [[name, text]];
    });
    collect.mutate({ ...Object.fromEntries(filled), currency: 'GMD', provider });
  };

  return (
    <form method="post" onSubmit={submit} className="grid grid-cols-1 gap-5" noValidate>
      <fieldset disabled={!mayCollect || !rails.some(({ open }) => open)} className="grid min-w-0 gap-5">
        <div className="grid items-start gap-5 sm:grid-cols-2">
          <div className="grid gap-1.5">
            <AmountField value={amount} error={fault('amount')} onType={setText} />
            <TestAmountNote amounts={testAmounts} typed={text} />
          </div>
          <RailField
            hint={rail && railAsks[rail.style].asks()}
            rails={rails.map((each) => ({ ...each, meaning: railAsks[each.style].name() }))}
            value={provider}
            onChange={setProvider}
            error={fault('provider')}
          />
          <MobileField
            label={rail?.style === 'otp' ? t('Customer’s mobile') : t('Customer’s mobile (optional)')}
            name="customer_mobile"
            required={rail?.style === 'otp'}
            value={customer?.mobile}
            error={fault('customer_mobile')}
          />
        </div>
        <div>
          <Button
            type="submit"
            variant="primary"
            className="h-12 w-full text-base sm:w-64"
            busy={collect.isPending || collect.isSuccess}
          >
            {t('Charge')}
          </Button>
        </div>
        {/* Open where something stands inside, and kept open when the server finds a fault there. */}
        <details open={customer?.name ? true : isAnyOf('client_reference', 'customer_name')}>
          <summary className="cursor-pointer font-semibold">{t('Who pays, and for what (optional)')}</summary>
          <div className="mt-4 grid gap-5 sm:grid-cols-2">
            <ReferenceField
              hint={t('Yours, such as an order number. It is collected once, however often you send it.')}
              reference={reference}
              error={fault('client_reference')}
            />
            <Field label={t('Customer’s name (optional)')} error={fault('customer_name')}>
              {(control) => (
                <Input
                  {...control}
                  name="customer_name"
                  defaultValue={customer?.name ?? undefined}
                  autoComplete="off"
                />
              )}
            </Field>
          </div>
        </details>
        <details open={isAnyOf('success_url', 'error_url')}>
          <summary className="cursor-pointer font-semibold">
            {t('Where the customer returns to (optional)')}
          </summary>
          <div className="mt-4 grid gap-5 sm:grid-cols-2">
            <Field
              label={t('After success')}
              hint={t('An https address; without one the customer ends on a page of Kaira.')}
              error={fault('success_url')}
            >
              {(control) => (
                <Input
                  {...control}
                  name="success_url"
                  type="url"
                  placeholder={t('https://shop.example/thanks')}
                />
              )}
            </Field>
            <Field label={t('After failure or cancelling')} error={fault('error_url')}>
              {(control) => (
                <Input
                  {...control}
                  name="error_url"
                  type="url"
                  placeholder={t('https://shop.example/basket')}
                />
              )}
            </Field>
          </div>
        </details>
        {isElsewhere && (
          <Notice kind="error">
            {mayBeDone(collect.error) &&
            !isPlayed(collect.error, testAmounts, String(collect.variables?.amount)) ? (
              <LostAnswer
                place={place}
                type="collection"
                reference={String(collect.variables?.client_reference)}
              />
            ) : (
              collect.error?.message
            )}
          </Notice>
        )}
      </fieldset>
    </form>
  );
}

const optionalFields = ['customer_name', 'customer_mobile', 'success_url', 'error_url'];

const typed: Record<string, (text: string) => string> = {
  amount: typedAmount,
  customer_mobile: normaliseMobile,
};
const trimmed = (text: string) => text.trim();
