import { z } from 'zod';
import { passwordResetRequest } from '#lib/auth/ask-for-password-reset';
import { logInRequest, secondFactorRequest } from '#lib/auth/log-in';
import { sealQuery } from '#lib/book-seals/list-seals';
import { proofQuery } from '#lib/book-seals/prove-payment';
import { collectionRequest } from '#lib/collections/collection-request';
import { otpRequest } from '#lib/collections/submit-otp';
import type { ErrorCode } from '#lib/errors';
import { ledgerQuery } from '#lib/ledger/list-entries';
import { statementQuery } from '#lib/ledger/statement';
import * as answers from '#lib/openapi/answers';
import { pageOf, success } from '#lib/openapi/answers';
import { newPaymentLink, paymentLinkChange } from '#lib/payment-links/link-request';
import { paymentLinkQuery } from '#lib/payment-links/list-payment-links';
import { paymentRequestQuery } from '#lib/payment-requests/list-payment-requests';
import { markPaidBody } from '#lib/payment-requests/mark-paid-by-hand';
import { newPaymentRequest } from '#lib/payment-requests/request-body';
import { payoutBody, quoteBody } from '#lib/payouts/payout-request';
import { collectionScenarios, payoutScenarios } from '#lib/rails/scenarios';
import { transactionQuery } from '#lib/reads/list-transactions';
import { recipientQuery } from '#lib/recipients/list-recipients';
import { newRecipient, recipientChange } from '#lib/recipients/recipient';
import { refundRequest } from '#lib/refunds/refund-request';
import { advanceRequest } from '#lib/sandbox/advance-clock';
import { fundingRequest } from '#lib/sandbox/rail-floats';
import { SCENARIO_HEADER } from '#lib/sandbox/scenario';
import { debugRequest } from '#lib/webhooks/debug-signature';
import { endpointChange, newEndpoint } from '#lib/webhooks/endpoints';
import { streamQuery } from '#lib/webhooks/event-feed';
import { deliveryQuery, eventQuery } from '#lib/webhooks/log';
import { replayRequest, resendFailedRequest } from '#lib/webhooks/resend';
import { testRequest } from '#lib/webhooks/send-test';

export interface Operation {
  /** The name of the verb. */
  id: string;
  tag: string;
  summary: string;
  description?: string;
  deprecated?: true;
  /** Who may call: with an API key (the default), a rail with its own signature, a browser of this site's, or anybody. */
  access?: 'rail' | 'browser' | 'anybody';
  query?: z.ZodObject;
  headers?: z.ZodObject;
  /** The very schema that validates; `null` for a POST that needs no body. */
  body?: z.ZodType | null;
  /** Of a 200. */
  answer: z.ZodType;
  answerType?: 'text/event-stream';
  /** Beside it, where the caller asks for another. */
  otherTypes?: { 'text/csv': z.ZodString; 'application/pdf': z.ZodString };
  /** Headers of a 200 beside those of every answer. */
  answerHeaders?: string[];
  /** Another answer that is no error. */
  otherwise?: { status: number; description: string; answer: z.ZodType };
  /** What it throws beside what every operation does (document.ts). */
  errors?: ErrorCode[];
}

const initiationErrors: ErrorCode[] = ['INVALID_AMOUNT', 'provider_not_enabled', 'DUPLICATE_REFERENCE'];
const otpErrors: ErrorCode[] = [
  'TRANSACTION_NOT_FOUND',
  'INVALID_STATE',
  'OTP_EXPIRED',
  'OTP_ATTEMPTS_EXCEEDED',
  'PROVIDER_UNAVAILABLE',
];

const scenarioOf = (names: [string, ...string[]]) =>
  z.object({
    [SCENARIO_HEADER]: z
      .enum(names)
      .meta({
        description:
          'With a test key: what becomes of it in the sandbox, whatever the amount, unless that is a magic one. With a live key, and with another value, 400 VALIDATION_ERROR. See [Test your integration](/docs/test-your-integration).',
        examples: [names[0]],
      })
      .optional(),
  });

