import { List, type Page } from '../list.ts';
import type {
  CreatePaymentLinkBody,
  ListPaymentLinksQuery,
  PaymentLink,
  UpdatePaymentLinkBody,
} from '../openapi.ts';
import type { CallOptions, PostOptions, Transport } from '../transport.ts';

/** Addresses at which anybody may pay. Each throws `NOT_FOUND` for an id of nobody, or of somebody else. */
export class PaymentLinks {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** The newest first. */
  list(query: ListPaymentLinksQuery = {}, options?: CallOptions): List<PaymentLink, Page<PaymentLink>> {
    return new List((page) => this.#transport.call('listPaymentLinks', { query: page }, options), query);
  }

  /** Makes one. Throws `INVALID_AMOUNT`, `provider_not_enabled` and `DUPLICATE_REFERENCE`. */
  create(body: CreatePaymentLinkBody, options?: PostOptions): Promise<PaymentLink> {
    return this.#transport.call('createPaymentLink', { body }, options);
  }

  get(id: string, options?: CallOptions): Promise<PaymentLink> {
    return this.#transport.call('getPaymentLink', { path: { id } }, options);
  }

  /** Changes what is given and leaves the rest; `status: 'INACTIVE'` switches it off. An amount never changes. */
  update(id: string, body: UpdatePaymentLinkBody, options?: CallOptions): Promise<PaymentLink> {
    return this.#transport.call('updatePaymentLink', { path: { id }, body }, options);
  }
}
