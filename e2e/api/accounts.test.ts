import { beforeAll, expect, test } from 'vitest';
import { parseCsv } from '#lib/csv';
import { Browser, newPerson, proxiedServer, signedIn } from './people.ts';

// Who may see the house's books and ask to close them, and that files are files. lib/ledger/periods.db.test.ts closes.

const server = proxiedServer();
let admin: Browser;
let support: Browser;

beforeAll(async () => {
  admin = await signedIn(server.baseUrl, await newPerson('admin'));
  support = await signedIn(server.baseUrl, await newPerson('support'));
});

const reads = [
  '/api/admin/ledger/trial-balance',
  '/api/admin/ledger/profit-and-loss',
  '/api/admin/ledger/profit-and-loss.csv',
  '/api/admin/ledger/journals.csv?from=2026-01-01&to=2026-01-31',
  '/api/admin/ledger/periods',
  '/api/admin/money',
];

test.each(reads)('%s is read by all of the staff, and by nobody else', async (path) => {
  expect((await support.get(path)).status).toBe(200);
  expect((await new Browser(server.baseUrl).get(path)).status).toBe(401);
  const owner = await signedIn(server.baseUrl, await newPerson('owner'));
  expect((await owner.get(path)).status).toBe(403);
});

test('journals are a file with a name, a first line, and as many lines as entries', async () => {
  const today = new Date().toISOString().slice(0, 10);
  const reply = await support.get(
    `/api/admin/ledger/journals.csv?environment=SANDBOX&from=${today}&to=${today}`,
  );
  expect(reply.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  expect(reply.headers.get('content-disposition')).toBe(
    `attachment; filename="kaira-journals-sandbox-${today}-${today}-provisional.csv"`,
  );
  const [head, ...lines] = parseCsv(reply.text) ?? [];
  expect(head?.fields.slice(0, 4)).toEqual(['entry_id', 'journal_id', 'at', 'kind']);
  for (const { fields } of lines) expect(fields).toHaveLength(head?.fields.length ?? 0);
});

test('days that are none, are to come, or are too many are refused, and so is a period that nobody closed', async () => {
  const path = '/api/admin/ledger/journals.csv';
  for (const query of [
    '',
    'from=2026-01-01',
    'from=2026-01-02&to=2026-01-01',
    'from=2025-01-01&to=2026-01-02',
    'from=2026-01-01&to=2999-01-01',
    'from=2026-01-01&to=2026-02-30',
    'period=2026-01-31&to=2026-01-31',
  ]) {
    expect((await support.get(`${path}?${query}`)).status, query).toBe(400);
  }
  expect((await support.get(`${path}?period=1999-01-31`)).status).toBe(404);
  expect((await support.get('/api/admin/ledger/trial-balance?date=2999-01-01')).status).toBe(400);
  expect((await support.get('/api/admin/ledger/profit-and-loss?from=2020-01&to=2026-01')).status).toBe(400);
});

test('a close is asked for by an admin, once, and decided by another one', async () => {
  const ask = (by: Browser, month: string) => by.post('/api/admin/ledger/periods', { month });
  expect((await ask(support, '2020-01')).status).toBe(403);
  expect((await ask(admin, '2020-13')).status).toBe(400);
  expect((await ask(admin, new Date().toISOString().slice(0, 7))).status).toBe(422);
  const asked = await ask(admin, '2020-01');
  expect(asked, asked.text).toMatchObject({
    status: 200,
    body: { data: { kind: 'period_close', status: 'PENDING' } },
  });
  expect((await ask(admin, '2020-01')).status).toBe(422);
  const { id } = asked.body.data;
  expect((await admin.post(`/api/admin/approvals/${id}/approve`)).status).toBe(403);
  expect((await support.get('/api/admin/ledger/periods')).body.data.request).toMatchObject({
    id,
    month: '2020-01',
  });
  const colleague = await signedIn(server.baseUrl, await newPerson('admin'));
  const reason = 'It was only tried.';
  expect((await colleague.post(`/api/admin/approvals/${id}/reject`, { reason })).status).toBe(200);
  expect((await support.get('/api/admin/ledger/periods')).body.data.request).toBeNull();
});
