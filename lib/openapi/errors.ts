import { z } from 'zod';
import { type ErrorCode, errorStatus } from '#lib/errors';

interface DescribedError {
  /** What happened. */
  meaning: string;
  /** What the caller should do: whether to repeat, with which reference, and whether anything was stored or charged. */
  remedy: string;
  /** One of the messages that an answer carries; `errors.test.ts` finds each in the code. */
  message: string;
  details?: z.ZodType;
}

const amount = z.string().regex(/^\d+\.\d\d$/);
const bututs = z.int();
const requestId = {
  request_id: z
    .string()
    .min(1)
    .meta({
      description: 'Send it to us: it stands in our log.',
      examples: ['01936f2e-5c1a-7b3d-9e4f-0a1b2c3d4e5f'],
    }),
};
const incident = z.strictObject(requestId);
const fieldFault = z.strictObject({
  path: z.string().meta({
    description: 'The field, with dots on the way to it; empty for the body as a whole.',
    examples: ['amount'],
  }),
  message: z
    .string()
    .min(1)
    .meta({
      description: 'What is wrong with it and what would be right.',
      examples: ['amount is required.'],
    }),
  code: z
    .string()
    .min(1)
    .meta({ description: 'The fault, for programs.', examples: ['required'] }),
});

/**
 * Every code with what it means to a caller, what to do about it and the shape of its `details`; one that is missing
 * does not compile.
 */
