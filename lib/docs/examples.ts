/**
 * One request of the documentation. A test makes all of them in order, in each language, with an account of its own and
 * an endpoint at http://localhost:4000/webhooks, and keeps what is answered.
 */
export interface Example {
  /** Unique; what a guide names. */
  name: string;
  title: string;
  /** Method and path; `{{name.path.in.the.answer}}` stands for a value of an earlier example's answer. */
  request: string;
  headers?: Record<string, string>;
  body?: Record<string, unknown>;
  status: number;
  /** Repeated until the answer has these values. */
  until?: Record<string, unknown>;
  /** Shown as these, because how fast the machine is decides them: by their place in the answer's `data`. */
  shown?: Record<string, unknown>;
  /** Made a minute after the last one-time password was sent, in the database's eyes. */
  aMinuteLater?: true;
}

const currency = 'GMD';
const customer_mobile = '+2207012345';
const recipient_mobile = '+2203456789';
const initiate = 'POST /api/v1/collections/initiate';
const payOut = 'POST /api/v1/payouts/initiate';
const giveBack = 'POST /api/v1/refunds';
const fund = 'POST /api/v1/sandbox/rail-floats';

const firstOrder = {
  amount: '100.00',
  currency,
  client_reference: 'order-1001',
  customer_name: 'Awa Ceesay',
  customer_mobile,
  success_url: 'https://shop.example.com/paid',
  error_url: 'https://shop.example.com/not-paid',
  metadata: { cart: '77' },
};

/** Whose key it is, and where it is told what happens. The receiver is there before there is anything to tell. */
const beginning: Example[] = [
  { name: 'profile', title: 'Whose key this is', request: 'GET /api/client/profile', status: 200 },
  { name: 'rails-status', title: 'Which rails work', request: 'GET /api/v1/rails/status', status: 200 },
  {
    name: 'endpoint-create',
    title: 'A webhook endpoint',
    request: 'POST /api/v1/webhook-endpoints',
    body: { url: 'http://localhost:4000/webhooks', description: 'the shop' },
    status: 200,
  },
  {
    name: 'endpoint-invalid-url',
    title: 'An address that is none',
    request: 'POST /api/v1/webhook-endpoints',
    body: { url: 'shop.example.com/kaira' },
    status: 400,
  },
  {
    name: 'endpoint-test',
    title: 'A test event',
    request: 'POST /api/v1/webhook-endpoints/{{endpoint-create.data.id}}/test',
    body: { event: 'payment.succeeded' },
    status: 200,
  },
  {
    name: 'endpoint-test-reversed',
    title: 'A test event of a payout that was taken back',
    request: 'POST /api/v1/webhook-endpoints/{{endpoint-create.data.id}}/test',
    body: { event: 'payout.reversed' },
    status: 200,
  },
  {
    name: 'endpoint-test-adjusted',
    title: 'A test event of an adjustment',
    request: 'POST /api/v1/webhook-endpoints/{{endpoint-create.data.id}}/test',
    body: { event: 'balance.adjusted' },
    status: 200,
  },
  {
    name: 'endpoint-create-legacy',
    title: 'An endpoint for the earlier payload form',
    request: 'POST /api/v1/webhook-endpoints',
    body: { url: 'http://localhost:4000/webhooks', payload_form: 'legacy', events: ['payment.succeeded'] },
    status: 200,
  },
  {
    name: 'endpoint-test-legacy',
    title: 'A test event in the earlier payload form',
    request: 'POST /api/v1/webhook-endpoints/{{endpoint-create-legacy.data.id}}/test',
    body: { event: 'payment.succeeded' },
    status: 200,
  },
  {
    name: 'endpoint-delete',
    title: 'Remove an endpoint',
    request: 'DELETE /api/v1/webhook-endpoints/{{endpoint-create-legacy.data.id}}',
    status: 200,
  },
  {
    name: 'endpoint-not-found',
    title: 'An endpoint that is no longer there',
    request: 'GET /api/v1/webhook-endpoints/{{endpoint-create-legacy.data.id}}',
    status: 404,
  },
];

