import { KairaConnectionError, KairaError, type OperationId } from './errors.ts';
import { type Operations, operations } from './openapi.ts';
import { isRepeatable, LONGEST_RETRY_AFTER_SECONDS, pauseMs, repeatOf } from './repeats.ts';

export interface KairaOptions {
  /** `sk_test_…` or `sk_live_…`: it alone selects the sandbox or real money. Keep it on your server. */
  apiKey: string;
  /** Where the gateway is, such as `https://pay.example.com`. A test key may leave it out for `http://localhost:3000`. */
  baseUrl?: string | undefined;
  /** How long one try may take, its body included; 30,000 without it. A payout waits 10 s for its rail. */
  timeoutMs?: number | undefined;
  /** How many times a call is repeated where that is safe; 3 without it, 0 for never. */
  maxRetries?: number | undefined;
  /** Takes the place of the global `fetch`. */
  fetch?: typeof fetch | undefined;
  /** Allows `http` to another machine than this one, for a network that nobody else can read: the key crosses it. */
  allowInsecureHttp?: boolean | undefined;
}

export interface CallOptions {
  /** Ends the call, also between two tries; what is thrown is the signal's reason. */
  signal?: AbortSignal | undefined;
  timeoutMs?: number | undefined;
  maxRetries?: number | undefined;
}

/** Of a POST. */
export interface PostOptions extends CallOptions {
  /**
   * 1 to 255 printable ASCII characters. The first 2xx answer to it is kept for 30 days and given to a repeat. Give one
   * of your own where a repeat may come from another process, such as after a crash.
   */
  idempotencyKey?: string | undefined;
}

/** Of what begins a payment. */
export interface InitiationOptions<Scenario extends string> extends PostOptions {
  /** With a test key: what becomes of the payment in the sandbox. With a live key the gateway refuses it. */
  scenario?: Scenario | undefined;
}

/** What a call sends. A field of the query that is undefined is left out. */
interface Input<Id extends OperationId> {
  path?: Record<string, string>;
  query?: Operations[Id]['query'];
  body?: Operations[Id]['body'];
}

interface Sent {
  operation: OperationId;
  url: string;
  init: { method: string; headers: Headers; body?: string; redirect: 'manual' };
  idempotencyKey: string | undefined;
}

const usualTimeoutMs = 30_000;
const usualRetries = 3;

/** Makes calls: one URL, one key, tries with pauses between, errors with types. */
export class Transport {
  readonly maxRetries: number;
  readonly timeoutMs: number;
  readonly #apiKey: string;
  readonly #baseUrl: string;
  readonly #fetch: typeof fetch;

  constructor(options: KairaOptions) {
    if (!/^sk_(test|live)_[0-9A-Za-z]+$/.test(options.apiKey ?? '')) {
      throw new TypeError('The apiKey is not a key of Kaira: sk_test_… or sk_live_….');
    }
    this.#apiKey = options.apiKey;
    this.#baseUrl = checkedBaseUrl(options);
    this.timeoutMs = checkedNumber('timeoutMs', options.timeoutMs ?? usualTimeoutMs);
    this.maxRetries = checkedNumber('maxRetries', options.maxRetries ?? usualRetries);
    // Some runtimes refuse to call it as a method of anything else.
    this.#fetch = options.fetch ?? ((input, init) => globalThis.fetch(input, init));
  }

