import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createHistogram, type RecordableHistogram } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'undici';
import { type Context, systemContext } from '#lib/context';
import { makeCursor } from '#lib/http/paging';
import { lowestIdAt } from '#lib/ids';
import { refreshStatistics } from '#lib/jobs/refresh-statistics';
import { foldBalances } from '#lib/ledger/fold-balances';
import { searchTransactions } from '#lib/reads/search-transactions';
import { captureFloor, FLOOR_CARRIES } from './floor.ts';
import { captureInitiation, captureLife, collectionBody, settleOne } from './initiation.ts';

// One process that makes load. In closed loops, each connection sends its next request when the last was answered: how
// much a server does at most. With arrivals at a fixed rate, requests come whether or not the earlier ones were answered,
// as they do from many customers, and one that had to wait is timed from when it came: a closed loop hides such waiting.

export type Job =
  /** The statement of one initiation, without HTTP. */
  | { kind: 'sql'; client: Context['client'] }
  /** The statements of a collection from its initiation to its delivered webhook, without HTTP. */
  | { kind: 'life'; clients: Context['client'][] }
  /** Collections that the product's verbs initiate and settle, without HTTP, while balances are folded. */
  | { kind: 'settlements'; clients: Context['client'][] }
  /** The least statements that leave behind what those do, 64 lives in each. */
  | { kind: 'floor'; clients: Context['client'][] }
  /** Collections that stay pending, or become of their amount what the sandbox makes of it. */
  | { kind: 'collections'; origin: string; keys: readonly string[]; amount?: string }
  | { kind: 'payouts'; origin: string; keys: readonly string[] }
  /** {n} in the path is one of `among` transactions, {cursor} a place within the last `days`. */
  | { kind: 'get'; origin: string; keys: readonly string[]; path: string; among: number; days: number }
  /** The dashboard's search for one of `among` references, or for what begins so, without HTTP. */
  | { kind: 'search'; client: Context['client']; among: number; beginning?: string }
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
  /** Of arrivals: how many answers had which status; 0 for none. */
  statuses?: Record<number, number>;
}

/** Told to start: `warmMs` first, which is not counted, then the window. */
export interface Run {
  warmMs: number;
  windowMs: number;
  /** Closed loops on so many of the connections. */
  lanes?: number;
  /** Arrivals at this rate instead of closed loops. */
  perSecond?: number;
}

/** What a gateway may take that sheds load and answers everything. */
const ANSWERED_WITHIN_MS = 30_000;

const job: Job = JSON.parse(process.env.BENCH_JOB!);
const connections = Number(process.env.BENCH_CONNECTIONS);
const run = `${process.pid}-${Date.now().toString(36)}`;
let serial = 0;

/** One unit of work on one of the connections; the status that it ended with, 200 when it ended as it should. */
const work = await prepare();
process.on('message', async (message: Run) => {
  const { perSecond } = message;
  const result = perSecond === undefined ? await measure(message) : await arrive(message, perSecond);
  process.send?.({ type: 'result', result });
});
process.on('disconnect', () => process.exit(0));
process.send?.({ type: 'ready' });

async function measure({ warmMs, windowMs, lanes: wanted = connections }: Run): Promise<Result> {
  const begin = performance.now() + warmMs;
  const end = begin + windowMs;
  const latencies = createHistogram();
  let count = 0;
  let refused = 0;
  const lanes = job.kind === 'webhooks' ? job.inFlight : wanted;
  await Promise.all(
    Array.from({ length: lanes }, async (_, lane) => {
      for (let startedAt = performance.now(); startedAt < end; ) {
        const status = await work(lane);
        const now = performance.now();
        if (now >= begin && now < end) {
          record(latencies, now - startedAt);
          count += job.kind === 'floor' ? FLOOR_CARRIES : 1;
          if (status !== 200) refused++;
        }
        startedAt = now;
      }
    }),
  );
  return { count, seconds: windowMs / 1000, ...quantilesOf(latencies), refused };
}

/**
 * Evenly spread arrivals. Each takes a connection that is free, or the first that becomes so; what has no answer a
 * while after the last arrival has none.
 */
