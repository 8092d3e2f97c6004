import { type EventStreamOptions, type StreamedEvent, streamEvents } from '../event-stream.ts';
import { List, type Page } from '../list.ts';
import type { Event, ListEventsQuery, OpenEventStreamQuery } from '../openapi.ts';
import type { CallOptions, Transport } from '../transport.ts';

/** What happened, whether or not anybody was told. */
export class Events {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  list(query: ListEventsQuery = {}, options?: CallOptions): List<Event, Page<Event>> {
    return new List((page) => this.#transport.call('listEvents', { query: page }, options), query);
  }

  /**
   * Events as they happen: `for await (const event of kaira.events.stream())`. It begins now, or where the query says,
   * and ends when you leave the loop or abort the signal.
   *
   * Guarantee: each event once and in order, over lost connections too; keep `event.cursor` when you have dealt with
   * one, and give it as `cursor` to go on there in another process. Throws `KairaError` for what is refused, and
   * `KairaConnectionError` after `maxRetries` failures with no connection between them. At most four at a time.
   */
  stream(query: OpenEventStreamQuery = {}, options: EventStreamOptions = {}): AsyncIterable<StreamedEvent> {
    return { [Symbol.asyncIterator]: () => streamEvents(this.#transport, query, options) };
  }
}
