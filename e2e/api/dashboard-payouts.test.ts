import { beforeAll, describe, expect, inject, test } from 'vitest';
import { Browser, newPerson, type Person, signedIn } from './people.ts';
import {
  fieldPaths,
  fund,
  isError,
  isRefused,
  type Json,
  newAccount,
  newReference,
  payoutBody,
  type Reply,
  settle,
  shape,
  until,
} from './support.ts';

/** The client dashboard's own routes for collecting and paying out: the API's verbs over a session. */

const sandbox = '?environment=SANDBOX';

interface Shop {
  account: Awaited<ReturnType<typeof newAccount>>;
  owner: Browser;
  person: Person;
}

/** A client with 985.00 to pay out and a float of 500.00, whose owner has signed in. */
async function shop(): Promise<Shop> {
  const account = await newAccount();
  const person = await newPerson('owner', account.clientId);
  await settle(account, '1000.00');
  await fund(account, '500.00');
  return { account, person, owner: await signedIn(inject('baseUrl'), person) };
}

const post = (browser: Browser, path: string, body?: unknown) =>
  browser.post(`/api/dashboard/${path}${sandbox}`, body);
const get = (browser: Browser, path: string, query = '') =>
  browser.get(`/api/dashboard/${path}${sandbox}${query}`);

async function dataOf(reply: Promise<Reply>): Promise<Json> {
  const { status, text, body } = await reply;
  expect(status, text).toBe(200);
  return body.data;
}

function fileOf(
  count: number,
  change: (index: number) => Partial<{ mobile: string; amount: string }> = () => ({}),
) {
  const run = newReference();
  const rows = Array.from({ length: count }, (_, index) => {
    const { mobile = `70${10_000 + index}`, amount = '1.00' } = change(index);
    return `${run}-${index},${mobile},${amount},Awa Ceesay`;
  });
  return ['reference,mobile,amount,name', ...rows].join('\n');
}

const upload = (browser: Browser, csv: string) =>
  post(browser, 'payout-batches', { file_name: 'salaries.csv', provider: 'PROVIDER_W', csv });

const isDone = (browser: Browser, id: string) =>
  until(
    'the batch is done',
    async () => {
      const batch = await dataOf(get(browser, `payout-batches/${id}`));
      return batch.status === 'DONE' ? batch : undefined;
    },
    60_000,
  );

