import { z } from 'zod';
import { AMOUNT_FORM, formatAmount } from '#lib/money';
import { railDefinitions } from '#lib/rails/registry';
import { statuses } from '#lib/reads/list-transactions';
import { type FailureCode, failureMessages } from '#lib/transactions/transaction';
import { eventTypes } from '#lib/webhooks/event-types';
import { deliveryStatuses } from '#lib/webhooks/log';

// What the presenters answer, for the description of the API. Strict: a field that a presenter adds and nobody
// describes fails every test that sees it. A schema with an id is described once and referred to. Every field says what
// it is and has an example; a literal is its own, and what has fields has those of its fields (example.ts).

const exampleId = '01936f2e-5c1a-7b3d-9e4f-0a1b2c3d4e5f';
const anyId = z
  .string()
  .regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
  .meta({ format: 'uuid', examples: [exampleId] });
const anyTime = z
  .string()
  .regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
  .meta({ format: 'date-time', examples: ['2026-11-20T08:30:00.000Z'] });
const anyAmount = z
  .string()
  .regex(/^(0|[1-9]\d*)\.\d\d$/)
  .meta({ examples: ['150.00'] });
const anySignedAmount = z.string().regex(/^-?(0|[1-9]\d*)\.\d\d$/);
const anyText = z.string().min(1);
const anyUrl = z.url();

const id = (description: string) => anyId.meta({ description });
const time = (description: string) => anyTime.meta({ description });
/** One that may not have come yet, or never comes. */
const timeOrNull = (description: string, example: string | null = '2026-11-20T08:31:12.345Z') =>
  anyTime.nullable().meta({ description, examples: [example] });
const text = (description: string, ...examples: string[]) => anyText.meta({ description, examples });
const textOrNull = (description: string, example: string | null) =>
  anyText.nullable().meta({ description, examples: [example] });
const url = (description: string, example: string) => anyUrl.meta({ description, examples: [example] });
const count = (description: string, example: number) =>
  z
    .int()
    .min(0)
    .meta({ description, examples: [example] });
const oneOf = <const Values extends readonly [string, ...string[]]>(
  values: Values,
  description: string,
  example: Values[number] = values[0],
) => z.enum(values).meta({ description, examples: [example] });

const amount = anyAmount.meta({ description: 'Dalasis with two fraction digits.' });
const currency = z.literal('GMD').meta({ description: 'The Gambian dalasi, the only currency.' });
const environment = oneOf(['SANDBOX', 'LIVE'], 'That of the key.');
const [firstProvider, ...otherProviders] = railDefinitions.map((each) => each.traits.provider);
const provider = oneOf([firstProvider ?? '', ...otherProviders], 'The rail that moves the money.');
const providerName = text('What the rail is called on our pages; the operators may change it.', 'Wallet W');
const chosenProvider = provider.nullable().meta({
  description:
    'The rail that moves the money; null while the choice is left to the customer, who has not made it.',
  examples: ['PROVIDER_W'],
});
const chosenName = textOrNull('What that rail is called on our pages; null with it.', 'Wallet W');
const failureCodes = Object.keys(failureMessages) as FailureCode[];
const anyFailure = z
  .strictObject({
    code: z.enum(failureCodes).meta({ description: 'The reason, for programs.', examples: ['DECLINED'] }),
    message: text('The same for people.', failureMessages.DECLINED),
  })
  .meta({ id: 'Failure', description: 'Why a transaction is FAILED.' });
const failure = anyFailure.nullable().meta({ description: 'Why it is FAILED; null in any other status.' });
const clientReference = text('Your own name of the payment, as you sent it.', 'order-1001');
const metadata = z
  .record(z.string(), z.string())
  .meta({ description: 'As it was sent; {} without.', examples: [{ cart: '77' }] });
const createdAt = time('When it was made.');
const updatedAt = time('When it last changed.');

/** `<name>_bututs` and `<name>_gmd`. */
function money<Name extends string>(name: Name, what: string, bututs = 150_00) {
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

const status = z.literal('success').meta({ description: 'Tells a success from an error.' });

export function success<T extends z.ZodType>(data: T) {
  return z.strictObject({ status, data: data.meta({ description: 'What was asked for.' }) });
}

const limit = z
  .int()
  .min(1)
  .max(100)
  .meta({ description: 'Items per page, as asked for.', examples: [10] });
const nextCursor = textOrNull('The cursor of the next page; null at the end.', null);

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
const receiptUrl = anyUrl.nullable().meta({
  description:
    'The receipt of a collection that SUCCEEDED, for the payer: a page, and with .pdf behind it a file. Null before.',
  examples: [null],
});
const linkFacts = {
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

const completedAt = timeOrNull('When it reached its final status; null while it has none.');
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
const refundedCollection = z
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
      })
      .meta({ description: 'The limits that the operators set for this account, in this environment.' }),
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
  })
  .meta({ id: 'PayoutQuote' });

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

