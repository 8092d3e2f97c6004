import { z } from 'zod';
import {
  amount,
  anyAmount,
  anySignedAmount,
  createdAt,
  id,
  oneOf,
  provider,
  providerName,
  text,
  textOrNull,
  time,
  updatedAt,
} from '#lib/openapi/answers/fields';

export const recipient = z
  .strictObject({
    id: id('Our name of the recipient; what `recipient_id` of a payout takes.'),
    name: text('Your own name for whoever has the number.', 'Awa Ceesay'),
    mobile: text('The number; it never changes.', '+2203456789'),
    provider: textOrNull('The rail of payouts that name the recipient and no rail; null: the default.', null),
    provider_name: textOrNull('What that rail is called; null where none is named.', null),
    note: textOrNull('A note of your own.', 'rice'),
    created_at: createdAt,
    updated_at: updatedAt,
  })
  .meta({ id: 'Recipient' });

const payoutLimit = (description: string) =>
  z
    .strictObject({
      limit: anyAmount.meta({ description: 'The limit, in dalasis.', examples: ['1000.00'] }),
      left: anyAmount.meta({ description: 'What payouts may still take of it.', examples: ['750.00'] }),
    })
    .nullable()
    .meta({ description });

export const payoutQuote = z
  .strictObject({
    amount,
    fee: anyAmount.meta({ description: 'What you would pay for the payout.', examples: ['0.00'] }),
    total_debit: anyAmount.meta({ description: 'What would leave your balance: amount and fee.' }),
    available_balance: anySignedAmount.meta({
      description: 'What you can pay out now.',
      examples: ['1000.00'],
    }),
    available_after: anySignedAmount.meta({
      description: 'What would be left of it; below zero when it does not cover the payout.',
      examples: ['850.00'],
    }),
    will_be_held: z.boolean().meta({
      description:
        'Whether it would leave your balance and wait, for the float of its rail or for the rail to open. False when it would be refused.',
      examples: [false],
    }),
    would_be_refused_with: z
      .enum(['PAYOUT_LIMIT_EXCEEDED', 'INSUFFICIENT_BALANCE'])
      .nullable()
      .meta({
        description: 'The code of the error that it would end with; null when none.',
        examples: [null],
      }),
    limits: z
      .strictObject({
        per_payout: payoutLimit('Of one payout; null: no limit.'),
        day: payoutLimit('Of the day in Banjul; null: no limit.'),
        month: payoutLimit('Of the month in Banjul; null: no limit.'),
        rail_day: payoutLimit('Of the day over this rail; null: no limit.'),
        rail_month: payoutLimit('Of the month over this rail; null: no limit.'),
      })
      .meta({
        description:
          'The limits that the operators set for this account, in this environment, and for what goes out over the rail: in live by all accounts together, in the sandbox by this one.',
      }),
    provider,
    provider_name: providerName,
    operator: oneOf(
      ['Africell', 'QCell', 'Comium', 'Gamcel', 'Gamtel', 'unknown'],
      'Whose range the number lies in, by its prefix; only a hint.',
      'QCell',
    ),
    recipient: z
      .strictObject({
        id: id('Our name of the recipient.'),
        name: text('Your own name for it.', 'Awa Ceesay'),
      })
      .nullable()
      .meta({ description: 'Whom you have saved the number as; null when nobody.' }),
    name_check: oneOf(
      ['MATCH', 'PARTIAL', 'NO_MATCH', 'UNAVAILABLE'],
      'Whether the rail knows the number by the name that you gave, or else by the one that you saved the named recipient under. UNAVAILABLE: the rail cannot say, or there was no name. Advice: a payout is taken whatever it is.',
    ),
    recent_twins: z
      .array(
        z.strictObject({
          transaction_id: id('Our name of that payment.'),
          type: oneOf(['payout', 'refund'], 'A refund is named that goes to its payer by a payout.'),
          client_reference: text('Your reference of it.', 'order-1001'),
          status: oneOf(
            ['PENDING', 'AWAITING_LIQUIDITY', 'SUCCEEDED', 'FAILED', 'REVERSED'],
            'Where it stands.',
          ),
          delivered_after_failure: z
            .boolean()
            .meta({ description: 'It failed, and its rail has paid it all the same.', examples: [false] }),
          created_at: time('When it was asked for.'),
        }),
      )
      .meta({
        description:
          'What went, or is on its way, to the same number with the same amount in the last ten minutes, the newest first: look whether you mean another payment. Advice: a payout under a reference of its own is taken all the same.',
      }),
  })
  .meta({ id: 'PayoutQuote' });
