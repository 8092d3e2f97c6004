import { z } from 'zod';
import { AMOUNT_FORM } from '#lib/money';
import {
  amount,
  anyUrl,
  chosenName,
  chosenProvider,
  clientReference,
  count,
  createdAt,
  currency,
  environment,
  exampleId,
  failure,
  id,
  limit,
  metadata,
  nextCursor,
  oneOf,
  provider,
  providerName,
  status,
  text,
  textOrNull,
  time,
  timeOrNull,
  updatedAt,
  url,
} from '#lib/openapi/answers/fields';

const submitOtp = z
  .strictObject({
    type: z.literal('submit_otp').meta({ description: 'The customer was sent a one-time password.' }),
    submit_otp: z
      .strictObject({
        method: z.literal('POST').meta({ description: 'The method to send it with.' }),
        url: url(
          'Where the code goes, as {"otp":"…"}.',
          `https://pay.example.com/api/v1/collections/${exampleId}/otp`,
        ),
        otp_length: z
          .int()
          .min(4)
          .max(8)
          .meta({ description: 'How many digits it has.', examples: [6] }),
        sent_to: textOrNull('The masked number that it was sent to.', '+220*****67'),
        expires_at: timeOrNull('When the collection ends without a code; null: never by itself.'),
        attempts_remaining: z
          .int()
          .min(0)
          .max(3)
          .meta({ description: 'How many codes may still be tried.', examples: [3] }),
        resend_url: url(
          'A POST there has the code sent again, three times at most.',
          `https://pay.example.com/api/v1/collections/${exampleId}/otp/resend`,
        ),
        resend_after: time('From when on it can be sent again.'),
      })
      .meta({ description: 'How to give the code.' }),
  })
  .meta({ description: 'Ask the customer for the code and send it.' });

const showCardPage = z
  .strictObject({
    type: z.literal('show_card_page').meta({ description: 'The customer enters a card on a page.' }),
    show_card_page: z
      .strictObject({
        url: url(
          'The page of the acquirer, or of the simulator.',
          `https://pay.example.com/checkout/${exampleId}`,
        ),
        presentation: z
          .array(oneOf(['new_tab', 'iframe'], 'A way to show it.'))
          .meta({ description: 'The ways in which it may be shown.', examples: [['new_tab', 'iframe']] }),
        expires_at: timeOrNull('When the page ends; null: never by itself.'),
      })
      .meta({ description: 'Which page, and how to show it.' }),
  })
  .meta({ description: 'Show the customer this page.' });

const collectionStatuses = ['PENDING', 'SUCCEEDED', 'FAILED', 'EXPIRED', 'CANCELLED'] as const;

const collectionStatus = (example: (typeof collectionStatuses)[number]) =>
  oneOf(
    collectionStatuses,
    'PENDING: the customer has not acted, or the rail has not said its word. SUCCEEDED: the money is in your balance, less the commission. FAILED: it was declined. EXPIRED, CANCELLED: nothing was charged, and the same reference can be offered again.',
    example,
  );

export const receiptUrl = anyUrl.nullable().meta({
  description:
    'The receipt of a collection that SUCCEEDED, for the payer: a page, and with .pdf behind it a file. Null before.',
  examples: [null],
});

export const linkFacts = {
  payment_link: z
    .strictObject({
      id: id('Our name of the link.'),
      code: text('The last part of its address.', '4fGx9kQ2Wb'),
    })
    .optional()
    .meta({ description: 'The payment link that it came through; only then.' }),
  over_limit: z.literal(true).optional().meta({
    description: 'Paid although the link had all its payments already: credited, and yours to refund.',
  }),
};

const collectionFacts = {
  transaction_id: id('Our name of it.'),
  client_reference: clientReference,
  amount,
  currency,
  status: collectionStatus('PENDING'),
  provider: chosenProvider,
  provider_name: chosenName,
  redirect_url: anyUrl.nullable().meta({
    description:
      'Send the customer there; null on rails without a checkout address. Where the customer chooses the wallet, the page for that, for good.',
    examples: [`https://pay.example.com/checkout/${exampleId}`],
  }),
  environment,
  customer_name: textOrNull('As it was sent; null without.', 'Awa Ceesay'),
  customer_mobile: textOrNull('As it was sent; null without.', '+2207012345'),
  metadata,
  expires_at: timeOrNull('When the checkout ends; null: never by itself.', '2026-11-20T09:00:00.000Z'),
  created_at: createdAt,
  receipt_url: receiptUrl,
  ...linkFacts,
};

const nextAction = z.union([submitOtp, showCardPage, z.null()]).meta({
  description:
    'What the customer has to do beside a redirect; null on redirect rails, in every final state, once the right code was given, and where the customer chooses the wallet: that page takes every step.',
});

const refundStatus = oneOf(
  ['PENDING', 'SUCCEEDED', 'FAILED', 'AWAITING_LIQUIDITY'],
  'PENDING: on its way, and the rail has not said its last word. AWAITING_LIQUIDITY: held until the float of its rail covers it. SUCCEEDED: the payer has it. FAILED: not given back, and the money is in your balance again.',
  'SUCCEEDED',
);

const attempt = z.strictObject({
  transaction_id: id('Our name of this attempt.'),
  status: collectionStatus('SUCCEEDED'),
  provider: chosenProvider,
  provider_name: chosenName,
  created_at: createdAt,
});

export const completedAt = timeOrNull('When it reached its final status; null while it has none.');

