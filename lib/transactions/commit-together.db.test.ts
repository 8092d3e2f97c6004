import type { Sql } from 'postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, superuserSql, type TestDatabase } from '#e2e/setup/test-database';
import type { Context } from '#lib/context';

let database: TestDatabase;
let sql: Sql;
let kit: {
  createClient: typeof import('#lib/clients/create-client').createClient;
  initiatePayout: typeof import('#lib/payouts/initiate-payout').initiatePayout;
  initiateCollection: typeof import('#lib/collections/initiate-collection').initiateCollection;
  bookCollectionNews: typeof import('#lib/rail-work/book-collection').bookCollectionNews;
  fundFloat: typeof import('#lib/ledger/fund-float').fundFloat;
  auditLedger: typeof import('#lib/ledger/audit').auditLedger;
};
let ctx: Context;

beforeAll(async () => {
  database = await createTestDatabase();
  sql = superuserSql();
  kit = {
    ...(await import('#lib/clients/create-client')),
    ...(await import('#lib/payouts/initiate-payout')),
    ...(await import('#lib/collections/initiate-collection')),
    ...(await import('#lib/rail-work/book-collection')),
    ...(await import('#lib/ledger/fund-float')),
    ...(await import('#lib/ledger/audit')),
  };
  const id = await kit.createClient({
    name: 'Shop',
    businessPhone: '+2207012345',
    businessEmail: 'shop@kaira.example',
  });
  ctx = {
    client: { id, name: 'Shop', commissionBps: 0 },
    environment: 'SANDBOX',
    actor: { type: 'system' },
    now: () => new Date(),
  };
  const { transaction } = await collect('stock', ctx);
  await kit.bookCollectionNews(ctx, transaction, { state: 'SUCCEEDED' });
  await kit.fundFloat(ctx, 'PROVIDER_W', 1000_00n);
});

afterAll(() => database.drop());

function collect(reference: string, own: Context) {
  return kit.initiateCollection(own, {
    amount: 30_00n,
    currency: 'GMD',
    client_reference: reference,
    provider: 'PROVIDER_W',
    metadata: {},
  });
}

function payOut(reference: string, own = ctx) {
  return kit
    .initiatePayout(own, {
      amount: 1_00n,
      currency: 'GMD',
      recipient_mobile: '+2207012345',
      client_reference: reference,
      provider: 'PROVIDER_W',
      metadata: {},
    })
    .then(
      ({ transaction, replayed }) => (replayed ? 'replayed' : transaction.status),
      (error) => (error as { code: string }).code,
    );
}

/** How many transactions of the database each of these began with. */
async function statementsOf(references: string): Promise<number[]> {
  const rows = await sql`
    select count(*)::int as together from transactions
    where client_id = ${ctx.client.id} and client_reference like ${references} group by xmin order by 1`;
  return rows.map((row) => row.together);
}

describe('transactions that begin at the same time', () => {
  it('share a statement, and each gets its own outcome', async () => {
    const outcomes = await Promise.all(Array.from({ length: 20 }, (_, index) => payOut(`p-${index % 15}`)));
    expect(outcomes.filter((each) => each === 'SUCCEEDED')).toHaveLength(15);
    expect(outcomes.filter((each) => each === 'replayed')).toHaveLength(5);
    // The first left at once, the others while it was under way.
    expect((await statementsOf('p-%')).length).toBeLessThan(6);
  });

  it('take no more than there is', async () => {
    const outcomes = await Promise.all(Array.from({ length: 40 }, (_, index) => payOut(`q-${index}`)));
    expect(outcomes.filter((each) => each === 'SUCCEEDED')).toHaveLength(15);
    expect(outcomes.filter((each) => each === 'INSUFFICIENT_BALANCE')).toHaveLength(25);
  });

  it('are not refused because one of them is', async () => {
    const lost: Context = {
      ...ctx,
      idempotency: {
        key: 'lost',
        leaseToken: '01980000-0000-7000-8000-000000000000',
        stored: false,
        render: () => ({ responseStatus: 200, body: '{}' }),
      } as unknown as NonNullable<Context['idempotency']>,
    };
    const all = await Promise.allSettled(
      Array.from({ length: 12 }, (_, index) => collect(`c-${index}`, index === 7 ? lost : ctx)),
    );
    expect(all.map((each) => each.status)).toEqual(
      Array.from({ length: 12 }, (_, index) => (index === 7 ? 'rejected' : 'fulfilled')),
    );
    expect(await sql`select 1 from transactions where client_reference = 'c-7'`).toHaveLength(0);
    expect(await sql`select 1 from transactions where client_reference like 'c-%'`).toHaveLength(11);
  });

  it('leave whole books', async () => {
    const lines = await kit.auditLedger((await import('postgres')).default(database.url, { max: 1 }));
    expect(lines.filter((line) => line.violations > 0 && Number(line.invariant) !== 14)).toEqual([]);
  });
});

