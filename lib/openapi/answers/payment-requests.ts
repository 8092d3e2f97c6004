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
  providerName,
  text,
  textOrNull,
  timeOrNull,
  updatedAt,
} from '#lib/openapi/answers/fields';

const line = z.strictObject({
  description: text('What it is.', 'Bag of rice, 50 kg'),
  quantity: z.int().meta({ description: 'How many.', examples: [2] }),
  unit_price: anyAmount.meta({ description: 'What each costs, in dalasis.', examples: ['1450.00'] }),
  amount: anyAmount.meta({ description: 'What they cost together.', examples: ['2900.00'] }),
});

export const paymentRequest = z
  .strictObject({
    id: id('Our name of the request; that of its payment link, as `payment_link` of its collections says.'),
    status: oneOf(
      ['OPEN', 'OVERDUE', 'PAID', 'PAID_BY_HAND', 'CANCELLED'],
      'OVERDUE: its day is over, and it can still be paid. PAID_BY_HAND: you said so; no money moved here.',
    ),
    client_reference: text('What its collection is called.', 'invoice-12'),
    description: text('What is to be paid.', 'Rice for the shop'),
    message: textOrNull('More of it, for the customer.', 'Thank you for your order'),
    customer_name: textOrNull('Who is asked.', 'Awa Ceesay'),
    customer_mobile: textOrNull('The number of the customer.', '+2207012345'),
    customer_email: textOrNull('Where the customer reads mail.', null),
    lines: z.array(line).meta({ description: 'What the amount is made of; empty: it is one amount.' }),
    amount: anyAmount.meta({ description: 'In dalasis.', examples: ['2900.00'] }),
    currency,
    due_on: z.iso
      .date()
      .nullable()
      .meta({ description: 'The last day that is in time.', examples: ['2027-01-31'] }),
    send_email: z.boolean().meta({
      description: 'Whether the customer is written to: when it is made, before its day and after it.',
      examples: [false],
    }),
    code: text('The last part of its address.', '4fGx9kQ2Wb'),
    url: anyUrl.meta({
      description: 'Where it is paid: send it to the customer.',
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
    metadata,
    payment: z
      .strictObject({
        transaction_id: id('The collection that paid it.'),
        provider,
        provider_name: providerName,
        amount: anyAmount.meta({ description: 'What came in.', examples: ['2900.00'] }),
        completed_at: timeOrNull('When it was paid.', '2027-01-12T10:00:00.000Z'),
      })
      .nullable()
      .meta({ description: 'What paid it; null: nothing has.' }),
    paid_by_hand: z
      .strictObject({
        at: createdAt.meta({ description: 'When it was said.' }),
        by: textOrNull('Who said so; null: a program with a key.', 'Awa Jallow'),
        note: textOrNull('How it was paid.', 'Cash at the counter'),
      })
      .nullable()
      .meta({ description: 'That it was paid otherwise, such as in cash; null: nobody has said so.' }),
    cancelled_at: timeOrNull('When it was cancelled; null: it was not.', null),
    environment,
    created_at: createdAt,
    updated_at: updatedAt,
  })
  .meta({ id: 'PaymentRequest' });
