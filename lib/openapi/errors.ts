import { z } from 'zod';
import { type ErrorCode, errorStatus } from '#lib/errors';

interface DescribedError {
  meaning: string;
  details?: z.ZodType;
}

const amount = z.string().regex(/^\d+\.\d\d$/);
const bututs = z.int();
const requestId = {
  request_id: z.string().min(1).meta({ description: 'Send it to us: it stands in our log.' }),
};
const incident = z.strictObject(requestId);

/** Every code with what it means to a caller and the shape of its `details`; one that is missing does not compile. */
const errors: Record<ErrorCode, DescribedError> = {
  VALIDATION_ERROR: {
    meaning: 'One or more fields are not valid; all of them are named.',
    details: z.strictObject({
      fields: z.array(
        z.strictObject({ path: z.string(), message: z.string().min(1), code: z.string().min(1) }),
      ),
    }),
  },
  MALFORMED_JSON: { meaning: 'The body is not one JSON object in UTF-8, or did not arrive whole.' },
  INVALID_AMOUNT: {
    meaning: 'The amount alone is wrong, in form or size.',
    details: z.strictObject({ min_amount: amount, max_amount: amount }),
  },
  CARD_DATA_NOT_ACCEPTED: { meaning: 'The body carries card data, which is accepted nowhere.' },
  UNAUTHORIZED: { meaning: 'The key, or the signature of a notice, is missing, wrong, revoked or expired.' },
  FORBIDDEN: { meaning: 'The caller is known and may not do this.' },
  TWO_FACTOR_REQUIRED: { meaning: 'A second factor is needed; dashboards only.' },
  IP_NOT_ALLOWED: { meaning: 'The account accepts calls from other addresses only.' },
  HTTPS_REQUIRED: { meaning: 'Only HTTPS is accepted; consider the key exposed.' },
  SCOPE_MISSING: { meaning: 'The key is limited to other operations.' },
  CLIENT_SUSPENDED: { meaning: 'The account is suspended.' },
  TRANSACTION_NOT_FOUND: { meaning: 'No such transaction of this account in this environment.' },
  NOT_FOUND: { meaning: 'There is nothing of that name, or nothing at that path.' },
  METHOD_NOT_ALLOWED: { meaning: 'The path takes other methods, which the header Allow lists.' },
  PAYLOAD_TOO_LARGE: { meaning: 'The body is longer than 65,536 bytes.' },
  UNSUPPORTED_MEDIA_TYPE: { meaning: 'The body is not sent as JSON in UTF-8 without compression.' },
  provider_not_enabled: { meaning: 'The rail is unknown, switched off or cannot do this.' },
  INSUFFICIENT_BALANCE: {
    meaning: 'The payout is more than the available balance. Nothing was stored.',
    details: z.strictObject({ required_amount_bututs: bututs, available_balance_bututs: bututs }),
  },
  DUPLICATE_REFERENCE: {
    meaning: 'The reference was used with other fields.',
    details: z.strictObject({ client_reference: z.string().min(1) }),
  },
  IDEMPOTENCY_KEY_REUSED: { meaning: 'The Idempotency-Key was used for another request.' },
  INVALID_STATE: { meaning: 'It is in a state in which this cannot be done.' },
  INVALID_OTP: {
    meaning: 'The one-time password is wrong.',
    details: z.strictObject({ attempts_remaining: z.int().min(0).max(3) }),
  },
  OTP_EXPIRED: { meaning: 'The one-time password was not given in time.' },
  OTP_ATTEMPTS_EXCEEDED: { meaning: 'A third wrong one-time password: the collection has failed.' },
  RATE_LIMITED: { meaning: 'Too many requests; repeat it after Retry-After.' },
  INTERNAL_ERROR: {
    meaning: 'Something went wrong on our side. Repeat the request with the same reference.',
    details: incident,
  },
  SERVICE_UNAVAILABLE: {
    meaning: 'For the moment it cannot be done. Repeat the request with the same reference.',
    details: incident,
  },
  PROVIDER_UNAVAILABLE: {
    meaning: 'The rail surely received nothing. Repeat the request, or offer another rail.',
    details: z.strictObject({ ...requestId, available_providers: z.array(z.string()).optional() }),
  },
};

export const errorCodes = Object.keys(errors) as ErrorCode[];

export function meaningOf(code: ErrorCode): string {
  return errors[code].meaning;
}

const flatTitles: Record<number, string> = { 401: 'Unauthorized', 403: 'Forbidden' };

/** The body of an error; flat for 401 and 403, as spec.md has it. */
export function errorAnswer(code: ErrorCode): z.ZodType {
  const { meaning, details } = errors[code];
  const message = z.string().min(1);
  const title = flatTitles[errorStatus[code]];
  const isBare = code === 'UNAUTHORIZED' || code === 'FORBIDDEN';
  const body = title
    ? z.strictObject({ error: z.literal(title), message, ...(!isBare && { code: z.literal(code) }) })
    : z.strictObject({
        status: z.literal('error'),
        error: z.strictObject({ code: z.literal(code), message, ...(details && { details }) }),
      });
  return body.meta({ description: meaning });
}
