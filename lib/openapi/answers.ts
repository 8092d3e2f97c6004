import { z } from 'zod';
import { AMOUNT_FORM } from '#lib/money';
import { railDefinitions } from '#lib/rails/registry';
import { statuses } from '#lib/transactions/list-transactions';
import { type FailureCode, failureMessages } from '#lib/transactions/transaction';
import { eventTypes } from '#lib/webhooks/event-types';
import { deliveryStatuses } from '#lib/webhooks/log';

// What the presenters answer, for the description of the API. Strict: a field that a presenter adds and nobody
// describes fails every test that sees it. A schema with an id is described once and referred to.

const id = z
  .string()
  .regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
  .meta({ format: 'uuid', examples: ['01936f2e-5c1a-7b3d-9e4f-0a1b2c3d4e5f'] });
const time = z
  .string()
  .regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
  .meta({ format: 'date-time', examples: ['2026-11-20T08:30:00.000Z'] });
const amount = z
  .string()
  .regex(/^(0|[1-9]\d*)\.\d\d$/)
  .meta({ description: 'Dalasis with two fraction digits.', examples: ['150.00'] });
const signedAmount = z
  .string()
  .regex(/^-?(0|[1-9]\d*)\.\d\d$/)
  .meta({ description: 'Dalasis with two fraction digits.', examples: ['150.00'] });
const currency = z.literal('GMD');
const environment = z.enum(['SANDBOX', 'LIVE']).meta({ description: 'That of the key.' });
const providers = railDefinitions.map((each) => each.traits.provider);
const provider = z.enum(providers);
const text = z.string().min(1);
const count = z.int().min(0);
const failureCodes = Object.keys(failureMessages) as FailureCode[];
const failure = z
  .strictObject({ code: z.enum(failureCodes), message: text })
  .meta({ id: 'Failure', description: 'Why a transaction is FAILED.' })
  .nullable();

/** `<name>_bututs` and `<name>_gmd`. */
function money<Name extends string>(name: Name, what: string) {
  const fields = {
    [`${name}_bututs`]: z.int().meta({ description: `${what}; 100 bututs are 1 GMD.` }),
    [`${name}_gmd`]: signedAmount.meta({ description: `${what}.` }),
  };
  return fields as { [Key in `${Name}_bututs`]: z.ZodInt } & { [Key in `${Name}_gmd`]: z.ZodString };
}

export function success<T extends z.ZodType>(data: T) {
  return z.strictObject({ status: z.literal('success'), data });
}

/** A list of one place after another. */
export function pageOf<T extends z.ZodType>(item: T) {
  return z.strictObject({
    status: z.literal('success'),
    data: z.array(item),
    pagination: z.strictObject({ limit: z.int().min(1).max(100), next_cursor: nextCursor }),
  });
}

const nextCursor = text.nullable().meta({ description: 'The cursor of the next page; null at the end.' });
const metadata = z.record(z.string(), z.string()).meta({ description: 'As it was sent; {} without.' });

const submitOtp = z.strictObject({
  type: z.literal('submit_otp'),
  submit_otp: z.strictObject({
    method: z.literal('POST'),
    url: z.url().meta({ description: 'Where the code goes, as {"otp":"…"}.' }),
    otp_length: z.int().min(4).max(8),
    sent_to: text.nullable().meta({ description: 'The masked number.', examples: ['+220*****67'] }),
    expires_at: time.nullable(),
    attempts_remaining: z.int().min(0).max(3),
    resend_url: z.url(),
    resend_after: time,
  }),
});

const showCardPage = z.strictObject({
  type: z.literal('show_card_page'),
  show_card_page: z.strictObject({
    url: z.url().meta({ description: 'The page of the acquirer, or of the simulator.' }),
    presentation: z.array(z.enum(['new_tab', 'iframe'])),
    expires_at: time.nullable(),
  }),
});

