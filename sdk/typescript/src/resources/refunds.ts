import type { InitiateRefundBody, Refund } from '../openapi.ts';
import type { CallOptions, PostOptions, Transport } from '../transport.ts';

/** Money back to whoever paid a collection. */
export class Refunds {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * Gives the money of a `SUCCEEDED` collection back: `amount`, or all that is left. `PENDING` and `AWAITING_LIQUIDITY`
   * are under way and not failed; `FAILED` has given the money back to your balance.
   *
   * Guarantee: one refund for a `client_reference`, for ever, and those of a collection never exceed it; a repeat with
   * the same body answers it as it stands now, so this is repeated after a lost answer too. Throws
   * `REFUND_EXCEEDS_COLLECTION`, `REFUND_NOT_POSSIBLE`, `INSUFFICIENT_BALANCE` (nothing is stored, the reference stays
   * free), `TRANSACTION_NOT_FOUND`, `INVALID_STATE`, `DUPLICATE_REFERENCE`, `INVALID_AMOUNT`, `VALIDATION_ERROR`.
   */
  initiate(body: InitiateRefundBody, options?: PostOptions): Promise<Refund> {
    return this.#transport.call('initiateRefund', { body }, options);
  }

  /**
   * How it stands, by your `client_reference` or by its `transaction_id`. Throws `TRANSACTION_NOT_FOUND`, and a
   * `TypeError` for the references `.` and `..`, which no URL can hold.
   */
  get(referenceOrId: string, options?: CallOptions): Promise<Refund> {
    return this.#transport.call('getRefund', { path: { reference: referenceOrId } }, options);
  }

  /**
   * Takes one back that is `AWAITING_LIQUIDITY`: it is `FAILED` then, and its money in your balance. Throws
   * `INVALID_STATE` for any other. Repeated under an `Idempotency-Key`, so that a repeat says the same.
   */
  cancel(transactionId: string, options?: PostOptions): Promise<Refund> {
    return this.#transport.call('cancelRefund', { path: { transactionId } }, options);
  }
}