const collectionRecord = {
  ...collectionFacts,
  status: collectionStatus('SUCCEEDED'),
  type: z.literal('collection').meta({ description: 'Tells a collection from a payout.' }),
  failure,
  late: z.boolean().meta({
    description: 'Whether the money came after the collection had ended otherwise.',
    examples: [false],
  }),
  refunded_amount: z
    .string()
    .regex(AMOUNT_FORM)
    .meta({ description: 'What its refunds that SUCCEEDED gave back, in dalasis.', examples: ['0.00'] }),
  attempts: z
    .array(attempt)
    .meta({ description: 'Those of this reference, newest first; 100 at most, 20 in a list.' }),
  updated_at: updatedAt,
  completed_at: completedAt,
};

export const collection = z
  .strictObject({ ...collectionFacts, next_action: nextAction })
  .meta({ id: 'Collection' });

export const collectionLookUp = z
  .strictObject({
    ...collectionRecord,
    refunds: z
      .array(
        z.strictObject({
          transaction_id: id('Our name of the refund.'),
          client_reference: text('Your name of the refund.', 'refund-1001'),
          status: refundStatus,
          amount,
          delivered_after_failure: z.literal(true).optional().meta({
            description:
              'Only of a FAILED refund that its rail has made all the same: the payer has the money, so it counts as refunded.',
          }),
        }),
      )
      .meta({ description: 'Its refunds, newest first; 100 at most.' }),
    next_action: nextAction,
  })
  .meta({ id: 'CollectionStatus' });

const listedCollection = z.strictObject(collectionRecord).meta({ id: 'ListedCollection' });

const liquidity = z
  .strictObject({
    queue_position: z
      .int()
      .min(1)
      .nullable()
      .meta({
        description: 'Its place in the queue, from 1; null when it left the queue meanwhile.',
        examples: [1],
      }),
    since: timeOrNull('Since when it waits.'),
  })
  .optional()
  .meta({ description: 'Only while it waits for the float of its rail.' });

export const payout = z
  .strictObject({
    transaction_id: id('Our name of it.'),
    client_reference: clientReference,
    type: z.literal('payout').meta({ description: 'Tells a payout from a collection.' }),
    amount,
    currency,
    status: oneOf(
      ['PENDING', 'SUCCEEDED', 'FAILED', 'AWAITING_LIQUIDITY', 'REVERSED'],
      'PENDING: on its way, and the rail has not said its last word. AWAITING_LIQUIDITY: held until the float of its rail covers it. SUCCEEDED: the recipient has it. FAILED: not paid, and the money is back in your balance. REVERSED: taken back after it had succeeded.',
      'SUCCEEDED',
    ),
    provider,
    provider_name: providerName,
    recipient_mobile: text('The number that is paid.', '+2203456789'),
    environment,
    failure,
    reversal: z
      .strictObject({
        reversed_at: time('When it was taken back.'),
        reason: textOrNull('Why; null where nobody said.', 'Sent to the wrong number.'),
      })
      .nullable()
      .meta({ description: 'How it was taken back; null unless it is REVERSED.' }),
    delivered_after_failure: z.literal(true).optional().meta({
      description:
        'Only of a FAILED payout that its rail has paid all the same: the recipient has the money, so do not pay again. An adjustment settles whose it is.',
    }),
    metadata,
    liquidity,
    created_at: createdAt,
    updated_at: updatedAt,
    completed_at: completedAt,
  })
  .meta({ id: 'Payout' });

/** The collection that a refund is of. */
export const refundedCollection = z
  .strictObject({
    transaction_id: id('Our name of the collection.'),
    client_reference: text('Your name of the collection.', 'order-1001'),
  })
  .meta({ description: 'The collection whose payer gets money back.' });

export const refund = z
  .strictObject({
    transaction_id: id('Our name of it.'),
    client_reference: text('Your name of the refund.', 'refund-1001'),
    type: z.literal('refund').meta({ description: 'Tells a refund from a collection or a payout.' }),
    collection: refundedCollection,
    amount,
    currency,
    status: refundStatus,
    provider,
    provider_name: providerName,
    method: oneOf(
      ['reversal', 'payout'],
      'reversal: the rail gives it back itself. payout: the number of the payer is paid from the float of the rail.',
      'reversal',
    ),
    recipient_mobile: textOrNull(
      'The number of the payer; null where the collection has none.',
      '+2207012345',
    ),
    environment,
    reason: textOrNull('Why, as you said it.', 'The shoes were too small.'),
    failure,
    delivered_after_failure: z.literal(true).optional().meta({
      description:
        'Only of a FAILED refund that its rail has made all the same: the payer has the money, so do not refund again. An adjustment settles whose it is.',
    }),
    metadata,
    liquidity,
    created_at: createdAt,
    updated_at: updatedAt,
    completed_at: completedAt,
  })
  .meta({ id: 'Refund' });

export const transactionPage = z.strictObject({
  status,
  data: z.array(z.union([listedCollection, payout, refund])).meta({ description: 'The items of this page.' }),
  pagination: z
    .strictObject({
      page: z
        .int()
        .min(1)
        .meta({ description: 'The page, as asked for; 1 with a cursor.', examples: [1] }),
      limit,
      total: count('How many fit the filters.', 1),
      total_pages: count('How many pages they fill.', 1),
      next_cursor: nextCursor,
    })
    .meta({ description: 'Where the list stands and goes on.' }),
});
