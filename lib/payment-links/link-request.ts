import { z } from 'zod';
import type { Environment } from '#lib/context';
import type { FieldFault } from '#lib/errors';
import {
  AMOUNT_CODE,
  amountField,
  currencyField,
  keyField,
  metadataField,
  referenceField,
  returnUrlField,
  soleAmountFault,
  textField,
} from '#lib/fields';
import { cardDataRefused, cardFieldNamed } from '#lib/http/card-data';
import { validationError } from '#lib/http/respond';
import { check } from '#lib/http/validate';
import { formatAmount } from '#lib/money';
import { railSetting } from '#lib/rails/rail-settings';
import { canDo, railDefinitions } from '#lib/rails/registry';
import { invalidAmount } from '#lib/transactions/request';

const MAX_PAYMENTS = 1_000_000;
const MAX_FIELDS = 3;
const MAX_METADATA = 20;

const timeForm = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})$/;
const LATEST = Date.UTC(9999, 0, 1);

/** The 30th of February would be read as the 2nd of March. */
function isDay(text: string): boolean {
  const day = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}

const expiresAt = z
  .string('This must be a time with its zone, such as 2027-01-31T18:00:00Z.')
  .transform((text, context): Date => {
    const at = new Date(text);
    const isTime = timeForm.test(text) && isDay(text.slice(0, 'YYYY-MM-DD'.length));
    if (isTime && at.getTime() < LATEST && at.getTime() > Date.now()) return at;
    context.addIssue({
      code: 'custom',
      message:
        'This must be a time in the future, of a day that there is, with its zone, such as 2027-01-31T18:00:00Z.',
      params: { code: 'invalid_time' },
    });
    return z.NEVER;
  })
  .meta({
    description: 'From then on it takes no payment; null: never.',
    examples: ['2027-01-31T18:00:00Z'],
  });

const title = textField(120).meta({
  description: 'What is paid for; the payer reads it.',
  examples: ['School fees, term 2'],
});
const description = textField(500).meta({
  description: 'More of it, for the payer.',
  examples: ['For one child'],
});
const maxPayments = z
  .int('max_payments must be a whole number from 1 to 1,000,000.')
  .min(1, 'max_payments must be 1 or more.')
  .max(MAX_PAYMENTS, 'max_payments must be 1,000,000 or less.')
  .meta({ description: 'After so many payments it is COMPLETED; null: any number.', examples: [1] });
const providers = z
  .array(
    z.string('Each provider must be a string, such as "PROVIDER_W".'),
    'The providers must be a list, such as ["PROVIDER_W"].',
  )
  .min(1, 'Name one provider at least, or leave the providers out.')
  .max(railDefinitions.length, 'There are not so many providers.')
  .refine((list) => new Set(list).size === list.length, 'Name each provider once.')
  .meta({
    description: 'The wallets that the payer may choose from, in this order; null: all of yours.',
    examples: [['PROVIDER_A', 'PROVIDER_W']],
  });
const fields = z
  .array(
    z.object({
      key: keyField(40).meta({ description: 'The key of the answer in the metadata.', examples: ['child'] }),
      label: textField(80).meta({ description: 'What the payer reads.', examples: ['Name of the child'] }),
      required: z
        .boolean('required must be true or false.')
        .default(false)
        .meta({ description: 'Whether there is no payment without it.', examples: [true] }),
    }),
    'The fields must be a list of {key, label, required}.',
  )
  .max(MAX_FIELDS, `A link may ask for at most ${MAX_FIELDS} things.`)
  .refine((list) => new Set(list.map(({ key }) => key)).size === list.length, 'Each key may stand once.')
  .meta({
    description: 'What the payer is asked to type; the answers stand in the metadata of the collection.',
    examples: [[{ key: 'child', label: 'Name of the child', required: true }]],
  });

const successUrlOf = (environment: Environment) =>
  returnUrlField(environment).meta({
    description: 'Where the payer may go on to after paying, which proves nothing.',
    examples: ['https://shop.example.com/paid'],
  });

/** Null and left out are one. What the field says of itself is said of the whole. */
const nullable = <T extends z.ZodType>(field: T) =>
  field
    .nullable()
    .default(null as never)
    .meta(field.meta() ?? {});
const changeable = <T extends z.ZodType>(field: T) =>
  field
    .nullable()
    .optional()
    .meta(field.meta() ?? {});

/** Of the whole: its fields' own examples do not go together. */
const newLinkExample = {
  title: 'School fees, term 2',
  description: 'For pupils of class 4b',
  amount: '1500.00',
  max_payments: 40,
  fields: [{ key: 'pupil', label: 'Name of the pupil', required: true }],
};

const newLinkFor = (environment: Environment) =>
  z
    .object({
      title,
      description: nullable(description),
      amount: nullable(amountField),
      min_amount: nullable(amountField),
      max_amount: nullable(amountField),
      currency: currencyField.default('GMD'),
      max_payments: nullable(maxPayments),
      expires_at: nullable(expiresAt),
      providers: nullable(providers),
      fields: fields.default([]),
      success_url: nullable(successUrlOf(environment)),
      client_reference: nullable(referenceField),
      metadata: metadataField.default({}),
    })
    .meta({ examples: [newLinkExample] });