async function arrive({ warmMs, windowMs }: Run, perSecond: number): Promise<Result> {
  const free = Array.from({ length: connections }, (_, lane) => lane);
  const queue: number[] = [];
  const latencies = createHistogram();
  const statuses: Record<number, number> = {};
  const beginAt = performance.now();
  const countedFrom = beginAt + warmMs;
  const endAt = countedFrom + windowMs;
  let [arrived, answered, refused, count] = [0, 0, 0, 0];
  const take = (lane: number) => {
    const arrivedAt = queue.shift();
    if (arrivedAt === undefined) return void free.push(lane);
    const isCounted = arrivedAt >= countedFrom;
    work(lane)
      .catch(() => 0)
      .then((status) => {
        answered++;
        if (isCounted) {
          count++;
          record(latencies, performance.now() - arrivedAt);
          statuses[status] = (statuses[status] ?? 0) + 1;
          if (status !== 200) refused++;
        }
        take(lane);
      });
  };
  for (let now = beginAt; now < endAt; now = performance.now()) {
    for (; arrived < ((now - beginAt) / 1000) * perSecond; arrived++) {
      queue.push(beginAt + (arrived / perSecond) * 1000);
      const lane = free.pop();
      if (lane !== undefined) take(lane);
    }
    await sleep(1);
  }
  const patientUntil = performance.now() + ANSWERED_WITHIN_MS;
  while (answered < arrived && performance.now() < patientUntil) await sleep(20);
  if (answered < arrived) statuses[0] = (statuses[0] ?? 0) + arrived - answered;
  return { count, seconds: windowMs / 1000, ...quantilesOf(latencies), refused, statuses };
}

/** In microseconds: a histogram counts whole numbers. */
function record(latencies: RecordableHistogram, ms: number): void {
  latencies.record(Math.max(1, Math.round(ms * 1000)));
}

function quantilesOf(latencies: RecordableHistogram): Pick<Result, 'p50Ms' | 'p99Ms'> {
  const at = (percent: number) => latencies.percentile(percent) / 1000;
  return { p50Ms: at(50), p99Ms: at(99) };
}

async function prepare(): Promise<(lane: number) => Promise<number>> {
  if (job.kind === 'sql') {
    const initiate = await captureInitiation(job.client);
    return async () => ((await initiate()) === undefined ? 0 : 200);
  }
  if (job.kind === 'life') {
    const lives: (() => Promise<unknown>)[] = [];
    // One after the other: each puts itself in the database's place for a moment.
    for (const client of job.clients) lives.push(await captureLife(client));
    return async () => ((await lives[serial++ % lives.length]!()) === undefined ? 0 : 200);
  }
  if (job.kind === 'settlements') {
    const { clients: all } = job;
    void workForever();
    return async () => {
      await settleOne(all[serial++ % all.length]!);
      return 200;
    };
  }
  if (job.kind === 'floor') {
    const live = await captureFloor(job.clients);
    void workForever();
    return async () => {
      await live();
      return 200;
    };
  }
  if (job.kind === 'search') {
    const { client, among, beginning } = job;
    const ctx = systemContext(client, 'SANDBOX');
    return async () => {
      const q = beginning ?? `order-${1 + Math.floor(Math.random() * among)}`;
      const { data } = await searchTransactions(ctx, { q, limit: 50 });
      return data.length > 0 ? 200 : 404;
    };
  }
  const clients = Array.from({ length: connections }, () => new Client(job.origin, { pipelining: 1 }));
  const send = (lane: number, method: 'GET' | 'POST', path: string, key: string, body?: object) =>
    request(clients[lane % connections]!, method, path, key, body && JSON.stringify(body));
  const keyOf = (number: number) => job.keys[number % job.keys.length]!;

  switch (job.kind) {
    case 'get': {
      const { path, among, days } = job;
      return (lane) => {
        const at = new Date(Date.now() - Math.random() * days * 86_400_000);
        const place = path
          .replace('{n}', String(1 + Math.floor(Math.random() * among)))
          .replace('{cursor}', makeCursor([lowestIdAt(at)]));
        return send(lane, 'GET', place, keyOf(serial++));
      };
    }
    case 'collections':
      return (lane) => {
        const { amount = collectionBody.amount } = job;
        const body = { ...collectionBody, amount, client_reference: `c-${run}-${++serial}` };
        return send(lane, 'POST', '/api/v1/collections/initiate', keyOf(serial), body);
      };
    case 'payouts':
      return (lane) => {
        const body = {
          amount: '1.00',
          currency: 'GMD',
          recipient_mobile: '+2203456789',
          client_reference: `p-${run}-${++serial}`,
        };
        return send(lane, 'POST', '/api/v1/payouts/initiate', keyOf(serial), body);
      };
    case 'webhooks': {
      const arrivals = await receiveWebhooks(job.origin, job.keys);
      return async (lane) => {
        const reference = `w-${run}-${++serial}`;
        const arrived = new Promise<void>((resolve) => arrivals.set(reference, resolve));
        const body = { ...collectionBody, amount: '100.00', client_reference: reference };
        const status = await send(lane, 'POST', '/api/v1/collections/initiate', keyOf(serial), body);
        if (status === 200) await arrived;
        return status;
      };
    }
  }
}

/** What a worker does for the ledger, as often. */
async function workForever(): Promise<never> {
  for (let turn = 0; ; turn++) {
    if (turn % 50 === 0) await refreshStatistics();
    await foldBalances();
    await sleep(100);
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
