import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { inspect } from 'node:util';
import fc from 'fast-check';
import { Pool } from 'undici';
import { readDescription } from '#e2e/setup/description';
import type { OpenApiDocument } from '#lib/openapi/document';
import { type Chain, chains } from './chains.ts';
import { type Plan, plans, sweep } from './plan.ts';
import {
  Contradiction,
  curlOf,
  faultOfStatus,
  isSimulatedError,
  type Keys,
  Known,
  type Request,
  requestOf,
} from './request.ts';

export interface FuzzOptions {
  origin: string;
  keys: Keys;
  requests: number;
  seed: number;
  /** How many scenarios are under way at a time. */
  lanes?: number;
  onProgress?(sent: number): void;
}

export interface FuzzReport {
  seed: number;
  requests: number;
  seconds: number;
  /** Of every path by method: how often each status came. */
  statuses: Record<string, Record<number, number>>;
  /** How often each kind of spoiling was sent, and each chain begun. */
  kinds: Record<string, number>;
  /** The 500 of the sandbox's magic amount: the only one that may be. */
  simulatedErrors: number;
  /** Connections that ended before an answer, where the request was sent anew. */
  resent: number;
  failures: string[];
}

export interface Answer {
  status: number;
  header(name: string): string | null;
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: an answer is unknown; what is read of it was validated before.
  data: any;
}

/**
 * Sends requests made from the description of the gateway, right ones and spoilt ones, and judges every answer by the
 * description and by the rules in `request.ts`. What fails is made smaller by fast-check before it is told.
 */
