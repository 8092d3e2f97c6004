import { z } from 'zod';
import { banjulDay } from '#lib/clock';
import type { Environment } from '#lib/context';
import type { FieldFault } from '#lib/errors';
import {
  AMOUNT_CODE,
  amountField,
  currencyField,
  metadataField,
  mobileField,
  referenceField,
  soleAmountFault,
  textField,
} from '#lib/fields';
import { validationError } from '#lib/http/respond';
import { check } from '#lib/http/validate';
import { textWay } from '#lib/messages/text-sender';
import { type Bututs, formatAmount } from '#lib/money';
import { boundsOf } from '#lib/payment-links/link-request';
import { invalidAmount } from '#lib/transactions/request';

const MAX_LINES = 50;
const MAX_QUANTITY = 10_000;
const MAX_EMAIL = 254;
const YEAR_MS = 366 * 86_400_000;
/** A day that is past already makes it overdue at once; further away a year is mistyped. */
const DUE = { pastMs: YEAR_MS, aheadMs: 5 * YEAR_MS };
const DUE_FAULT = 'This must be a day such as "2027-01-31", at most a year ago and five years ahead.';

export const customerEmailField = z
  .string('This must be a string.')
  .max(MAX_EMAIL, `An e-mail address has at most ${MAX_EMAIL} characters.`)
  .pipe(z.email('This must be an e-mail address, such as awa@example.com.'))
  .meta({ description: 'Where the customer reads mail.', examples: ['awa@example.com'] });

export const dueOnField = z
  .string(DUE_FAULT)
  .superRefine((text, context) => {
    const at = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
    const isDay = !Number.isNaN(at) && banjulDay(new Date(at)) === text;
    if (isDay && at > Date.now() - DUE.pastMs && at < Date.now() + DUE.aheadMs) return;
    context.addIssue({ code: 'custom', message: DUE_FAULT, params: { code: 'invalid_day' } });
  })
  .meta({
    description: 'The last day that is in time, as a day of Banjul; it can be paid afterwards, too.',
    format: 'date',
    examples: ['2027-01-31'],
  });

export const allowPartsField = z
  .boolean('allow_part_payments must be true or false.')
  .default(false)
  .meta({
    description: 'Whether the customer may pay it in parts; each is a collection of its own.',
    examples: [true],
  });

export const minPartField = amountField.meta({
  description:
    'The smallest part, in dalasis; the last one may be smaller. Left out: as little as a wallet takes.',
  examples: ['100.00'],
});

const lines = z
  .array(
    z.object({
      description: textField(120).meta({ description: 'What it is.', examples: ['Bag of rice, 50 kg'] }),
      quantity: z
        .int(`The quantity must be a whole number from 1 to ${MAX_QUANTITY}.`)
        .min(1, 'The quantity must be 1 or more.')
        .max(MAX_QUANTITY, `The quantity must be ${MAX_QUANTITY} or less.`)
        .default(1)
        .meta({ description: 'How many; a whole number.', examples: [2] }),
      unit_price: amountField
        .refine((bututs) => bututs > 0n, 'The price must be more than 0.')
        .meta({ description: 'What each costs, in dalasis.', examples: ['1450.00'] }),
    }),
    'The lines must be a list of {description, quantity, unit_price}.',
  )
  .min(1, 'Name one line at least, or an amount instead.')
  .max(MAX_LINES, `A request may have at most ${MAX_LINES} lines.`)
  .meta({
    description: 'What the amount is made of; without them, `amount`.',
    examples: [[{ description: 'Bag of rice, 50 kg', quantity: 2, unit_price: '1450.00' }]],
  });

/** Null and left out are one. */
const nullable = <T extends z.ZodType>(field: T) =>
  field
    .nullable()
    .default(null as never)
    .meta(field.meta() ?? {});

/** Of the whole: its fields' own examples do not go together. */
const newRequestExample = {
  description: 'Rice for the shop',
  customer_name: 'Awa Ceesay',
  customer_mobile: '+2207012345',
  lines: [{ description: 'Bag of rice, 50 kg', quantity: 2, unit_price: '1450.00' }],
  client_reference: 'invoice-12',
};

/** The body of `POST /payment-requests`. */
export const newPaymentRequest = z
  .object({
    description: textField(120).meta({
      description: 'What is to be paid; the customer reads it.',
      examples: ['Rice for the shop'],
    }),
    message: nullable(
      textField(500).meta({
        description: 'More of it, for the customer.',
        examples: ['Thank you for your order'],
      }),
    ),
    customer_name: nullable(textField(120).meta({ description: 'Who is asked.', examples: ['Awa Ceesay'] })),
    customer_mobile: nullable(mobileField),
    customer_email: nullable(customerEmailField),
    amount: nullable(amountField),
    lines: nullable(lines),
    currency: currencyField.default('GMD'),
    allow_part_payments: allowPartsField,
    min_part_amount: nullable(minPartField),
    due_on: nullable(dueOnField),
    send_email: z
      .boolean('send_email must be true or false.')
      .default(false)
      .meta({
        description:
          'Whether the customer is written to by e-mail: now, before `due_on` and after it, until it is paid or closed. In live only.',
        examples: [true],
      }),
    send_sms: z
      .boolean('send_sms must be true or false.')
      .default(false)
      .meta({
        description:
          'The same by SMS, of a customer with a number and without an e-mail address, where the operators of this Kaira send any.',
        examples: [false],
      }),
    client_reference: nullable(referenceField),
    metadata: metadataField.default({}),
  })
  .meta({ examples: [newRequestExample] });

