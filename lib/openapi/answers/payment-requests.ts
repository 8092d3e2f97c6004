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

const payment = {
  transaction_id: id('The collection that paid it.'),
  provider,
  provider_name: providerName,
  amount: anyAmount.meta({ description: 'What came in.', examples: ['2900.00'] }),
  completed_at: timeOrNull('When it was paid.', '2027-01-12T10:00:00.000Z'),
};

const saidByHand = {
  at: createdAt.meta({ description: 'When it was said.' }),
  by: textOrNull('Who said so; null: a program with a key.', 'Awa Jallow'),
  note: textOrNull('How it was paid.', 'Cash at the counter'),
  amount: anyAmount.meta({ description: 'What was left to be paid then.', examples: ['2900.00'] }),
};

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
      ['OPEN', 'PARTLY_PAID', 'OVERDUE', 'PAID', 'PAID_BY_HAND', 'CANCELLED'],
      'PARTLY_PAID: something has come, and `left` is still to be paid. OVERDUE: its day is over, and what is left can still be paid. PAID_BY_HAND: you said so; no money moved here.',
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
    allow_part_payments: z
      .boolean()
      .meta({ description: 'Whether it may be paid in parts.', examples: [false] }),
    min_part_amount: anyAmount
      .nullable()
      .meta({ description: 'The smallest part; null: as little as a wallet takes.', examples: [null] }),
    paid: anyAmount.meta({
      description: 'What has come in here of `amount`. A refund changes nothing of it.',
      examples: ['0.00'],
    }),
    left: anyAmount.meta({
      description: 'What the customer may still pay; 0.00 once it is paid, paid by hand, or cancelled.',
      examples: ['2900.00'],
    }),
    due_on: z.iso
      .date()
      .nullable()
      .meta({ description: 'The last day that is in time.', examples: ['2027-01-31'] }),
    send_email: z.boolean().meta({
      description: 'Whether the customer is written to: when it is made, before its day and after it.',
      examples: [false],
    }),
    send_sms: z.boolean().meta({
      description: 'The same by SMS, to a customer with a number and without an e-mail address.',
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
      .strictObject(payment)
      .nullable()
      .meta({ description: 'What paid it first; null: nothing has.' }),
    payments: z
      .array(
        z.strictObject({
          ...payment,
          over_limit: z
            .boolean()
            .meta({ description: 'It was more than was left when it came.', examples: [false] }),
        }),
      )
      .meta({
        description:
          'All that came in, the first one first and what was too much last; of more than 100 the newest. `GET /client/transactions?payment_link_id=` lists them all.',
      }),
    paid_by_hand: z.strictObject(saidByHand).nullable().meta({
      description: 'That what was left was paid otherwise, such as in cash; null: nobody says so.',
    }),
    taken_back: z
      .array(
        z.strictObject({
          ...saidByHand,
          taken_back_at: createdAt.meta({ description: 'When it was taken back.' }),
          taken_back_by: text('Who took it back.', 'Lamin Ceesay'),
        }),
      )
      .meta({ description: 'That it was paid by hand, as somebody said and somebody took back.' }),
    cancelled_at: timeOrNull('When it was cancelled; null: it was not.', null),
    environment,
    created_at: createdAt,
    updated_at: updatedAt,
  })
  .meta({ id: 'PaymentRequest' });