export const balance = z
  .strictObject({
    ...money('available_balance', 'What can be paid out', 97_75),
    ...money('total_collected', 'All that customers paid', 150_00),
    ...money('platform_commissions', 'The share of the gateway', 2_25),
    ...money('net_collections', 'Collected less commissions', 147_75),
    ...money(
      'adjustments',
      'What people booked by hand, by evidence; below zero where more was taken than given',
      0,
    ),
    ...money('total_paid_out', 'Payouts that stand SUCCEEDED', 25_00),
    ...money('total_refunded', 'Refunds that stand SUCCEEDED', 0),
    ...money('held', 'Payouts and refunds in flight or waiting for liquidity', 25_00),
    successful_collections: count('Collections that stand SUCCEEDED.', 1),
    total_payouts: count('Payouts that stand SUCCEEDED.', 1),
  })
  .meta({ id: 'Balance' });

export const stats = z
  .strictObject({
    ...money('total_volume', 'Succeeded collections of all time', 150_00),
    ...money('today_earnings', 'Collected today less commissions', 147_75),
    pending_transactions_count: count('Collections and payouts that are not final.', 1),
    ...money('pending_volume', 'Collections and payouts that are not final', 25_00),
  })
  .meta({ id: 'Stats' });

const chartDay = z.strictObject({
  date: z.iso.date().meta({ description: 'The day in Banjul.', examples: ['2026-11-20'] }),
  ...money('earnings', 'Net of commission', 147_75),
  count: count('Collections that were paid on this day.', 1),
});

export const earningsChart = z.array(chartDay).length(7).meta({
  description: 'The last seven days in Banjul, oldest first.',
});

export const profile = z
  .strictObject({
    id: id('The id of the account.'),
    name: text('The name of the business.', 'Serekunda Shop'),
    businessPhone: text('Its phone number.', '+2207000001'),
    businessEmail: text('Its e-mail address.', 'owner@example.com'),
    status: oneOf(['ACTIVE', 'SUSPENDED'], 'Whether the account may use the gateway.'),
  })
  .meta({ id: 'Profile' });

export const ledgerEntry = z
  .strictObject({
    journal_id: id('The journal that the entry is of; its entries sum to zero.'),
    transaction_id: anyId.nullable().meta({
      description: 'The transaction that moved the money; null without one, as where a float is funded.',
      examples: [exampleId],
    }),
    account: text('The account that was asked for.', 'available'),
    kind: text(
      'What happened; adjustment: two operators booked by evidence what a payment did not.',
      'collection_settled',
    ),
    amount: anySignedAmount.meta({
      description: 'Dalasis with two fraction digits; positive when it raises the balance.',
      examples: ['147.75'],
    }),
    ...money('balance_after', 'The balance of the account with this entry', 147_75),
    created_at: createdAt,
  })
  .meta({ id: 'LedgerEntry' });

const anyHash = z.string().regex(/^[0-9a-f]{64}$/);
const exampleHash = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08';
const hash = (description: string) => anyHash.meta({ description, examples: [exampleHash] });

export const seal = z
  .strictObject({
    id: z
      .int()
      .positive()
      .meta({ description: '1, 2, 3 …, without a gap.', examples: [4711] }),
    sealed_at: time('When it was made.'),
    leaves: count('How many rows it is of.', 37),
    root: hash('Of the tree of its leaves, in hexadecimal.'),
    previous_chain: anyHash
      .nullable()
      .meta({ description: 'The chain of the seal before; null of the first.', examples: [exampleHash] }),
    chain: hash('SHA-256 of the chain before and of this seal.'),
  })
  .meta({ id: 'Seal' });