  /**
   * The answer, without its envelope. What is sent is made once, so that each try sends the same bytes. Throws
   * `KairaError`, `KairaConnectionError`, the reason of the signal, or a `TypeError` for what cannot be sent.
   */
  async call<Id extends OperationId>(
    operation: Id,
    input: Input<Id> = {},
    options: InitiationOptions<string> = {},
  ): Promise<Operations[Id]['answer']> {
    const sent = this.prepare(operation, input, options);
    const maxRetries = checkedNumber('maxRetries', options.maxRetries ?? this.maxRetries);
    for (let retries = 0; ; retries++) {
      options.signal?.throwIfAborted();
      try {
        return (await this.#once(sent, options)) as Operations[Id]['answer'];
      } catch (error) {
        await this.pauseOrThrow(error, retries, maxRetries, options.signal);
      }
    }
  }

  /** What every try of a call sends. */
  prepare<Id extends OperationId>(
    operation: Id,
    { path = {}, query, body }: Input<Id>,
    options: InitiationOptions<string>,
  ): Sent {
    const { method, path: pattern } = operations[operation];
    const url = new URL(this.#baseUrl + pattern.replace(/\{(\w+)\}/g, (_, name) => segment(path[name])));
    for (const [name, value] of Object.entries(query ?? {})) {
      if (value !== undefined) url.searchParams.set(name, String(value));
    }
    const idempotencyKey = options.idempotencyKey ?? (repeatOf(operation).makesKey ? newKey() : undefined);
    if (idempotencyKey !== undefined && !/^[!-~]([ -~]{0,253}[!-~])?$/.test(idempotencyKey)) {
      throw new TypeError('An idempotencyKey has 1 to 255 printable ASCII characters.');
    }
    const headers = new Headers({ accept: 'application/json', authorization: `Bearer ${this.#apiKey}` });
    if (body !== undefined) headers.set('content-type', 'application/json');
    if (idempotencyKey !== undefined) headers.set('idempotency-key', idempotencyKey);
    if (options.scenario !== undefined) headers.set('x-gw-scenario', options.scenario);
    const init = {
      method,
      headers,
      ...(body !== undefined && { body: JSON.stringify(body) }),
      // The gateway never redirects, and nobody else may have the key.
      redirect: 'manual' as const,
    };
    return { operation, url: url.href, init, idempotencyKey };
  }

  async #once(sent: Sent, options: CallOptions): Promise<unknown> {
    const timeoutMs = checkedNumber('timeoutMs', options.timeoutMs ?? this.timeoutMs);
    return this.within(timeoutMs, sent, options.signal, async (signal) => {
      const response = await this.#fetch(sent.url, { ...sent.init, signal });
      const text = await response.text();
      const body = parsed(text);
      const isReadiness = sent.operation === 'readyz' && response.status === 503;
      if (!response.ok && !(isReadiness && body !== undefined)) throw refusal(sent, response, body);
      if (body === undefined) throw new Error(`The answer with status ${response.status} is not JSON.`);
      return operations[sent.operation].isWrapped ? (body as { data: unknown }).data : body;
    });
  }

  /** The answer as it begins to arrive, for one that stays open; `signal` ends it. Throws as `call` does, and tries once. */
  async open(sent: Sent, signal: AbortSignal): Promise<Response> {
    // The time counts until the answer begins; from then on only the caller's own signal ends it.
    const stop = new AbortController();
    signal.addEventListener('abort', () => stop.abort(signal.reason), { once: true });
    return this.within(this.timeoutMs, sent, signal, async (inner) => {
      inner.addEventListener('abort', () => stop.abort(inner.reason), { once: true });
      const response = await this.#fetch(sent.url, { ...sent.init, signal: stop.signal });
      if (!response.ok) throw refusal(sent, response, parsed(await response.text()));
      return response;
    });
  }

  /** Makes `KairaConnectionError` of everything that is no answer, and ends what takes too long. */
  async within<Result>(
    timeoutMs: number,
    sent: Sent,
    signal: AbortSignal | undefined,
    work: (signal: AbortSignal) => Promise<Result>,
  ): Promise<Result> {
    const { operation, idempotencyKey } = sent;
    const controller = new AbortController();
    const onAbort = () => controller.abort(signal?.reason);
    signal?.addEventListener('abort', onAbort, { once: true });
    if (signal?.aborted) onAbort();
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      controller.abort();
    }, timeoutMs);
    try {
      return await work(controller.signal);
    } catch (error) {
      if (signal?.aborted) throw signal.reason;
      if (error instanceof KairaError) throw error;
      const why = isLate ? `no answer within ${timeoutMs} ms` : reasonOf(error);
      const call = { operation, idempotencyKey, isRetryable: isRepeatable(operation, undefined) };
      throw new KairaConnectionError(`${operation}: ${why}`, call, error);
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
    }
  }

  /** Waits for the next try, or throws the error if there is none. */
  async pauseOrThrow(
    error: unknown,
    retries: number,
    maxRetries: number,
    signal: AbortSignal | undefined,
  ): Promise<void> {
    const isOurs = error instanceof KairaError || error instanceof KairaConnectionError;
    if (!isOurs || !error.isRetryable || retries >= maxRetries) throw error;
    const retryAfterSeconds = error instanceof KairaError ? error.retryAfterSeconds : undefined;
    if ((retryAfterSeconds ?? 0) > LONGEST_RETRY_AFTER_SECONDS) throw error;
    await sleep(pauseMs(retries, retryAfterSeconds), signal);
  }
}