/** 100.00 is paid by itself; 75.00 waits for somebody. */
const collections: Example[] = [
  {
    name: 'collect-redirect',
    title: 'Collect on a redirect wallet',
    request: initiate,
    body: firstOrder,
    status: 200,
  },
  {
    name: 'collection-paid',
    title: 'Look it up',
    request: 'GET /api/v1/collections/status/order-1001',
    status: 200,
    until: { 'data.status': 'SUCCEEDED' },
  },
  {
    name: 'collect-repeat',
    title: 'The same request again',
    request: initiate,
    body: firstOrder,
    status: 200,
  },
  {
    name: 'collect-duplicate-reference',
    title: 'The same reference with another amount',
    request: initiate,
    body: { ...firstOrder, amount: '120.00' },
    status: 422,
  },
  {
    name: 'collect-invalid-amount',
    title: 'An amount that is too small',
    request: initiate,
    body: { amount: '0.50', currency, client_reference: 'order-1002' },
    status: 400,
  },
  {
    name: 'collect-invalid-fields',
    title: 'Several faults at once',
    request: initiate,
    body: { amount: 75, currency: 'USD', customer_mobile: '7012345', success_url: 'shop.example.com/paid' },
    status: 400,
  },
  {
    name: 'collect-choice',
    title: 'Leave the wallet to the customer',
    request: initiate,
    body: { amount: '60.00', currency, client_reference: 'order-1012', provider: 'CUSTOMER_CHOICE' },
    status: 200,
  },
  {
    name: 'collect-unknown-provider',
    title: 'A rail that is not there',
    request: initiate,
    body: { amount: '75.00', currency, client_reference: 'order-1002', provider: 'PROVIDER_X' },
    status: 422,
  },
  {
    name: 'collect-card-data',
    title: 'Card data, which is accepted nowhere',
    request: initiate,
    body: { amount: '75.00', currency, client_reference: 'order-1002', metadata: { cvv: '123' } },
    status: 400,
  },
  {
    name: 'collection-not-found',
    title: 'A reference that was never used',
    request: 'GET /api/v1/collections/status/order-9999',
    status: 404,
  },
  {
    name: 'collect-to-cancel',
    title: 'A collection that nobody pays',
    request: initiate,
    body: { amount: '75.00', currency, client_reference: 'order-1002' },
    status: 200,
  },
  {
    name: 'collection-cancel',
    title: 'Cancel it',
    request: 'POST /api/v1/collections/{{collect-to-cancel.data.transaction_id}}/cancel',
    status: 200,
  },
  {
    name: 'collect-reoffer',
    title: 'Offer it again, on another rail',
    request: initiate,
    body: { amount: '75.00', currency, client_reference: 'order-1002', provider: 'PROVIDER_C' },
    status: 200,
  },
  {
    name: 'collection-attempts',
    title: 'Both attempts',
    request: 'GET /api/v1/collections/status/order-1002',
    status: 200,
  },
  {
    name: 'collection-cancel-paid',
    title: 'Cancel what was paid',
    request: 'POST /api/v1/collections/{{collect-redirect.data.transaction_id}}/cancel',
    status: 422,
  },
  {
    name: 'collect-declined',
    title: 'An amount that is always declined',
    request: initiate,
    body: { amount: '400.00', currency, client_reference: 'order-1003' },
    status: 200,
  },
  {
    name: 'collection-declined',
    title: 'Why it failed',
    request: 'GET /api/v1/collections/status/order-1003',
    status: 200,
    until: { 'data.status': 'FAILED' },
  },
  {
    name: 'collect-expiring',
    title: 'An amount that always times out',
    request: initiate,
    body: { amount: '408.00', currency, client_reference: 'order-1004' },
    status: 200,
  },
  {
    name: 'collection-expired',
    title: 'It has timed out',
    request: 'GET /api/v1/collections/status/order-1004',
    status: 200,
    until: { 'data.status': 'EXPIRED' },
  },
  {
    name: 'collect-server-error',
    title: 'An amount that is always answered with 500',
    request: initiate,
    body: { amount: '500.00', currency, client_reference: 'order-1005' },
    status: 500,
  },
];

