import { z } from 'zod';
import { AMOUNT_FORM } from '#lib/money';
import {
  anyFailure,
  anySignedAmount,
  chosenProvider,
  count,
  createdAt,
  currency,
  environment,
  id,
  oneOf,
  text,
  textOrNull,
  time,
  timeOrNull,
  url,
} from '#lib/openapi/answers/fields';
import { completedAt, linkFacts, receiptUrl, refundedCollection } from '#lib/openapi/answers/payments';
import { statuses } from '#lib/reads/list-transactions';
import { eventTypes } from '#lib/webhooks/event-types';
import { deliveryStatuses } from '#lib/webhooks/log';

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
