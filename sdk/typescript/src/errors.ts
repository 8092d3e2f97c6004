import type { ErrorCode, ErrorDetails, Open, Operations } from './openapi.ts';

export type OperationId = keyof Operations;

/** What both kinds of failure know of the call. */
export interface FailedCall {
  operation: OperationId;
  idempotencyKey: string | undefined;
  /**
   * The same call may be made again: nothing was done, or a repeat does it only once. For that it needs the same
   * `client_reference`, and the `idempotencyKey` of this error if there is one.
   */
  isRetryable: boolean;
}

interface Refusal extends FailedCall {
  code: Open<ErrorCode>;
  status: number;
  message: string;
  details: Record<string, unknown> | undefined;
  requestId: string | undefined;
  help: string | undefined;
  retryAfterSeconds: number | undefined;
}

/** The gateway answered, and the answer is an error. `code` says which; `is()` gives `details` its type. */
export class KairaError extends Error implements FailedCall {
  /** A code of the gateway; `UNEXPECTED_ANSWER` where somebody on the way answered, such as a proxy. */
  readonly code: Open<ErrorCode>;
  /** Of HTTP. */
  readonly status: number;
  readonly details: Record<string, unknown> | undefined;
  /** Stands in the gateway's log: send it along when you ask about an error. */
  readonly requestId: string | undefined;
  /** The address of the page that explains the code. */
  readonly help: string | undefined;
  /** How long the gateway asks to wait before a repeat. */
  readonly retryAfterSeconds: number | undefined;
  readonly operation: OperationId;
  readonly idempotencyKey: string | undefined;
  readonly isRetryable: boolean;

  constructor(refusal: Refusal) {
    super(refusal.message);
    this.name = 'KairaError';
    this.code = refusal.code;
    this.status = refusal.status;
    this.details = refusal.details;
    this.requestId = refusal.requestId;
    this.help = refusal.help;
    this.retryAfterSeconds = refusal.retryAfterSeconds;
    this.operation = refusal.operation;
    this.idempotencyKey = refusal.idempotencyKey;
    this.isRetryable = refusal.isRetryable;
  }

  /** Whether this is that code: `if (error.is('INVALID_OTP')) error.details.attempts_remaining`. */
  is<Code extends ErrorCode>(code: Code): this is KairaError & { code: Code; details: ErrorDetails[Code] } {
    return this.code === code;
  }
}

/**
 * No answer came that can be read: no connection, none in time, or one that broke off. Whether the gateway did what it
 * was asked is not known: look it up by its reference, or make the same call again if `isRetryable`.
 */
export class KairaConnectionError extends Error implements FailedCall {
  readonly operation: OperationId;
  readonly idempotencyKey: string | undefined;
  readonly isRetryable: boolean;

  constructor(message: string, call: FailedCall, cause?: unknown) {
    super(message, { cause });
    this.name = 'KairaConnectionError';
    this.operation = call.operation;
    this.idempotencyKey = call.idempotencyKey;
    this.isRetryable = call.isRetryable;
  }
}
