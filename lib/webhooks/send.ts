import type { LookupFunction } from 'node:net';
import { Agent, buildConnector, Client, type Dispatcher, Pool } from 'undici';
import { errorCode, failureSentence, RefusedAddress } from '#lib/webhooks/send-failure';
import {
  type AddressLookup,
  endpointUrlFault,
  isPublicAddress,
  literalAddress,
  publicAddressLookup,
  systemAddressLookup,
} from '#lib/webhooks/url-guard';

export interface WebhookRequest {
  url: string;
  headers: Record<string, string>;
  /** Sent as its UTF-8 bytes, unchanged. */
  body: string;
}

export interface SendResult {
  /** `delivered`: a 2xx came in time. `gone`: 410, the endpoint wants no more. `failed`: anything else. */
  outcome: 'delivered' | 'failed' | 'gone';
  /** The status that was answered; null when none came. */
  status: number | null;
  /** The IP address that was connected to; null when no connection was made, or TLS failed on it. */
  address: string | null;
  /** From the call until the status came, or until the attempt was given up; waiting for a connection is included. */
  latencyMs: number;
  /** The first 2 KB of the body as text that Postgres can store; null when there was none. */
  responseExcerpt: string | null;
  /** What a failed answer's `Retry-After` asks for, at most an hour. */
  retryAfterSeconds: number | null;
  /** A sentence for the client's dashboard; null when delivered. */
  error: string | null;
}

export interface WebhookSender {
  send(request: WebhookRequest): Promise<SendResult>;
  /** Lets the attempts under way end (within the total deadline), then closes every connection. */
  close(): Promise<void>;
}

interface SenderOptions {
  /** `WEBHOOK_ALLOW_PRIVATE=1`: private addresses and `http` are allowed, and names resolve as the system has them. */
  allowPrivate: boolean;
  ownHosts?: readonly string[];
  /** Look-up, TCP and TLS together. Not exact: undici's timer ticks every half second. */
  connectTimeoutMs?: number;
  headersTimeoutMs?: number;
  /** The whole attempt, from the call to the last byte that is read. Exact. */
  totalTimeoutMs?: number;
  maxResponseBytes?: number;
  lookup?: AddressLookup;
  now?: () => number;
}

const keepAliveMs = 10_000;
/** A connection that is never idle is replaced after this time, so that a host can move by DNS. */
const connectionLifeMs = 300_000;
/** How long one address of several may take before the next is tried; Node's own 250 ms is too short for far hosts. */
const addressAttemptMs = 1_500;
const maxResponseHeaderBytes = 16_384;
const maxInterimAnswers = 8;
const excerptBytes = 2_048;
const maxRetryAfterSeconds = 3_600;
const maxErrorLength = 300;

/**
 * Sends webhooks to addresses that clients choose. `send` never throws and never lasts longer than `totalTimeoutMs`.
 * It follows no redirect, uses no proxy, inflates nothing and, unless `allowPrivate`, connects to public addresses
 * only: every address of a name is checked when a connection is made, and exactly those are connected to. A reused
 * connection was checked when it was made, and leads where it led then, whatever DNS says since.
 *
 * There is a connection for every request under way, so that clients who use the same host do not wait for each other;
 * how many are under way is the caller's to limit.
 */
export function createWebhookSender(options: SenderOptions): WebhookSender {
  const { allowPrivate, now = Date.now } = options;
  const ownHosts = options.ownHosts ?? [];
  const connectTimeoutMs = options.connectTimeoutMs ?? 5_000;
  const totalTimeoutMs = options.totalTimeoutMs ?? 10_000;
  const maxResponseBytes = options.maxResponseBytes ?? 65_536;
  const lookup = options.lookup ?? (allowPrivate ? systemAddressLookup : publicAddressLookup);

  const connect = guardedConnector(allowPrivate, lookup, connectTimeoutMs);
  const agent = new Agent({
    connections: null,
    pipelining: 1,
    clientTtl: connectionLifeMs,
    keepAliveTimeout: keepAliveMs,
    keepAliveMaxTimeout: keepAliveMs,
    maxHeaderSize: maxResponseHeaderBytes,
    headersTimeout: options.headersTimeoutMs ?? 10_000,
    bodyTimeout: 0, // The total deadline ends the body.
    allowH2: false,
    factory: (origin, poolOptions) =>
      new Pool(origin, {
        ...poolOptions,
        factory: (clientOrigin, clientOptions) => trackedClient(clientOrigin, clientOptions, connect),
      }),
  });
  const underWay = new Set<Promise<SendResult>>();

  async function send(request: WebhookRequest): Promise<SendResult> {
    const attempt = new Attempt({ agent, request, connectTimeoutMs, totalTimeoutMs, maxResponseBytes, now });
    const fault = endpointUrlFault(request.url, { allowPrivate, ownHosts });
    if (fault !== undefined) attempt.end(fault);
    else attempt.start();
    underWay.add(attempt.result);
    try {
      return await attempt.result;
    } finally {
      underWay.delete(attempt.result);
    }
  }

  async function close(): Promise<void> {
    await Promise.all(underWay);
    await agent.destroy();
  }

  return { send, close };
}