export const proof = z
  .strictObject({
    seal: seal.meta({ description: 'The seal that it is in.' }),
    rows: z
      .array(
        z.strictObject({
          kind: oneOf(['transactions', 'transaction_changes', 'journals', 'events'], 'What it is a row of.'),
          content: text('The row as it was hashed, byte for byte.', '{"table": "transactions", …}'),
          place: count('Which leaf of the seal it is, from 0.', 3),
          path: z
            .array(
              z.strictObject({
                side: oneOf(['left', 'right'], 'Where it stands beside the hash so far.'),
                hash: hash('The neighbour.'),
              }),
            )
            .meta({ description: 'From the leaf to the root.' }),
        }),
      )
      .meta({ description: 'What the seal has of the transaction.' }),
  })
  .meta({ id: 'Proof' });

const statementAmount = (description: string, example: string) =>
  anySignedAmount.meta({ description, examples: [example] });
const sideOrNull = (description: string, example: string | null) =>
  anyAmount.nullable().meta({ description, examples: [example] });

const statementLine = z
  .strictObject({
    at: time('When it was booked.'),
    kind: text(
      'collection: what a customer paid, less the commission. payout: taken when it was accepted. payout_returned: it failed or was cancelled. reversal: it had been delivered and came back. adjustment: two operators booked by evidence what a payment did not.',
      'collection',
    ),
    transaction_id: anyId.nullable().meta({
      description: 'The transaction that moved the money; null without one.',
      examples: [exampleId],
    }),
    client_reference: textOrNull('Your own name of it; null without a transaction.', 'order-1001'),
    counterparty: textOrNull(
      'The name, else the number, of who paid or was paid; null without.',
      'Awa Ceesay',
    ),
    debit: sideOrNull('What left your balance; null where something came.', null),
    credit: sideOrNull('What came to your balance; null where something left.', '147.75'),
    balance: statementAmount('The balance with this line.', '147.75'),
  })
  .meta({ id: 'StatementLine' });

export const statement = z
  .strictObject({
    from: z.iso.date().meta({ description: 'The first day, in Banjul.', examples: ['2026-11-01'] }),
    to: z.iso.date().meta({ description: 'The last day, included.', examples: ['2026-11-20'] }),
    currency,
    opening_balance: statementAmount('The available balance when the first day began.', '0.00'),
    closing_balance: statementAmount('The one when the last day ended; of today, the one of now.', '147.75'),
    totals: z
      .record(
        z.string(),
        z.strictObject({
          count: count('How many lines.', 1),
          amount: statementAmount(
            'What they added to the balance; negative where they took from it.',
            '147.75',
          ),
        }),
      )
      .meta({
        description: 'By kind; one without lines is left out.',
        examples: [{ collection: { count: 1, amount: '147.75' } }],
      }),
    lines: z
      .array(statementLine)
      .meta({ description: 'One for each time that the balance was moved, the oldest first.' }),
  })
  .meta({ id: 'Statement' });

export const statementCsv = z.string().meta({
  description:
    'format=csv: RFC 4180, the fields of lines as columns. What a spreadsheet would run begins with an apostrophe.',
});
export const statementPdf = z.string().meta({ description: 'format=pdf: the same figures, to be printed.' });

export const railStatus = z
  .strictObject({
    provider,
    provider_name: providerName,
    style: oneOf(
      ['redirect', 'otp', 'card'],
      'How the customer pays: at a checkout address, by a one-time password, or on a card page.',
    ),
    operations: z
      .array(
        z.strictObject({
          operation: oneOf(['collection', 'payout'], 'Which way the money goes.'),
          status: oneOf(
            ['OPERATIONAL', 'DELAYED', 'CLOSED'],
            'OPERATIONAL: it works. DELAYED: it is slow or fails now and then. CLOSED: it does not answer, is switched off or is not connected.',
          ),
        }),
      )
      .meta({ description: 'What the rail can do, and how it does.' }),
  })
  .meta({ id: 'RailStatus' });

export const railFloat = z
  .strictObject({
    provider,
    provider_name: providerName,
    ...money('balance', 'What the sandbox float holds', 500_00),
  })
  .meta({ id: 'RailFloat' });

export const advanced = z
  .strictObject({
    advanced_seconds: count('How much time has passed.', 3600),
    done: count('How many things happened: words of rails, and attempts at webhooks.', 3),
  })
  .meta({ id: 'Advanced' });

