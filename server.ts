import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { getRequestListener } from '@hono/node-server';
import { closeDatabase } from '#db/client';
import { flushKeyUse } from '#lib/auth/key-usage';
import { AppError } from '#lib/errors';
import { watchHistory } from '#lib/history/history';
import { appPolicy } from '#lib/http/content-policy';
import { PAGE_NONCE, PAGE_PATH } from '#lib/http/page-headers';
import { cameOverHttps, socketFacts } from '#lib/http/peer';
import { answerPlainPage, isPlainPage } from '#lib/http/plain-page';
import { startDraining } from '#lib/http/probes';
import { errorAnswer, HSTS } from '#lib/http/respond';
import { loadRoutes, type RouteTable } from '#lib/http/route-table';
import { servePage } from '#lib/http/serve-page';
import { answerFile, FILES } from '#lib/http/static-files';
import { newId } from '#lib/ids';
import { startWorker } from '#lib/jobs/worker';
import { inLanguage } from '#lib/language/in-language';
import { pageLanguage } from '#lib/language/page-language';
import { describeError, log } from '#lib/log';
import { requestsInFlight } from '#lib/metrics';
import { tellFigures } from '#lib/monitoring/scrape';
import { endOnFault } from '#lib/process-faults';
import { requireRailSettings } from '#lib/rails/connections';
import { railDefinitions } from '#lib/rails/registry';
import { watchWhetherBound } from '#lib/secrets/only-bound';
import { SettingsError, settings } from '#lib/settings';

/**
 * The production host: one process that serves the route handlers under `app/` as they are, without Next's work for
 * each request, gives every other path to Next, and runs the worker inside unless it is told not to.
 */
async function main(): Promise<void> {
  const { PORT, HOST, KAIRA_WORKER, KAIRA_MODE, KAIRA_DATA_DIR, ALLOW_INSECURE_HTTP, TRUST_PROXY, rails } =
    settings();
  requireRailSettings(railDefinitions, rails);
  const history = watchHistory(KAIRA_DATA_DIR);
  void watchWhetherBound();
  const isDev = process.env.KAIRA_DEV === '1';
  const [routes, answerPage] = await Promise.all([loadRoutes(), openPages(isDev)]);
  const answerRoute = getRequestListener(
    (request, { incoming }) => {
      const message = incoming as IncomingMessage;
      const proto = protoOf(message);
      const path = rawPathOf(message);
      return isPlainPage(path, proto)
        ? answerPlainPage(request.method, targetOf(message), proto)
        : routes.answer(request, path);
    },
    { errorHandler: (error) => refuseRequest(error) },
  );

  const server = createServer(
    {
      // A stalled request gives its connection back.
      headersTimeout: 10_000,
      requestTimeout: 15_000,
      keepAliveTimeout: 65_000,
      connectionsCheckingInterval: 1_000,
      // A request without a Host is refused below, with a body and a request id.
      requireHostHeader: false,
      // Nothing here speaks anything else: whoever offers HTTP/2, as Java's client does, is answered in HTTP/1.1. Next
      // takes every upgrade and lets none go; only its tools for pages in work want one.
      shouldUpgradeCallback: (incoming) => isDev && !routes.owns(rawPathOf(incoming)),
    },
    (incoming, outgoing) => {
      const facts = { address: incoming.socket.remoteAddress, encrypted: 'encrypted' in incoming.socket };
      answering.set(incoming.socket, outgoing);
      socketFacts.run(facts, () => {
        // A page is a browser's first visit as often as any answer of the API.
        if (TRUST_PROXY > 0 && cameOverHttps(protoOf(incoming))) {
          outgoing.setHeader('strict-transport-security', HSTS);
        }
        if (isForPages(incoming, routes)) {
          // Reading them costs next to nothing, and a page has many: they take nobody's place. While pages are being
          // written they change, and Next has them.
          if (!isDev && rawPathOf(incoming).startsWith(FILES)) return void answerFile(incoming, outgoing);
          prepareForNext(incoming, outgoing, isDev);
          return void inLanguage(pageLanguage(incoming), () => servePage(incoming, outgoing, answerPage));
        }
        countWhileOpen(outgoing);
        return void answerRoute(incoming, outgoing);
      });
    },
  );
  server.on('clientError', (error, socket) => refuseBytes(error, socket as Socket));
  server.on('connect', (_, socket) => refuseBytes(new Error('CONNECT is for proxies'), socket as Socket));
  server.on('error', (error) => stopAtOnce(listenFault(error, PORT)));
  server.listen(PORT, HOST, () => {
    log.info({ port: PORT, worker: KAIRA_WORKER }, 'listening');
    process.send?.({ type: 'ready' });
  });
  tellFigures();
  if (ALLOW_INSECURE_HTTP) log.warn('ALLOW_INSECURE_HTTP=1: keys travel in clear over plain HTTP');
  const worker = KAIRA_WORKER === 'inside' ? startWorker(KAIRA_DATA_DIR) : undefined;

  let stopping = false;
  const stop = async (signal: string) => {
    if (stopping) return;
    stopping = true;
    log.info({ signal }, 'stopping');
    startDraining();
    // A load balancer needs a moment to see that readiness is red; a new connection is refused afterwards.
    if (KAIRA_MODE === 'production' && signal === 'SIGTERM') await sleep(3_000);
    const closed = new Promise((resolve) => server.close(resolve));
    // A connection is idle again after its last answer; without this its keep-alive would hold us up.
    const closing = setInterval(() => server.closeIdleConnections(), 100);
    await Promise.race([closed, sleep(15_000)]);
    clearInterval(closing);
    await worker?.stop();
    await history.stop();
    await flushKeyUse();
    await closeDatabase();
    process.exit(0);
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void stop(signal));
  // The supervisor is gone: without it nobody would stop this process.
  process.on('disconnect', () => void stop('disconnect'));
}