const passwords: Example[] = [
  {
    name: 'collect-otp-without-mobile',
    title: 'PROVIDER_A without a number',
    request: initiate,
    body: { amount: '40.00', currency, client_reference: 'order-1006', provider: 'PROVIDER_A' },
    status: 400,
  },
  {
    name: 'collect-otp',
    title: 'Collect with a one-time password',
    request: initiate,
    body: {
      amount: '40.00',
      currency,
      client_reference: 'order-1006',
      provider: 'PROVIDER_A',
      customer_mobile,
    },
    status: 200,
  },
  {
    name: 'otp-malformed',
    title: 'What cannot be a code',
    request: 'POST /api/v1/collections/{{collect-otp.data.transaction_id}}/otp',
    body: { otp: '12-34' },
    status: 400,
  },
  {
    name: 'otp-wrong',
    title: 'A wrong code',
    request: 'POST /api/v1/collections/{{collect-otp.data.transaction_id}}/otp',
    body: { otp: '123456' },
    status: 422,
  },
  {
    name: 'otp-resend-too-soon',
    title: 'Another code within a minute',
    request: 'POST /api/v1/collections/{{collect-otp.data.transaction_id}}/otp/resend',
    status: 429,
  },
  {
    name: 'otp-resend',
    title: 'Another code, a minute later',
    request: 'POST /api/v1/collections/{{collect-otp.data.transaction_id}}/otp/resend',
    status: 200,
    aMinuteLater: true,
  },
  {
    name: 'otp-right',
    title: 'The right code',
    request: 'POST /api/v1/collections/{{collect-otp.data.transaction_id}}/otp',
    body: { otp: '000000' },
    status: 200,
  },
  {
    name: 'otp-settled',
    title: 'A code for what was paid already',
    request: 'POST /api/v1/collections/{{collect-otp.data.transaction_id}}/otp',
    body: { otp: '000000' },
    status: 422,
  },
  {
    name: 'collect-otp-failing',
    title: 'Another customer',
    request: initiate,
    body: {
      amount: '35.00',
      currency,
      client_reference: 'order-1007',
      provider: 'PROVIDER_A',
      customer_mobile,
    },
    status: 200,
  },
  {
    name: 'otp-first-wrong',
    title: 'The first wrong code',
    request: 'POST /api/v1/collections/{{collect-otp-failing.data.transaction_id}}/otp',
    body: { otp: '111111' },
    status: 422,
  },
  {
    name: 'otp-second-wrong',
    title: 'The second wrong code',
    request: 'POST /api/v1/collections/{{collect-otp-failing.data.transaction_id}}/otp',
    body: { otp: '222222' },
    status: 422,
  },
  {
    name: 'otp-third-wrong',
    title: 'The third wrong code',
    request: 'POST /api/v1/collections/{{collect-otp-failing.data.transaction_id}}/otp',
    body: { otp: '333333' },
    status: 422,
  },
];

const cards: Example[] = [
  {
    name: 'collect-card',
    title: 'Collect with a card',
    request: initiate,
    body: { amount: '100.00', currency, client_reference: 'order-1008', provider: 'PROVIDER_C_CARD' },
    status: 200,
  },
  {
    name: 'card-paid',
    title: 'Look it up',
    request: 'GET /api/v1/collections/status/order-1008',
    status: 200,
    until: { 'data.status': 'SUCCEEDED' },
  },
];