describe('one payout', () => {
  test('is checked with all that a person has to know, and nothing moves', async () => {
    const { owner, account } = await shop();
    const body = payoutBody({ amount: '25.50' });
    const check = await dataOf(post(owner, 'payouts/check', body));
    expect(check).toStrictEqual({
      recipient_mobile: '+2207654321',
      recipient: null,
      recipient_name: null,
      name_check: 'UNAVAILABLE',
      limits: { per_payout: null, day: null, month: null, rail_day: null, rail_month: null },
      operator: 'Africell',
      amount: '25.50',
      fee: '0.00',
      provider: 'PROVIDER_W',
      client_reference: body.client_reference,
      available: '985.00',
      left: '959.50',
      float: '500.00',
      outcome: 'sent',
      waits_for_approval: false,
      recent_twins: [],
    });
    const list = await account.get('/api/v1/client/transactions?type=payout');
    expect(list.body.pagination.total).toBe(0);
  });

  test.each([
    ['600.00', 'held'],
    ['985.01', 'insufficient_balance'],
    ['985.00', 'held'],
    ['500.00', 'sent'],
  ])('of %s is foretold as %s', async (amount, outcome) => {
    const { owner } = await shop();
    expect(await dataOf(post(owner, 'payouts/check', payoutBody({ amount })))).toMatchObject({ outcome });
  });

  test('that equals one of the last minutes, or repeats its reference, is said so', async () => {
    const { owner } = await shop();
    const body = payoutBody({ amount: '12.00', recipient_mobile: '+2202000000' });
    const paid = await dataOf(post(owner, 'payouts', body));
    const twin = await dataOf(post(owner, 'payouts/check', { ...body, client_reference: newReference() }));
    expect(twin).toMatchObject({
      outcome: 'sent',
      operator: 'Africell',
      recent_twins: [
        { transaction_id: paid.transaction_id, type: 'payout', status: 'SUCCEEDED', created_at: shape.time },
      ],
    });
    const other = payoutBody({ amount: '12.01', recipient_mobile: '+2202000000' });
    expect((await dataOf(post(owner, 'payouts/check', other))).recent_twins).toEqual([]);
    expect(await dataOf(post(owner, 'payouts/check', body))).toMatchObject({ outcome: 'repeat' });
  });

  test('pressed twenty times at once is paid once', async () => {
    const { owner } = await shop();
    const body = payoutBody({ amount: '30.00' });
    const answers = await Promise.all(Array.from({ length: 20 }, () => dataOf(post(owner, 'payouts', body))));
    expect(new Set(answers.map((each) => each.transaction_id)).size).toBe(1);
    expect(await dataOf(get(owner, 'payouts'))).toMatchObject({ available: '955.00' });
  });

  test('with faults names the fields', async () => {
    const { owner } = await shop();
    const reply = await post(owner, 'payouts/check', {
      currency: 'GMD',
      amount: '1',
      recipient_mobile: '12',
    });
    isError(reply, 400, 'VALIDATION_ERROR');
    expect(fieldPaths(reply)).toEqual(['client_reference', 'recipient_mobile']);
  });

  test('that is held stands at the desk with what the float lacks, and can be cancelled once', async () => {
    const { owner } = await shop();
    const held = [];
    for (const amount of ['510.00', '100.00'])
      held.push(await dataOf(post(owner, 'payouts', payoutBody({ amount }))));
    const desk = await dataOf(get(owner, 'payouts'));
    // The second one is small enough to overtake the first.
    expect(held.map((each) => each.status)).toEqual(['AWAITING_LIQUIDITY', 'SUCCEEDED']);
    expect(desk).toMatchObject({
      available: '375.00',
      held: [
        { transaction_id: held[0].transaction_id, queue_position: 1, missing: '110.00', amount: '510.00' },
      ],
    });
    expect(desk.rails[0]).toStrictEqual({
      provider: 'PROVIDER_W',
      open: true,
      float: '400.00',
      held_count: 1,
      held_refunds: 0,
      held: '510.00',
      missing: '110.00',
      limits: { rail_day: null, rail_month: null },
    });
    const path = `payouts/${held[0].transaction_id}/cancel`;
    expect(await dataOf(post(owner, path))).toMatchObject({ status: 'FAILED' });
    isError(await post(owner, path), 422, 'INVALID_STATE');
    expect(await dataOf(get(owner, 'payouts'))).toMatchObject({ available: '885.00', held: [] });
  });

  test('in Live has no float to show and no open rail', async () => {
    const { owner } = await shop();
    const desk = await dataOf(owner.get('/api/dashboard/payouts?environment=LIVE'));
    expect(desk).toMatchObject({ available: '0.00', held: [] });
    expect(desk.rails[0]).toMatchObject({ open: false, float: null, missing: null });
    const reply = await owner.post('/api/dashboard/payouts?environment=LIVE', payoutBody());
    isError(reply, 422, 'provider_not_enabled');
  });
});

