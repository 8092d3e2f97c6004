/** Every error code of the API with its HTTP status; contract.md §2. A code that is not listed here does not compile. */
export const errorStatus = {
  VALIDATION_ERROR: 400,
  MALFORMED_JSON: 400,
  INVALID_AMOUNT: 400,
  CARD_DATA_NOT_ACCEPTED: 400,
  UNAUTHORIZED: 401,
  FORBIDDEN: 403,
  TWO_FACTOR_REQUIRED: 403,
  STEP_UP_REQUIRED: 403,
  IP_NOT_ALLOWED: 403,
  HTTPS_REQUIRED: 403,
  SCOPE_MISSING: 403,
  CLIENT_SUSPENDED: 403,
  TRANSACTION_NOT_FOUND: 404,
  NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  PAYLOAD_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  provider_not_enabled: 422,
  INSUFFICIENT_BALANCE: 422,
  PAYOUT_LIMIT_EXCEEDED: 422,
  DUPLICATE_REFERENCE: 422,
  IDEMPOTENCY_KEY_REUSED: 422,
  INVALID_STATE: 422,
  REFUND_EXCEEDS_COLLECTION: 422,
  REFUND_NOT_POSSIBLE: 422,
  INVALID_OTP: 422,
  OTP_EXPIRED: 422,
  OTP_ATTEMPTS_EXCEEDED: 422,
  RATE_LIMITED: 429,
  INTERNAL_ERROR: 500,
  SERVICE_UNAVAILABLE: 503,
  PROVIDER_UNAVAILABLE: 503,
} as const;

export type ErrorCode = keyof typeof errorStatus;

interface AppErrorOptions {
  details?: Record<string, unknown>;
  /** Sent as `Retry-After`, whole seconds. */
  retryAfterSeconds?: number;
  headers?: Record<string, string>;
  cause?: unknown;
}

/** An answer that the caller is meant to read. Anything else that is thrown is a bug and becomes a redacted 500. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly details: Record<string, unknown> | undefined;
  readonly headers: Record<string, string>;

  constructor(code: ErrorCode, message: string, options: AppErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'AppError';
    this.code = code;
    this.details = options.details;
    this.headers = { ...options.headers };
    if (options.retryAfterSeconds !== undefined) {
      this.headers['retry-after'] = String(Math.max(1, Math.ceil(options.retryAfterSeconds)));
    }
  }

  get status(): number {
    return errorStatus[this.code];
  }
}

/** One line of `details.fields` of a `VALIDATION_ERROR`. */
export interface FieldFault {
  path: string;
  message: string;
  code: string;
}

/** Throws unless `condition` holds: for what can only be a bug of ours, never for a caller's mistake. */
export function invariant(condition: unknown, why: string): asserts condition {
  if (!condition) throw new Error(`Invariant broken: ${why}`);
}
