import { Agent, Client, type Dispatcher, errors } from 'undici';

export interface RailRequest {
  method: 'GET' | 'POST';
  url: string;
  headers?: Readonly<Record<string, string>>;
  /** Sent as its JSON; left out: no body. */
  json?: unknown;
  /** Sent as it is, instead of `json`. */
  text?: { type: string; body: string };
  /** The whole call, from now to the last byte of the answer. */
  timeoutMs: number;
  /**
   * Makes a connection for this request alone. A kept connection may be closed by the rail at the very moment it is
   * used, which leaves open what was read: dear for what may never be repeated.
   */
  onFreshConnection?: boolean;
}

/**
 * `answered`: a whole HTTP answer, of whatever status. `not_sent`: no byte of the request left this process. `unknown`:
 * the rail may have done what it was asked. `why` is for people and holds nothing of headers, credentials or bodies.
 */
export type RailAnswer =
  | {
      kind: 'answered';
      status: number;
      headers: Headers;
      /** Undefined unless the answer says that it is JSON, and is. */
      json: unknown;
      /** The first characters of the body. May hold personal data: neither logged nor shown. */
      excerpt: string;
    }
  | { kind: 'not_sent'; why: string }
  | { kind: 'unknown'; why: string };

const MAX_ANSWER_BYTES = 262_144;
const MAX_ANSWER_HEADER_BYTES = 16_384;
const MAX_INTERIM_ANSWERS = 8;
const EXCERPT_CHARACTERS = 200;
/** Look-up, TCP and TLS together. Not exact: undici's timer ticks every half second. */
const CONNECT_TIMEOUT_MS = 5_000;
const KEEP_ALIVE_MS = 10_000;
/** So that a rail can move by DNS although its connection is never idle. */
const CONNECTION_LIFE_MS = 300_000;
/** What does not fit in waits for a connection, and is `not_sent` if none is free in time. */
export const CONNECTIONS_PER_RAIL = 64;

const clientOptions: Client.Options = {
  pipelining: 1,
  allowH2: false,
  // The total deadline ends both.
  headersTimeout: 0,
  bodyTimeout: 0,
  maxHeaderSize: MAX_ANSWER_HEADER_BYTES,
  keepAliveTimeout: KEEP_ALIVE_MS,
  keepAliveMaxTimeout: KEEP_ALIVE_MS,
  // `rejectUnauthorized`: else NODE_TLS_REJECT_UNAUTHORIZED could switch it off.
  connect: { timeout: CONNECT_TIMEOUT_MS, rejectUnauthorized: true, autoSelectFamily: true },
};

let agent: Agent | undefined;

/**
 * One HTTP call. Never throws, never lasts longer than `timeoutMs`, follows no redirect, and never repeats a request
 * by itself: whether it may be repeated is for the caller to know.
 */
export async function callRail(request: RailRequest): Promise<RailAnswer> {
  const attempt = new Attempt(request);
  if (!request.onFreshConnection) {
    agent ??= new Agent({
      ...clientOptions,
      connections: CONNECTIONS_PER_RAIL,
      clientTtl: CONNECTION_LIFE_MS,
    });
    return attempt.run(() => agent as Agent);
  }
  let client: Client | undefined;
  try {
    return await attempt.run((origin) => {
      client = new Client(origin, clientOptions);
      return client;
    });
  } finally {
    await client?.destroy();
  }
}

/** The milliseconds that are left of a deadline, for what takes several calls. */
export function countdown(deadlineMs: number): () => number {
  const endsAt = performance.now() + deadlineMs;
  return () => Math.max(0, Math.round(endsAt - performance.now()));
}

/** Closes every kept connection. The next call makes its own. */
export async function closeRailConnections(): Promise<void> {
  const closing = agent;
  agent = undefined;
  await closing?.destroy();
}

/** One request and its answer. Whatever happens first settles the result; all later events do nothing. */
class Attempt implements Dispatcher.DispatchHandler {
  readonly #request: RailRequest;
  readonly #result = Promise.withResolvers<RailAnswer>();
  #deadline: NodeJS.Timeout | undefined;
  #controller: Dispatcher.DispatchController | undefined;
  /** undici tells of the start synchronously before it writes the first byte. */
  #hasStarted = false;
  #isSettled = false;
  #interimAnswers = 0;
  #status: number | undefined;
  #headers = new Headers();
  #chunks: Buffer[] = [];
  #bytes = 0;

  constructor(request: RailRequest) {
    this.#request = request;
  }

