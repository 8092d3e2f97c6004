import { List, type Page } from '../list.ts';
import type { ListDeliveriesQuery, ResendFailedBody, WebhookDelivery } from '../openapi.ts';
import type { CallOptions, PostOptions, Transport } from '../transport.ts';

/** What was sent where, with every attempt. */
export class WebhookDeliveries {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  list(query: ListDeliveriesQuery = {}, options?: CallOptions): List<WebhookDelivery, Page<WebhookDelivery>> {
    return new List((page) => this.#transport.call('listDeliveries', { query: page }, options), query);
  }

  /** By the id that the header `X-Gw-Delivery` carries. Throws `NOT_FOUND`. */
  get(id: string, options?: CallOptions): Promise<WebhookDelivery> {
    return this.#transport.call('getDelivery', { path: { id } }, options);
  }

  /** Sends one again, whatever became of it. Throws `NOT_FOUND`, `INVALID_STATE` while its endpoint takes nothing. */
  resend(id: string, options?: PostOptions): Promise<WebhookDelivery> {
    return this.#transport.call('resendDelivery', { path: { id } }, options);
  }

  /** Sends again what failed since a time; a repeat sends none twice. Throws `NOT_FOUND`, `INVALID_STATE`. */
  resendFailed(body: ResendFailedBody, options?: PostOptions): Promise<{ count: number }> {
    return this.#transport.call('resendFailed', { body }, options);
  }
}
