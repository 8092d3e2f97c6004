import type { InitiatePayoutBody, Payout, PayoutQuote, QuotePayoutBody } from '../openapi.ts';
import type { CallOptions, InitiationOptions, PostOptions, Transport } from '../transport.ts';

/** What becomes of a payout in the sandbox, whatever its amount and the float of its rail. */
export type PayoutScenario =
  | 'success'
  | 'recipient_not_found'
  | 'recipient_inactive'
  | 'float_short'
  | 'pending_then_success'
  | 'pending_then_failure'
  | 'reversed';

/** Money out. */
export class Payouts {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * Sends money from your balance to a mobile number. `PENDING` and `AWAITING_LIQUIDITY` are under way and not failed;
   * `FAILED` has given the money back.
   *
   * Guarantee: one payout for a `client_reference`, for ever; a repeat with the same body answers it as it stands now,
   * so this is repeated after a lost answer too. After `KairaConnectionError`, call it again with the same reference
   * or `get` it: a new reference would be a new payout. Throws `INSUFFICIENT_BALANCE` (nothing is stored, the
   * reference stays free), `PAYOUT_LIMIT_EXCEEDED` and `REFUND_EXCEEDS_COLLECTION` (the
   * same; the last of a payout that gives back what came for a payment), `DUPLICATE_REFERENCE`, `INVALID_AMOUNT`,
   * `VALIDATION_ERROR`, `provider_not_enabled`, and `NOT_FOUND` for a `recipient_id` of nobody. With a test key,
   * `scenario` decides what becomes of it.
   */
  initiate(body: InitiatePayoutBody, options?: InitiationOptions<PayoutScenario>): Promise<Payout> {
    return this.#transport.call('initiatePayout', { body }, options);
  }

  /**
   * The same as `initiate`, with the same references, under the path it had before.
   * @deprecated The gateway says so too. Use `initiate`.
   */
  send(body: InitiatePayoutBody, options?: InitiationOptions<PayoutScenario>): Promise<Payout> {
    return this.#transport.call('sendPayout', { body }, options);
  }

  /** What a payout would do if it were sent now, and whose number it is. Nothing is stored or set aside. */
  quote(body: QuotePayoutBody, options?: PostOptions): Promise<PayoutQuote> {
    return this.#transport.call('quotePayout', { body }, options);
  }

  /**
   * How it stands, by your `client_reference` or by its `transaction_id`. Throws `TRANSACTION_NOT_FOUND`, and a
   * `TypeError` for the references `.` and `..`, which no URL can hold.
   */
  get(referenceOrId: string, options?: CallOptions): Promise<Payout> {
    return this.#transport.call('getPayout', { path: { reference: referenceOrId } }, options);
  }

  /**
   * Takes one back that is `AWAITING_LIQUIDITY`: it is `FAILED` then, and its money in your balance. Throws
   * `INVALID_STATE` for any other. Repeated under an `Idempotency-Key`, so that a repeat says the same.
   */
  cancel(transactionId: string, options?: PostOptions): Promise<Payout> {
    return this.#transport.call('cancelPayout', { path: { transactionId } }, options);
  }
}
