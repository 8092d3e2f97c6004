import { KairaConnectionError } from './errors.ts';
import type { AdjustmentData, EventType, Open, OpenEventStreamQuery, WebhookData } from './openapi.ts';
import { sleep, type Transport } from './transport.ts';

export interface StreamedEvent {
  id: string;
  event: Open<EventType>;
  /** An adjustment has no `status`: `'status' in data` tells them apart. */
  data: WebhookData | AdjustmentData;
  created_at: string;
  /** The place after this event. */
  cursor: string;
  /** The text and the headers that a webhook of it has: post them to your own handler. */
  body: string;
  headers: Record<string, string>;
}

export interface EventStreamOptions {
  /** Ends the stream without an error. */
  signal?: AbortSignal | undefined;
  maxRetries?: number | undefined;
}

/** The gateway says something every 15 s: a line that is silent for longer is dead. */
const SILENT_AFTER_MS = 45_000;
/** Before a reconnection after an end in good order, which comes every hour and at a restart. */
const RECONNECT_WITHIN_MS = 2_000;

export async function* streamEvents(
  transport: Transport,
  query: OpenEventStreamQuery,
  options: EventStreamOptions,
): AsyncGenerator<StreamedEvent, void, undefined> {
  const maxRetries = options.maxRetries ?? transport.maxRetries;
  let lastEventId = '';
  let failures = 0;
  while (!options.signal?.aborted) {
    const connection = new AbortController();
    const onAbort = () => connection.abort(options.signal?.reason);
    options.signal?.addEventListener('abort', onAbort, { once: true });
    try {
      const sent = transport.prepare('openEventStream', { query }, {});
      sent.init.headers.set('accept', 'text/event-stream');
      if (lastEventId) sent.init.headers.set('last-event-id', lastEventId);
      const response = await transport.open(sent, connection.signal);
      for await (const message of messagesOf(response, connection)) {
        failures = 0;
        if (message.id !== undefined) lastEventId = message.id;
        if (message.event === 'message' && message.data) yield eventOf(message.data, lastEventId);
      }
      await sleep(Math.random() * RECONNECT_WITHIN_MS, options.signal);
    } catch (error) {
      await transport.pauseOrThrow(error, failures++, maxRetries, options.signal).catch((last) => {
        if (!options.signal?.aborted) throw last;
      });
    } finally {
      options.signal?.removeEventListener('abort', onAbort);
      connection.abort();
    }
  }
}

function eventOf(text: string, cursor: string): StreamedEvent {
  const message = JSON.parse(text) as Omit<StreamedEvent, 'data' | 'cursor'>;
  const { data } = JSON.parse(message.body);
  if (data !== undefined) return { ...message, data, cursor };
  throw new Error('The endpoint has the payload_form legacy, whose amounts are floats: set it to current.');
}

interface Message {
  event: string;
  data: string;
  /** Also told by blocks without data: it moves over events that are not wanted. */
  id: string | undefined;
}

/** https://html.spec.whatwg.org/multipage/server-sent-events.html#event-stream-interpretation */
async function* messagesOf(response: Response, connection: AbortController): AsyncGenerator<Message> {
  const decoder = new TextDecoder();
  let rest = '';
  let message: Message = { event: 'message', data: '', id: undefined };
  for await (const bytes of chunksOf(response, connection)) {
    const text = rest + decoder.decode(bytes, { stream: true });
    // A carriage return at the end may be the first half of a line's end.
    const whole = text.endsWith('\r') ? text.slice(0, -1) : text;
    const lines = whole.split(/\r\n|\r|\n/);
    rest = (lines.pop() ?? '') + text.slice(whole.length);
    for (const line of lines) {
      const [, name, value = ''] = /^([^:]*)(?:: ?(.*))?$/s.exec(line) ?? [];
      if (line === '') {
        yield message;
        message = { event: 'message', data: '', id: undefined };
      } else if (name === 'data') message.data += message.data ? `\n${value}` : value;
      else if (name === 'event') message.event = value;
      else if (name === 'id') message.id = value;
    }
  }
}

const failedCall = { operation: 'openEventStream', idempotencyKey: undefined, isRetryable: true } as const;

/** What breaks off or falls silent is no answer. Not `for await` on the body: not every runtime has it. */
async function* chunksOf(response: Response, connection: AbortController): AsyncGenerator<Uint8Array> {
  const reader = response.body?.getReader();
  for (;;) {
    // Only while we wait for the gateway: the reader of the events may take any time.
    const timer = setTimeout(() => connection.abort(), SILENT_AFTER_MS);
    const chunk = await reader
      ?.read()
      .catch((error) => {
        throw new KairaConnectionError('openEventStream: the stream broke off', failedCall, error);
      })
      .finally(() => clearTimeout(timer));
    if (!chunk || chunk.done) return;
    yield chunk.value;
  }
}
