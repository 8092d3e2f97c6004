import { z } from 'zod';
import { formatAmount } from '#lib/money';
import { railDefinitions } from '#lib/rails/registry';
import { type FailureCode, failureMessages } from '#lib/transactions/transaction';

export const exampleId = '01936f2e-5c1a-7b3d-9e4f-0a1b2c3d4e5f';

export const anyId = z
  .string()
  .regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
  .meta({ format: 'uuid', examples: [exampleId] });

const anyTime = z
  .string()
  .regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
  .meta({ format: 'date-time', examples: ['2026-11-20T08:30:00.000Z'] });

export const anyAmount = z
  .string()
  .regex(/^(0|[1-9]\d*)\.\d\d$/)
  .meta({ examples: ['150.00'] });

export const anySignedAmount = z.string().regex(/^-?(0|[1-9]\d*)\.\d\d$/);

const anyText = z.string().min(1);

export const anyUrl = z.url();

export const id = (description: string) => anyId.meta({ description });

export const time = (description: string) => anyTime.meta({ description });

/** One that may not have come yet, or never comes. */
export const timeOrNull = (description: string, example: string | null = '2026-11-20T08:31:12.345Z') =>
  anyTime.nullable().meta({ description, examples: [example] });

export const text = (description: string, ...examples: string[]) => anyText.meta({ description, examples });

export const textOrNull = (description: string, example: string | null) =>
  anyText.nullable().meta({ description, examples: [example] });

export const url = (description: string, example: string) =>
  anyUrl.meta({ description, examples: [example] });

export const count = (description: string, example: number) =>
  z
    .int()
    .min(0)
    .meta({ description, examples: [example] });

export const oneOf = <const Values extends readonly [string, ...string[]]>(
  values: Values,
  description: string,
  example: Values[number] = values[0],
) => z.enum(values).meta({ description, examples: [example] });

export const amount = anyAmount.meta({ description: 'Dalasis with two fraction digits.' });

export const currency = z.literal('GMD').meta({ description: 'The Gambian dalasi, the only currency.' });

export const environment = oneOf(['SANDBOX', 'LIVE'], 'That of the key.');

const [firstProvider, ...otherProviders] = railDefinitions.map((each) => each.traits.provider);

export const provider = oneOf([firstProvider ?? '', ...otherProviders], 'The rail that moves the money.');

export const providerName = text(
  'What the rail is called on our pages; the operators may change it.',
  'Wallet W',
);

export const chosenProvider = provider.nullable().meta({
  description:
    'The rail that moves the money; null while the choice is left to the customer, who has not made it.',
  examples: ['PROVIDER_W'],
});

export const chosenName = textOrNull('What that rail is called on our pages; null with it.', 'Wallet W');

const failureCodes = Object.keys(failureMessages) as FailureCode[];

export const anyFailure = z
  .strictObject({
    code: z.enum(failureCodes).meta({ description: 'The reason, for programs.', examples: ['DECLINED'] }),
    message: text('The same for people.', failureMessages.DECLINED),
  })
  .meta({ id: 'Failure', description: 'Why a transaction is FAILED.' });

export const failure = anyFailure
  .nullable()
  .meta({ description: 'Why it is FAILED; null in any other status.' });

export const clientReference = text('Your own name of the payment, as you sent it.', 'order-1001');

export const metadata = z
  .record(z.string(), z.string())
  .meta({ description: 'As it was sent; {} without.', examples: [{ cart: '77' }] });

export const createdAt = time('When it was made.');

export const updatedAt = time('When it last changed.');

/** `<name>_bututs` and `<name>_gmd`. */
export function money<Name extends string>(name: Name, what: string, bututs = 150_00) {
  const fields = {
    [`${name}_bututs`]: z
      .int()
      .meta({ description: `${what}, in bututs; 100 bututs are 1 GMD.`, examples: [bututs] }),
    [`${name}_gmd`]: anySignedAmount.meta({
      description: `${what}, in dalasis.`,
      examples: [formatAmount(BigInt(bututs))],
    }),
  };
  return fields as { [Key in `${Name}_bututs`]: z.ZodInt } & { [Key in `${Name}_gmd`]: z.ZodString };
}

export const status = z.literal('success').meta({ description: 'Tells a success from an error.' });

export function success<T extends z.ZodType>(data: T) {
  return z.strictObject({ status, data: data.meta({ description: 'What was asked for.' }) });
}

export const limit = z
  .int()
  .min(1)
  .max(100)
  .meta({ description: 'Items per page, as asked for.', examples: [10] });

export const nextCursor = textOrNull('The cursor of the next page; null at the end.', null);

/** A list of one place after another. */
export function pageOf<T extends z.ZodType>(item: T) {
  return z.strictObject({
    status,
    data: z.array(item).meta({ description: 'The items of this page.' }),
    pagination: z
      .strictObject({ limit, next_cursor: nextCursor })
      .meta({ description: 'Where the list goes on.' }),
  });
}
