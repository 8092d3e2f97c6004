import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs, stripVTControlCharacters } from 'node:util';
import { Agent, type Dispatcher, request } from 'undici';
import { OneSentenceError } from '#db/one-sentence-error';
import type { DemoFile } from '#scripts/demo';
import { createEventParser, type ServerSentEvent } from '#scripts/event-source';
import { reportFailure } from '#scripts/terminal';

// npm run listen: passes the events of an account on to a server on this machine, as webhooks would come to it.

const usage = `Use it so: npm run listen -- --forward http://localhost:4000/webhooks
  --key       an API key; else KAIRA_API_KEY, else the test key of the demo data on this machine
  --url       the gateway; else KAIRA_URL, else http://localhost:3000
  --endpoint  the id of a webhook endpoint: its events, its payload form, signed with its secret
  --events    only these, such as payment.succeeded,payout.failed
  --since     a time (2026-11-20T08:30:00Z) or "now"; else where this same command stopped, else now`;

/** The gateway says something every 15 s. */
const silentAfterMs = 45_000;
/** As a webhook has it: an answer that takes longer is a failure. */
const answerWithinMs = 10_000;
/** Verifiers refuse a signature that is older than five minutes. */
const freshForMs = 120_000;
const attemptsAtMost = 5;
const longestPauseMs = 10_000;
const longestReceiverPauseMs = 2_000;
/** npm and a terminal may both pass the same Ctrl-C on; only a later one means impatience. */
const sameSignalWithinMs = 1_000;

interface Options {
  forward: URL;
  /** Without a slash at its end. */
  gateway: string;
  key: string;
  endpoint: string | undefined;
  events: string | undefined;
  since: string | undefined;
}

/** The `data` of a message; lib/webhooks/stream.ts. */
interface StreamedEvent {
  id: string;
  event: string;
  body: string;
  headers: Record<string, string>;
}

/** Nobody could be reached, so that nobody can have taken the event. */
const unreachable = new Set([
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  'UND_ERR_CONNECT_TIMEOUT',
]);

/** The stream is wanted anew from the last cursor: what comes then is signed afresh. */
class Reconnection extends Error {}

/** The gateway cannot serve us now, and said when to come back. */
class LaterError extends Error {
  readonly afterMs: number;
  constructor(message: string, afterMs: number) {
    super(message);
    this.afterMs = afterMs;
  }
}

const dataFolder = process.env.KAIRA_DATA_DIR || '.data';
const stopping = new AbortController();
/** A new connection each time: one that was kept would be broken after a restart of the receiver. */
const receiver = new Agent({ pipelining: 0 });
let forwarded = 0;
/** Of the event that is being forwarded; it may come again with a fresh signature. */
let failed = { eventId: '', attempts: 0 };

listenForSignals();
try {
  await listen(readOptions());
} catch (error) {
  reportFailure(error);
}
await receiver.destroy();

async function listen(options: Options): Promise<void> {
  const file = cursorFile(options);
  let cursor = options.since === undefined ? readCursor(file) : undefined;
  const isResumed = cursor !== undefined;
  let secret: string | null | undefined;
  let failures = 0;
  while (!stopping.signal.aborted) {
    const parser = createEventParser();
    try {
      const { body, clockAheadMs } = await connect(options, cursor);
      for await (const chunk of body) {
        for (const message of parser.read(chunk)) {
          if (message.event === 'open') {
            if (failures > 0) say('The gateway answers again.');
            failures = 0;
            const { signing_secret } = JSON.parse(message.data);
            if (secret !== signing_secret) sayStart(options, signing_secret, isResumed);
            secret = signing_secret;
          } else if (message.event === 'message') {
            const outcome = await forward(options, message, clockAheadMs);
            if (outcome !== 'done') throw new Reconnection(outcome);
          }
          cursor = keepCursor(file, message.lastEventId);
        }
        // Events that this command does not want move the cursor as well.
        if (parser.lastEventId !== cursor) cursor = keepCursor(file, parser.lastEventId);
      }
    } catch (error) {
      if (stopping.signal.aborted) break;
      if (error instanceof OneSentenceError || isOfDisk(error)) throw error;
      if (error instanceof Reconnection) continue;
      if (failures === 0) say(`${reasonOf(error, options.gateway)} Trying until it does.`);
      failures++;
      const pauseMs = error instanceof LaterError ? error.afterMs : 0;
      await pause(Math.max(pauseMs, backOffMs(500, failures, longestPauseMs)));
      continue;
    }
    // Ended by the gateway, as it does every hour and when it restarts.
    await pause(Math.random() * (parser.retryMs ?? 2_000));
  }
  say(`Stopped. ${forwarded} ${forwarded === 1 ? 'event' : 'events'} forwarded.`);
}