const endpointFields = {
  id: id('The id of the endpoint.'),
  url: url('Where webhooks are sent.', 'https://shop.example.com/kaira'),
  events: z
    .array(oneOf(eventTypes, 'An event type.'))
    .meta({ description: 'Which events are sent there; empty: all.', examples: [[]] }),
  payload_form: oneOf(['current', 'legacy'], 'legacy is the earlier transaction.completed form.'),
  description: textOrNull('Your own note; null without.', 'the shop'),
  status: oneOf(
    ['ACTIVE', 'PAUSED', 'DISABLED'],
    'PAUSED: nothing but failures for three days. DISABLED: your server answered 410. Nothing is sent until it is resumed.',
  ),
  secret_last4: text('The end of its secret, to tell secrets apart.', 'xYz='),
  created_at: createdAt,
};
const secret = z
  .string()
  .regex(/^whsec_[A-Za-z0-9+/]{43}=$/)
  .meta({
    description: 'What webhooks are signed with. Shown this once.',
    examples: [`whsec_${'A'.repeat(43)}=`],
  });

export const endpoint = z.strictObject(endpointFields).meta({ id: 'WebhookEndpoint' });
export const createdEndpoint = z
  .strictObject({ ...endpointFields, secret })
  .meta({ id: 'CreatedWebhookEndpoint' });
export const rotatedSecret = z.strictObject({
  id: id('The id of the endpoint.'),
  secret,
  previous_secret_expires_at: time('Until when attempts are signed with the secret before as well.'),
});

const sentHeaders = z.record(z.string(), z.string());
const exampleHeaders = { 'x-gw-event': 'payment.succeeded', 'x-gw-signature': '0'.repeat(64) };
const deliveryAttempt = {
  attempt: z
    .int()
    .min(1)
    .meta({ description: 'Its number, from 1.', examples: [1] }),
  at: time('When it was made.'),
  address: textOrNull('The IP address that was called; null when no connection was made.', '203.0.113.7'),
  response_status: z
    .int()
    .nullable()
    .meta({ description: 'What was answered; null when nothing came.', examples: [200] }),
  latency_ms: count('How long the answer took, in milliseconds.', 87),
  response_excerpt: z
    .string()
    .nullable()
    .meta({ description: 'The beginning of the answer; null without a body.', examples: ['thank you'] }),
  error: textOrNull('Why it failed; null when it was delivered.', null),
  request_headers: sentHeaders.nullable().meta({
    description: 'The headers that were sent; null when nothing was.',
    examples: [exampleHeaders],
  }),
};

export const testAttempt = z.strictObject({
  ...deliveryAttempt,
  request_headers: sentHeaders.meta({
    description: 'The headers that were sent.',
    examples: [exampleHeaders],
  }),
  request_body: text(
    'The exact bytes that were sent.',
    '{"test":true,"event":"payment.succeeded","data":{}}',
  ),
});

export const delivery = z
  .strictObject({
    id: id('What the header X-Gw-Delivery carries.'),
    event_id: id('The event that it tells; the header X-Gw-Event-Id.'),
    endpoint_id: id('The endpoint that it goes to.'),
    transaction_id: id('The transaction that the event is about.'),
    event: oneOf(eventTypes, 'The event type.'),
    status: oneOf(
      deliveryStatuses,
      'PENDING: waits for its next attempt. SUCCEEDED: answered 2xx. FAILED: no attempt is left. SKIPPED: its endpoint took nothing at the time.',
      'SUCCEEDED',
    ),
    attempts: z.array(z.strictObject(deliveryAttempt)).meta({
      description:
        'Every attempt so far, oldest first. Those of deliveries older than half a year may be gone.',
    }),
    next_attempt_at: timeOrNull('When the next one is due; null when none is, or one is under way.', null),
    created_at: createdAt,
  })
  .meta({ id: 'WebhookDelivery' });

export const resent = z.strictObject({ count: count('How many are due now.', 3) });

export const webhookData = z
  .strictObject({
    id: id('The transaction_id.'),
    type: oneOf(['collection', 'payout', 'refund'], 'Which way the money goes.'),
    reference: text('Your client_reference.', 'order-1001'),
    amount: z
      .string()
      .regex(AMOUNT_FORM)
      .meta({ description: 'Dalasis with two fraction digits.', examples: ['150.00'] }),
    currency,
    status: oneOf(statuses, 'How the transaction stood when the event was made.', 'SUCCEEDED'),
    provider: chosenProvider,
    provider_name: textOrNull(
      'What the rail was called then; missing in events from before rails had names.',
      'Wallet W',
    ).optional(),
    environment,
    completed_at: completedAt,
    recipient_mobile: textOrNull(
      'The number that is paid; of payouts and refunds.',
      '+2203456789',
    ).optional(),
    receipt_url: receiptUrl.optional(),
    ...linkFacts,
    collection: refundedCollection.optional(),
    failure: anyFailure.optional().meta({ description: 'Why it is FAILED; only then.' }),
  })
  .meta({ id: 'WebhookData' });

