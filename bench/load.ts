import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Client } from 'undici';
import type { Context } from '#lib/context';
import { captureInitiation, collectionBody } from './initiation.ts';

// One process that makes load, in closed loops: each connection sends its next request when the last was answered.

export type Job =
  /** The statement of one initiation, without HTTP. */
  | { kind: 'sql'; client: Context['client'] }
  /** Collections that stay pending. */
  | { kind: 'collections'; origin: string; keys: readonly string[] }
  | { kind: 'payouts'; origin: string; keys: readonly string[] }
  | { kind: 'get'; origin: string; keys: readonly string[]; path: string }
  /** Collections that settle at once; the next one begins when the webhook of one has come. */
  | { kind: 'webhooks'; origin: string; keys: readonly string[]; inFlight: number };

export interface Result {
  /** Completed in the window. */
  count: number;
  seconds: number;
  p50Ms: number;
  p99Ms: number;
  /** Answers other than 200. */
  refused: number;
}

/** Told to start: `warmMs` first, which is not counted, then the window. */
export interface Run {
  warmMs: number;
  windowMs: number;
}

const job: Job = JSON.parse(process.env.BENCH_JOB!);
const connections = Number(process.env.BENCH_CONNECTIONS);
const run = `${process.pid}-${Date.now().toString(36)}`;
let serial = 0;

/** One unit of work on one of the connections; true when it ended as it should. */
const work = await prepare();
process.on('message', async (message: Run) =>
  process.send?.({ type: 'result', result: await measure(message) }),
);
process.on('disconnect', () => process.exit(0));
process.send?.({ type: 'ready' });

async function measure({ warmMs, windowMs }: Run): Promise<Result> {
  const begin = performance.now() + warmMs;
  const end = begin + windowMs;
  const latencies: number[] = [];
  let refused = 0;
  const lanes = job.kind === 'webhooks' ? job.inFlight : connections;
  await Promise.all(
    Array.from({ length: lanes }, async (_, lane) => {
      for (let startedAt = performance.now(); startedAt < end; ) {
        const isFine = await work(lane);
        const now = performance.now();
        if (now >= begin && now < end) {
          latencies.push(now - startedAt);
          if (!isFine) refused++;
        }
        startedAt = now;
      }
    }),
  );
  latencies.sort((a, b) => a - b);
  const at = (share: number) => latencies[Math.floor((latencies.length - 1) * share)] ?? Number.NaN;
  return { count: latencies.length, seconds: windowMs / 1000, p50Ms: at(0.5), p99Ms: at(0.99), refused };
}

async function prepare(): Promise<(lane: number) => Promise<boolean>> {
  if (job.kind === 'sql') {
    const initiate = await captureInitiation(job.client);
    return async () => (await initiate()) !== undefined;
  }
  const clients = Array.from({ length: connections }, () => new Client(job.origin, { pipelining: 1 }));
  const send = (lane: number, method: 'GET' | 'POST', path: string, key: string, body?: object) =>
    request(clients[lane % connections]!, method, path, key, body && JSON.stringify(body));
  const keyOf = (number: number) => job.keys[number % job.keys.length]!;

  switch (job.kind) {
    case 'get': {
      const { path } = job;
      return async (lane) => (await send(lane, 'GET', path, keyOf(serial++))) === 200;
    }
    case 'collections':
      return async (lane) => {
        const body = { ...collectionBody, client_reference: `c-${run}-${++serial}` };
        return (await send(lane, 'POST', '/api/v1/collections/initiate', keyOf(serial), body)) === 200;
      };
    case 'payouts':
      return async (lane) => {
        const body = {
          amount: '1.00',
          currency: 'GMD',
          recipient_mobile: '+2203456789',
          client_reference: `p-${run}-${++serial}`,
        };
        return (await send(lane, 'POST', '/api/v1/payouts/initiate', keyOf(serial), body)) === 200;
      };
    case 'webhooks': {
      const arrivals = await receiveWebhooks(job.origin, job.keys);
      return async (lane) => {
        const reference = `w-${run}-${++serial}`;
        const arrived = new Promise<void>((resolve) => arrivals.set(reference, resolve));
        const body = { ...collectionBody, amount: '100.00', client_reference: reference };
        const status = await send(lane, 'POST', '/api/v1/collections/initiate', keyOf(serial), body);
        if (status !== 200) return false;
        await arrived;
        return true;
      };
    }
  }
}

function request(
  client: Client,
  method: 'GET' | 'POST',
  path: string,
  key: string,
  body?: string,
): Promise<number> {
  return new Promise((resolve, reject) => {
    let status = 0;
    client.dispatch(
      {
        method,
        path,
        headers: body
          ? { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
          : { authorization: `Bearer ${key}` },
        body: body ?? null,
      },
      {
        onRequestStart() {},
        onResponseStart(_controller, statusCode) {
          status = statusCode;
        },
        onResponseData() {},
        onResponseEnd: () => resolve(status),
        onResponseError: (_controller, error) => reject(error),
      },
    );
  });
}

/**
 * A receiver at an address of its own for each client (all of 127.0.0.0/8 is this machine), because connections are
 * shared by origin. Whoever waits for a reference is in the map that this returns.
 */
async function receiveWebhooks(origin: string, keys: readonly string[]): Promise<Map<string, () => void>> {
  const waiting = new Map<string, () => void>();
  for (const [index, key] of keys.entries()) {
    const server = createServer((incoming, outgoing) => {
      let text = '';
      incoming.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk;
      });
      incoming.on('end', () => {
        outgoing.writeHead(204).end();
        const { reference } = JSON.parse(text).data;
        waiting.get(reference)?.();
        waiting.delete(reference);
      });
    });
    const address = `127.0.0.${2 + index}`;
    server.listen(0, address);
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const made = await fetch(`${origin}/api/v1/webhook-endpoints`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ url: `http://${address}:${port}/`, events: ['payment.succeeded'] }),
    });
    if (!made.ok) throw new Error(`no webhook endpoint: ${await made.text()}`);
  }
  return waiting;
}