export async function fuzz(options: FuzzOptions): Promise<FuzzReport> {
  const { origin, keys, seed, lanes = 24 } = options;
  const startedAt = performance.now();
  const document = (await (await fetch(`${origin}/openapi.json`)).json()) as OpenApiDocument;
  const description = readDescription(document);
  const receiver = await startReceiver();
  const pool = new Pool(origin, {
    connections: lanes * 2,
    pipelining: 1,
    headersTimeout: 30_000,
    bodyTimeout: 30_000,
  });
  const known = new Known(`f${seed}-${Date.now().toString(36)}`);
  const report: FuzzReport = {
    seed,
    requests: 0,
    seconds: 0,
    statuses: {},
    kinds: {},
    simulatedErrors: 0,
    resent: 0,
    failures: [],
  };
  const count = (kind: string) => {
    report.kinds[kind] = (report.kinds[kind] ?? 0) + 1;
  };

  /** One request and its answer, judged. */
  async function send(request: Request): Promise<Answer> {
    report.requests++;
    if (report.requests % 1_000 === 0) options.onProgress?.(report.requests);
    const answer = await transmit(request);
    const { status, text } = answer;
    const route = routeOf(request);
    report.statuses[route] ??= {};
    const counted = report.statuses[route];
    counted[status] = (counted[status] ?? 0) + 1;
    if (isSimulatedError(request, status, text)) report.simulatedErrors++;
    const faults = description.faultsOf({
      method: request.method,
      path: request.path,
      status,
      text,
      header: answer.header,
    });
    const fault = faultOfStatus(request, status, text, description, known);
    if (fault) faults.unshift(fault);
    if (faults.length > 0) throw new Contradiction(`${faults.join('; ')}\n${tell(request, answer)}`);
    note(request, answer);
    return answer;
  }

  function routeOf({ method, path }: Request): string {
    const pattern = description.patternAt(path);
    if (pattern === undefined) return 'a path that does not exist';
    const isTaken = description.operationsAt(path)?.[method === 'HEAD' ? 'get' : method.toLowerCase()];
    return isTaken ? `${method} ${pattern}` : 'a method that the path does not take';
  }

  function tell(request: Request, { status, text }: Pick<Answer, 'status' | 'text'>): string {
    return `  ${curlOf(origin, request)}\n  → ${status} ${text.slice(0, 2_000)}`;
  }

  /** A connection may end before its answer when the server closes it after an early one: then it is sent once more. */
  async function transmit(request: Request): Promise<Answer> {
    for (let tries = 0; ; tries++) {
      try {
        const { method, path, query, headers, body } = request;
        const answer = await pool.request({
          method: method as 'GET',
          path: path + query,
          headers,
          body: body ?? null,
        });
        const header = (name: string) => {
          const value = answer.headers[name.toLowerCase()];
          return value === undefined ? null : String(value);
        };
        // A stream stays open: its beginning is enough.
        const isStream = header('content-type')?.startsWith('text/event-stream') && method !== 'HEAD';
        const text = isStream ? await firstPiece(answer.body) : await answer.body.text();
        return { status: answer.statusCode, header, text, data: dataOf(text) };
      } catch (error) {
        if (tries > 0)
          throw new Contradiction(`no answer: ${error}\n${tell(request, { status: 0, text: '' })}`);
        report.resent++;
      }
    }
  }

  /** What the owner has made may be named by later requests. */
  function note({ who, path, method, isOfChain }: Request, { status, data, text }: Answer): void {
    if (isOfChain || who !== 'owner' || status !== 200) return;
    const items = Array.isArray(data) ? data.slice(0, 3) : [data];
    for (const item of items) {
      if (typeof item !== 'object' || item === null) continue;
      if (item.transaction_id && path.startsWith('/api/v1/collections/'))
        known.note(known.ids.collections, item.transaction_id);
      if (item.transaction_id && path.startsWith('/api/v1/payouts/'))
        known.note(known.ids.payouts, item.transaction_id);
      // One that the generator made up may be somebody else's as well.
      if (method === 'POST' && known.isOfRun(item.client_reference)) {
        known.note(known.references, item.client_reference);
      }
      if (item.endpoint_id) known.note(known.ids['webhook-deliveries'], item.id);
      else if (method === 'POST' && path === '/api/v1/webhook-endpoints')
        known.note(known.ids['webhook-endpoints'], item.id);
      else if (method === 'POST' && path === '/api/v1/recipients') known.note(known.ids.recipients, item.id);
      else if (method === 'POST' && path === '/api/v1/payment-links')
        known.note(known.ids['payment-links'], item.id);
      else if (method === 'POST' && path === '/api/v1/payment-requests')
        known.note(known.ids['payment-requests'], item.id);
      else if (item.event) known.note(known.ids.events, item.id);
    }
    const cursor = /"next_cursor":"([^"]+)"/.exec(text)?.[1];
    if (cursor) known.note(known.cursors, cursor);
  }

  const isOver = () => report.requests >= options.requests || report.failures.length > 0;
  const world = { known, keys, send, receiver: receiver.origin };
  const property = fc.asyncProperty(
    fc.oneof(
      { weight: 24, arbitrary: plans(document, receiver.origin).map((plan) => ({ plan })) },
      { weight: 1, arbitrary: fc.oneof(...chains.map((each) => each.arbitrary)).map((chain) => ({ chain })) },
    ),
    async (scenario: { plan: Plan } | { chain: Chain }) => {
      if (isOver()) return;
      if ('plan' in scenario) {
        for (const { kind } of scenario.plan.spoilings) count(`spoilt: ${kind}`);
        const { status } = await send(requestOf(scenario.plan, known, keys));
        if (scenario.plan.spoilings.length === 0 && scenario.plan.who === 'owner') {
          count(`as described: ${status < 300 ? 'taken' : `refused with ${status}`}`);
        }
        return;
      }
      count(`chain: ${scenario.chain.name}`);
      await scenario.chain.run(world);
    },
  );

  /** Scenario after scenario; one that fails ends the lane, made as small as it gets. */
  async function lane(number: number): Promise<void> {
    for (let round = 0; !isOver(); round++) {
      const laneSeed = (seed * 1_000_003 + number * 4_099 + round) | 0;
      const result = await fc.check(property, { seed: laneSeed, numRuns: 200, endOnFailure: false });
      if (!result.failed) continue;
      const error = result.errorInstance;
      report.failures.push(
        `seed ${seed}, lane ${number}, round ${round} (fast-check seed ${laneSeed}, path ${result.counterexamplePath}, made smaller ${result.numShrinks} times)\n` +
          (error instanceof Contradiction ? error.message : inspect(error)),
      );
      return;
    }
  }

  /** Stops at the first fault: what follows would only say it again. */
  async function sweepAll(): Promise<void> {
    for (const plan of sweep(document, receiver.origin)) {
      count('swept');
      const request = requestOf(plan, known, keys);
      const answer = await send(request);
      const isExample = plan.who === 'owner' && plan.spoilings.length === 0;
      if (isExample && answer.status === 400) {
        throw new Contradiction(`the examples are refused\n${tell(request, answer)}`);
      }
    }
  }

  try {
    await sweepAll().catch((error) => {
      if (!(error instanceof Contradiction)) throw error;
      report.failures.push(`seed ${seed}, before all lanes\n${error.message}`);
    });
    await Promise.all(Array.from({ length: lanes }, (_, number) => lane(number)));
  } finally {
    await pool.destroy();
    receiver.stop();
  }
  report.seconds = (performance.now() - startedAt) / 1000;
  return report;
}

/** Of an answer that stays open. */
export async function firstPiece(
  body: AsyncIterable<Buffer> & { destroy(): unknown; on(name: 'error', listener: () => void): unknown },
) {
  body.on('error', () => {});
  for await (const piece of body) {
    body.destroy();
    return piece.toString();
  }
  return '';
}

function dataOf(text: string): unknown {
  try {
    const body = JSON.parse(text);
    return body?.data ?? body;
  } catch {
    return undefined;
  }
}

/** What the webhook endpoints of the fuzz lead to; it takes everything. */
async function startReceiver(): Promise<{ origin: string; stop(): void }> {
  const server = createServer((request, response) => {
    request.resume();
    response.end('seen');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    // Another name than the gateway has: it refuses to call itself.
    origin: `http://localhost:${port}`,
    stop: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
