import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { pathNotFound } from '#lib/http/not-found';
import { socketFacts } from '#lib/http/peer';
import { healthz, metrics, readyz } from '#lib/http/probes';

const probes = new Map<string, (request: Request) => Response | Promise<Response>>([
  ['/healthz', healthz],
  ['/readyz', readyz],
  ['/metrics', metrics],
]);

/** Serves the three probes, and nothing else, for a process that has no routes. Throws when it cannot listen. */
export async function serveProbes(port: number, host: string | undefined): Promise<Server> {
  const answer = getRequestListener((request) => {
    const probe = request.method === 'GET' ? probes.get(new URL(request.url).pathname) : undefined;
    return (probe ?? pathNotFound)(request);
  });
  const server = createServer((incoming, outgoing) =>
    socketFacts.run(
      { address: incoming.socket.remoteAddress, encrypted: false },
      () => void answer(incoming, outgoing),
    ),
  );
  server.listen(port, host);
  await once(server, 'listening');
  return server;
}
