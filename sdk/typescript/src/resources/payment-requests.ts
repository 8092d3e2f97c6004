import { List, type Page } from '../list.ts';
import type {
  CreatePaymentRequestBody,
  ListPaymentRequestsQuery,
  MarkPaymentRequestPaidBody,
  PaymentRequest,
} from '../openapi.ts';
import type { CallOptions, PostOptions, Transport } from '../transport.ts';

/** What one customer each is asked to pay. Each throws `NOT_FOUND` for an id of nobody, or of somebody else. */
export class PaymentRequests {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** The newest first. */
  list(
    query: ListPaymentRequestsQuery = {},
    options?: CallOptions,
  ): List<PaymentRequest, Page<PaymentRequest>> {
    return new List((page) => this.#transport.call('listPaymentRequests', { query: page }, options), query);
  }

  /** Makes one; send its `url` to the customer. Throws `INVALID_AMOUNT` and `DUPLICATE_REFERENCE`. */
  create(body: CreatePaymentRequestBody, options?: PostOptions): Promise<PaymentRequest> {
    return this.#transport.call('createPaymentRequest', { body }, options);
  }

  get(id: string, options?: CallOptions): Promise<PaymentRequest> {
    return this.#transport.call('getPaymentRequest', { path: { id } }, options);
  }

  /** Nobody can begin to pay it any more; money that came wins. Throws `INVALID_STATE` for one that was paid. */
  cancel(id: string, options?: PostOptions): Promise<PaymentRequest> {
    return this.#transport.call('cancelPaymentRequest', { path: { id } }, options);
  }

  /** Says that it was paid otherwise, such as in cash. No money moves. Throws `INVALID_STATE` for one that was paid. */
  markPaid(
    id: string,
    body: MarkPaymentRequestPaidBody = {},
    options?: PostOptions,
  ): Promise<PaymentRequest> {
    return this.#transport.call('markPaymentRequestPaid', { path: { id }, body }, options);
  }
}