describe('payouts from a file', () => {
  test('of 200 rows with 10 bad ones pay 190, in one go, whoever presses how often', {
    timeout: 90_000,
  }, async () => {
    const { owner } = await shop();
    const csv = fileOf(200, (index) => (index % 20 === 3 ? { mobile: 'nobody' } : {}));
    const { id } = await dataOf(upload(owner, csv));
    const checked = await dataOf(get(owner, `payout-batches/${id}`));
    expect(checked).toMatchObject({
      status: 'CHECKED',
      rows: { total: 200, good: 190 },
      amount: '190.00',
      outcomes: { bad: { count: 10 }, waiting: { count: 190, amount: '190.00' } },
      funds: { available: '985.00', balance_lacks: null },
    });
    const bad = await get(owner, `payout-batches/${id}/rows`, '&show=bad');
    expect(bad.body.data).toHaveLength(10);
    expect(bad.body.data[0]).toMatchObject({ line: 5, outcome: 'bad', reason: shape.text });

    await Promise.all(Array.from({ length: 8 }, () => dataOf(post(owner, `payout-batches/${id}/confirm`))));
    const done = await isDone(owner, id);
    expect(done).toMatchObject({ outcomes: { bad: { count: 10 }, paid: { count: 190, amount: '190.00' } } });
    expect(await dataOf(get(owner, 'payouts'))).toMatchObject({ available: '795.00' });

    const file = await get(owner, `payout-batches/${id}/result`);
    expect(file.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(file.headers.get('content-disposition')).toBe('attachment; filename="salaries-results.csv"');
    const lines = file.text.trimEnd().split('\r\n');
    expect(lines).toHaveLength(201);
    expect(lines.filter((line) => line.includes(',paid,'))).toHaveLength(190);
    // A number begins with +, which a spreadsheet would run as a formula.
    expect(lines[1]).toContain(',+220');
  });

  test('of 5,000 rows are taken and listed page by page; more rows, and more than a megabyte, are not', async () => {
    const { owner } = await shop();
    const { id } = await dataOf(upload(owner, fileOf(5_000)));
    const first = await get(owner, `payout-batches/${id}/rows`, '&limit=100');
    expect(first.body.data).toHaveLength(100);
    const next = await get(
      owner,
      `payout-batches/${id}/rows`,
      `&limit=100&after=${first.body.pagination.next_cursor}`,
    );
    expect(next.body.data[0].line).toBe(102);
    const tooMany = await upload(owner, fileOf(5_001));
    isError(tooMany, 400, 'VALIDATION_ERROR');
    expect(fieldPaths(tooMany)).toEqual(['csv']);
    isError(await upload(owner, 'x'.repeat(1024 * 1024)), 413, 'PAYLOAD_TOO_LARGE');
    // Elsewhere the limit of all other requests holds.
    isError(await post(owner, 'payouts', { text: 'x'.repeat(70_000) }), 413, 'PAYLOAD_TOO_LARGE');
  });

  test('larger than the balance are not confirmed, and say by how much', async () => {
    const { owner } = await shop();
    const { id } = await dataOf(
      upload(
        owner,
        fileOf(2, () => ({ amount: '500.00' })),
      ),
    );
    expect(await dataOf(get(owner, `payout-batches/${id}`))).toMatchObject({
      funds: { balance_lacks: '15.00' },
    });
    isError(await post(owner, `payout-batches/${id}/confirm`), 422, 'INSUFFICIENT_BALANCE', {
      required_amount_bututs: 100_000,
      available_balance_bututs: 98_500,
    });
  });

  test('that were discarded are never paid', async () => {
    const { owner } = await shop();
    const { id } = await dataOf(upload(owner, fileOf(1)));
    expect(await dataOf(post(owner, `payout-batches/${id}/end`))).toEqual({ id, status: 'DISCARDED' });
    isError(await post(owner, `payout-batches/${id}/confirm`), 422, 'INVALID_STATE');
    const list = await get(owner, 'payout-batches');
    expect(list.body.data).toMatchObject([{ id, status: 'DISCARDED', file_name: 'salaries.csv' }]);
  });

  test('are mended row by row before they are confirmed, and only as they were seen', async () => {
    const { owner } = await shop();
    const csv =
      'Reference,Téléphone,Montant,Wallet\nM-1,nobody,10,\nM-2,7012346,20,Wallet A\nM-3,7012347,30,';
    const { id } = await dataOf(upload(owner, csv));
    const mend = (line: number | string, body: unknown) =>
      owner.send('PATCH', `/api/dashboard/payout-batches/${id}/rows/${line}${sandbox}`, body);
    const seen = await dataOf(get(owner, `payout-batches/${id}`));
    expect(seen).toMatchObject({ version: 0, amount: '50.00', rows: { good: 2 } });
    expect(await dataOf(mend(2, { mobile: '701 2345', amount: '1,0' }))).toEqual({
      id,
      status: 'CHECKED',
      version: 1,
    });
    expect(await dataOf(mend(2, { amount: '10.5' }))).toMatchObject({ version: 2 });
    expect(await dataOf(mend(4, { removed: true }))).toMatchObject({ version: 3 });
    isError(await mend(99, { amount: '1' }), 404, 'NOT_FOUND');
    isError(await mend(2, { amount: 10 }), 400, 'VALIDATION_ERROR');
    isError(await mend(2, { removed: 'yes' }), 400, 'VALIDATION_ERROR');
    const confirm = (version: unknown) => post(owner, `payout-batches/${id}/confirm`, { version });
    isError(await confirm(0), 422, 'INVALID_STATE');
    isError(await confirm('3'), 400, 'VALIDATION_ERROR');
    expect(await dataOf(confirm(3))).toMatchObject({ id });
    const done = await isDone(owner, id);
    expect(done).toMatchObject({
      outcomes: {
        paid: { count: 1, amount: '10.50' },
        held: { count: 1, amount: '20.00' },
        removed: { count: 1 },
      },
    });
    isError(await mend(2, { amount: '1' }), 422, 'INVALID_STATE');
  });

  test('are their client’s alone, and of one environment', async () => {
    const [one, other] = [await shop(), await shop()];
    const { id } = await dataOf(upload(one.owner, fileOf(1)));
    for (const path of ['', '/rows', '/result']) {
      isError(await get(other.owner, `payout-batches/${id}${path}`), 404, 'NOT_FOUND');
    }
    for (const path of ['/confirm', '/end', '/check-names']) {
      isError(await post(other.owner, `payout-batches/${id}${path}`), 404, 'NOT_FOUND');
    }
    isError(await one.owner.get(`/api/dashboard/payout-batches/${id}?environment=LIVE`), 404, 'NOT_FOUND');
  });
});

describe('roles', () => {
  let people: Record<'developer' | 'viewer', Browser>;
  beforeAll(async () => {
    const { account } = await shop();
    const browserOf = async (role: 'developer' | 'viewer') =>
      signedIn(inject('baseUrl'), await newPerson(role, account.clientId));
    people = { developer: await browserOf('developer'), viewer: await browserOf('viewer') };
  });

  test('a developer and a viewer read payouts and pay nobody', async () => {
    for (const browser of Object.values(people)) {
      expect((await get(browser, 'payouts')).status).toBe(200);
      for (const path of ['payouts', 'payouts/check', 'payout-batches']) {
        isRefused(await post(browser, path, payoutBody()), 403);
      }
    }
  });

  test('a developer collects and funds a float, a viewer does neither', async () => {
    const collection = { amount: '10.50', currency: 'GMD', client_reference: newReference() };
    const funding = { provider: 'PROVIDER_A', amount: '5.00' };
    isRefused(await post(people.viewer, 'collections', collection), 403);
    isRefused(await post(people.viewer, 'sandbox/rail-floats', funding), 403);
    const made = await dataOf(post(people.developer, 'collections', collection));
    expect(made).toMatchObject({ status: 'PENDING', redirect_url: shape.text, failure: null });
    expect(await dataOf(post(people.developer, 'sandbox/rail-floats', funding))).toMatchObject({
      balance_gmd: '5.00',
    });
    const open = await get(people.viewer, 'collections', '&open=true');
    expect(open.body.data).toMatchObject([{ transaction_id: made.transaction_id }]);
    const repeat = await dataOf(post(people.developer, 'collections', collection));
    expect(repeat.transaction_id).toBe(made.transaction_id);
  });

  test('without a session nothing is told', async () => {
    const nobody = new Browser(inject('baseUrl'));
    for (const path of ['payouts', 'payouts/recent', 'payout-batches', 'collections']) {
      isRefused(await get(nobody, path), 401);
    }
  });
});