/** 240.00 were paid, 3.60 of it is commission: 236.40 can be paid out. */
const payouts: Example[] = [
  {
    name: 'floats',
    title: 'The floats of a new account',
    request: 'GET /api/v1/sandbox/rail-floats',
    status: 200,
  },
  {
    name: 'float-fund',
    title: 'Fund a float',
    request: fund,
    headers: { 'Idempotency-Key': 'float-1' },
    body: { provider: 'PROVIDER_W', amount: '80.00' },
    status: 200,
  },
  {
    name: 'float-fund-repeat',
    title: 'The same request with the same key',
    request: fund,
    headers: { 'Idempotency-Key': 'float-1' },
    body: { provider: 'PROVIDER_W', amount: '80.00' },
    status: 200,
  },
  {
    name: 'float-fund-key-reused',
    title: 'Another request with the same key',
    request: fund,
    headers: { 'Idempotency-Key': 'float-1' },
    body: { provider: 'PROVIDER_W', amount: '90.00' },
    status: 422,
  },
  {
    name: 'link-create',
    title: 'Make a payment link',
    request: 'POST /api/v1/payment-links',
    body: {
      title: 'School fees, term 2',
      amount: '1500.00',
      fields: [{ key: 'child', label: 'Name of the child', required: true }],
    },
    status: 200,
  },
  {
    name: 'link-list',
    title: 'The links that take payments',
    request: 'GET /api/v1/payment-links?status=ACTIVE',
    status: 200,
  },
  {
    name: 'link-get',
    title: 'One link, with what it brought in',
    request: 'GET /api/v1/payment-links/{{link-create.data.id}}',
    status: 200,
  },
  {
    name: 'link-off',
    title: 'Switch a link off',
    request: 'PATCH /api/v1/payment-links/{{link-create.data.id}}',
    body: { status: 'INACTIVE' },
    status: 200,
  },
  {
    name: 'recipient-create',
    title: 'Save a recipient',
    request: 'POST /api/v1/recipients',
    body: { name: 'Lamin Jallow', mobile: '345 6789', note: 'rice' },
    status: 200,
  },
  {
    name: 'recipient-list',
    title: 'Look for a recipient by a part of the name',
    request: 'GET /api/v1/recipients?q=lamin',
    status: 200,
  },
  {
    name: 'recipient-get',
    title: 'One recipient',
    request: 'GET /api/v1/recipients/{{recipient-create.data.id}}',
    status: 200,
  },
  {
    name: 'recipient-update',
    title: 'Rename a recipient',
    request: 'PATCH /api/v1/recipients/{{recipient-create.data.id}}',
    body: { name: 'Lamin Jallow, rice' },
    status: 200,
  },
  {
    name: 'payout-quote',
    title: 'What a payout would do, and whose number it is',
    request: 'POST /api/v1/payouts/quote',
    body: {
      amount: '25.00',
      currency,
      recipient_id: '{{recipient-create.data.id}}',
      recipient_name: 'Lamin Jallow',
    },
    status: 200,
  },
  {
    name: 'recipient-delete',
    title: 'Remove a recipient',
    request: 'DELETE /api/v1/recipients/{{recipient-create.data.id}}',
    status: 200,
  },
  {
    name: 'payout',
    title: 'Pay out',
    request: payOut,
    body: { amount: '25.00', currency, client_reference: 'supplier-7', recipient_mobile },
    status: 200,
  },
  {
    name: 'payout-status',
    title: 'Look a payout up',
    request: 'GET /api/v1/payouts/status/supplier-7',
    status: 200,
  },
  {
    name: 'payout-duplicate-reference',
    title: 'The same reference with another recipient',
    request: payOut,
    body: { amount: '25.00', currency, client_reference: 'supplier-7', recipient_mobile: '+2203456780' },
    status: 422,
  },
  {
    name: 'payout-insufficient-balance',
    title: 'More than there is',
    request: payOut,
    body: { amount: '90000.00', currency, client_reference: 'supplier-8', recipient_mobile },
    status: 422,
  },
  {
    name: 'payout-card-rail',
    title: 'A rail that pays nothing out',
    request: payOut,
    body: {
      amount: '25.00',
      currency,
      client_reference: 'supplier-8',
      recipient_mobile,
      provider: 'PROVIDER_C_CARD',
    },
    status: 422,
  },
  {
    name: 'payout-not-found',
    title: 'A payout that was never made',
    request: 'GET /api/v1/payouts/status/supplier-8',
    status: 404,
  },
  {
    name: 'payout-held',
    title: 'More than the float',
    request: payOut,
    body: { amount: '60.00', currency, client_reference: 'supplier-9', recipient_mobile },
    status: 200,
  },
  {
    name: 'payout-held-second',
    title: 'The next one waits behind it',
    request: payOut,
    body: { amount: '70.00', currency, client_reference: 'supplier-10', recipient_mobile },
    status: 200,
  },
  {
    name: 'balance-held',
    title: 'The balance while two payouts are held',
    request: 'GET /api/v1/client/balance',
    status: 200,
  },
  {
    name: 'payout-cancel',
    title: 'Cancel a payout that is held',
    request: 'POST /api/v1/payouts/{{payout-held-second.data.transaction_id}}/cancel',
    status: 200,
  },
  {
    name: 'float-fund-again',
    title: 'Fund the float',
    request: fund,
    body: { provider: 'PROVIDER_W', amount: '50.00' },
    status: 200,
  },
  {
    name: 'payout-released',
    title: 'What was held has gone out',
    request: 'GET /api/v1/payouts/status/supplier-9',
    status: 200,
    until: { 'data.status': 'SUCCEEDED' },
  },
  {
    name: 'payout-cancel-delivered',
    title: 'Cancel what was delivered',
    request: 'POST /api/v1/payouts/{{payout-held.data.transaction_id}}/cancel',
    status: 422,
  },
  {
    name: 'payout-older-name',
    title: 'Pay out by the older name',
    request: 'POST /api/v1/payouts/send',
    body: { amount: '5.00', currency, client_reference: 'supplier-11', recipient_mobile },
    status: 200,
  },
];

