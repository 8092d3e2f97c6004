import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Sql } from 'postgres';
import { Pool } from 'undici';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { connect } from '#db/client';
import { longTest } from '#e2e/setup/long-test';
import type { Keys } from '#proof/fuzz/request';
import { firstPiece, fuzz } from '#proof/fuzz/run';
import { makeKeys } from '#proof/fuzz/stage';
import './support.ts';

// A short run of `npm run fuzz`, which sends a hundred thousand; docs/proof/fuzz.md says what it covers. The books of
// the database that it shares with all files are audited when this one ends.

let sql: Sql;
let keys: Keys;

beforeAll(async () => {
  sql = connect(inject('databaseUrl'), 2, 'fuzz');
  keys = await makeKeys(inject('baseUrl'), sql);
});

afterAll(() => sql.end());

test('3,000 generated requests get described answers only: no 5xx, nothing wrong taken, nothing of others shown', async () => {
  const report = await fuzz({ origin: inject('baseUrl'), keys, requests: 3_000, seed: 1, lanes: 8 });
  expect(report.failures.join('\n\n')).toBe('');
  expect(report.requests).toBeGreaterThanOrEqual(3_000);
  // A fuzz that is refused everywhere proves nothing.
  const taken = Object.values(report.statuses).reduce((sum, each) => sum + (each[200] ?? 0), 0);
  expect(taken).toBeGreaterThan(600);
}, 120_000);

interface Passing {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

interface Passed {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
}

/** A gateway that has one fault: each request and each answer of the real one passes through here. */
interface Fault {
  asks?(request: Passing): void;
  answers?(answer: Passed, request: Passing): void;
}

const isBy = ({ headers }: Passing, who: keyof Keys) => headers.authorization === `Bearer ${keys[who]}`;
const nowByOwner = ({ headers }: Passing) => {
  headers.authorization = `Bearer ${keys.owner}`;
};
const says = (answer: Passed, text: string | RegExp, other: string) => {
  answer.text = answer.text.replaceAll(text, other);
};
const asks = (request: Passing, text: RegExp, other: string) => {
  request.body = Buffer.from(request.body.toString().replace(text, other));
};

/** A fuzz that finds nothing proves nothing, unless it finds each of these. */
const faults: Record<string, { fault: Fault; found: RegExp }> = {
  'a validation error that became a 500': {
    fault: {
      answers: (answer) => {
        if (answer.status === 400) answer.status = 500;
      },
    },
    found: /a 5xx/,
  },
  'a key that is not looked at': {
    fault: {
      asks: (request) => {
        if (request.headers.authorization) nowByOwner(request);
      },
    },
    found: /instead of 40[13]/,
  },
  'no key needed on one path': {
    fault: {
      asks: (request) => {
        if (request.path.startsWith('/api/v1/client/stats')) nowByOwner(request);
      },
    },
    found: /200 instead of 401\n.*client\/stats/,
  },
  'another account that reads what is not its own': {
    fault: {
      asks: (request) => {
        if (request.path.includes('/status/') && isBy(request, 'other')) nowByOwner(request);
      },
    },
    found: /somebody else|TRANSACTION_NOT_FOUND was expected/,
  },
  'a live key that cancels in the sandbox': {
    fault: {
      asks: (request) => {
        if (request.path.includes('/cancel') && isBy(request, 'live')) nowByOwner(request);
      },
    },
    found: /somebody else|TRANSACTION_NOT_FOUND was expected/,
  },
  'an amount that is taken as a JSON number': {
    fault: { asks: (request) => asks(request, /"amount":(\d{1,3}(?:\.\d+)?)([,}])/, '"amount":"$1"$2') },
    found: /200 in spite of the request body/,
  },
  'a field that nobody described': {
    fault: {
      answers: (answer, { path }) => {
        if (path !== '/openapi.json') says(answer, '"late":', '"later":1,"late":');
      },
    },
    found: /must NOT have additional properties/,
  },
  'a header that is missing': {
    fault: {
      answers: ({ headers }) => {
        delete headers['x-request-id'];
      },
    },
    found: /X-Request-Id is missing/,
  },
  'an HTML page': {
    fault: {
      answers: (answer) => {
        if (answer.status !== 404) return;
        answer.headers['content-type'] = 'text/html';
        answer.text = '<h1>Not found</h1>';
      },
    },
    found: /content type "text\/html" is not described/,
  },
  'a collection that is cancelled in words only': {
    fault: {
      answers: (answer, { path }) => {
        if (path.includes('/status/')) says(answer, '"CANCELLED"', '"PENDING"');
      },
    },
    found: /it is cancelled/,
  },
  'a repeat that makes a second payment': {
    fault: {
      asks: (request) => {
        if (!request.path.endsWith('/initiate')) return;
        asks(request, /"client_reference":"(f[^"]*)"/, `"client_reference":"$1-${++made}"`);
      },
    },
    found: /one transaction|same collection|DUPLICATE_REFERENCE|it is repeated|was expected/,
  },
};
let made = 0;

describe('the fuzz finds', () => {
  longTest.each(Object.entries(faults))(
    '%s',
    async (_name, { fault, found }) => {
      const faulty = await startFaulty(inject('baseUrl'), fault);
      try {
        const report = await fuzz({ origin: faulty.origin, keys, requests: 6_000, seed: 2, lanes: 8 });
        expect(report.failures.join('\n\n')).toMatch(found);
      } finally {
        await faulty.stop();
      }
    },
    180_000,
  );
});

async function startFaulty(origin: string, fault: Fault): Promise<{ origin: string; stop(): Promise<void> }> {
  const pool = new Pool(origin, { connections: 16 });
  const server = createServer(async (incoming, outgoing) => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk);
    const { 'content-length': _, connection: __, ...headers } = incoming.headers;
    const request: Passing = {
      method: incoming.method ?? '',
      path: incoming.url ?? '',
      headers,
      body: Buffer.concat(chunks),
    };
    fault.asks?.(request);
    const {
      statusCode,
      headers: answered,
      body,
    } = await pool.request({
      method: request.method as 'GET',
      path: request.path,
      headers: request.headers,
      body: request.body.length > 0 ? request.body : null,
    });
    const isStream = answered['content-type'] === 'text/event-stream' && request.method !== 'HEAD';
    const text = isStream ? await firstPiece(body) : await body.text();
    const answer: Passed = { status: statusCode, headers: answered, text };
    fault.answers?.(answer, request);
    const { 'content-length': ___, ...kept } = answer.headers;
    outgoing.writeHead(answer.status, kept).end(incoming.method === 'HEAD' ? undefined : answer.text);
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: async () => {
      server.close();
      server.closeAllConnections();
      await pool.destroy();
    },
  };
}