export const adjustmentData = z
  .strictObject({
    id: id('Our name of the adjustment.'),
    type: z.literal('adjustment').meta({ description: 'Tells it from a transaction.' }),
    reference: text('The client_reference of the transaction that it is about.', 'supplier-7'),
    amount: anySignedAmount.meta({
      description: 'What your balance got, in dalasis; below zero: what was taken of it.',
      examples: ['-12.50'],
    }),
    currency,
    reason: text('Why, for people.', 'A payout that had failed was paid all the same.'),
    environment,
    completed_at: time('When it was booked.'),
  })
  .meta({ id: 'AdjustmentData' });

export const event = z
  .strictObject({
    id: id('The header X-Gw-Event-Id.'),
    event: oneOf(eventTypes, 'The event type.'),
    data: z.union([webhookData, adjustmentData]).meta({ description: 'What was sent as data.' }),
    created_at: createdAt,
  })
  .meta({ id: 'Event' });

export const diagnosis = z.strictObject({
  valid: z
    .boolean()
    .meta({ description: 'Whether a correct verifier that has the secret accepts it.', examples: [false] }),
  summary: text(
    'The verdict and the remedy.',
    'The body was parsed and printed again: verify the raw bytes that arrived.',
  ),
  checks: z
    .array(
      z.strictObject({
        header: text('The header that was checked.', 'x-gw-signature'),
        result: oneOf(['match', 'mismatch', 'missing', 'malformed'], 'What became of it.', 'mismatch'),
        key: oneOf(
          ['current', 'previous', 'other_endpoint', 'other_environment'],
          'Whose secret made the signature, where that is known.',
        ).optional(),
      }),
    )
    .meta({ description: 'One for each header that a verifier looks at.' }),
  findings: z
    .array(
      z.looseObject({
        code: text('What was found, for programs.', 'body_reserialised'),
        message: text(
          'The same for people, with the remedy.',
          'The body was parsed and printed again: verify the raw bytes that arrived.',
        ),
      }),
    )
    .meta({ description: 'What explains most first, each with evidence of its own.' }),
});

export const readiness = z.strictObject({
  status: oneOf(['ready', 'not_ready'], 'Whether the process can do its work.'),
  checks: z
    .strictObject({
      draining: z.boolean().meta({ description: 'Whether it is shutting down.', examples: [false] }),
      database: z.boolean().meta({ description: 'Whether it reaches its database.', examples: [true] }),
      migrations: z
        .boolean()
        .meta({ description: 'Whether the database has every migration.', examples: [true] }),
      machine: z.boolean().meta({
        description:
          'Whether functions, triggers, constraints, indexes, columns and grants are as this release ships them, as this process saw them when it started.',
        examples: [true],
      }),
      history: z.boolean().meta({
        description:
          'Whether nothing that was acknowledged is known to be missing in the database; false also when that could not be read.',
        examples: [true],
      }),
      worker_lag_seconds: z
        .number()
        .nullable()
        .meta({
          description: 'For how long the oldest job has been due; null when that could not be read.',
          examples: [0],
        }),
    })
    .meta({ description: 'What the verdict follows from.' }),
});

export const signedIn = z.strictObject({
  user: z
    .strictObject({
      id: id('The id of the person.'),
      email: text('Their e-mail address.', 'owner@shop.example.com'),
      name: text('Their name.', 'Awa Ceesay'),
      role: text('What they may do.', 'owner'),
    })
    .meta({ description: 'Who is signed in.' }),
  expires_at: time('When the session ends, if no request prolongs it.'),
});

/** Signed in, or asked for the second factor first. */
export const logIn = z.union([
  success(signedIn),
  z.strictObject({
    status: z.literal('two_factor_required').meta({ description: 'A code is wanted first.' }),
    data: z
      .strictObject({
        challenge_token: text('Goes to `POST /auth/two-factor` with the code.', 'eyJhbGciOiJIUzI1NiJ9.e30.x'),
        expires_at: time('Until when the code is taken.'),
      })
      .meta({ description: 'The challenge.' }),
  }),
]);