const errors: Record<ErrorCode, DescribedError> = {
  VALIDATION_ERROR: {
    meaning: 'One or more fields are not valid; all of them are named.',
    remedy:
      'Correct every field that `details.fields` names, then send the request again. Nothing was stored or charged, so the same reference can be used.',
    message: 'amount is required.',
    details: z.strictObject({
      fields: z.array(fieldFault).meta({ description: 'A line for each fault.' }),
    }),
  },
  MALFORMED_JSON: {
    meaning: 'The body is not one JSON object in UTF-8, or did not arrive whole.',
    remedy:
      'Send one JSON object in UTF-8, without a byte order mark and with no key twice in it; the message says what was wrong. Nothing was stored or charged, so the same reference can be used.',
    message: 'The request body must be a JSON object.',
  },
  INVALID_AMOUNT: {
    meaning: 'The amount alone is wrong, in form or size.',
    remedy:
      'Send the amount as a string such as `"150.00"`, from `details.min_amount` to `details.max_amount`. Nothing was stored or charged, so the same reference can be used.',
    message: 'The amount must be from 1.00 to 100000.00 GMD on this rail.',
    details: z.strictObject({
      min_amount: amount.meta({ description: 'The least that is taken here.', examples: ['1.00'] }),
      max_amount: amount.meta({ description: 'The most that is taken here.', examples: ['100000.00'] }),
    }),
  },
  CARD_DATA_NOT_ACCEPTED: {
    meaning: 'The body carries card data, which is accepted nowhere.',
    remedy:
      'Remove the field that the message names. Customers enter a card on the page of a `PROVIDER_C_CARD` collection only, so it need not pass through your server. Nothing was stored, charged or logged, so the same reference can be used.',
    message:
      'Kaira takes no card data: remove it from `metadata.card`. Cards are entered on the card page only.',
  },
  UNAUTHORIZED: {
    meaning: 'The key, or the signature of a notice, is missing, wrong, revoked or expired.',
    remedy:
      'Send `Authorization: Bearer` with a key that your dashboard lists as active; the message says what is wrong with this one, and repeating the request with it does not help. Nothing was stored or charged, so the same reference can be used.',
    message: 'This API key is unknown, revoked or expired. Use one that your dashboard lists as active.',
  },
  FORBIDDEN: {
    meaning: 'The caller is known and may not do this.',
    remedy:
      'Repeating the request with the same key does not help. What exists in the sandbox only needs a key that begins with `sk_test_`; in a dashboard, somebody whose role may do it. Nothing was stored or charged.',
    message: 'Rail floats exist in the sandbox only. Use a key that begins with sk_test_.',
  },
  STEP_UP_REQUIRED: {
    meaning: 'The password is wanted again, ten minutes after it was last given; dashboards only.',
    remedy:
      'Send the password, and the code of the second factor where that is on, to `POST /auth/step-up`, then repeat the request unchanged. Nothing was stored or charged. A request with an API key never meets it.',
    message:
      'This wants your password again, since it was last given over 10 minutes ago. Send it to /auth/step-up, then repeat the request.',
  },
  TWO_FACTOR_REQUIRED: {
    meaning: 'The code of the second factor is wanted as well; dashboards only.',
    remedy:
      'Send the password again, with the `code` that the authenticator app shows. Nothing was stored or charged. A request with an API key never meets it.',
    message: 'Two-factor authentication is on: send the code of your authenticator app as well.',
  },
  IP_NOT_ALLOWED: {
    meaning: 'The account accepts calls from other addresses only.',
    remedy:
      'Call from a listed address, or ask in the dashboard for the one that the message names to be added, which an operator approves. Nothing was stored or charged; afterwards repeat the request with the same reference.',
    message:
      'This account accepts calls from listed addresses only, and 203.0.113.7 is not one of them. Call from a listed one, or ask in the dashboard for this one to be added.',
  },
  HTTPS_REQUIRED: {
    meaning: 'Only HTTPS is accepted; consider the key exposed.',
    remedy:
      'Call the https:// address. A key that was sent over plain HTTP can have been read on the way: have it rotated. Nothing was stored or charged, so the same reference can be used.',
    message:
      'Only HTTPS is accepted: call the https:// address. A key that was sent without it can have been read on the way; have it rotated.',
  },
  SCOPE_MISSING: {
    meaning: 'The key is limited to other operations.',
    remedy:
      'Use a key with one of the scopes that the message names. Nothing was stored or charged, so the same reference can be used.',
    message: 'This key is limited to "read". Use one with the scope "full" or "collections".',
  },
  CLIENT_SUSPENDED: {
    meaning: 'The account is suspended.',
    remedy:
      'Contact the operators of the gateway: until they lift it, every request of the account is refused. Nothing was stored or charged; afterwards repeat the request with the same reference.',
    message: 'This account is suspended. Contact the operators of this gateway.',
  },
  TRANSACTION_NOT_FOUND: {
    meaning: 'No such transaction of this account in this environment.',
    remedy:
      'Check the reference, the key and the path: a test key sees the sandbox only, and collections and payouts have paths of their own. If you look for what an unanswered initiation did, nothing was stored when you asked: repeat the initiation with the same reference, which is never done twice.',
    message:
      "This key's account and environment have no collection with that reference or transaction_id. A test key sees the sandbox only, a live key live payments only.",
  },
  NOT_FOUND: {
    meaning: 'There is nothing of that name, or nothing at that path.',
    remedy:
      "Check the path against `/openapi.json`, and an id against the list that it comes from: only what belongs to the key's account and environment is found. Nothing was stored, and repeating the request unchanged does not help.",
    message:
      'There is nothing at this path. Paths have no trailing slash and are case-sensitive; GET /openapi.json lists them.',
  },
  METHOD_NOT_ALLOWED: {
    meaning: 'The path takes other methods, which the header Allow lists.',
    remedy: 'Use a method that the header `Allow` lists. Nothing was stored or charged.',
    message: 'This path does not take PUT. Use POST.',
  },
  PAYLOAD_TOO_LARGE: {
    meaning: 'The body is longer than 65,536 bytes.',
    remedy:
      'Send a shorter body. Nothing was stored or charged, so the same reference can be used; repeating the request unchanged does not help.',
    message: 'The request body may have at most 65536 bytes. Send a shorter one.',
  },
  UNSUPPORTED_MEDIA_TYPE: {
    meaning: 'The body is not sent as JSON in UTF-8 without compression.',
    remedy:
      'Send the body as JSON in UTF-8 with `Content-Type: application/json` and without `Content-Encoding`. Nothing was stored or charged, so the same reference can be used.',
    message:
      'Send the request body as JSON with the header "Content-Type: application/json" (curl -d sends another one by itself).',
  },
  provider_not_enabled: {
    meaning: 'The rail is unknown, switched off or cannot do this.',
    remedy:
      'Use a provider that the message or `GET /api/v1/rails/status` names as working for this. Nothing was stored or charged by this request, so the same reference can be used with it.',
    message:
      'This provider is not enabled for payouts in SANDBOX. Use one of those that are: PROVIDER_W, PROVIDER_A, PROVIDER_C.',
  },
  PAYOUT_LIMIT_EXCEEDED: {
    meaning:
      'The payout would pass a limit that the operators set for this account, or for all that goes out over the rail. Nothing was stored.',
    remedy:
      'The reference stays free. `details` says which limit (of one payout, of the day or of the month, in Banjul’s time; `rail_day` and `rail_month` are of the rail) and what is left of it: send no more than that, take another rail, wait for the next day or month, or ask the operators for a higher limit. A payout that fails gives back what it took.',
    message:
      'This payout of 25.00 GMD is more than what is left of this account’s limit for the day: 10.00 of 1000.00 GMD. Nothing was stored; the reference stays free.',
    details: z.strictObject({
      limit: z
        .enum(['per_payout', 'day', 'month', 'rail_day', 'rail_month'])
        .meta({ description: 'What the limit is of.', examples: ['day'] }),
      limit_bututs: bututs.meta({ description: 'The limit; 100 bututs are 1 GMD.', examples: [1_000_00] }),
      left_bututs: bututs.meta({
        description: 'What is left of it, for one payout or several; of `per_payout`, the limit itself.',
        examples: [10_00],
      }),
    }),
  },
  INSUFFICIENT_BALANCE: {
    meaning: 'The payout or the refund is more than the available balance. Nothing was stored.',
    remedy:
      'The reference stays free: repeat the request with it when the available balance covers the amount, or send a smaller amount. `details` has both figures.',
    message:
      'Your available balance of 10.00 GMD is less than the 25.00 GMD of this payout. Nothing was stored; the reference stays free.',
    details: z.strictObject({
      required_amount_bututs: bututs.meta({
        description: 'What the payout or the refund needs; 100 bututs are 1 GMD.',
        examples: [2500],
      }),
      available_balance_bututs: bututs.meta({
        description: 'What was available when it was refused.',
        examples: [1000],
      }),
    }),
  },
  DUPLICATE_REFERENCE: {
    meaning: 'The reference was used with other fields.',
    remedy:
      'This request stored and charged nothing, and the first payment stands as it is. If you mean that payment, look it up or repeat its request unchanged; if you mean another one, use a new reference.',
    message:
      'This client_reference was used with other fields. Repeat the first request unchanged, or use a new reference.',
    details: z.strictObject({
      client_reference: z
        .string()
        .min(1)
        .meta({ description: 'The reference that was used before.', examples: ['order-1001'] }),
    }),
  },
  IDEMPOTENCY_KEY_REUSED: {
    meaning: 'The Idempotency-Key was used for another request.',
    remedy:
      'This request did nothing. To repeat the first one, send its method, path and body byte for byte; for another request use a new key.',
    message:
      'This Idempotency-Key was used for another request. Use a new key for a new request, or repeat the first one unchanged.',
  },
  INVALID_STATE: {
    meaning: 'It is in a state in which this cannot be done.',
    remedy:
      'The message says what stands in the way. Repeating the request before that has changed does not help: look the object up and go on from how it stands. This request charged nothing.',
    message: 'This collection is SUCCEEDED and can no longer be cancelled.',
  },
  REFUND_EXCEEDS_COLLECTION: {
    meaning: 'The refunds of the collection would be more than its customer paid.',
    remedy:
      'Refund `details.refundable_amount_bututs` at most, or leave the amount out for all that is left; a payout under the reference of a payback, `payback-` and the collection’s `transaction_id`, is held to what came and did not go back yet. What is not `FAILED` counts, and so does what arrived after its failure (`delivered_after_failure`), and what the rail has taken back. Nothing was stored or charged, so the same reference can be used.',
    message:
      'No more than 40.00 GMD of this collection can still be refunded. Nothing was stored; the reference stays free.',
    details: z.strictObject({
      refundable_amount_bututs: bututs.meta({
        description: 'What can still be refunded, in bututs.',
        examples: [4000],
      }),
    }),
  },
  REFUND_NOT_POSSIBLE: {
    meaning: 'There is no way for the money to go back to its payer.',
    remedy:
      'Where `details.reason` is `no_customer_mobile`, send the number that the payer tells you as `recipient_mobile`. Else return the money outside Kaira, or refund another part. Nothing was stored or charged, so the same reference can be used.',
    message:
      'The rail does not give this amount back itself, and the collection has no customer_mobile to pay it to. Ask the payer for the number, and send it as recipient_mobile. Nothing was stored; the reference stays free.',
    details: z.strictObject({
      reason: z.enum(['no_customer_mobile', 'rail_takes_nothing_back', 'payouts_switched_off']).meta({
        description: 'Why not, for programs.',
        examples: ['no_customer_mobile'],
      }),
    }),
  },
  INVALID_OTP: {
    meaning: 'The one-time password is wrong.',
    remedy:
      'Ask the customer for the code and send it again: `details.attempts_remaining` more tries are left, and none is given back. The collection is still `PENDING`, and nothing was charged.',
    message:
      'The one-time password is wrong. 2 of 3 tries remain. Ask the customer for the code and send it again.',
    details: z.strictObject({
      attempts_remaining: z
        .int()
        .min(0)
        .max(3)
        .meta({ description: 'How many tries are left.', examples: [2] }),
    }),
  },
  OTP_EXPIRED: {
    meaning: 'The one-time password was not given in time.',
    remedy:
      'Look the collection up. While it is `PENDING`, have a new code sent with `POST …/otp/resend`; once it is `EXPIRED`, initiate it again with the same reference and amount. Nothing was charged.',
    message:
      'The one-time password was not given in time, and nothing was charged. Start a new collection with the same reference.',
  },
  OTP_ATTEMPTS_EXCEEDED: {
    meaning: 'A third wrong one-time password: the collection has failed.',
    remedy:
      'Nothing was charged. The reference belongs to the failed collection for ever: to let the customer try again, initiate one with a new reference.',
    message:
      'A wrong one-time password was given three times: this collection has failed, and nothing was charged. Start another one with a new reference.',
  },
  RATE_LIMITED: {
    meaning: 'Too many requests; repeat it after Retry-After.',
    remedy:
      'Wait for the seconds that `Retry-After` gives, then repeat the request unchanged, with the same reference. Nothing was stored or charged, and no try of a one-time password was used.',
    message:
      'Too many requests: this key may make 100 a second, with bursts of 200. Wait for Retry-After, then repeat this one.',
    details: z
      .strictObject({
        limit: z.literal('concurrency').meta({
          description: 'Too many at the same time, and not too many a second.',
        }),
      })
      .optional(),
  },
  INTERNAL_ERROR: {
    meaning: 'Something went wrong on our side. Repeat the request with the same reference.',
    remedy:
      'It may have been done or not. Repeat the request unchanged, with the same reference and `Idempotency-Key`, waiting longer each time: it is then done once at most. If it goes on, send us `details.request_id`.',
    message:
      'Something went wrong on our side. Repeat the request with the same reference; if it stays, send us the request id.',
    details: incident,
  },
  SERVICE_UNAVAILABLE: {
    meaning: 'For the moment it cannot be done. Repeat the request with the same reference.',
    remedy:
      'Wait for the seconds that `Retry-After` gives, then repeat the request unchanged, with the same reference and `Idempotency-Key`. It may have been done without our answer, and so repeated it is done once at most.',
    message:
      'Kaira has more to do than it can at the moment. Nothing was done. Repeat the request with the same reference in a second.',
    details: incident,
  },
  PROVIDER_UNAVAILABLE: {
    meaning: 'The rail surely received nothing. Repeat the request, or offer another rail.',
    remedy:
      'Nothing was charged. Wait for the seconds that `Retry-After` gives, then repeat the request unchanged, with the same reference. Where `details.available_providers` is given, nothing was stored either, and one of those can be used at once with the same reference.',
    message:
      'PROVIDER_C could not be reached, and nothing was sent to it. Repeat the same request in a few seconds.',
    details: z.strictObject({
      ...requestId,
      available_providers: z
        .array(z.string().meta({ description: 'A provider value.', examples: ['PROVIDER_W'] }))
        .optional()
        .meta({
          description: 'The rails that work at present; empty when none does.',
          examples: [['PROVIDER_W', 'PROVIDER_A']],
        }),
    }),
  },
};

