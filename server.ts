import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { getRequestListener } from '@hono/node-server';
import next from 'next';
import { closeDatabase } from '#db/client';
import { flushKeyUse } from '#lib/auth/key-usage';
import { AppError } from '#lib/errors';
import { socketFacts } from '#lib/http/peer';
import { startDraining } from '#lib/http/probes';
import { errorAnswer, HSTS } from '#lib/http/respond';
import { loadRoutes } from '#lib/http/route-table';
import { newId } from '#lib/ids';
import { startWorker } from '#lib/jobs/worker';
import { describeError, log } from '#lib/log';
import { databaseSlotsInUse } from '#lib/metrics';
import { SettingsError, settings } from '#lib/settings';

/**
 * The production host: one process that serves the route handlers under `app/` as they are, without Next's work for
 * each request, gives every other path to Next, and runs the worker inside unless it is told not to.
 */
async function main(): Promise<void> {
  const { PORT, HOST, KAIRA_WORKER, KAIRA_MODE, ALLOW_INSECURE_HTTP, TRUST_PROXY } = settings();
  const isDev = process.env.KAIRA_DEV === '1';
  const pages = next({ dev: isDev, dir: import.meta.dirname, port: PORT, hostname: HOST ?? 'localhost' });
  const [routes] = await Promise.all([loadRoutes(), pages.prepare()]);
  const answerPage = pages.getRequestHandler();
  const answerRoute = getRequestListener(
    (request, { incoming }) => routes.answer(request, rawPathOf(incoming as IncomingMessage)),
    { errorHandler: (error) => refuseRequest(error) },
  );

  const server = createServer(
    {
      // A stalled request gives its connection back; contract.md leaves the form of that answer to the host.
      headersTimeout: 10_000,
      requestTimeout: 15_000,
      keepAliveTimeout: 65_000,
      connectionsCheckingInterval: 1_000,
    },
    (incoming, outgoing) => {
      const facts = { address: incoming.socket.remoteAddress, encrypted: 'encrypted' in incoming.socket };
      socketFacts.run(facts, () => {
        // A page is a browser's first visit as often as any answer of the API.
        if (isSecure(incoming, TRUST_PROXY)) outgoing.setHeader('strict-transport-security', HSTS);
        if (!routes.owns(rawPathOf(incoming))) return void answerPage(incoming, outgoing);
        countWhileOpen(outgoing);
        return void answerRoute(incoming, outgoing);
      });
    },
  );
  server.on('error', (error) => stopAtOnce(listenFault(error, PORT)));
  server.listen(PORT, HOST, () => {
    log.info({ port: PORT, worker: KAIRA_WORKER }, 'listening');
    process.send?.({ type: 'ready' });
  });
  if (ALLOW_INSECURE_HTTP) log.warn('ALLOW_INSECURE_HTTP=1: keys travel in clear over plain HTTP');
  const worker = KAIRA_WORKER === 'inside' ? startWorker() : undefined;

  let stopping = false;
  const stop = async (signal: string) => {
    if (stopping) return;
    stopping = true;
    log.info({ signal }, 'stopping');
    startDraining();
    // A load balancer needs a moment to see that readiness is red; a new connection is refused afterwards.
    if (KAIRA_MODE === 'production' && signal === 'SIGTERM') await sleep(3_000);
    const closed = new Promise((resolve) => server.close(resolve));
    server.closeIdleConnections();
    await Promise.race([closed, sleep(15_000)]);
    await worker?.stop();
    await flushKeyUse();
    await closeDatabase();
    process.exit(0);
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void stop(signal));
  // The supervisor is gone: without it nobody would stop this process.
  process.on('disconnect', () => void stop('disconnect'));
}

function rawPathOf(incoming: IncomingMessage): string {
  const target = incoming.url ?? '/';
  const query = target.indexOf('?');
  return query === -1 ? target : target.slice(0, query);
}

function isSecure(incoming: IncomingMessage, trustProxy: number): boolean {
  return trustProxy > 0 && incoming.headers['x-forwarded-proto'] === 'https';
}

function countWhileOpen(outgoing: ServerResponse): void {
  databaseSlotsInUse.inc();
  outgoing.once('close', () => databaseSlotsInUse.dec());
}

/** A request that is not even a request, such as one without a usable Host. */
function refuseRequest(error: unknown): Response {
  const requestId = newId();
  log.warn({ requestId, ...describeError(error) }, 'request could not be read');
  return errorAnswer(
    new AppError('VALIDATION_ERROR', 'The request line or the Host header is not valid HTTP.'),
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

// After either of these nothing that this process believes can be trusted; the supervisor starts a fresh one.
for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
  process.on(event, (error: unknown) => {
    log.fatal({ event, ...describeError(error) }, 'ending this process');
    process.exit(1);
  });
}

main().catch((error: unknown) => {
  if (error instanceof SettingsError) return stopAtOnce(error.message);
  log.fatal(describeError(error), 'the server could not start');
  process.exit(1);
});
