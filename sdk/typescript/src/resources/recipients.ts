import { List, type Page } from '../list.ts';
import type { CreateRecipientBody, ListRecipientsQuery, Recipient, UpdateRecipientBody } from '../openapi.ts';
import type { CallOptions, PostOptions, Transport } from '../transport.ts';

/** Whom you pay, by names of your own. Each throws `NOT_FOUND` for an id of nobody, or of somebody else. */
export class Recipients {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** The newest first; `q` looks for a part of a name or a number. */
  list(query: ListRecipientsQuery = {}, options?: CallOptions): List<Recipient, Page<Recipient>> {
    return new List((page) => this.#transport.call('listRecipients', { query: page }, options), query);
  }

  /** Saves one. A number that is saved already is answered as it stands. Throws `provider_not_enabled`. */
  create(body: CreateRecipientBody, options?: PostOptions): Promise<Recipient> {
    return this.#transport.call('createRecipient', { body }, options);
  }

  get(id: string, options?: CallOptions): Promise<Recipient> {
    return this.#transport.call('getRecipient', { path: { id } }, options);
  }

  /** Changes what is given and leaves the rest. The number stays: another number is another recipient. */
  update(id: string, body: UpdateRecipientBody, options?: CallOptions): Promise<Recipient> {
    return this.#transport.call('updateRecipient', { path: { id }, body }, options);
  }

  /** Removes one. If the answer of a try was lost, the repeat may throw `NOT_FOUND`: it is gone. */
  delete(id: string, options?: CallOptions): Promise<Recipient> {
    return this.#transport.call('deleteRecipient', { path: { id } }, options);
  }
}
