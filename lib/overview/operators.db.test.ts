import type { Sql } from 'postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { memberContext, newClient, newUser, staffContext } from '#e2e/setup/people';
import { createTestDatabase, superuserSql, type TestDatabase } from '#e2e/setup/test-database';
import { initiateCollection } from '#lib/collections/initiate-collection';
import { getChartOfAccounts } from '#lib/ledger/chart-of-accounts';
import { ACTED, FUNDED } from '#lib/ledger/fact-checks';
import { findJournals } from '#lib/ledger/find-journals';
import { fundFloat } from '#lib/ledger/fund-float';
import { getLatestAudit, startAudit } from '#lib/ledger/run-audit';
import { getOperatorOverview } from '#lib/overview/operator-overview';
import { initiatePayout } from '#lib/payouts/initiate-payout';
import { bookCollectionNews } from '#lib/rail-work/book-collection';
import { changeRail, railChange } from '#lib/rails/change-rail';
import { listRails } from '#lib/rails/list-rails';
import { requireRail } from '#lib/rails/rail-settings';
import { findTransactionsAsOperator } from '#lib/reads/find-as-operator';
import { getTransactionAsOperator } from '#lib/reads/get-as-operator';
import { failure } from '#lib/transactions/transaction';

let database: TestDatabase;
let sql: Sql;
let client: Awaited<ReturnType<typeof newClient>>;
let other: Awaited<ReturnType<typeof newClient>>;
let paid: { id: string; railReference: string | null };

const find = async (q?: string, environment?: 'SANDBOX' | 'LIVE') =>
  (await findTransactionsAsOperator({ q, environment, limit: 50 }, new Date())).data;
const mobile = '+2207012399';

async function collect(owner: typeof client, client_reference: string, isPaid: boolean) {
  const ctx = memberContext(owner);
  const { transaction } = await initiateCollection(ctx, {
    amount: 150_05n,
    currency: 'GMD',
    client_reference,
    provider: 'PROVIDER_W',
    customer_mobile: mobile,
    metadata: {},
  });
  await bookCollectionNews(
    ctx,
    transaction,
    isPaid ? { state: 'SUCCEEDED' } : { state: 'FAILED', failure: failure('DECLINED') },
  );
  return transaction;
}

beforeAll(async () => {
  database = await createTestDatabase();
  sql = superuserSql();
  [client, other] = [await newClient(), await newClient()];
  paid = await collect(client, 'ORDER-1', true);
  await collect(client, 'ORDER-2', false);
  await collect(other, 'ORDER-1', true);
  await initiatePayout(memberContext(client), {
    amount: 20_00n,
    currency: 'GMD',
    recipient_mobile: '+2207654321',
    client_reference: 'SUPPLIER-1',
    provider: 'PROVIDER_W',
    metadata: {},
  });
  await fundFloat(memberContext(other), 'PROVIDER_A', 40_00n);
});

afterAll(() => database.drop());

describe('the operators’ overview', () => {
  it('counts who may decide: admins who are confirmed and not shut out', async () => {
    const count = async () => (await getOperatorOverview('LIVE', new Date())).operators_who_decide;
    const before = await count();
    const { user } = await newUser('admin');
    await newUser('support');
    expect(await count()).toBe(before + 1);
    await sql`update users set confirmed_at = null where id = ${user.id}`;
    expect(await count()).toBe(before);
    await sql`update users set confirmed_at = now(), disabled_at = now() where id = ${user.id}`;
    expect(await count()).toBe(before);
  });

  it('adds up all clients, by rail', async () => {
    const overview = await getOperatorOverview('SANDBOX', new Date());
    expect(overview).toMatchObject({
      collected_today: { count: 2, amount: '300.10' },
      held: { count: 1, amount: '20.00' },
      pending_approvals: 0,
    });
    expect(overview.rails.find((rail) => rail.provider === 'PROVIDER_W')).toMatchObject({
      collected_7_days: { count: 2, amount: '300.10' },
      succeeded: 2,
      failed: 1,
      held: { count: 1, amount: '20.00' },
    });
    expect(overview.rails.find((rail) => rail.provider === 'PROVIDER_A')?.float?.balance).toBe('40.00');
    expect(overview.rails.find((rail) => rail.provider === 'PROVIDER_C_CARD')?.float).toBeNull();
  });

  it('says the same after the tallies and balances were folded, and nothing of the other environment', async () => {
    const before = await getOperatorOverview('SANDBOX', new Date());
    await sql`select fold_entries()`;
    await sql`select fold_tallies()`;
    expect(await getOperatorOverview('SANDBOX', new Date())).toEqual(before);
    expect((await getOperatorOverview('LIVE', new Date())).collected_7_days).toEqual({
      count: 0,
      amount: '0.00',
    });
  });
});