type RequestBody = z.output<typeof newPaymentRequest>;

/** Read and added up. */
export type NewPaymentRequest = Omit<RequestBody, 'amount'> & { amount: Bututs };

interface Bounds {
  minBututs: Bututs;
  maxBututs: Bututs;
}

/** The widest amount that one of the wallets takes. */
export const requestBounds = (environment: Environment): Promise<Bounds> => boundsOf(environment, undefined);

/** Reads a new request: all faults at once; `INVALID_AMOUNT` when the amount is the only one. */
export async function readNewRequest(
  environment: Environment,
  body: Record<string, unknown>,
): Promise<NewPaymentRequest> {
  const bounds = await requestBounds(environment);
  const result = checkNewRequest(bounds, body);
  if ('value' in result) return result.value;
  const sole = soleAmountFault(result.faults);
  throw sole ? invalidAmount(sole.message, bounds) : validationError(result.faults);
}

/** The request, or all that is wrong with it; it asks nobody. */
export function checkNewRequest(
  bounds: Bounds,
  body: Record<string, unknown>,
): { value: NewPaymentRequest } | { faults: FieldFault[] } {
  const result = check<RequestBody>(newPaymentRequest, body);
  const faults = 'faults' in result ? [...result.faults, ...missingIn(body)] : [...missingIn(body)];
  const amount = 'value' in result ? amountOf(result.value) : null;
  if (amount !== null && (amount < bounds.minBututs || amount > bounds.maxBututs)) {
    const path = body.lines ? 'lines' : 'amount';
    const whole = path === 'lines' ? `The lines add up to ${formatAmount(amount)}; the` : 'The';
    const message = `${whole} amount must be from ${formatAmount(bounds.minBututs)} to ${formatAmount(bounds.maxBututs)} GMD.`;
    faults.push({ path, message, code: AMOUNT_CODE });
  }
  const part = 'value' in result ? result.value.min_part_amount : null;
  if (amount !== null && part !== null && (part < bounds.minBututs || part > amount)) {
    const message = `The smallest part must be from ${formatAmount(bounds.minBututs)} GMD to the amount.`;
    faults.push({ path: 'min_part_amount', message, code: 'out_of_range' });
  }
  if (faults.length > 0 || 'faults' in result || amount === null) return { faults };
  return { value: { ...result.value, amount } };
}

function amountOf({ amount, lines: given }: RequestBody): Bututs | null {
  if (given === null) return amount;
  return given.reduce((sum, { quantity, unit_price }) => sum + BigInt(quantity) * unit_price, 0n);
}

/** What no field alone can say. */
function missingIn(body: Record<string, unknown>): FieldFault[] {
  const faults: FieldFault[] = [];
  const has = (name: string) => body[name] !== undefined && body[name] !== null;
  if (has('amount') && has('lines'))
    faults.push({
      path: 'amount',
      message: 'The lines say the amount already. Leave one of the two out.',
      code: 'invalid',
    });
  if (!has('amount') && !has('lines'))
    faults.push({ path: 'amount', message: 'Name an amount, or lines that add up to it.', code: 'required' });
  if (!has('customer_mobile') && !has('customer_email'))
    faults.push({
      path: 'customer_mobile',
      message: 'Name the mobile number or the e-mail of the customer.',
      code: 'nobody_asked',
    });
  if (has('min_part_amount') && body.allow_part_payments !== true)
    faults.push({
      path: 'min_part_amount',
      message: 'There is a smallest part only where allow_part_payments is true.',
      code: 'not_allowed',
    });
  if (body.send_email === true && !has('customer_email'))
    faults.push({
      path: 'customer_email',
      message: 'To be written to, the customer needs an e-mail address.',
      code: 'no_email',
    });
  if (body.send_sms === true) faults.push(...smsFaults(has));
  return faults;
}

function smsFaults(has: (name: string) => boolean): FieldFault[] {
  if (!has('customer_mobile'))
    return [
      {
        path: 'customer_mobile',
        message: 'To be written to by SMS, the customer needs a mobile number.',
        code: 'no_mobile',
      },
    ];
  if (has('customer_email'))
    return [
      {
        path: 'send_sms',
        message: 'Whoever has an e-mail address is written to there: set send_email instead.',
        code: 'has_email',
      },
    ];
  if (textWay() !== 'none') return [];
  const message = 'This Kaira sends no SMS. Leave send_sms out, or ask its operators.';
  return [{ path: 'send_sms', message, code: 'not_available' }];
}
