import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#e2e/setup/test-database';
import { createClient } from '#lib/clients/create-client';
import { createUser } from '#lib/clients/create-user';
import { loadRoutes, type RouteTable } from '#lib/http/route-table';

// contract.md §2: unknown request fields are ignored. In a change of live money alone an environment is none of them.

/** The changes by operators whose schema has an environment. */
const asSaid = [
  'PATCH /api/admin/clients/[id]/rails/[provider]',
  'PATCH /api/admin/rails/[provider]',
  'POST /api/admin/ledger/periods',
  'POST /api/admin/settlements/files',
  'POST /api/admin/settlements/template',
];
/** Those that are about a rail in both. */
const ofBoth = ['PATCH /api/admin/rails/[provider]/face'];
/** And those about live money alone: all else of rails and their statements. */
const isLive = (change: string) =>
  /\/api\/admin\/(rails|reconciliation)\//.test(change) && ![...asSaid, ...ofBoth].includes(change);

const origin = 'https://pay.example';
let database: TestDatabase;
let table: RouteTable;
const cookies = { client: '', admin: '' };

async function send(method: string, path: string, body: object, cookie = '') {
  const request = new Request(origin + path, {
    method,
    headers: {
      origin,
      'content-type': 'application/json',
      'x-forwarded-for': '198.51.100.7',
      'x-forwarded-proto': 'https',
      cookie: `session_token=${cookie}`,
    },
    body: JSON.stringify(body),
  });
  const response = await table.answer(request, path.split('?')[0] ?? '');
  const set = /^session_token=([^;]*);/.exec(response.headers.get('set-cookie') ?? '')?.[1];
  const said = await response.json();
  return { status: response.status, faults: said.error?.details?.fields, set };
}

async function signIn(role: 'owner' | 'admin'): Promise<string> {
  const shop = { name: 'Shop', businessPhone: '+2207000002', businessEmail: 'shop@people.example' };
  const clientId = role === 'owner' ? await createClient(shop) : null;
  const email = `${randomUUID()}@people.example`;
  const { password } = await createUser({ clientId, email, name: `Some ${role}`, role });
  const door = role === 'owner' ? 'client' : 'admin';
  return (await send('POST', `/auth/${door}/login`, { email, password })).set ?? '';
}

beforeAll(async () => {
  database = await createTestDatabase();
  process.env.TRUST_PROXY = '1';
  process.env.BASE_URL = origin;
  // More than a quick machine asks: what is over the limit has no faults to compare.
  process.env.RATE_LIMIT_PER_SECOND = '10000';
  process.env.RATE_LIMIT_BURST = '10000';
  table = await loadRoutes();
  cookies.client = await signIn('owner');
  cookies.admin = await signIn('admin');
});
afterAll(() => database.drop());

/** Every change by session, with a way to ask for it that finds nothing to change. */
function changesOf(door: keyof typeof cookies) {
  const folder = door === 'admin' ? '/api/admin/' : '/api/dashboard/';
  return table.routes
    .filter(({ pattern }) => pattern.startsWith(folder))
    .flatMap(({ pattern, methods }) =>
      methods
        .filter((method) => !['GET', 'HEAD'].includes(method))
        .map((method) => ({
          change: `${method} ${pattern}`,
          ask: (body: object, query = '') =>
            send(method, pattern.replaceAll(/\[\w+\]/g, () => randomUUID()) + query, body, cookies[door]),
        })),
    );
}

const environmentFault = expect.objectContaining({ path: 'environment', code: 'invalid_value' });

test('what no schema knows changes no answer, of any route of a session', async () => {
  const unknown = {
    client_id: randomUUID(),
    fee: '0.00',
    created_by: randomUUID(),
    unknown: { role: 'owner' },
  };
  const differ: string[] = [];
  for (const door of ['client', 'admin'] as const) {
    for (const { change, ask } of changesOf(door)) {
      const [without, and] = [await ask({}), await ask(unknown)];
      if (without.status !== and.status || JSON.stringify(without.faults) !== JSON.stringify(and.faults)) {
        differ.push(`${change}: ${without.status}, ${and.status}`);
      }
    }
  }
  expect(differ).toEqual([]);
}, 120_000);

test('an environment that operators name counts where they say one, and is refused where only live can be meant', async () => {
  const live: string[] = [];
  for (const { change, ask } of changesOf('admin')) {
    const named = [await ask({ environment: 'SANDBOX' }), await ask({}, '?environment=SANDBOX')];
    const refused = named.filter(({ faults = [] }) =>
      faults.some(({ path }: { path: string }) => path === 'environment'),
    );
    if (asSaid.includes(change)) {
      expect((await ask({ environment: 'NOWHERE' })).faults, change).toContainEqual(environmentFault);
      continue;
    }
    if (isLive(change)) expect(named, change).toMatchObject([{ status: 400 }, { status: 400 }]);
    expect(refused, change).toHaveLength(isLive(change) ? 2 : 0);
    const { faults = [] } = await ask({ environment: 'LIVE' });
    expect(faults, change).not.toContainEqual(environmentFault);
    if (isLive(change)) live.push(change);
  }
  expect(live).toContain('POST /api/admin/rails/[provider]/health');
  expect(live.length).toBeGreaterThan(12);
}, 120_000);