describe('changes in one statement', () => {
  const together = async (changes: object[]) => {
    const [row] =
      await sql`select commit_together(${JSON.stringify(changes.map((each) => [each]))}::text::jsonb) as outcomes`;
    return row?.outcomes.map(({ outcome }: { outcome: string }) => outcome);
  };
  const settled = async (id: string, commission = '0') => ({
    client_id: ctx.client.id,
    environment: 'SANDBOX',
    transaction_id: id,
    now: new Date().toISOString(),
    actor: 'system',
    trigger: 'rail_succeeded',
    version: 1,
    set: { status: 'SUCCEEDED', commission_bututs: commission, completed_at: new Date().toISOString() },
    journal: {
      id: (await import('#lib/ids')).newId(),
      kind: 'collection_settled',
      entries: [
        { client_id: ctx.client.id, account: 'rail_collections:PROVIDER_W', amount_bututs: '3000' },
        { client_id: ctx.client.id, account: 'available', amount_bututs: '-3000' },
      ],
    },
    drop_operations: true,
  });
  /** One that begins, like one that was paid before. */
  const payout = async (reference: string, bututs: string) => {
    const id = (await import('#lib/ids')).newId();
    const [row] =
      await sql`select to_jsonb(t) as paid from transactions t where type = 'payout' and client_id = ${ctx.client.id} limit 1`;
    const own = { id, client_reference: reference, rail_reference: `rail-${id}`, amount_bututs: bututs };
    return {
      ...{ client_id: ctx.client.id, environment: 'SANDBOX', now: new Date().toISOString() },
      ...{ transaction_id: id, actor: 'system', trigger: 'created', debit_available_bututs: bututs },
      create: { ...row?.paid, ...own, status: 'PENDING', completed_at: null },
    };
  };
  const booked = async (id: string) =>
    Number((await sql`select count(*) from journals where transaction_id = ${id}`)[0]?.count);

  it('of one transaction move its money once, and the others have their own outcome', async () => {
    const [one, other] = await Promise.all(['t-1', 't-2'].map((reference) => collect(reference, ctx)));
    const [a, b] = [one!.transaction.id, other!.transaction.id];
    const late = { ...(await settled(b)), version: 2 };
    const outcomes = await together([await settled(a), await settled(a), late, await settled(b)]);
    expect(outcomes).toEqual(['done', 'stale', 'stale', 'done']);
    expect([await booked(a), await booked(b)]).toEqual([1, 1]);
    const steps =
      await sql`select from_status, to_status from transaction_changes where transaction_id = ${a} order by sequence`;
    expect(steps.map(({ from_status, to_status }) => [from_status, to_status])).toEqual([
      [null, 'PENDING'],
      ['PENDING', 'SUCCEEDED'],
    ]);
  });

  it('with one reference begin one transaction, and nothing is written of the other', async () => {
    const { transaction } = await collect('t-3', ctx);
    const [row] = await sql`select to_jsonb(t) as row from transactions t where id = ${transaction.id}`;
    const { newId } = await import('#lib/ids');
    const begun = (reference: string) => {
      const id = newId();
      return {
        ...{ client_id: ctx.client.id, environment: 'SANDBOX', now: new Date().toISOString() },
        ...{ transaction_id: id, actor: 'system', trigger: 'created' },
        create: { ...row?.row, id, client_reference: reference, rail_reference: `rail-${id}` },
        operations: [{ kind: 'look_up', run_at: new Date().toISOString() }],
      };
    };
    const changes = [begun('t-3'), begun('t-4'), begun('t-4'), begun('t-5')];
    expect(await together(changes)).toEqual(['exists', 'done', 'exists', 'done']);
    const ids = changes.map(({ transaction_id }) => transaction_id);
    const written = [ids[1], ids[3]].toSorted();
    for (const table of ['transaction_changes', 'rail_operations']) {
      const rows =
        await sql`select transaction_id from ${sql(table)} where transaction_id in ${sql(ids)} order by 1`;
      expect(rows.map((each) => each.transaction_id)).toEqual(written);
    }
  });

  it('read no table whole, not even one that is so small that it looks cheaper', async () => {
    const { newId } = await import('#lib/ids');
    const { transaction } = await collect('t-8', ctx);
    await sql`
      insert into webhook_endpoints (client_id, environment, id, url, secret_sealed, secret_last4, created_at)
      values (${ctx.client.id}, 'SANDBOX', ${newId()}, 'https://shop.example/', '\\x00', '0000', now())`;
    await sql`update clients set payout_limit_day_bututs = 1000000 where id = ${ctx.client.id}`;
    const event = { id: newId(), event: 'payment.succeeded', body: '{}', legacy_body: null };
    const collected = { ...(await settled(transaction.id)), event };
    const paid = {
      ...(await payout('t-9', '100')),
      float: {
        ...{ client_id: ctx.client.id, account: 'rail_float:PROVIDER_W' },
        ...{ reserve_bututs: '100', spend_bututs: '0' },
      },
      event: { ...event, id: newId(), event: 'payout.pending' },
      operations: [{ kind: 'look_up', run_at: new Date().toISOString() }],
    };
    await sql`analyze`;
    const session = await sql.reserve();
    // Of this session only: what it read before is there too.
    const read = () => session<{ relname: string; whole: number; by_index: number }[]>`
      select relname, seq_scan::int as whole, coalesce(idx_scan, 0)::int as by_index from pg_stat_xact_user_tables`;
    await session`begin`;
    const before = new Map((await read()).map((table) => [table.relname, table]));
    const changes = JSON.stringify([[collected], [paid]]);
    const [written] = await session`select commit_together(${changes}::text::jsonb) as outcomes`;
    const after = await read();
    await session`rollback`;
    session.release();
    expect(written?.outcomes).toEqual([{ outcome: 'done' }, { outcome: 'done' }]);
    const more = after.map(({ relname, whole, by_index }) => ({
      relname,
      whole: whole - (before.get(relname)?.whole ?? 0),
      byIndex: by_index - (before.get(relname)?.by_index ?? 0),
    }));
    for (const table of ['transactions', 'webhook_endpoints', 'accounts', 'clients']) {
      expect(more.find(({ relname }) => relname === table)?.byIndex, table).toBeGreaterThan(0);
    }
    expect(more.filter(({ whole }) => whole > 0)).toEqual([]);
  });

  it('find what those before them in the statement have left', async () => {
    const { transaction } = await collect('t-10', ctx);
    const [account] = await sql`
      select -(a.balance_bututs + coalesce((
        select sum(amount_bututs) from unfolded_entries u where u.client_id = a.client_id and account = 'available'), 0)) as available
      from accounts a where client_id = ${ctx.client.id} and environment = 'SANDBOX' and name = 'available'`;
    // What is there, and two thirds of what the collection before it brings.
    const spent = Number(account?.available) + 2000;
    const held = {
      kind: 'payout_held',
      id: (await import('#lib/ids')).newId(),
      entries: [
        { client_id: ctx.client.id, account: 'available', amount_bututs: String(spent) },
        { client_id: ctx.client.id, account: 'held', amount_bututs: String(-spent) },
      ],
    };
    await sql`update clients set payout_limit_day_bututs = null where id = ${ctx.client.id}`;
    const all = { ...(await payout('t-11', String(spent))), journal: held };
    expect(await together([await settled(transaction.id), all, await payout('t-12', '1001')])).toEqual([
      'done',
      'done',
      'insufficient_balance',
    ]);
    const [limits] = await sql`
      select day_taken_bututs::text as taken from payout_limits(${ctx.client.id}, 'SANDBOX', now())`;
    await sql`update clients set payout_limit_day_bututs = ${Number(limits?.taken) + 150} where id = ${ctx.client.id}`;
    expect(await together([await payout('t-13', '100'), await payout('t-14', '100')])).toEqual([
      'done',
      'limit_exceeded',
    ]);
  });

  it('of one transaction are done one after the other: what the first leaves to be done, the second takes away', async () => {
    const { transaction } = await collect('t-15', ctx);
    const { id } = transaction;
    const common = { client_id: ctx.client.id, environment: 'SANDBOX', transaction_id: id, actor: 'system' };
    const asked = {
      ...{ ...common, now: new Date().toISOString(), trigger: 'amended', version: 1, set: {} },
      operations: [{ kind: 'close', run_at: new Date().toISOString() }],
    };
    const changes = JSON.stringify([asked, { ...(await settled(id)), version: 2 }]);
    const [row] = await sql`select commit_changes(${changes}::text::jsonb) as result`;
    expect(row?.result).toEqual({ outcome: 'done' });
    expect(await sql`select kind from rail_operations where transaction_id = ${id}`).toEqual([]);
    expect(await booked(id)).toBe(1);
  });

  describe('of a live rail', () => {
    const common = (id: string) => ({
      ...{ client_id: ctx.client.id, environment: 'LIVE', transaction_id: id, now: new Date().toISOString() },
      actor: 'system',
    });
    /** As many as ids, of one reference each or all of one, like a collection that was begun before. */
    const begunLive = async (ids: string[], reference?: string) => {
      const { transaction } = await collect(`template-${ids[0]}`, ctx);
      const [row] = await sql`select to_jsonb(t) as row from transactions t where id = ${transaction.id}`;
      const changes = ids.map((id, index) => {
        const own = {
          id,
          environment: 'LIVE',
          client_reference: reference ?? `live-${id}`,
          rail_reference: null,
        };
        const attempt = reference === undefined ? 1 : index + 1;
        return { ...common(id), trigger: 'created', create: { ...row?.row, ...own, attempt } };
      });
      expect(await together(changes)).toEqual(ids.map(() => 'done'));
    };
    const newIds = async () => {
      const { newId } = await import('#lib/ids');
      return [newId(), newId()] as const;
    };

    it('that name one payment of it: the second is told which transaction it is already', async () => {
      const [one, other] = await newIds();
      await begunLive([one, other]);
      const named = (id: string) => {
        return { ...common(id), trigger: 'amended', version: 1, set: { rail_reference: 'one payment' } };
      };
      expect(await together([named(one), named(other)])).toEqual(['done', 'same_payment']);
    });

    it('that are two attempts of one reference, both paid: the second alone is somebody’s to look at', async () => {
      const [one, other] = await newIds();
      await begunLive([one, other], 'paid twice');
      const { newId } = await import('#lib/ids');
      const paid = (id: string) => ({
        ...{ ...common(id), trigger: 'rail_succeeded', version: 1 },
        set: { status: 'SUCCEEDED', completed_at: new Date().toISOString() },
        open_cases: [
          {
            ...{ id: newId(), kind: 'double_payment', if_reference_paid: true },
            details: { client_reference: 'paid twice' },
          },
        ],
      });
      expect(await together([paid(one), paid(other)])).toEqual(['done', 'done']);
      const cases = await sql`
        select transaction_id, details->>'other_transaction_id' as other from cases where kind = 'double_payment'`;
      expect(cases).toEqual([{ transaction_id: other, other: one }]);
    });
  });

  it('are all refused by what one of them may not write', async () => {
    const [one, other] = await Promise.all(['t-6', 't-7'].map((reference) => collect(reference, ctx)));
    const [a, b] = [one!.transaction.id, other!.transaction.id];
    const wrong = await settled(b);
    wrong.journal.entries[0]!.amount_bututs = '2999';
    await expect(together([await settled(a), wrong])).rejects.toMatchObject({ code: 'KA002' });
    expect([await booked(a), await booked(b)]).toEqual([0, 0]);
  });
});