/** Refuses, before any packet is sent, to connect to a literal or resolved address that is not public. */
function guardedConnector(
  allowPrivate: boolean,
  lookup: AddressLookup,
  timeout: number,
): buildConnector.connector {
  const connect = buildConnector({
    timeout,
    allowH2: false,
    lookup: guardedLookup(allowPrivate, lookup),
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: addressAttemptMs,
    rejectUnauthorized: true, // Else NODE_TLS_REJECT_UNAUTHORIZED could switch it off.
  });
  return (target, callback) => {
    // No look-up happens for a literal address, so it is checked here.
    const literal = literalAddress(target.hostname);
    if (literal !== undefined && !allowPrivate && !isPublicAddress(literal)) {
      callback(new RefusedAddress(`${literal} is not a public address`), null);
    } else {
      connect(target, callback);
    }
  };
}

/** `net.connect` tries the addresses that this answers and no other; one private address refuses them all. */
function guardedLookup(allowPrivate: boolean, lookup: AddressLookup): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname).then(
      (addresses) => {
        const refused = allowPrivate ? undefined : addresses.find((address) => !isPublicAddress(address));
        if (refused !== undefined) {
          callback(new RefusedAddress(`The name resolves to a private address (${refused})`), []);
          return;
        }
        const answers = addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
        const [first] = answers;
        if (first === undefined) callback(new RefusedAddress(`The name ${hostname} does not resolve`), []);
        else if (options.all) callback(null, answers);
        else callback(null, first.address, first.family);
      },
      () => callback(new RefusedAddress(`The name ${hostname} does not resolve`), []),
    );
  };
}

interface Connection {
  address: string | null;
  requests: number;
}

/** One connection that tells each attempt which address it goes to. */
function trackedClient(origin: URL, options: object, connect: buildConnector.connector): Client {
  const connection: Connection = { address: null, requests: 0 };
  const client = new Client(origin, {
    ...options,
    connect: (target, callback) =>
      connect(target, (...made) => {
        connection.address = made[1]?.remoteAddress ?? null;
        connection.requests = 0;
        callback(...made);
      }),
  });
  const dispatch = client.dispatch.bind(client);
  client.dispatch = (request, handler) => {
    if (handler instanceof Attempt) handler.connection = connection;
    return dispatch(request, handler);
  };
  return client;
}

interface AttemptInput {
  agent: Agent;
  request: WebhookRequest;
  connectTimeoutMs: number;
  totalTimeoutMs: number;
  maxResponseBytes: number;
  now: () => number;
}

/** One request and what is kept of its answer. Whatever happens first settles `result`; all later calls do nothing. */
class Attempt implements Dispatcher.DispatchHandler {
  readonly result: Promise<SendResult>;
  /** Set when a pool hands the request to a connection; until then it waits for one. */
  connection: Connection | undefined;

  readonly #input: AttemptInput;
  readonly #settle: (result: SendResult) => void;
  readonly #startedAt = performance.now();
  readonly #excerpt: Buffer[] = [];
  #isSettled = false;
  #isRepeated = false;
  #deadline: NodeJS.Timeout | undefined;
  #controller: Dispatcher.DispatchController | undefined;
  #address: string | null = null;
  #interimAnswers = 0;
  #status: number | null = null;
  #latencyMs: number | undefined;
  #retryAfterSeconds: number | null = null;
  #bodyBytes = 0;

  constructor(input: AttemptInput) {
    const { promise, resolve } = Promise.withResolvers<SendResult>();
    this.#input = input;
    this.result = promise;
    this.#settle = resolve;
  }

  start(): void {
    this.#deadline = setTimeout(() => this.#expire(), this.#input.totalTimeoutMs);
    this.#dispatch();
  }

