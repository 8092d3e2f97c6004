/** One message of a stream of server-sent events. */
export interface ServerSentEvent {
  /** `message` where the stream names none. */
  event: string;
  data: string;
  /** The last id that was given, in this message or before it; empty before the first. */
  lastEventId: string;
}

export interface EventParser {
  /** The messages that end in these bytes, which may begin and stop anywhere. */
  read(bytes: Uint8Array): ServerSentEvent[];
  /** What a reconnection resumes after; also told by blocks without data, which are no messages. */
  readonly lastEventId: string;
  /** How long the stream asks to wait before a reconnection. */
  readonly retryMs: number | undefined;
}

/**
 * Reads an event stream as the standard has it; what is not ended by an empty line is never a message.
 * https://html.spec.whatwg.org/multipage/server-sent-events.html#event-stream-interpretation
 */
export function createEventParser(): EventParser {
  // Drops a byte order mark at the start, and keeps a character that two chunks share.
  const decoder = new TextDecoder();
  let rest = '';
  let id = '';
  let lastEventId = '';
  let retryMs: number | undefined;
  let event = '';
  let data: string[] = [];

  function readLine(line: string): ServerSentEvent | undefined {
    if (line === '') return dispatch();
    const colon = line.indexOf(':');
    const name = colon === -1 ? line : line.slice(0, colon);
    const value = colon === -1 ? '' : line.slice(colon + 1).replace(/^ /, '');
    if (name === 'data') data.push(value);
    else if (name === 'event') event = value;
    else if (name === 'id' && !value.includes('\0')) id = value;
    else if (name === 'retry' && /^\d+$/.test(value)) retryMs = Number(value);
    return undefined;
  }

  function dispatch(): ServerSentEvent | undefined {
    lastEventId = id;
    const message = { event: event || 'message', data: data.join('\n'), lastEventId };
    const isMessage = data.length > 0;
    event = '';
    data = [];
    return isMessage ? message : undefined;
  }

  return {
    read(bytes) {
      const text = rest + decoder.decode(bytes, { stream: true });
      // A carriage return at the end may be the first half of a line's end.
      const whole = text.endsWith('\r') ? text.slice(0, -1) : text;
      const lines = whole.split(/\r\n|\r|\n/);
      rest = (lines.pop() ?? '') + text.slice(whole.length);
      return lines.map(readLine).filter((message) => message !== undefined);
    },
    get lastEventId() {
      return lastEventId;
    },
    get retryMs() {
      return retryMs;
    },
  };
}