type Answer = (incoming: IncomingMessage, outgoing: ServerResponse) => Promise<void>;

/**
 * Next and all pages are loaded before the server listens, so that nobody waits for the first of a page. Not where
 * PAGES_AT_START says so: a test starts many servers and asks most of them for no page (e2e/setup/server.ts).
 */
async function openPages(isDev: boolean): Promise<Answer> {
  if (process.env.PAGES_AT_START !== 'off') return openNext(isDev);
  let opened: Promise<Answer> | undefined;
  return async (incoming, outgoing) => {
    opened ??= openNext(isDev);
    return (await opened)(incoming, outgoing);
  };
}

async function openNext(isDev: boolean): Promise<Answer> {
  const { PORT, HOST } = settings();
  // Node reads next.config.ts as it is. Next would load its compiler for that, and fetch it where it is not, as in the
  // image. https://nextjs.org/docs/app/api-reference/config/typescript#using-nodejs-native-typescript-resolver-for-nextconfigts
  if (!isDev) process.env.__NEXT_NODE_NATIVE_TS_LOADER_ENABLED ??= 'true';
  const { default: next } = await import('next');
  const pages = next({ dev: isDev, dir: process.cwd(), port: PORT, hostname: HOST ?? 'localhost' });
  await pages.prepare();
  return pages.getRequestHandler();
}

function rawPathOf(incoming: IncomingMessage): string {
  const target = targetOf(incoming);
  const query = target.indexOf('?');
  return query === -1 ? target : target.slice(0, query);
}

/** Of an address in full, which HTTP/1.1 allows as well, what follows the host. https://www.rfc-editor.org/rfc/rfc9112#section-3.2.2 */
function targetOf(incoming: IncomingMessage): string {
  return (incoming.url ?? '/').replace(/^https?:\/\/[^/?#]*/i, '');
}

function protoOf({ headers }: IncomingMessage): string | undefined {
  return [headers['x-forwarded-proto']].flat()[0];
}

/** Next would resolve or redirect a path in another spelling, and so serve a route under a path that is not its own. */
function isForPages(incoming: IncomingMessage, routes: RouteTable): boolean {
  const path = rawPathOf(incoming);
  if (routes.owns(path) || incoming.headers.host === undefined) return false;
  if (isPlainPage(path, protoOf(incoming))) return false;
  return !path.includes('//') && URL.parse(`http://host${path}`)?.pathname === path;
}

/** What its pages read of a request, whatever the request itself brings along under these names. */
function prepareForNext(incoming: IncomingMessage, outgoing: ServerResponse, isDev: boolean): void {
  const nonce = randomBytes(16).toString('base64');
  const policy = appPolicy(nonce, { isDev });
  outgoing.setHeader('content-security-policy', policy);
  // Next finds the nonce of its own scripts here: guides/content-security-policy of its documentation.
  Object.assign(incoming.headers, {
    'content-security-policy': policy,
    [PAGE_NONCE]: nonce,
    [PAGE_PATH]: incoming.url ?? '/',
  });
}

function countWhileOpen(outgoing: ServerResponse): void {
  requestsInFlight.inc();
  outgoing.once('close', () => requestsInFlight.dec());
}

/** The answer that is under way on a connection, or was the last one. */
const answering = new WeakMap<Socket, ServerResponse>();

/**
 * What Node's parser refuses, or waited for too long, never becomes a request. It is answered like one that cannot be
 * read, unless an answer has begun on its connection, which must not be mixed with another.
 */
async function refuseBytes(error: Error, socket: Socket): Promise<void> {
  const last = answering.get(socket);
  const hasBegun = last?.headersSent === true && !last.writableFinished;
  if (!socket.writable || hasBegun || (error as NodeJS.ErrnoException).code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  const response = refuseRequest(error);
  const body = await response.text();
  const lines = [...response.headers].map(([name, value]) => `${name}: ${value}\r\n`).join('');
  const head = `HTTP/1.1 400 Bad Request\r\n${lines}content-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n`;
  socket.end(head + body, () => socket.destroy());
}

/** A request that is not even a request, such as one without a usable Host. */
function refuseRequest(error: unknown): Response {
  const requestId = newId();
  log.warn({ requestId, ...describeError(error) }, 'request could not be read');
  return errorAnswer(
    new AppError(
      'VALIDATION_ERROR',
      'The request is not valid HTTP in its first line, its headers or its framing, or did not arrive in time.',
      { details: { fields: [] } },
    ),
    {
      requestId,
      secure: false,
    },
  );
}

function listenFault(error: Error, port: number): string {
  const code = (error as NodeJS.ErrnoException).code;
  if (code === 'EADDRINUSE')
    return `Port ${port} is taken by another program. Stop it, or set PORT to a free one.`;
  if (code === 'EACCES')
    return `Port ${port} needs more rights than this user has. Set PORT to one above 1023.`;
  return `The server could not listen on port ${port}: ${error.message}`;
}

function stopAtOnce(sentence: string): void {
  console.error(sentence);
  process.exit(1);
}

endOnFault();
main().catch((error: unknown) => {
  if (error instanceof SettingsError) return stopAtOnce(error.message);
  log.fatal(describeError(error), 'the server could not start');
  process.exit(1);
});