/** Of 100.00 that a card paid; and a part of what a wallet paid, of which the float has 40.00 left. */
const refunds: Example[] = [
  {
    name: 'refund',
    title: 'Give a collection back',
    request: giveBack,
    body: {
      collection: 'order-1008',
      client_reference: 'refund-1008',
      amount: '30.00',
      reason: 'Two of three were sold out.',
    },
    status: 200,
  },
  {
    name: 'refund-exceeds',
    title: 'More than is left',
    request: giveBack,
    body: { collection: 'order-1008', client_reference: 'refund-1008-b', amount: '90.00' },
    status: 422,
  },
  {
    name: 'refund-unpaid',
    title: 'A collection that nobody paid',
    request: giveBack,
    body: { collection: 'order-1003', client_reference: 'refund-1003' },
    status: 422,
  },
  {
    name: 'refund-status',
    title: 'Look a refund up',
    request: 'GET /api/v1/refunds/status/refund-1008',
    status: 200,
    until: { 'data.status': 'SUCCEEDED' },
  },
  {
    name: 'refund-collection',
    title: 'The collection says what went back',
    request: 'GET /api/v1/collections/status/order-1008',
    status: 200,
  },
  {
    name: 'refund-held',
    title: 'A part that waits for the float',
    request: giveBack,
    body: { collection: 'order-1001', client_reference: 'refund-1001', amount: '50.00' },
    status: 200,
  },
  {
    name: 'refund-cancel',
    title: 'Cancel a refund that is held',
    request: 'POST /api/v1/refunds/{{refund-held.data.transaction_id}}/cancel',
    status: 200,
  },
];

const account: Example[] = [
  { name: 'balance', title: 'Your balance', request: 'GET /api/v1/client/balance', status: 200 },
  { name: 'stats', title: 'Your statistics', request: 'GET /api/v1/client/stats', status: 200 },
  {
    name: 'earnings-chart',
    title: 'Earnings of the last seven days',
    request: 'GET /api/v1/client/earnings-chart',
    status: 200,
  },
  {
    name: 'transactions',
    title: 'Your newest transactions',
    request: 'GET /api/v1/client/transactions?limit=2',
    status: 200,
  },
  {
    name: 'transactions-filtered',
    title: 'What was declined',
    request: 'GET /api/v1/client/transactions?type=collection&status=FAILED&limit=1',
    status: 200,
  },
  {
    name: 'transactions-invalid-limit',
    title: 'A page that is too long',
    request: 'GET /api/v1/client/transactions?limit=500',
    status: 400,
  },
  {
    name: 'ledger',
    title: 'What moved your balance last',
    request: 'GET /api/v1/client/ledger?limit=3',
    status: 200,
  },
  {
    name: 'statement',
    title: 'The statement of today',
    // The last day of the chart is today.
    request: 'GET /api/v1/client/statement?from={{earnings-chart.6.date}}&to={{earnings-chart.6.date}}',
    status: 200,
  },
  {
    name: 'ledger-held',
    title: 'The same of what is held',
    request: 'GET /api/v1/client/ledger?account=held&limit=3',
    status: 200,
  },
];