const collectionStatus = z.enum(['PENDING', 'SUCCEEDED', 'FAILED', 'EXPIRED', 'CANCELLED']);
const collectionFacts = {
  transaction_id: id,
  client_reference: text,
  amount,
  currency,
  status: collectionStatus,
  provider,
  redirect_url: z
    .url()
    .nullable()
    .meta({ description: 'Send the customer there; null on rails without a checkout address.' }),
  environment,
  customer_name: text.nullable(),
  customer_mobile: text.nullable(),
  metadata,
  expires_at: time.nullable().meta({ description: 'When the checkout ends; null: never by itself.' }),
  created_at: time,
};
const nextAction = z
  .union([submitOtp, showCardPage, z.null()])
  .meta({ description: 'What the customer has to do beside a redirect; null in every final state.' });

const attempt = z.strictObject({
  transaction_id: id,
  status: collectionStatus,
  provider,
  created_at: time,
});

const collectionRecord = {
  ...collectionFacts,
  type: z.literal('collection'),
  failure,
  late: z.boolean().meta({ description: 'The money came after the collection had ended otherwise.' }),
  attempts: z.array(attempt).meta({ description: 'All of this reference, newest first.' }),
  updated_at: time,
  completed_at: time.nullable(),
};

export const collection = z
  .strictObject({ ...collectionFacts, next_action: nextAction })
  .meta({ id: 'Collection' });
export const collectionLookUp = z
  .strictObject({ ...collectionRecord, next_action: nextAction })
  .meta({ id: 'CollectionStatus' });
const listedCollection = z.strictObject(collectionRecord).meta({ id: 'ListedCollection' });

export const payout = z
  .strictObject({
    transaction_id: id,
    client_reference: text,
    type: z.literal('payout'),
    amount,
    currency,
    status: z.enum(['PENDING', 'SUCCEEDED', 'FAILED', 'AWAITING_LIQUIDITY', 'REVERSED']),
    provider,
    recipient_mobile: text,
    environment,
    failure,
    reversal: z.strictObject({ reversed_at: time, reason: text.nullable() }).nullable(),
    metadata,
    liquidity: z
      .strictObject({ queue_position: z.int().min(1).nullable(), since: time.nullable() })
      .optional()
      .meta({ description: 'Only while it waits for the float of its rail.' }),
    created_at: time,
    updated_at: time,
    completed_at: time.nullable(),
  })
  .meta({ id: 'Payout' });

export const transactionPage = z.strictObject({
  status: z.literal('success'),
  data: z.array(z.union([listedCollection, payout])),
  pagination: z.strictObject({
    page: z.int().min(1),
    limit: z.int().min(1).max(100),
    total: count,
    total_pages: count,
    next_cursor: nextCursor,
  }),
});

export const balance = z
  .strictObject({
    ...money('available_balance', 'What can be paid out'),
    ...money('total_collected', 'All that customers paid'),
    ...money('platform_commissions', 'The share of the gateway'),
    ...money('net_collections', 'Collected less commissions'),
    ...money('total_paid_out', 'Payouts that stand SUCCEEDED'),
    ...money('held', 'Payouts in flight or waiting for liquidity'),
    successful_collections: count,
    total_payouts: count,
  })
  .meta({ id: 'Balance' });

export const stats = z
  .strictObject({
    ...money('total_volume', 'Succeeded collections of all time'),
    ...money('today_earnings', 'Collected today less commissions'),
    pending_transactions_count: count,
    ...money('pending_volume', 'Collections and payouts that are not final'),
  })
  .meta({ id: 'Stats' });

export const earningsChart = z
  .array(z.strictObject({ date: z.iso.date(), ...money('earnings', 'Net of commission'), count }))
  .length(7)
  .meta({ description: 'The last seven days in Banjul, oldest first.' });

export const profile = z
  .strictObject({
    id,
    name: text,
    businessPhone: text,
    businessEmail: text,
    status: z.enum(['ACTIVE', 'SUSPENDED']),
  })
  .meta({ id: 'Profile' });

export const ledgerEntry = z
  .strictObject({
    journal_id: id,
    transaction_id: id.nullable(),
    account: text.meta({ examples: ['available'] }),
    kind: text.meta({ description: 'What happened.', examples: ['collection_settled'] }),
    amount: signedAmount.meta({ description: 'Positive when it raises the balance.' }),
    ...money('balance_after', 'The balance with this entry'),
    created_at: time,
  })
  .meta({ id: 'LedgerEntry' });

