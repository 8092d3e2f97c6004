import type { Collection, CollectionStatus, InitiateCollectionBody } from '../openapi.ts';
import type { CallOptions, InitiationOptions, PostOptions, Transport } from '../transport.ts';

/** What becomes of a collection in the sandbox, whatever its amount, unless that is a magic one. */
export type CollectionScenario =
  | 'success'
  | 'insufficient_funds'
  | 'account_blocked'
  | 'declined'
  | 'expired'
  | 'cancelled'
  | 'late_success'
  | 'unknown_then_success'
  | 'unknown_then_failure'
  | 'duplicate_webhook'
  | 'webhooks_out_of_order';

/** Money in. */
export class Collections {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * Asks a customer for a payment. What comes next is in the answer: send the customer to `redirect_url`, or do what
   * `next_action` says; paid it is when the webhook or `get` says `SUCCEEDED`.
   *
   * Guarantee: one collection for a `client_reference`, however often this is called with the same body; a repeat
   * answers it as it stands now, so this is repeated after a lost answer too. One that is `EXPIRED` or `CANCELLED` is
   * offered anew. Throws `DUPLICATE_REFERENCE` for the same reference with another body, `INVALID_AMOUNT`,
   * `VALIDATION_ERROR`, `provider_not_enabled`, `PROVIDER_UNAVAILABLE`. With a test key, `scenario` decides what becomes
   * of it.
   */
  initiate(
    body: InitiateCollectionBody,
    options?: InitiationOptions<CollectionScenario>,
  ): Promise<Collection> {
    return this.#transport.call('initiateCollection', { body }, options);
  }

  /**
   * How it stands, by your `client_reference` or by its `transaction_id`; of several attempts the newest. Throws
   * `TRANSACTION_NOT_FOUND`, and a `TypeError` for the references `.` and `..`, which no URL can hold.
   */
  get(referenceOrId: string, options?: CallOptions): Promise<CollectionStatus> {
    return this.#transport.call('getCollection', { path: { reference: referenceOrId } }, options);
  }

  /**
   * Gives the one-time password that the customer was sent, 4 to 8 digits. Throws `INVALID_OTP` for a wrong one
   * (`details.attempts_remaining`), `OTP_ATTEMPTS_EXCEEDED` for the third, `OTP_EXPIRED`, `INVALID_STATE`.
   *
   * Not repeated after a lost answer: a wrong code would use up another of the three tries. Call `get` then:
   * `status` and `next_action.submit_otp.attempts_remaining` say what became of it.
   */
  submitOtp(transactionId: string, otp: string, options?: PostOptions): Promise<Collection> {
    return this.#transport.call('submitOtp', { path: { transactionId }, body: { otp } }, options);
  }

  /**
   * Has the one-time password sent again: three times at most, a minute apart (`next_action.submit_otp.resend_after`).
   * Throws `RATE_LIMITED` when it is too soon, `INVALID_STATE` for a fourth time.
   *
   * Not repeated after a lost answer or `PROVIDER_UNAVAILABLE`: the message may be on its way, and counts.
   */
  resendOtp(transactionId: string, options?: PostOptions): Promise<Collection> {
    return this.#transport.call('resendOtp', { path: { transactionId } }, options);
  }

  /**
   * Closes a `PENDING` one. Look at `status`: it is `SUCCEEDED` if the customer had paid, else `CANCELLED`. Throws
   * `INVALID_STATE` in another final state. Repeated under an `Idempotency-Key`, so that a repeat says the same.
   */
  cancel(transactionId: string, options?: PostOptions): Promise<CollectionStatus> {
    return this.#transport.call('cancelCollection', { path: { transactionId } }, options);
  }
}