  /** Settles by the status if one came, else as failed for this reason, and stops reading. */
  end(reason: string): void {
    if (this.#isSettled) return;
    this.#isSettled = true;
    clearTimeout(this.#deadline);
    this.#settle({
      ...judge(this.#status, reason),
      status: this.#status,
      address: this.#address,
      latencyMs: this.#latencyMs ?? this.#elapsedMs(),
      responseExcerpt: excerptText(this.#excerpt),
      retryAfterSeconds: this.#retryAfterSeconds,
    });
    this.#controller?.abort(new Error('The attempt is over'));
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    if (this.#isSettled) {
      controller.abort(new Error('The attempt is over'));
      return;
    }
    if (this.connection === undefined) return;
    this.connection.requests += 1;
    this.#address = this.connection.address;
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    headers: Record<string, string | string[] | undefined>,
  ): void {
    if (status < 200) {
      this.#interimAnswers += 1;
      if (this.#interimAnswers > maxInterimAnswers) this.end('The endpoint sends interim answers only');
      return;
    }
    this.#status = status;
    this.#latencyMs = this.#elapsedMs();
    if (status >= 300) {
      this.#retryAfterSeconds = parseRetryAfter(headers['retry-after'], this.#input.now());
    }
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    const room = excerptBytes - this.#bodyBytes;
    if (room > 0) this.#excerpt.push(Buffer.from(chunk.subarray(0, room)));
    this.#bodyBytes += chunk.length;
    if (this.#bodyBytes >= this.#input.maxResponseBytes) this.end('The response body is too long');
  }

  onResponseEnd(): void {
    this.end('The answer has no status');
  }

  onResponseError(_controller: Dispatcher.DispatchController | null, error: Error): void {
    this.#controller = undefined;
    if (this.#mayRepeat(error)) {
      this.#isRepeated = true;
      this.#dispatch();
      return;
    }
    this.end(failureSentence(error, { ...this.#input, maxHeaderBytes: maxResponseHeaderBytes }));
  }

  #dispatch(): void {
    const { agent, request } = this.#input;
    try {
      const target = new URL(request.url);
      const headers = new Headers(request.headers);
      headers.set('accept-encoding', 'identity');
      this.connection = undefined;
      agent.dispatch(
        {
          origin: target.origin,
          path: target.pathname + target.search,
          method: 'POST',
          headers: Object.fromEntries(headers),
          body: Buffer.from(request.body, 'utf8'),
        },
        this,
      );
    } catch (error) {
      this.end(failureSentence(error, { ...this.#input, maxHeaderBytes: maxResponseHeaderBytes }));
    }
  }

  /**
   * A server may close an idle connection just as a request goes out on it, which says nothing about the endpoint.
   * Such a request is sent once more; should the first have arrived, the second repeats its event id.
   */
  #mayRepeat(error: Error): boolean {
    const isReused = (this.connection?.requests ?? 0) > 1;
    const isUnanswered = this.#status === null && this.#interimAnswers === 0;
    const wasClosed = ['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET'].includes(errorCode(error));
    return !this.#isSettled && !this.#isRepeated && isReused && isUnanswered && wasClosed;
  }

  #expire(): void {
    const seconds = this.#input.totalTimeoutMs / 1_000;
    const missing = this.#controller === undefined ? 'No connection was made' : 'No answer came';
    this.end(`${missing} within ${seconds} s`);
  }

  #elapsedMs(): number {
    return Math.round(performance.now() - this.#startedAt);
  }
}

function judge(status: number | null, reason: string): Pick<SendResult, 'outcome' | 'error'> {
  if (status === null) return { outcome: 'failed', error: reason.slice(0, maxErrorLength) };
  if (status < 300) return { outcome: 'delivered', error: null };
  if (status === 410) return { outcome: 'gone', error: 'The endpoint answered that it is gone (410)' };
  if (status < 400) return { outcome: 'failed', error: `Redirects are not followed (${status})` };
  return { outcome: 'failed', error: `The endpoint answered ${status}` };
}

/** Ill-formed bytes become U+FFFD, a character cut by the limit is dropped, and NUL, which Postgres refuses, too. */
function excerptText(chunks: Buffer[]): string | null {
  const text = new TextDecoder().decode(Buffer.concat(chunks), { stream: true }).replaceAll('\0', '');
  return text === '' ? null : text;
}

/** Whole seconds or an HTTP date (RFC 9110 §10.2.3); anything else is ignored. */
function parseRetryAfter(header: string | string[] | undefined, nowMs: number): number | null {
  const value = (Array.isArray(header) ? header[0] : header)?.trim() ?? '';
  if (/^\d+$/.test(value)) return Math.min(Number(value), maxRetryAfterSeconds);
  if (!/^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/.test(value)) return null;
  const seconds = Math.ceil((Date.parse(value) - nowMs) / 1_000);
  return Number.isNaN(seconds) ? null : Math.min(Math.max(seconds, 0), maxRetryAfterSeconds);
}
