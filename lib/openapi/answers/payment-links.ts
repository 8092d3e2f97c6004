import { z } from 'zod';
import {
  anyAmount,
  anyUrl,
  createdAt,
  currency,
  environment,
  id,
  metadata,
  oneOf,
  provider,
  text,
  textOrNull,
  timeOrNull,
  updatedAt,
} from '#lib/openapi/answers/fields';

const fieldOfLink = z.strictObject({
  key: text('The key of the answer in the metadata.', 'child'),
  label: text('What the payer reads.', 'Name of the child'),
  required: z.boolean().meta({ description: 'Whether there is no payment without it.', examples: [true] }),
});

const amountOrNull = (description: string) => anyAmount.nullable().meta({ description, examples: [null] });

export const paymentLink = z
  .strictObject({
    id: id('Our name of the link.'),
    code: text('The last part of its address.', '4fGx9kQ2Wb'),
    url: anyUrl.meta({
      description: 'Where anybody may pay.',
      examples: ['https://pay.example.com/pay/4fGx9kQ2Wb'],
    }),
    qr_svg_url: anyUrl.meta({
      description: 'The address as a QR code, for print.',
      examples: ['https://pay.example.com/pay/4fGx9kQ2Wb/qr.svg'],
    }),
    qr_png_url: anyUrl.meta({
      description: 'The same as a picture.',
      examples: ['https://pay.example.com/pay/4fGx9kQ2Wb/qr.png'],
    }),
    title: text('What is paid for.', 'School fees, term 2'),
    description: textOrNull('More of it.', 'For one child'),
    amount: anyAmount.nullable().meta({
      description: 'In dalasis; null: the payer types it.',
      examples: ['1500.00'],
    }),
    min_amount: amountOrNull('The least that the payer may type.'),
    max_amount: amountOrNull('The most that the payer may type.'),
    currency,
    max_payments: z
      .int()
      .nullable()
      .meta({ description: 'After so many it is COMPLETED; null: any number.', examples: [1] }),
    expires_at: timeOrNull('From then on it takes no payment; null: never.', '2027-01-31T18:00:00.000Z'),
    providers: z
      .array(provider)
      .nullable()
      .meta({
        description: 'The wallets that may be chosen, in this order; null: all of yours.',
        examples: [null],
      }),
    fields: z.array(fieldOfLink).meta({ description: 'What the payer is asked to type.' }),
    success_url: anyUrl
      .nullable()
      .meta({ description: 'Where the payer may go on to.', examples: ['https://shop.example.com/paid'] }),
    client_reference: textOrNull('What its one collection is called.', null),
    metadata,
    status: oneOf(
      ['ACTIVE', 'INACTIVE', 'EXPIRED', 'COMPLETED'],
      'INACTIVE: switched off. COMPLETED: it has all its payments.',
    ),
    environment,
    payments: z
      .strictObject({
        opened: z.int().meta({ description: 'Attempts that were begun.', examples: [5] }),
        succeeded: z.int().meta({ description: 'Those that were paid.', examples: [3] }),
      })
      .meta({ description: 'How often it was used.' }),
    collected_bututs: z.int().meta({ description: 'What it brought in, in bututs.', examples: [450000] }),
    collected_gmd: anyAmount.meta({ description: 'What it brought in, in dalasis.', examples: ['4500.00'] }),
    created_at: createdAt,
    updated_at: updatedAt,
  })
  .meta({ id: 'PaymentLink' });
