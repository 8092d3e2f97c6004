import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Webhook } from 'standardwebhooks';

// The clients' servers, in a process of their own: each endpoint is a path, each client a port. Every request is
// logged with what was wrong with it; nothing of Kaira is imported, so that its mistakes are not repeated here.

/** How an endpoint answers. */
export type Behaviour =
  /** 200 after a time drawn from `delayMs`; 500 to the first request for each delivery, if `refusesFirst`. */
  | { kind: 'answers'; delayMs: [least: number, most: number]; refusesFirst: boolean }
  /** 500 at once, always. */
  | { kind: 'fails' }
  /** Takes the request and never answers. */
  | { kind: 'dead' }
  /** 200 at once, and a body that takes this long. */
  | { kind: 'drips'; forMs: number };

export interface ReceivedEndpoint {
  /** Its path. */
  number: number;
  secret: string;
  behaviour: Behaviour;
}

export interface Arrival {
  endpoint: number;
  deliveryId: string;
  eventId: string;
  /** As the body says. */
  transactionId: string;
  /** As the header says. */
  attempt: number;
  headers: Record<string, string>;
  bodySha256: string;
  /** What an independent verifier has against it. */
  faults: string[];
  /** Milliseconds of the system clock: the headers came; the answer was handed over, or the connection was closed. */
  arrivedAt: number;
  endedAt: number | null;
  /** The same in the order in which this process saw them, exact within a millisecond too. */
  arrivedTurn: number;
  endedTurn: number | null;
  /** Null when none was given, or the connection was closed before. */
  answered: number | null;
}

export type Order =
  | { order: 'listen'; servers: number }
  | { order: 'endpoints'; endpoints: ReceivedEndpoint[] }
  | { order: 'count' }
  | { order: 'log' };

const endpoints = new Map<number, ReceivedEndpoint & { verifier: Webhook; seen: Set<string> }>();
const log: Arrival[] = [];
let turn = 0;
const ok = 200;

process.on('disconnect', () => process.exit(0));
process.on('message', async (message: Order) => {
  process.send?.({ type: 'result', result: await obey(message) });
});
process.send?.({ type: 'ready' });

async function obey(message: Order): Promise<unknown> {
  switch (message.order) {
    case 'listen':
      return Promise.all(Array.from({ length: message.servers }, listen));
    case 'endpoints':
      for (const each of message.endpoints) {
        endpoints.set(each.number, { ...each, verifier: new Webhook(each.secret), seen: new Set() });
      }
      return endpoints.size;
    case 'count':
      return log.length;
    case 'log':
      return log;
  }
}

async function listen(): Promise<number> {
  const server = createServer((request, response) => void receive(request, response));
  // Longer than the sender keeps an idle connection, so that none is closed under a request.
  server.keepAliveTimeout = 120_000;
  server.headersTimeout = 180_000;
  server.requestTimeout = 0;
  server.listen({ port: 0, host: '127.0.0.1', backlog: 1_024 });
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const arrivedAt = Date.now();
  const arrivedTurn = ++turn;
  const chunks: Buffer[] = [];
  request.on('error', () => {});
  response.on('error', () => {});
  try {
    for await (const chunk of request) chunks.push(chunk);
  } catch {
    // Cut in the middle of the body: the sender was killed. It counts as nothing that arrived.
    return;
  }
  const bytes = Buffer.concat(chunks);
  const number = Number(request.url?.slice(1));
  const endpoint = endpoints.get(number);
  const headers = Object.fromEntries(
    Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
  );
  const arrival: Arrival = {
    endpoint: number,
    deliveryId: headers['x-gw-delivery'] ?? '',
    eventId: headers['x-gw-event-id'] ?? '',
    transactionId: transactionOf(bytes),
    attempt: Number(headers['x-gw-attempt']),
    headers,
    bodySha256: createHash('sha256').update(bytes).digest('hex'),
    faults: endpoint ? faultsOf(headers, bytes, endpoint) : ['no such endpoint'],
    arrivedAt,
    endedAt: null,
    arrivedTurn,
    endedTurn: null,
    answered: null,
  };
  log.push(arrival);
  const end = (status: number | null) => {
    if (arrival.endedTurn !== null) return;
    arrival.endedAt = Date.now();
    arrival.endedTurn = ++turn;
    arrival.answered = status;
  };
  response.once('finish', () => end(response.statusCode));
  response.once('close', () => end(null));
  if (endpoint) await answer(response, endpoint, arrival.deliveryId);
  else response.writeHead(404).end();
}

async function answer(
  response: ServerResponse,
  endpoint: { behaviour: Behaviour; seen: Set<string> },
  deliveryId: string,
): Promise<void> {
  const { behaviour, seen } = endpoint;
  switch (behaviour.kind) {
    case 'answers': {
      const isFirst = !seen.has(deliveryId);
      seen.add(deliveryId);
      const [least, most] = behaviour.delayMs;
      if (most > 0) await sleep(least + Math.random() * (most - least));
      if (!response.closed) response.writeHead(behaviour.refusesFirst && isFirst ? 500 : ok).end('seen');
      return;
    }
    case 'fails':
      response.writeHead(500).end('no');
      return;
    case 'dead':
      return;
    case 'drips': {
      response.writeHead(ok);
      const endsAt = Date.now() + behaviour.forMs;
      while (!response.closed && Date.now() < endsAt) {
        response.write('.');
        await sleep(500);
      }
      response.end();
    }
  }
}

/** The gateway's signature by HMAC as contract.md §7 has it; the trio by the package of Standard Webhooks. */
function faultsOf(
  headers: Record<string, string>,
  bytes: Buffer,
  { secret, verifier }: { secret: string; verifier: Webhook },
): string[] {
  const faults: string[] = [];
  const wanted = createHmac('sha256', Buffer.from(secret, 'utf8')).update(bytes).digest('hex');
  for (const name of ['x-gw-signature', 'provider-w-signature']) {
    if (!equal(headers[name] ?? '', wanted)) faults.push(`${name} does not verify`);
  }
  try {
    verifier.verify(bytes, {
      'webhook-id': headers['webhook-id'] ?? '',
      'webhook-timestamp': headers['webhook-timestamp'] ?? '',
      'webhook-signature': headers['webhook-signature'] ?? '',
    });
  } catch (error) {
    faults.push(`webhook-signature does not verify: ${(error as Error).message}`);
  }
  if (headers['webhook-id'] !== headers['x-gw-event-id']) faults.push('webhook-id is not the event');
  return faults;
}

function equal(a: string, b: string): boolean {
  return a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));
}

function transactionOf(bytes: Buffer): string {
  try {
    return JSON.parse(bytes.toString('utf8')).data.id;
  } catch {
    return '';
  }
}