/** What is no number would compare as neither more nor less: tries without end. */
function checkedNumber(name: string, value: number): number {
  if (Number.isInteger(value) && value >= 0) return value;
  throw new TypeError(`${name} is not a whole number from 0.`);
}

function checkedBaseUrl({ baseUrl, apiKey, allowInsecureHttp }: KairaOptions): string {
  if (baseUrl === undefined && apiKey.startsWith('sk_live_')) {
    throw new TypeError('With a live key the baseUrl is needed: the address of your gateway.');
  }
  const url = new URL(baseUrl ?? 'http://localhost:3000');
  const isLoopback = /^(localhost|127(\.\d+){3}|\[::1\])$/.test(url.hostname);
  const isSafe = url.protocol === 'https:' || (url.protocol === 'http:' && (isLoopback || allowInsecureHttp));
  if (!isSafe) throw new TypeError('The baseUrl must be https, or the key could be read on its way.');
  if (url.search || url.hash || url.username) {
    throw new TypeError('The baseUrl has a query, a fragment or a user, which the gateway does not.');
  }
  return url.href.replace(/\/+$/, '');
}

/** One segment of a path. `.` and `..` would be taken for steps along the path, in whatever way they are written. */
function segment(value: string | undefined): string {
  if (typeof value === 'string' && !/^\.{0,2}$/.test(value)) return encodeURIComponent(value);
  throw new TypeError(
    `No path can hold ${JSON.stringify(value)}. Look the transaction up by its transaction_id; transactions.list({ reference }) tells it.`,
  );
}

function refusal({ operation, idempotencyKey }: Sent, response: Response, body: unknown): KairaError {
  const { status, headers } = response;
  const { code, message, details } = errorIn(status, body);
  return new KairaError({
    code,
    status,
    message: message ?? `${operation}: status ${status}, and no error of Kaira. Is the baseUrl right?`,
    details,
    requestId: headers.get('x-request-id') ?? undefined,
    help: /<([^>]*)>;\s*rel="help"/.exec(headers.get('link') ?? '')?.[1],
    retryAfterSeconds: secondsOf(headers.get('retry-after')),
    operation,
    idempotencyKey,
    isRetryable: isRepeatable(operation, { status, code }),
  });
}

interface Fault {
  code: string;
  message?: string;
  details?: Record<string, unknown>;
}

/** The error of the body: with `error.code`, or flat, where 401 and the plain 403 name no code. */
function errorIn(status: number, body: unknown): Fault {
  const { error, message, code } = (body ?? {}) as { error?: unknown; message?: string; code?: string };
  if (typeof error === 'object' && error !== null && 'code' in error) return error as Fault;
  if (typeof error === 'string' && typeof message === 'string') {
    return { code: code ?? (status === 401 ? 'UNAUTHORIZED' : 'FORBIDDEN'), message };
  }
  return { code: 'UNEXPECTED_ANSWER' };
}

/** `Retry-After` in seconds; proxies may send a date. */
function secondsOf(header: string | null): number | undefined {
  if (header === null) return undefined;
  const seconds = /^\d+$/.test(header) ? Number(header) : (Date.parse(header) - Date.now()) / 1000;
  return Number.isNaN(seconds) ? undefined : Math.max(0, seconds);
}

function parsed(text: string): unknown {
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === 'object' && body !== null ? body : undefined;
  } catch {
    return undefined;
  }
}

/** Node hides what went wrong in the cause. */
function reasonOf(error: unknown): string {
  const { message, cause } = error as { message?: string; cause?: { code?: string; message?: string } };
  return [message ?? String(error), cause?.code ?? cause?.message].filter(Boolean).join(': ');
}

/** 128 random bits. `randomUUID` is missing where a page is not secure, `getRandomValues` nowhere. */
function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return `sdk-${[...bytes].map((each) => each.toString(16).padStart(2, '0')).join('')}`;
}

/** Ends early, with the signal's reason. */
export function sleep(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const onAbort = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', onAbort);
      resolve();
    }, ms);
    signal?.addEventListener('abort', onAbort, { once: true });
    if (signal?.aborted) onAbort();
  });
}