describe('the operators’ search', () => {
  it('finds by id, reference, mobile number in any spelling, and rail reference, over all clients', async () => {
    expect((await find(paid.id)).map((each) => each.id)).toEqual([paid.id]);
    expect((await find('ORDER-1')).map((each) => each.client.id)).toEqual([other.id, client.id]);
    for (const spelling of [mobile, '7012399', '220 701 2399', '701-2399']) {
      expect(await find(spelling), spelling).toHaveLength(3);
    }
    const [row] = await sql`select rail_reference from transactions where id = ${paid.id}`;
    if (row?.rail_reference)
      expect((await find(row.rail_reference)).map((each) => each.id)).toContain(paid.id);
    expect(await find()).toHaveLength(4);
  });

  it('finds nothing by a part, in the other environment, or for a text that nothing can bear', async () => {
    for (const q of ['ORDER', '0'.repeat(7), '\0', '%', crypto.randomUUID()])
      expect(await find(q), q).toEqual([]);
    expect(await find('ORDER-1', 'LIVE')).toEqual([]);
  });

  it('pages by keyset without a gap', async () => {
    const seen: string[] = [];
    let cursor: string[] | undefined;
    for (;;) {
      const page = await findTransactionsAsOperator({ limit: 1, ...(cursor && { cursor }) }, new Date());
      seen.push(...page.data.map((each) => each.id));
      if (page.pagination.next_cursor === null) break;
      cursor = [seen.at(-1) ?? ''];
    }
    expect(seen).toEqual((await find()).map((each) => each.id));
  });

  it('shows a transaction with its statuses and its journals, which balance', async () => {
    const detail = await getTransactionAsOperator(paid.id, new Date());
    expect(detail).toMatchObject({
      transaction: { amount: '150.05', commission: '2.25', status: 'SUCCEEDED', receipt_url: null },
      client: { id: client.id },
    });
    expect(detail.changes.map((change) => change.to)).toEqual(['PENDING', 'SUCCEEDED']);
    expect(detail.journals).toMatchObject([
      {
        entries: [
          { account: 'rail_collections:PROVIDER_W', debit: '150.05' },
          { account: 'available', credit: '147.80' },
          { account: 'commission', credit: '2.25' },
        ],
      },
    ]);
    await expect(getTransactionAsOperator(crypto.randomUUID(), new Date())).rejects.toMatchObject({
      code: 'TRANSACTION_NOT_FOUND',
    });
  });
});

describe('the ledger page', () => {
  it('has a trial balance of 0.00, for all and for each client', async () => {
    for (const client_id of [undefined, client.id, other.id]) {
      const chart = await getChartOfAccounts({ environment: 'SANDBOX', client_id });
      expect(chart.totals.difference).toBe('0.00');
      expect(chart.totals.debit).not.toBe('0.00');
    }
  });

  it('finds a journal by its own id and by its transaction’s', async () => {
    const [journal] = await findJournals(paid.id);
    expect(await findJournals(journal?.id ?? '')).toEqual([journal]);
    expect(await findJournals('nonsense')).toEqual([]);
  });

  it('recounts the books once at a time and keeps what was found', async () => {
    expect(await getLatestAudit(new Date())).toBeNull();
    await Promise.all([startAudit(staffContext()), startAudit(staffContext())]);
    const deadline = Date.now() + 20_000;
    let audit = await getLatestAudit(new Date());
    // Had both begun by chance, one of them would still write when this file is over.
    const isOneGoing = async () =>
      (await sql`select 1 from ledger_audits where finished_at is null`).length > 0;
    while (((await isOneGoing()) || audit?.status === 'RUNNING') && Date.now() < deadline) {
      await new Promise((resolve) => setTimeout(resolve, 50));
      audit = await getLatestAudit(new Date());
    }
    expect(audit).toMatchObject({ status: 'DONE', error: null });
    // These books were made by people without a row, and with floats that no operator has booked.
    const ofFixtures = [ACTED, FUNDED];
    const broken = audit?.lines.filter(
      ({ name, violations }) => violations > 0 && !ofFixtures.includes(name),
    );
    expect(broken).toEqual([]);
    expect(audit?.lines).toHaveLength(audit?.checks_total ?? 0);
  });
});

describe('a rail that an operator changes', () => {
  it('is closed for what it was switched off for, and the audit log says what was before', async () => {
    const body = railChange.parse({
      environment: 'SANDBOX',
      direction: 'collection',
      enabled: false,
      min_amount: '5.00',
      max_amount: '500.00',
    });
    await changeRail(staffContext(), 'PROVIDER_C', body);
    await expect(
      requireRail({ environment: 'SANDBOX', client }, 'PROVIDER_C', 'collection'),
    ).rejects.toMatchObject({
      code: 'provider_not_enabled',
    });
    await expect(
      requireRail({ environment: 'SANDBOX', client }, 'PROVIDER_C', 'payout'),
    ).resolves.toBeDefined();
    const rail = (await listRails()).find((each) => each.provider === 'PROVIDER_C');
    expect(rail?.settings).toContainEqual({
      environment: 'SANDBOX',
      direction: 'collection',
      connected: true,
      enabled: false,
      min_amount: '5.00',
      max_amount: '500.00',
      day_limit: null,
      month_limit: null,
    });
    const [line] = await sql`select before, after from audit_log where action = 'rail.changed'`;
    expect(line).toMatchObject({ before: { enabled: true, min_amount: '1.00' }, after: { enabled: false } });
  });

  it('has bounds that leave an amount, and does what it can only', async () => {
    const change = { environment: 'SANDBOX' as const, direction: 'payout' as const, enabled: true };
    const admin = staffContext();
    const bad = { ...change, min_amount: 2n, max_amount: 1n };
    await expect(changeRail(admin, 'PROVIDER_W', bad)).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
    const zero = { ...change, min_amount: 0n, max_amount: 1n };
    await expect(changeRail(admin, 'PROVIDER_W', zero)).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
    const card = { ...change, min_amount: 1n, max_amount: 2n };
    await expect(changeRail(admin, 'PROVIDER_C_CARD', card)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});