export const railStatus = z
  .strictObject({
    provider,
    style: z.enum(['redirect', 'otp', 'card']),
    operations: z.array(
      z.strictObject({
        operation: z.enum(['collection', 'payout']),
        status: z.enum(['OPERATIONAL', 'DELAYED', 'CLOSED']),
      }),
    ),
  })
  .meta({ id: 'RailStatus' });

export const railFloat = z
  .strictObject({ provider, ...money('balance', 'What the sandbox float holds') })
  .meta({ id: 'RailFloat' });

const endpointFields = {
  id,
  url: z.url(),
  events: z.array(z.enum(eventTypes)).meta({ description: 'Empty: all.' }),
  payload_form: z.enum(['current', 'legacy']),
  description: text.nullable(),
  status: z.enum(['ACTIVE', 'PAUSED', 'DISABLED']),
  secret_last4: text,
  created_at: time,
};
const secret = z
  .string()
  .regex(/^whsec_[A-Za-z0-9+/]{43}=$/)
  .meta({ description: 'What webhooks are signed with. Shown this once.' });

export const endpoint = z.strictObject(endpointFields).meta({ id: 'WebhookEndpoint' });
export const createdEndpoint = z
  .strictObject({ ...endpointFields, secret })
  .meta({ id: 'CreatedWebhookEndpoint' });
export const rotatedSecret = z.strictObject({ id, secret, previous_secret_expires_at: time });

const deliveryAttempt = {
  attempt: z.int().min(1),
  at: time,
  address: text.nullable().meta({ description: 'The address that was called.' }),
  response_status: z.int().nullable(),
  latency_ms: z.int().min(0),
  response_excerpt: z.string().nullable(),
  error: text.nullable(),
  request_headers: z.record(z.string(), z.string()).nullable(),
};

export const testAttempt = z.strictObject({
  ...deliveryAttempt,
  request_headers: z.record(z.string(), z.string()),
  request_body: text.meta({ description: 'The exact bytes that were sent.' }),
});

export const delivery = z
  .strictObject({
    id: id.meta({ description: 'What the header X-Gw-Delivery carries.' }),
    event_id: id,
    endpoint_id: id,
    transaction_id: id,
    event: z.enum(eventTypes),
    status: z.enum(deliveryStatuses),
    attempts: z.array(z.strictObject(deliveryAttempt)),
    next_attempt_at: time.nullable(),
    created_at: time,
  })
  .meta({ id: 'WebhookDelivery' });

export const resent = z.strictObject({ count: count.meta({ description: 'How many are due now.' }) });

export const webhookData = z
  .strictObject({
    id,
    type: z.enum(['collection', 'payout']),
    reference: text,
    amount: z
      .string()
      .regex(AMOUNT_FORM)
      .meta({ examples: ['150.00'] }),
    currency,
    status: z.enum(statuses),
    provider,
    environment,
    completed_at: time.nullable(),
    recipient_mobile: text.optional().meta({ description: 'Of payouts.' }),
    failure: failure.unwrap().optional(),
  })
  .meta({ id: 'WebhookData' });

export const event = z
  .strictObject({ id, event: z.enum(eventTypes), data: webhookData, created_at: time })
  .meta({ id: 'Event' });

export const diagnosis = z.strictObject({
  valid: z.boolean().meta({ description: 'Whether a correct verifier accepts it.' }),
  summary: text.meta({ description: 'The verdict and the remedy.' }),
  checks: z.array(
    z.strictObject({
      header: text,
      result: z.enum(['match', 'mismatch', 'missing', 'malformed']),
      key: z.enum(['current', 'previous', 'other_endpoint', 'other_environment']).optional(),
    }),
  ),
  findings: z
    .array(z.looseObject({ code: text, message: text }))
    .meta({ description: 'What explains most first, each with evidence of its own.' }),
});

export const readiness = z.strictObject({
  status: z.enum(['ready', 'not_ready']),
  checks: z.strictObject({
    draining: z.boolean(),
    database: z.boolean(),
    migrations: z.boolean(),
    worker_lag_seconds: z.number().nullable(),
  }),
});