/** The body of `POST /payment-links`; contract-more.md §12. */
export const newPaymentLink = { SANDBOX: newLinkFor('SANDBOX'), LIVE: newLinkFor('LIVE') };

const linkChangeFor = (environment: Environment) =>
  z.object({
    title: title.optional(),
    description: changeable(description),
    status: z
      .enum(['ACTIVE', 'INACTIVE'], 'The status must be "ACTIVE" or "INACTIVE".')
      .meta({ description: 'INACTIVE switches it off.', examples: ['INACTIVE'] })
      .optional(),
    expires_at: changeable(expiresAt),
    max_payments: changeable(maxPayments),
    success_url: changeable(successUrlOf(environment)),
    providers: changeable(providers),
  });

export const paymentLinkChange = { SANDBOX: linkChangeFor('SANDBOX'), LIVE: linkChangeFor('LIVE') };

export type NewPaymentLink = z.output<(typeof newPaymentLink)['LIVE']>;
export type PaymentLinkChange = z.output<(typeof paymentLinkChange)['LIVE']>;

/** Reads a new link: all faults at once; `INVALID_AMOUNT` when the amount is the only one. */
export async function readNewLink(
  environment: Environment,
  body: Record<string, unknown>,
): Promise<NewPaymentLink> {
  const result = check<NewPaymentLink>(newPaymentLink[environment], body);
  const faults = 'faults' in result ? [...result.faults] : [...faultsBetween(result.value)];
  const bounds = await boundsOf(environment, body.providers);
  if ('value' in result) {
    for (const path of ['amount', 'min_amount', 'max_amount'] as const) {
      const amount = result.value[path];
      if (amount === null || (amount >= bounds.minBututs && amount <= bounds.maxBututs)) continue;
      const message = `The amount must be from ${formatAmount(bounds.minBututs)} to ${formatAmount(bounds.maxBututs)} GMD.`;
      faults.push({ path, message, code: AMOUNT_CODE });
    }
  }
  const sole = soleAmountFault(faults);
  if (sole) throw invalidAmount(sole.message, bounds);
  if (faults.length > 0 || 'faults' in result) throw validationError(faults);
  // What a payer would be asked for is refused like what a client sends.
  if (result.value.fields.some(({ key }) => cardFieldNamed(key) !== undefined))
    throw cardDataRefused('fields');
  return result.value;
}

/** An amount of a link never changes, whoever asks. */
export function readLinkChange(environment: Environment, body: Record<string, unknown>): PaymentLinkChange {
  const result = check<PaymentLinkChange>(paymentLinkChange[environment], body);
  const faults = 'faults' in result ? result.faults : [];
  const fixed = ['amount', 'min_amount', 'max_amount'].filter((path) => body[path] !== undefined);
  faults.push(
    ...fixed.map((path) => ({
      path,
      message:
        'The amount of a link never changes, so that nobody pays another one than was shown. Make a new link.',
      code: 'not_changeable',
    })),
  );
  if (faults.length > 0 || 'faults' in result) throw validationError(faults);
  return result.value;
}

/** What no field alone can say. */
function faultsBetween(link: NewPaymentLink): FieldFault[] {
  const faults: FieldFault[] = [];
  const fault = (path: string, message: string) => faults.push({ path, message, code: 'invalid' });
  if (link.amount !== null) {
    for (const path of ['min_amount', 'max_amount'] as const)
      if (link[path] !== null) fault(path, `${path} is for a link without an amount. Leave one of them out.`);
  } else if (link.min_amount !== null && link.max_amount !== null && link.min_amount > link.max_amount) {
    fault('max_amount', 'max_amount must not be below min_amount.');
  }
  if (link.client_reference !== null && link.max_payments !== 1)
    fault('client_reference', 'A client_reference names one payment: it needs "max_payments": 1.');
  if (link.fields.some(({ key }) => Object.hasOwn(link.metadata, key)))
    fault('fields', 'A key of the fields stands in the metadata already. Use another one.');
  if (link.fields.length + Object.keys(link.metadata).length > MAX_METADATA)
    fault('metadata', `Metadata and fields together may have at most ${MAX_METADATA} keys.`);
  return faults;
}

/** The widest that one of its rails takes. */
export async function boundsOf(environment: Environment, given: unknown) {
  const named = railDefinitions
    .map(({ traits }) => traits.provider)
    .filter((each) => canDo(each, 'collection'));
  const chosen = Array.isArray(given) ? named.filter((each) => given.includes(each)) : named;
  const all = await Promise.all(
    (chosen.length > 0 ? chosen : named).map((each) => railSetting(environment, each, 'collection')),
  );
  const lowest = all.reduce(
    (least, { minBututs }) => (minBututs < least ? minBututs : least),
    all[0]?.minBututs ?? 0n,
  );
  const highest = all.reduce((most, { maxBututs }) => (maxBututs > most ? maxBututs : most), 0n);
  return { minBututs: lowest, maxBututs: highest };
}