const log: Example[] = [
  { name: 'events', title: 'What happened', request: 'GET /api/v1/events?limit=2', status: 200 },
  {
    name: 'events-of-transaction',
    title: 'What happened to one transaction',
    request: 'GET /api/v1/events?transaction_id={{payout-held.data.transaction_id}}',
    status: 200,
  },
  {
    name: 'deliveries',
    title: 'What your server was told of one payment',
    request: 'GET /api/v1/webhook-deliveries?reference=order-1001',
    status: 200,
    until: { 'data.0.status': 'SUCCEEDED' },
  },
  {
    name: 'delivery',
    title: 'One delivery',
    request: 'GET /api/v1/webhook-deliveries/{{deliveries.data.0.id}}',
    status: 200,
  },
  {
    name: 'debug-matching',
    title: 'A delivery as it was sent',
    request: 'POST /api/v1/webhook-endpoints/{{endpoint-create.data.id}}/debug-signature',
    body: {
      body: '{{endpoint-test.data.request_body}}',
      headers: {
        'webhook-id': '{{endpoint-test.data.request_headers.webhook-id}}',
        'webhook-timestamp': '{{endpoint-test.data.request_headers.webhook-timestamp}}',
        'webhook-signature': '{{endpoint-test.data.request_headers.webhook-signature}}',
        'x-gw-signature': '{{endpoint-test.data.request_headers.x-gw-signature}}',
      },
    },
    status: 200,
  },
  {
    name: 'debug-printed-anew',
    title: 'A body that was parsed and printed again',
    request: 'POST /api/v1/webhook-endpoints/{{endpoint-create.data.id}}/debug-signature',
    body: {
      body: '{"event": "payment.succeeded", "data": {"id": "{{collection-paid.data.transaction_id}}", "type": "collection", "reference": "order-1001", "amount": "100.00", "currency": "GMD", "status": "SUCCEEDED", "provider": "PROVIDER_W", "environment": "SANDBOX", "completed_at": "{{collection-paid.data.completed_at}}"}}',
      headers: {
        'webhook-id': '{{delivery.data.attempts.0.request_headers.webhook-id}}',
        'webhook-timestamp': '{{delivery.data.attempts.0.request_headers.webhook-timestamp}}',
        'webhook-signature': '{{delivery.data.attempts.0.request_headers.webhook-signature}}',
        'x-gw-signature': '{{delivery.data.attempts.0.request_headers.x-gw-signature}}',
      },
    },
    status: 200,
  },
  {
    name: 'delivery-resend',
    title: 'Send it again',
    request: 'POST /api/v1/webhook-deliveries/{{deliveries.data.0.id}}/resend',
    status: 200,
  },
  {
    name: 'resend-failed',
    title: 'Send all that failed since a time',
    request: 'POST /api/v1/webhook-deliveries/resend-failed',
    body: { since: '2026-11-20T08:00:00Z' },
    status: 200,
  },
  {
    name: 'endpoints',
    title: 'Your endpoints',
    request: 'GET /api/v1/webhook-endpoints',
    status: 200,
  },
  {
    name: 'endpoint',
    title: 'One endpoint',
    request: 'GET /api/v1/webhook-endpoints/{{endpoint-create.data.id}}',
    status: 200,
  },
  {
    name: 'endpoint-update',
    title: 'Change what is sent there, and resume it',
    request: 'PATCH /api/v1/webhook-endpoints/{{endpoint-create.data.id}}',
    body: { status: 'ACTIVE', events: ['payment.succeeded', 'payout.failed'] },
    status: 200,
  },
  {
    name: 'endpoint-replay',
    title: 'Send what it missed while it was paused',
    request: 'POST /api/v1/webhook-endpoints/{{endpoint-create.data.id}}/replay',
    body: { since: '2026-11-20T08:00:00Z' },
    status: 200,
  },
  {
    name: 'endpoint-rotate-secret',
    title: 'Replace its secret',
    request: 'POST /api/v1/webhook-endpoints/{{endpoint-create.data.id}}/rotate-secret',
    status: 200,
  },
];

/** Last, because the time that passes here passes for all of the account. */
const scenarios: Example[] = [
  {
    name: 'scenario-late',
    title: 'A payment that comes late',
    request: initiate,
    headers: { 'X-Gw-Scenario': 'late_success' },
    body: { amount: '85.00', currency, client_reference: 'order-1009', customer_mobile },
    status: 200,
  },
  {
    name: 'scenario-unknown',
    title: 'A scenario that a collection does not have',
    request: initiate,
    headers: { 'X-Gw-Scenario': 'float_short' },
    body: { amount: '85.00', currency, client_reference: 'order-1010', customer_mobile },
    status: 400,
  },
  {
    name: 'scenario-payout',
    title: 'A payout to a number that nobody has',
    request: payOut,
    headers: { 'X-Gw-Scenario': 'recipient_not_found' },
    body: { amount: '5.00', currency, recipient_mobile, client_reference: 'payout-3001' },
    status: 200,
  },
  {
    name: 'clock-advance',
    title: 'A minute passes',
    request: 'POST /api/v1/sandbox/advance',
    body: { seconds: 60 },
    status: 200,
    // The worker may have been faster.
    shown: { done: 3 },
  },
  {
    name: 'scenario-late-paid',
    title: 'Look it up',
    request: 'GET /api/v1/collections/status/order-1009',
    status: 200,
    until: { 'data.status': 'SUCCEEDED' },
  },
];

/** In the order in which they are made: each begins where the ones before it have left the account. */
export const examples: readonly Example[] = [
  ...beginning,
  ...collections,
  ...passwords,
  ...cards,
  ...payouts,
  ...refunds,
  ...account,
  ...log,
  ...scenarios,
];
