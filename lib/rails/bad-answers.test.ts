import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { closeRailConnections } from '#lib/rails/call-rail';
import { providerA } from '#lib/rails/provider-a/index';
import { providerC } from '#lib/rails/provider-c/index';
import { providerCCard } from '#lib/rails/provider-c-card/index';
import { providerW } from '#lib/rails/provider-w/index';
import type { Outcome, Rail, RailCall, RailCollection, RailDefinition, RailPayout } from '#lib/rails/rail';

// Whatever a rail may answer after it has acted, at each operation that moves money or ends its way: none of it says that
// nothing was done, and none that it was. Over real HTTP, from a rail that answers everything alike. What comes of a
// refusal that follows such an answer is rail-work/belief.db.test.ts.

interface Canned {
  status: number;
  body?: object | string;
}

interface Subject {
  definition: RailDefinition;
  fields: Record<string, string>;
  /** An error in the rail's own form. */
  problem(status: number, code: string): object;
  /** How it says that it does not know our key. */
  notLetIn: string;
  moves: (keyof typeof asked)[];
  ends: (keyof typeof asked)[];
}

const now = new Date();
const collection: RailCollection = {
  ...{ id: '01900000-0000-7000-8000-000000000001', amountBututs: 100_00n, createdAt: now },
  ...{ mobile: '+2207012345', railReference: 'cos-1', expiresAt: new Date(now.getTime() - 60_000) },
  ...{ railState: JSON.stringify({ authorized_token: 'leave' }), scenario: null, endedAs: null },
};
const payout: RailPayout = {
  ...{ id: '01900000-0000-7000-8000-000000000002', amountBututs: 100_00n, createdAt: now },
  ...{ mobile: '+2207012345', railReference: 'pt-1', scenario: null, endedAs: null },
};
const refund = {
  id: '01900000-0000-7000-8000-000000000003',
  amountBututs: 100_00n,
  createdAt: now,
  collection,
};
const call: RailCall = { key: '01900000-0000-7000-8000-000000000004', deadlineMs: 5_000, now };

const asked = {
  send: (rail: Rail) => rail.sendPayout?.(payout, call),
  charge: (rail: Rail) => rail.charge?.(collection, call),
  refund: (rail: Rail) => rail.refundCollection?.(refund, call),
  reverse: (rail: Rail) => rail.reversePayout?.(payout, call),
  close: (rail: Rail) => rail.closeCollection?.(collection, call),
};

const words = { api_key: 'k', notice_secrets: 's', merchant_id: 'M', api_password: 'p' };
const subjects: Record<string, Subject> = {
  PROVIDER_W: {
    definition: providerW,
    fields: words,
    problem: (_status, code) => ({ code, message: code }),
    notLetIn: 'no-matching-api-key',
    moves: ['send', 'refund', 'reverse'],
    ends: ['close'],
  },
  PROVIDER_C: {
    definition: providerC,
    fields: words,
    problem: (statusCode, message) => ({ message, statusCode }),
    notLetIn: 'Invalid API key',
    moves: ['send'],
    ends: ['close'],
  },
  PROVIDER_A: {
    definition: providerA,
    fields: { username: 'u', mobile: '7000000', password: 'p' },
    problem: (_status, message) => ({ success: false, message }),
    notLetIn: 'Unauthenticated',
    moves: ['send', 'charge'],
    ends: ['close'],
  },
  PROVIDER_C_CARD: {
    definition: providerCCard,
    fields: words,
    problem: (_status, cause) => ({ result: 'ERROR', error: { cause, explanation: cause } }),
    notLetIn: 'INVALID_CREDENTIALS',
    moves: [],
    ends: ['close'],
  },
};

const page = '<html><body>Blocked</body></html>';
const answers: Record<string, (subject: Subject) => Canned> = {
  '401 in its own form': (s) => ({ status: 401, body: s.problem(401, s.notLetIn) }),
  '403 in its own form': (s) => ({ status: 403, body: s.problem(403, s.notLetIn) }),
  '401 as a page': () => ({ status: 401, body: page }),
  '403 as a page': () => ({ status: 403, body: page }),
  '429': (s) => ({ status: 429, body: s.problem(429, 'too-many-requests') }),
  '302': () => ({ status: 302 }),
  '200 as a page': () => ({ status: 200, body: page }),
  '200 with nothing': () => ({ status: 200 }),
  '200 of something else': () => ({ status: 200, body: { status: 'ok' } }),
  '200 with an error': (s) => ({ status: 200, body: s.problem(200, 'internal') }),
  '400 that it knows it already': (s) => ({ status: 400, body: s.problem(400, 'Duplicate transaction') }),
  '409 that it knows it already': (s) => ({ status: 409, body: s.problem(409, 'idempotency-mismatch') }),
  '422 without a form': () => ({ status: 422, body: page }),
  '404': () => ({ status: 404, body: page }),
  '500': (s) => ({ status: 500, body: s.problem(500, 'internal') }),
};

/** A rail's own pages say that this is its yes: docs/rails/wire.md. */
const isItsYes = (name: string, operation: string, answer: string) =>
  name === 'PROVIDER_W' && answer === '200 with nothing' && operation !== 'send';

let server: Server;
let canned: Canned = { status: 500 };

beforeAll(async () => {
  server = createServer((request, response) => {
    const isLogin = request.url?.endsWith('/api/v1/login');
    const { status, body } = isLogin
      ? { status: 200, body: { success: true, access_token: 'token', expires_in: 3_000 } }
      : canned;
    const isPage = typeof body === 'string';
    response.writeHead(status, {
      ...(body !== undefined && { 'content-type': isPage ? 'text/html' : 'application/json' }),
      ...(status === 302 && { location: '/login' }),
    });
    response.end(isPage ? body : body && JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});

afterAll(async () => {
  await closeRailConnections();
  server.close();
});

function connect({ definition, fields }: Subject): Rail {
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const rail = definition.live?.connect(
    { base_url: baseUrl, ...fields },
    { baseUrl, notifyUrl: `${baseUrl}/notify` },
  );
  if (rail === undefined) throw new Error('every rail has a live connector');
  return rail;
}

const table = Object.entries(subjects).flatMap(([name, subject]) =>
  [...subject.moves, ...subject.ends].flatMap((operation) =>
    Object.keys(answers).map((answer) => [name, operation, answer] as const),
  ),
);

describe('an answer that says nothing of what was done', () => {
  test.each(table)('leaves it in doubt: %s, %s, %s', async (name, operation, answer) => {
    const subject = subjects[name] as Subject;
    canned = answers[answer]?.(subject) ?? canned;
    const told: Outcome<unknown> | undefined = await asked[operation](connect(subject));
    if (isItsYes(name, operation, answer)) return expect(told?.kind).toBe('done');
    // Of a collection that is not closed nothing ends either way.
    const kinds = subject.moves.includes(operation) ? ['unknown'] : ['unknown', 'not_sent'];
    expect(kinds).toContain(told?.kind);
  });
});