export const errorCodes = Object.keys(errors) as ErrorCode[];

export function meaningOf(code: ErrorCode): string {
  return errors[code].meaning;
}

/** What the caller should do about it, one to three sentences with `code` in Markdown. */
export function remedyOf(code: ErrorCode): string {
  return errors[code].remedy;
}

const flatTitles: Record<number, string> = { 401: 'Unauthorized', 403: 'Forbidden' };

/** The body of an error; flat for 401 and 403, as spec.md has it. */
export function errorAnswer(code: ErrorCode): z.ZodType {
  const { meaning, remedy, details, message: example } = errors[code];
  const message = z
    .string()
    .min(1)
    .meta({
      description: 'What is wrong and what to do, for people. Its words may change.',
      examples: [example],
    });
  const named = z.literal(code).meta({ description: 'The code, for programs.' });
  const title = flatTitles[errorStatus[code]];
  const isBare = code === 'UNAUTHORIZED' || code === 'FORBIDDEN';
  const body = title
    ? z.strictObject({
        error: z.literal(title).meta({ description: 'What the HTTP status is called.' }),
        message,
        ...(!isBare && { code: named }),
      })
    : z.strictObject({
        status: z.literal('error').meta({ description: 'Tells an error from a success.' }),
        error: z
          .strictObject({
            code: named,
            message,
            ...(details && { details: details.meta({ description: 'What programs need to know of it.' }) }),
          })
          .meta({ description: 'What went wrong.' }),
      });
  return body.meta({ description: `${meaning} ${remedy}` });
}