  run(dispatcherFor: (origin: string) => Dispatcher): Promise<RailAnswer> {
    const { method, url, headers, json, timeoutMs } = this.#request;
    const sent =
      this.#request.text ??
      (json === undefined ? undefined : { type: 'application/json', body: JSON.stringify(json) });
    this.#deadline = setTimeout(() => this.#giveUp(this.#lateSentence()), Math.max(0, timeoutMs));
    try {
      const target = new URL(url);
      dispatcherFor(target.origin).dispatch(
        {
          origin: target.origin,
          path: target.pathname + target.search,
          method,
          headers: {
            accept: 'application/json',
            'accept-encoding': 'identity',
            'user-agent': 'kaira',
            ...headers,
            ...(sent && { 'content-type': sent.type }),
          },
          body: sent?.body ?? null,
        },
        this,
      );
    } catch (error) {
      this.#giveUp(sentenceFor(error));
    }
    return this.#result.promise;
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    // Too late, or for a second time: aborted here, before anything is written.
    if (this.#hasStarted) this.#giveUp('the connection broke before the answer was complete');
    if (this.#isSettled) controller.abort(new Error('The call is over'));
    this.#hasStarted = true;
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    headers: Record<string, string | string[] | undefined>,
  ): void {
    if (status < 200) {
      this.#interimAnswers += 1;
      if (this.#interimAnswers > MAX_INTERIM_ANSWERS) this.#giveUp('only interim answers came');
      return;
    }
    this.#status = status;
    for (const [name, value] of Object.entries(headers)) {
      for (const each of [value ?? []].flat()) this.#headers.append(name, each);
    }
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#bytes += chunk.length;
    if (this.#bytes > MAX_ANSWER_BYTES) this.#giveUp('the answer is longer than 256 KB');
    else this.#chunks.push(Buffer.from(chunk));
  }

  onResponseEnd(): void {
    if (this.#status === undefined) {
      this.#giveUp('the answer has no status');
      return;
    }
    const body = Buffer.concat(this.#chunks);
    this.#settle({
      kind: 'answered',
      status: this.#status,
      headers: this.#headers,
      json: readJson(body, this.#headers.get('content-type') ?? ''),
      excerpt: body.toString('utf8').slice(0, EXCERPT_CHARACTERS),
    });
  }

  onResponseError(_controller: Dispatcher.DispatchController | null, error: Error): void {
    this.#controller = undefined;
    this.#giveUp(sentenceFor(error));
  }

  #giveUp(why: string): void {
    this.#settle({ kind: this.#hasStarted ? 'unknown' : 'not_sent', why });
    this.#controller?.abort(new Error('The call is over'));
  }

  #settle(result: RailAnswer): void {
    if (this.#isSettled) return;
    this.#isSettled = true;
    clearTimeout(this.#deadline);
    this.#result.resolve(result);
  }

  #lateSentence(): string {
    const seconds = this.#request.timeoutMs / 1_000;
    if (!this.#hasStarted) return `no connection was made within ${seconds} s`;
    return `the rail gave no full answer within ${seconds} s`;
  }
}

function readJson(body: Buffer, contentType: string): unknown {
  if (!/^application\/([a-z0-9.-]+\+)?json\s*(;|$)/i.test(contentType)) return undefined;
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch {
    return undefined;
  }
}

/** Node's, OpenSSL's and undici's codes; their messages are not used, for they may quote what was sent or received. */
function sentenceFor(thrown: unknown): string {
  // Node reports several failed addresses together; the last one is as good as any.
  const error = thrown instanceof AggregateError ? (thrown.errors.at(-1) ?? thrown) : thrown;
  if (error instanceof errors.HTTPParserError) return 'the answer is not valid HTTP';
  const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
  const sentence = sentenceByCode[code];
  if (sentence !== undefined) return sentence;
  if (tlsCode.test(code)) return `TLS failed (${code})`;
  return `the call broke off (${code || 'unknown cause'})`;
}

const sentenceByCode: Readonly<Record<string, string>> = {
  ENOTFOUND: 'the name of the rail does not resolve',
  EAI_AGAIN: 'the name of the rail does not resolve',
  ECONNREFUSED: 'the connection was refused',
  EHOSTUNREACH: 'the address cannot be reached',
  ENETUNREACH: 'the address cannot be reached',
  ETIMEDOUT: 'no connection was made in time',
  UND_ERR_CONNECT_TIMEOUT: 'no connection was made in time',
  ECONNRESET: 'the connection broke before the answer was complete',
  EPIPE: 'the connection broke before the answer was complete',
  UND_ERR_SOCKET: 'the connection broke before the answer was complete',
  UND_ERR_HEADERS_OVERFLOW: 'the headers of the answer are longer than 16 KB',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'the answer is not valid HTTP',
  UND_ERR_DESTROYED: 'the connections to the rail were closed',
  ERR_INVALID_URL: 'the address of the rail is not valid',
  UND_ERR_INVALID_ARG: 'the request cannot be written as HTTP',
};

/** https://nodejs.org/api/tls.html#x509-certificate-error-codes */
const tlsCode =
  /^(ERR_SSL_|ERR_TLS_|CERT_|CRL_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|INVALID_|EPROTO|HOSTNAME_)/;