async function connect(options: Options, cursor: string | undefined) {
  const url = new URL(`${options.gateway}/api/v1/events/stream`);
  if (options.endpoint !== undefined) url.searchParams.set('endpoint_id', options.endpoint);
  if (options.events !== undefined) url.searchParams.set('events', options.events);
  if (options.since !== undefined && options.since !== 'now') url.searchParams.set('since', options.since);
  const response = await request(url, {
    headers: {
      authorization: `Bearer ${options.key}`,
      accept: 'text/event-stream',
      ...(cursor !== undefined && { 'last-event-id': cursor }),
    },
    // Undici counts no time in which we do not read.
    headersTimeout: silentAfterMs,
    bodyTimeout: silentAfterMs,
    signal: stopping.signal,
  });
  const { statusCode: status, headers, body } = response;
  if (status === 200 && String(headers['content-type']).startsWith('text/event-stream')) {
    const sentAt = Date.parse(String(headers.date));
    return { body, clockAheadMs: Number.isNaN(sentAt) ? 0 : sentAt - Date.now() };
  }
  throw await refusalOf(response, options.gateway);
}

/** What will pass by itself is a `LaterError`. */
async function refusalOf({ statusCode: status, headers, body }: Dispatcher.ResponseData, gateway: string) {
  const said = sentenceOf(await body.text().catch(() => ''));
  if (status === 429 || status >= 500) {
    return new LaterError(said ?? `It answered ${status}.`, Number(headers['retry-after'] ?? 0) * 1000);
  }
  if (said !== undefined) return new OneSentenceError(`${gateway} refused: ${said}`);
  return new OneSentenceError(
    `${gateway} answered ${status}, and not as Kaira does: is this the address of the gateway?`,
  );
}

/** The message of an error body of the gateway. */
function sentenceOf(text: string): string | undefined {
  try {
    const body = JSON.parse(text);
    return body.error?.message ?? body.message;
  } catch {
    return undefined;
  }
}

/**
 * One event to the receiver: as often as it takes while nobody listens there, up to five times while it is refused.
 * `stale` when its signature grew old over that.
 */
async function forward(
  options: Options,
  message: ServerSentEvent,
  clockAheadMs: number,
): Promise<'done' | 'stale' | 'stopped'> {
  const event = JSON.parse(message.data) as StreamedEvent;
  const signedAt = Number(event.headers['x-gw-timestamp']) * 1000;
  if (failed.eventId !== event.id) failed = { eventId: event.id, attempts: 0 };
  for (let waits = 0; ; ) {
    if (stopping.signal.aborted) return 'stopped';
    if (Date.now() + clockAheadMs - signedAt > freshForMs) return 'stale';
    const startedAt = performance.now();
    const { status, said, fault, isUnreachable } = await post(options.forward, event);
    if (isUnreachable) {
      if (waits === 0) say(`${options.forward.origin} cannot be reached (${fault}). Waiting until it can.`);
      waits++;
      await pause(backOffMs(250, waits, longestReceiverPauseMs));
      continue;
    }
    const latencyMs = Math.round(performance.now() - startedAt);
    say([...factsOf(event), status ?? fault, `${latencyMs} ms`].join('  '));
    if (status !== undefined && status >= 200 && status < 300) {
      forwarded++;
      return 'done';
    }
    failed.attempts++;
    if (said) say(`It said: ${said}`);
    if (status === 400 && failed.attempts === 1) sayWhichSecret(options);
    if (failed.attempts >= attemptsAtMost) {
      say(`${event.event} ${event.id} was refused ${attemptsAtMost} times; going on without it.`);
      return 'done';
    }
    await pause(backOffMs(500, failed.attempts, longestPauseMs));
  }
}

/** The bytes and the headers of the webhook, by POST; a redirect is an answer like any other. */
async function post(
  url: URL,
  event: StreamedEvent,
): Promise<{ status?: number; said?: string; fault?: string; isUnreachable: boolean }> {
  try {
    const response = await request(url, {
      method: 'POST',
      headers: event.headers,
      body: event.body,
      dispatcher: receiver,
      signal: AbortSignal.timeout(answerWithinMs),
    });
    const text = await response.body.text().catch(() => '');
    return { status: response.statusCode, said: firstLineOf(text), isUnreachable: false };
  } catch (error) {
    const code = codeOf(error);
    const isLate = error instanceof Error && error.name === 'TimeoutError';
    const fault = isLate ? `no answer within ${answerWithinMs / 1000} s` : code;
    return { fault, isUnreachable: unreachable.has(code) };
  }
}

function firstLineOf(text: string): string {
  return stripVTControlCharacters(text.trim().split('\n')[0] ?? '').slice(0, 200);
}

/** The event, its reference and its amount, in either payload form. */
function factsOf({ event, body }: StreamedEvent): string[] {
  const { data, transaction } = JSON.parse(body);
  const { reference, client_reference, amount } = data ?? transaction ?? {};
  return [event, reference ?? client_reference ?? '-', `GMD ${amount ?? '-'}`];
}