const sendPayout = {
  tag: 'Payouts',
  headers: scenarioOf(payoutScenarios as [string, ...string[]]),
  body: payoutBody,
  answer: success(answers.payout),
  errors: [
    ...initiationErrors,
    'NOT_FOUND',
    'REFUND_EXCEEDS_COLLECTION',
    'PAYOUT_LIMIT_EXCEEDED',
    'INSUFFICIENT_BALANCE',
  ] satisfies ErrorCode[],
};

const logInOf = {
  tag: 'Sessions',
  access: 'browser',
  description:
    'A wrong e-mail and a wrong password are the same 401. A new session ends the earlier one; 24 hours without a request end it. Where two-factor is on, the answer has a challenge and no cookie: send it with a code to `POST /auth/two-factor`.',
  body: logInRequest,
  answer: answers.logIn,
  answerHeaders: ['Set-Cookie'],
} satisfies Partial<Operation>;

/** One entry for each method of each path of the gateway: `e2e/api/openapi.test.ts` misses one that is not here. */
export const operations: Record<string, Operation> = {
  'POST /api/v1/collections/initiate': {
    id: 'initiateCollection',
    tag: 'Collections',
    summary: 'Collect a payment from a customer',
    description:
      'On a redirect rail, send the browser of the customer to `redirect_url`; that it comes back proves nothing. Where there is a `next_action`, its `type` says what the customer has to do: `submit_otp`, ask for the code and send it with submitOtp; `show_card_page`, show the page. The collection is `PENDING` until its rail has said its word: wait for the webhook, or look it up.\n\nWith the provider `CUSTOMER_CHOICE` the customer chooses the wallet on our page, which is the `redirect_url`: `provider` is null until then, and choosing another wallet later is another attempt of the reference.\n\nThe same reference with the same body is the same collection, whatever its state; an expired or cancelled one is offered anew. In the sandbox, 500.00 is answered with a 500 on purpose.',
    headers: scenarioOf(collectionScenarios as [string, ...string[]]),
    body: collectionRequest.SANDBOX,
    answer: success(answers.collection),
    errors: [...initiationErrors, 'PROVIDER_UNAVAILABLE'],
  },
  'GET /api/v1/collections/status/{reference}': {
    id: 'getCollection',
    tag: 'Collections',
    summary: 'Look a collection up',
    description:
      'A reference is answered with its newest attempt. `PENDING` means that nothing is decided: wait for the webhook, or look again. A pending one is asked for at its rail once in ten seconds at most; the card rail cannot be asked.',
    answer: success(answers.collectionLookUp),
    errors: ['TRANSACTION_NOT_FOUND'],
  },
  'POST /api/v1/collections/{transactionId}/cancel': {
    id: 'cancelCollection',
    tag: 'Collections',
    summary: 'Cancel a pending collection',
    description:
      'It is closed at its rail first, so that nobody pays it afterwards. If the rail says that it was paid, it becomes SUCCEEDED instead. One that is CANCELLED already is answered again.',
    body: null,
    answer: success(answers.collectionLookUp),
    errors: ['TRANSACTION_NOT_FOUND', 'INVALID_STATE', 'PROVIDER_UNAVAILABLE'],
  },
  'POST /api/v1/collections/{transactionId}/otp': {
    id: 'submitOtp',
    tag: 'Collections',
    summary: 'Give the one-time password',
    description:
      'The code is kept nowhere. The answer is the collection as it stands then: SUCCEEDED, FAILED with the reason, or PENDING while the rail has not said its word. A wrong code is INVALID_OTP and leaves it PENDING; the third one fails it.',
    body: otpRequest,
    answer: success(answers.collection),
    errors: [...otpErrors, 'INVALID_OTP'],
  },
  'POST /api/v1/collections/{transactionId}/otp/resend': {
    id: 'resendOtp',
    tag: 'Collections',
    summary: 'Have the one-time password sent again',
    description: 'At most three times, each a minute after the last one. Tries are not given back.',
    body: null,
    answer: success(answers.collection),
    errors: otpErrors,
  },
  'POST /api/v1/payouts/initiate': {
    ...sendPayout,
    id: 'initiatePayout',
    summary: 'Send money from your balance to a mobile number',
    description:
      'The amount is taken from your balance when the payout is accepted. `SUCCEEDED`: the recipient has it. `PENDING`: it is on its way, and nobody knows yet whether it arrived: wait for the webhook or look it up, and do not pay it again under another reference. `AWAITING_LIQUIDITY`: it is held until the float of its rail covers it, and can be cancelled until then. `FAILED`: it was not paid, and the money is back in your balance.\n\nGive either recipient_mobile or recipient_id. The same reference with the same body is the same payout, for ever; a recipient and its number mean the same.',
  },
  'POST /api/v1/payouts/send': {
    ...sendPayout,
    id: 'sendPayout',
    summary: 'The older name of /payouts/initiate',
    deprecated: true,
    description: 'Does the same, and shares its references.',
    answerHeaders: ['Deprecation', 'Link'],
  },
  'POST /api/v1/payouts/quote': {
    id: 'quotePayout',
    tag: 'Payouts',
    summary: 'Say what a payout would do, and whose number it is',
    description:
      'Nothing is stored, moved or set aside: what is true is decided when the payout is sent. Give either recipient_mobile or recipient_id. In the sandbox a number that ends in 00 has another name, one that ends in 01 a similar one, and any other matches; PROVIDER_C cannot say.',
    body: quoteBody,
    answer: success(answers.payoutQuote),
    errors: ['INVALID_AMOUNT', 'provider_not_enabled', 'NOT_FOUND'],
  },
  'GET /api/v1/payouts/status/{reference}': {
    id: 'getPayout',
    tag: 'Payouts',
    summary: 'Look a payout up',
    description:
      '`PENDING` means that the rail has not said its last word: wait for the webhook, or look again.',
    answer: success(answers.payout),
    errors: ['TRANSACTION_NOT_FOUND'],
  },
  'POST /api/v1/payouts/{transactionId}/cancel': {
    id: 'cancelPayout',
    tag: 'Payouts',
    summary: 'Cancel a payout that waits for liquidity',
    description:
      'It becomes FAILED with the failure CANCELLED_BY_CLIENT, and the money is back in your balance.',
    body: null,
    answer: success(answers.payout),
    errors: ['TRANSACTION_NOT_FOUND', 'INVALID_STATE', 'PROVIDER_UNAVAILABLE'],
  },
  'POST /api/v1/refunds': {
    id: 'initiateRefund',
    tag: 'Refunds',
    summary: 'Give the money of a collection back to its payer',
    description:
      'The whole, or a part; without an amount, what is left. The amount is taken from your balance when the refund is accepted. `method` says how it goes: a `reversal` is made by the rail itself, a `payout` goes to the number of the payer, from the float of the rail. `PENDING`: nobody knows yet whether it arrived: wait for the webhook or look it up, and do not pay it in another way. `AWAITING_LIQUIDITY`: it is held until the float covers it, and can be cancelled until then. `FAILED`: the money is back in your balance, and the collection can be refunded again.\n\nThe same reference with the same body is the same refund, for ever. The refunds of a collection that are not FAILED never exceed it.\n\nThe key needs the scope `payouts` or `full`.',
    body: refundRequest,
    answer: success(answers.refund),
    errors: [
      'INVALID_AMOUNT',
      'TRANSACTION_NOT_FOUND',
      'DUPLICATE_REFERENCE',
      'INVALID_STATE',
      'REFUND_EXCEEDS_COLLECTION',
      'REFUND_NOT_POSSIBLE',
      'INSUFFICIENT_BALANCE',
      'PROVIDER_UNAVAILABLE',
    ],
  },
  'GET /api/v1/refunds/status/{reference}': {
    id: 'getRefund',
    tag: 'Refunds',
    summary: 'Look a refund up',
    description:
      '`PENDING` means that the rail has not said its last word: wait for the webhook, or look again.',
    answer: success(answers.refund),
    errors: ['TRANSACTION_NOT_FOUND'],
  },
  'POST /api/v1/refunds/{transactionId}/cancel': {
    id: 'cancelRefund',
    tag: 'Refunds',
    summary: 'Cancel a refund that waits for liquidity',
    description:
      'It becomes FAILED with the failure CANCELLED_BY_CLIENT, and the money is back in your balance.',
    body: null,
    answer: success(answers.refund),
    errors: ['TRANSACTION_NOT_FOUND', 'INVALID_STATE', 'PROVIDER_UNAVAILABLE'],
  },
  'GET /api/v1/payment-links': {
    id: 'listPaymentLinks',
    tag: 'Payment links',
    summary: 'Your payment links, the newest first',
    query: paymentLinkQuery,
    answer: pageOf(answers.paymentLink),
  },
  'POST /api/v1/payment-links': {
    id: 'createPaymentLink',
    tag: 'Payment links',
    summary: 'Make an address at which anybody may pay',
    description:
      'Send its `url`, or print its QR code. A repeat with the same `client_reference` and fields is answered with the link as it stands, with `Idempotent-Replayed: true`.\n\nThe key needs the scope `collections` or `full`.',
    body: newPaymentLink.LIVE,
    answer: success(answers.paymentLink),
    errors: ['INVALID_AMOUNT', 'provider_not_enabled', 'DUPLICATE_REFERENCE'],
  },
  'GET /api/v1/payment-links/{id}': {
    id: 'getPaymentLink',
    tag: 'Payment links',
    summary: 'One payment link, with what it brought in',
    answer: success(answers.paymentLink),
    errors: ['NOT_FOUND'],
  },
  'PATCH /api/v1/payment-links/{id}': {
    id: 'updatePaymentLink',
    tag: 'Payment links',
    summary: 'Change a payment link, or switch it off',
    description: 'Only what is given changes. The amount never does: another amount is another link.',
    body: paymentLinkChange.LIVE,
    answer: success(answers.paymentLink),
    errors: ['NOT_FOUND', 'provider_not_enabled'],
  },
  'GET /api/v1/payment-requests': {
    id: 'listPaymentRequests',
    tag: 'Payment requests',
    summary: 'Your requests to pay, the newest first',
    query: paymentRequestQuery,
    answer: pageOf(answers.paymentRequest),
  },
  'POST /api/v1/payment-requests': {
    id: 'createPaymentRequest',
    tag: 'Payment requests',
    summary: 'Ask one customer to pay',
    description:
      'Send its `url` to the customer. It is a payment link for one payment, of which one attempt is open at a time; with `allow_part_payments`, for as many payments as it takes, each of no more than what is left. The amount is `amount`, or what the `lines` add up to. A repeat with the same `client_reference` and fields is answered with the request as it stands, with `Idempotent-Replayed: true`.\n\nThe key needs the scope `collections` or `full`.',
    body: newPaymentRequest,
    answer: success(answers.paymentRequest),
    errors: ['INVALID_AMOUNT', 'DUPLICATE_REFERENCE'],
  },
  'GET /api/v1/payment-requests/{id}': {
    id: 'getPaymentRequest',
    tag: 'Payment requests',
    summary: 'One request to pay, as it stands',
    answer: success(answers.paymentRequest),
    errors: ['NOT_FOUND'],
  },
  'POST /api/v1/payment-requests/{id}/cancel': {
    id: 'cancelPaymentRequest',
    tag: 'Payment requests',
    summary: 'Cancel a request to pay',
    description:
      'Nobody can begin to pay it any more, and what was begun is closed at its rail. What comes all the same counts: where all of it was paid, the request becomes PAID.',
    body: null,
    answer: success(answers.paymentRequest),
    errors: ['NOT_FOUND', 'INVALID_STATE'],
  },
  'POST /api/v1/payment-requests/{id}/mark-paid': {
    id: 'markPaymentRequestPaid',
    tag: 'Payment requests',
    summary: 'Say that a request was paid by hand',
    description:
      'For cash, a transfer, or anything that does not come through a rail. It closes what is left of the request: no money moves and nothing is booked; nobody can begin to pay it any more. A payment that was under way and comes all the same is credited, carries `over_limit`, and stands under Needs attention.',
    body: markPaidBody,
    answer: success(answers.paymentRequest),
    errors: ['NOT_FOUND', 'INVALID_STATE'],
  },
  'GET /api/v1/recipients': {
    id: 'listRecipients',
    tag: 'Payouts',
    summary: 'Your recipients, the newest first',
    query: recipientQuery,
    answer: pageOf(answers.recipient),
  },
  'POST /api/v1/recipients': {
    id: 'createRecipient',
    tag: 'Payouts',
    summary: 'Save a recipient',
    description:
      'A number that is saved already is answered as it stands, with `Idempotent-Replayed: true`: change it with updateRecipient.',
    body: newRecipient,
    answer: success(answers.recipient),
    errors: ['provider_not_enabled'],
  },
  'GET /api/v1/recipients/{id}': {
    id: 'getRecipient',
    tag: 'Payouts',
    summary: 'One recipient',
    answer: success(answers.recipient),
    errors: ['NOT_FOUND'],
  },
  'PATCH /api/v1/recipients/{id}': {
    id: 'updateRecipient',
    tag: 'Payouts',
    summary: 'Rename a recipient, or change its rail or note',
    description: 'Only what is given changes. The number stays: another number is another recipient.',
    body: recipientChange,
    answer: success(answers.recipient),
    errors: ['NOT_FOUND', 'provider_not_enabled'],
  },
  'DELETE /api/v1/recipients/{id}': {
    id: 'deleteRecipient',
    tag: 'Payouts',
    summary: 'Remove a recipient',
    description: 'Payouts that were made to it stay as they are.',
    answer: success(answers.recipient),
    errors: ['NOT_FOUND'],
  },
  'GET /api/v1/client/balance': {
    id: 'getBalance',
    tag: 'Account',
    summary: 'Your balance',
    description:
      'Of the environment of the key. The available balance is what was collected, less commissions, with the adjustments, less what was paid out, refunded or settled to your bank, less what is held.',
    answer: success(answers.balance),
  },
  'GET /api/v1/client/stats': {
    id: 'getStats',
    tag: 'Account',
    summary: 'Volume, earnings of today and what is pending',
    description: 'Of the environment of the key. A day is one in Banjul.',
    answer: answers.stats,
  },
  'GET /api/v1/client/earnings-chart': {
    id: 'getEarningsChart',
    tag: 'Account',
    summary: 'Earnings of the last seven days',
    description:
      'Succeeded collections by the day on which they completed, net of commission. Days without any are there with zeros.',
    answer: answers.earningsChart,
  },
  'GET /api/v1/client/transactions': {
    id: 'listTransactions',
    tag: 'Account',
    summary: 'Your transactions, newest first',
    description: 'All types, of the environment of the key. Give either page or cursor.',
    query: transactionQuery,
    answer: answers.transactionPage,
  },
  'GET /api/v1/client/ledger': {
    id: 'listEntries',
    tag: 'Account',
    summary: 'The entries of one of your accounts, newest first, with the balance after each',
    description:
      '`available` is what you can pay out, `held` what payouts that are not final hold, `commission` the share of the gateway, `rail_collections:…` what a rail collected for you, `rail_float:…` and `float_funding` a float of the sandbox and what you put into it.',
    query: ledgerQuery,
    answer: pageOf(answers.ledgerEntry),
  },
  'GET /api/v1/client/statement': {
    id: 'getStatement',
    tag: 'Account',
    summary: 'The statement of a period: balances, totals and every line',
    description:
      'What moved your available balance from one day to another, both included and both in Banjul; at most 366 days. Opening balance + `credit` − `debit` of all lines = closing balance, which is the opening one of the next day. Of a period that ends today the closing balance is the one of now; in the first 15 seconds of a day, one that ends the day before is waited for until what was under way at midnight is booked. From then on the same period is the same bytes, in JSON and in CSV.\n\n`format=csv` has the columns of `lines`; `format=pdf` is for people, has at most 20,000 lines and shows a letter beyond Latin-1 as `?`. Long answers are sent as they are read: one that breaks off is not whole.',
    query: statementQuery,
    answer: success(answers.statement),
    otherTypes: { 'text/csv': answers.statementCsv, 'application/pdf': answers.statementPdf },
  },
  'GET /api/v1/seals': {
    id: 'listSeals',
    tag: 'Account',
    summary: 'The seals of the books, newest first',
    description:
      'Every minute all that was written is put into a Merkle tree (RFC 6962), whose root is bound to all seals before it. Keep a `chain`: whoever has it can tell later that nothing from before was changed. All clients and both environments are in one row of seals.',
    query: sealQuery,
    answer: pageOf(answers.seal),
    errors: ['TRANSACTION_NOT_FOUND'],
  },
  'GET /api/v1/seals/{id}/proof': {
    id: 'getProof',
    tag: 'Account',
    summary: 'That a transaction is in a seal, for anybody to check',
    description:
      'Each row of it as it was sealed, with the hashes that lead to the root. SHA-256 of a byte 0 and `content`; then for each step SHA-256 of a byte 1, what stands left, what stands right; the last one is `root`. SHA-256 of `previous_chain` and the words `id sealed_at leaves root` is `chain`.',
    query: proofQuery,
    answer: success(answers.proof),
    errors: ['TRANSACTION_NOT_FOUND', 'NOT_FOUND'],
  },
  'GET /api/client/profile': {
    id: 'getProfile',
    tag: 'Account',
    summary: 'Whose key this is',
    description: 'Tells whether a key works.',
    answer: answers.profile,
  },
  'GET /api/v1/rails/status': {
    id: 'listRailStatus',
    tag: 'Rails',
    summary: 'Which rails work',
    description: 'For your account, in the environment of the key.',
    answer: success(z.array(answers.railStatus)),
  },
  'GET /api/v1/sandbox/rail-floats': {
    id: 'listRailFloats',
    tag: 'Sandbox',
    summary: 'Your sandbox floats',
    description:
      'What each rail of the sandbox can pay out. A payout that is more waits as AWAITING_LIQUIDITY.',
    answer: success(z.array(answers.railFloat)),
    errors: ['FORBIDDEN'],
  },
  'POST /api/v1/sandbox/rail-floats': {
    id: 'fundRailFloat',
    tag: 'Sandbox',
    summary: 'Add to a sandbox float',
    description: 'The amount is added to what is there, and payouts that wait and now fit go out.',
    body: fundingRequest,
    answer: success(answers.railFloat),
    errors: ['FORBIDDEN', 'INVALID_AMOUNT', 'provider_not_enabled'],
  },
  'POST /api/v1/sandbox/advance': {
    id: 'advanceClock',
    tag: 'Sandbox',
    summary: 'Let time pass in your sandbox',
    description:
      'What is due in your sandbox within that time happens now, in its order: expiries, one-time passwords, later words of scenarios, held payouts, retries of webhooks, the end of the time in which a payout can be taken back. It is answered when all of it has happened; what happened is dated now. Nothing of live or of other accounts moves. One call works for about twenty seconds: where there was more to do, `advanced_seconds` is less than you asked for, and the next call goes on. An endpoint that lets an attempt run out of time is not waited for again in the same call: its later attempts fail without being sent, and say so.',
    body: advanceRequest,
    answer: success(answers.advanced),
    errors: ['FORBIDDEN'],
  },
  'GET /api/v1/webhook-endpoints': {
    id: 'listEndpoints',
    tag: 'Webhooks',
    summary: 'Your webhook endpoints',
    answer: success(z.array(answers.endpoint)),
  },
  'POST /api/v1/webhook-endpoints': {
    id: 'createEndpoint',
    tag: 'Webhooks',
    summary: 'Make a webhook endpoint',
    description: 'The secret is answered this once. At most 20 endpoints in each environment.',
    body: newEndpoint,
    answer: success(answers.createdEndpoint),
    errors: ['INVALID_STATE'],
  },
  'GET /api/v1/webhook-endpoints/{id}': {
    id: 'getEndpoint',
    tag: 'Webhooks',
    summary: 'One webhook endpoint',
    answer: success(answers.endpoint),
    errors: ['NOT_FOUND'],
  },
  'PATCH /api/v1/webhook-endpoints/{id}': {
    id: 'updateEndpoint',
    tag: 'Webhooks',
    summary: 'Change or resume a webhook endpoint',
    description:
      'Only what is given changes. What an endpoint missed before it was resumed is sent when replayEndpoint asks for it.',
    body: endpointChange,
    answer: success(answers.endpoint),
    errors: ['NOT_FOUND'],
  },
  'DELETE /api/v1/webhook-endpoints/{id}': {
    id: 'deleteEndpoint',
    tag: 'Webhooks',
    summary: 'Remove a webhook endpoint',
    description: 'Nothing is sent there any more, not even what was waiting.',
    answer: success(answers.endpoint),
    errors: ['NOT_FOUND'],
  },
  'POST /api/v1/webhook-endpoints/{id}/rotate-secret': {
    id: 'rotateSecret',
    tag: 'Webhooks',
    summary: 'Give an endpoint a new secret',
    description: 'For 24 hours every attempt is signed with the one before as well.',
    body: null,
    answer: success(answers.rotatedSecret),
    errors: ['NOT_FOUND'],
  },
  'POST /api/v1/webhook-endpoints/{id}/test': {
    id: 'sendTestEvent',
    tag: 'Webhooks',
    summary: 'Send a signed example to an endpoint and see what it answers',
    description:
      'The body says `test: true` first of all and tells of a transaction that does not exist. It is sent once and stands in no log. At most four at a time.',
    body: testRequest.optional(),
    answer: success(answers.testAttempt),
    errors: ['NOT_FOUND'],
  },
  'POST /api/v1/webhook-endpoints/{id}/replay': {
    id: 'replayEndpoint',
    tag: 'Webhooks',
    summary: 'Send what an endpoint missed while it was paused',
    description:
      'Since a time, or all of it. The endpoint must be ACTIVE again. Repeating it sends nothing twice.',
    body: replayRequest.optional(),
    answer: success(answers.resent),
    errors: ['NOT_FOUND', 'INVALID_STATE'],
  },
  'POST /api/v1/webhook-endpoints/{id}/debug-signature': {
    id: 'debugSignature',
    tag: 'Webhooks',
    summary: 'Say why a receiver refuses a webhook',
    description: 'Give either body or body_base64.',
    body: debugRequest,
    answer: success(answers.diagnosis),
    errors: ['NOT_FOUND'],
  },
  'GET /api/v1/webhook-deliveries': {
    id: 'listDeliveries',
    tag: 'Webhooks',
    summary: 'What was sent where, newest first, with every attempt',
    query: deliveryQuery,
    answer: pageOf(answers.delivery),
  },
  'GET /api/v1/webhook-deliveries/{id}': {
    id: 'getDelivery',
    tag: 'Webhooks',
    summary: 'One delivery',
    answer: success(answers.delivery),
    errors: ['NOT_FOUND'],
  },
  'POST /api/v1/webhook-deliveries/{id}/resend': {
    id: 'resendDelivery',
    tag: 'Webhooks',
    summary: 'Send a delivery again',
    description:
      'Whatever became of it, the same bytes are sent, with the whole schedule of retries before them. Its endpoint must be ACTIVE.',
    body: null,
    answer: success(answers.delivery),
    errors: ['NOT_FOUND', 'INVALID_STATE'],
  },
  'POST /api/v1/webhook-deliveries/resend-failed': {
    id: 'resendFailed',
    tag: 'Webhooks',
    summary: 'Send every failed delivery since a time again',
    description:
      'Those that wait for a retry are sent as well. Endpoints that are not ACTIVE are left out. Repeating it sends none twice.',
    body: resendFailedRequest,
    answer: success(answers.resent),
    errors: ['NOT_FOUND', 'INVALID_STATE'],
  },
  'GET /api/v1/events': {
    id: 'listEvents',
    tag: 'Events',
    summary: 'What happened, newest first, with the data that was sent',
    description:
      'Each status change of a transaction that was told, whether or not an endpoint was there to hear of it.',
    query: eventQuery,
    answer: pageOf(answers.event),
  },
  'GET /api/v1/events/stream': {
    id: 'openEventStream',
    tag: 'Events',
    summary: 'Events as server-sent events, as they happen',
    description: 'Each message carries the text and the headers of a webhook. At most four at a time.',
    query: streamQuery.omit({ 'Last-Event-ID': true }),
    headers: streamQuery.pick({ 'Last-Event-ID': true }),
    answer: z
      .string()
      .meta({ description: 'https://html.spec.whatwg.org/multipage/server-sent-events.html' }),
    answerType: 'text/event-stream',
    errors: ['NOT_FOUND'],
  },
  'POST /rails/{rail}/notify': {
    id: 'receiveNotice',
    tag: 'Rails',
    summary: 'What a live rail tells the gateway',
    description: 'For rails only: signed in the way of each rail, and stored before it is answered.',
    access: 'rail',
    answer: z.strictObject({ status: z.literal('success').meta({ description: 'The notice is stored.' }) }),
    errors: ['UNAUTHORIZED', 'NOT_FOUND'],
  },
  'GET /healthz': {
    id: 'healthz',
    tag: 'Service',
    summary: 'Whether the process lives',
    access: 'anybody',
    answer: z.strictObject({ status: z.literal('ok').meta({ description: 'The process answers.' }) }),
  },
  'GET /readyz': {
    id: 'readyz',
    tag: 'Service',
    summary: 'Whether the process can do its work',
    access: 'anybody',
    answer: answers.readiness,
    otherwise: { status: 503, description: 'It cannot at present.', answer: answers.readiness },
  },
  'GET /openapi.json': {
    id: 'openapi',
    tag: 'Service',
    summary: 'This description',
    access: 'anybody',
    answer: z.looseObject({
      openapi: z.literal('3.1.1').meta({ description: 'The version of OpenAPI that it is written in.' }),
    }),
    answerHeaders: ['Cache-Control'],
  },
  'POST /auth/client/login': { id: 'logInClient', summary: 'Sign in to the client dashboard', ...logInOf },
  'POST /auth/admin/login': { id: 'logInAdmin', summary: 'Sign in to the admin dashboard', ...logInOf },
  'POST /auth/two-factor': {
    id: 'answerTwoFactor',
    tag: 'Sessions',
    access: 'browser',
    summary: 'Sign in with the second factor',
    description: 'Either a `code` or a `recovery_code`. A code works once.',
    body: secondFactorRequest,
    answer: success(answers.signedIn),
    answerHeaders: ['Set-Cookie'],
  },
  'POST /auth/password-reset': {
    id: 'askForPasswordReset',
    tag: 'Sessions',
    access: 'browser',
    summary: 'Have a link sent that sets a new password',
    description:
      'By e-mail, where somebody signs in with this address; the answer is the same where nobody does. The link works once, within 30 minutes. The second factor stays.',
    body: passwordResetRequest,
    answer: z.strictObject({
      status: z.literal('success').meta({ description: 'The request was taken.' }),
    }),
  },
  'POST /auth/logout': {
    id: 'logOut',
    tag: 'Sessions',
    access: 'browser',
    summary: 'End the session',
    description:
      'Of the cookie `session_token`. The token is dead from then on; without a session it is 200 too.',
    body: null,
    answer: z.strictObject({
      status: z.literal('success').meta({ description: 'There is no session now.' }),
    }),
    answerHeaders: ['Set-Cookie'],
  },
};
