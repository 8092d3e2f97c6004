import {
  currency,
  customer_mobile,
  type Example,
  initiate,
  payOut,
  recipient_mobile,
} from '#lib/docs/examples/example';

export const account: Example[] = [
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

export const log: Example[] = [
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
export const scenarios: Example[] = [
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