function readOptions(): Options {
  let given: Partial<Record<'forward' | 'key' | 'url' | 'endpoint' | 'events' | 'since', string>>;
  try {
    const text = { type: 'string' } as const;
    const options = { forward: text, key: text, url: text, endpoint: text, events: text, since: text };
    given = parseArgs({ options }).values;
  } catch (error) {
    throw new OneSentenceError(`${(error as Error).message}.\n${usage}`);
  }
  if (!given.forward) throw new OneSentenceError(`--forward is missing.\n${usage}`);
  const forward = webAddress('--forward', given.forward);
  const address = given.url || process.env.KAIRA_URL;
  const demo = readDemo(address);
  const key = given.key || process.env.KAIRA_API_KEY || demo?.clients[0]?.keys.test;
  if (!key) {
    throw new OneSentenceError(
      'No API key: give one with --key sk_test_… or KAIRA_API_KEY, or run npm start here first for the demo data.',
    );
  }
  if (!/^[\x21-\x7e]+$/.test(key)) throw new OneSentenceError('The API key has characters that no key has.');
  const gateway = address || demo?.base_url || 'http://localhost:3000';
  return {
    forward,
    gateway: webAddress('The address of the gateway', gateway).href.replace(/\/+$/, ''),
    key,
    endpoint: given.endpoint,
    events: given.events,
    since: given.since,
  };
}

function webAddress(name: string, text: string): URL {
  const url = URL.parse(text);
  if (url && /^https?:$/.test(url.protocol)) return url;
  throw new OneSentenceError(
    `${name} must be an http or https address, such as http://localhost:4000/webhooks.`,
  );
}

/** What `npm start` left on this machine; its key is for no gateway elsewhere. */
function readDemo(gateway: string | undefined): DemoFile | undefined {
  const host = gateway === undefined ? 'localhost' : URL.parse(gateway)?.hostname;
  if (!['localhost', '127.0.0.1', '[::1]'].includes(host ?? '')) return undefined;
  return readJson(path.join(dataFolder, 'demo.json')) as DemoFile | undefined;
}

/** The same command resumes where it stopped; another one has a place of its own. */
function cursorFile({ gateway, key, endpoint, events, forward }: Options): string {
  const command = JSON.stringify([gateway, key, endpoint, events, forward.href]);
  const name = createHash('sha256').update(command).digest('hex').slice(0, 24);
  return path.join(dataFolder, 'listen', `${name}.json`);
}

function readCursor(file: string): string | undefined {
  const cursor = (readJson(file) as { cursor?: unknown } | undefined)?.cursor;
  return typeof cursor === 'string' ? cursor : undefined;
}

/** Whole or not at all, also when we are killed. */
function keepCursor(file: string, cursor: string): string {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(`${file}.new`, `${JSON.stringify({ cursor })}\n`, { mode: 0o600 });
  renameSync(`${file}.new`, file);
  return cursor;
}

function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}

function sayStart(options: Options, secret: string | null, isResumed: boolean): void {
  const { forward, gateway, key, since } = options;
  const start = since ?? (isResumed ? 'where this command stopped' : 'now');
  process.stdout.write(
    `
Events of ${key.slice(0, 8)}…${key.slice(-4)} at ${gateway} go to ${forward.href}, from ${start} on. Ctrl-C ends it.

  Signing secret  ${secret ?? 'that of the endpoint'}

`,
  );
}

function sayWhichSecret({ endpoint }: Options): void {
  const whose = endpoint ? 'that of the endpoint' : 'the one printed above, or give --endpoint';
  say(`Is its signature what it minds? Your server must know the signing secret: ${whose}.`);
}

function say(text: string): void {
  process.stdout.write(`${new Date().toISOString().slice(11, 19)}  ${text}\n`);
}

function reasonOf(error: unknown, gateway: string): string {
  if (error instanceof LaterError) return `${gateway} cannot serve this now: ${error.message}`;
  return `${gateway} does not answer (${codeOf(error)}).`;
}

/** The code of a failure of the network, or its name. */
function codeOf(error: unknown): string {
  const { code, name } = error as { code?: string; name?: string };
  return code ?? name ?? 'unknown';
}

function isOfDisk(error: unknown): boolean {
  return (
    (error as { syscall?: string }).syscall !== undefined && (error as { path?: string }).path !== undefined
  );
}

/** Doubles from try to try; never quite the same, so that many do not come at one instant. */
function backOffMs(firstMs: number, tries: number, longestMs: number): number {
  return Math.min(firstMs * 2 ** (tries - 1), longestMs) * (0.75 + Math.random() / 4);
}

/** Shorter when somebody stops us. */
async function pause(ms: number): Promise<void> {
  await sleep(ms, undefined, { signal: stopping.signal }).catch(() => {});
}

/** What is being forwarded ends first, so that its cursor is kept. */
function listenForSignals(): void {
  let firstAt: number | undefined;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      firstAt ??= performance.now();
      if (performance.now() - firstAt > sameSignalWithinMs) process.exit(1);
      stopping.abort();
    });
  }
}
