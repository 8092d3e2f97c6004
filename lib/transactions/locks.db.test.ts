import type { Sql } from 'postgres';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { giveBalance } from '#e2e/setup/balance';
import { lockTest, whileOpen } from '#e2e/setup/interleave';
import { move, newLiveCollection } from '#e2e/setup/live';
import { newClient, staffContext } from '#e2e/setup/people';
import { begun, commitRaw, drafted, journal, paid, payoutBegun } from '#e2e/setup/raw-changes';
import { createTestDatabase, superuserSql, type TestDatabase } from '#e2e/setup/test-database';
import { ensureAccounts } from '#lib/clients/create-client';
import { type Context, systemContext } from '#lib/context';
import { newId } from '#lib/ids';
import { HOUSE_CLIENT_ID } from '#lib/ledger/accounts';
import { fundFloat } from '#lib/ledger/fund-float';
import { createPaymentLink } from '#lib/payment-links/create-payment-link';
import { readNewLink } from '#lib/payment-links/link-request';
import { changeRail } from '#lib/rails/change-rail';
import type { Transaction } from '#lib/transactions/transaction';

// What each lock of a change of a transaction is there for: without it, the scenario ends otherwise (docs/proof/locks.md).

let database: TestDatabase;
let sql: Sql;

beforeAll(async () => {
  database = await createTestDatabase();
  sql = superuserSql();
  await ensureAccounts();
});
afterAll(() => database.drop());

async function shop(balanceBututs = 0n, floatBututs = 0n): Promise<Context> {
  const ctx = systemContext(await newClient(), 'SANDBOX');
  if (balanceBututs > 0n) await giveBalance(ctx, balanceBututs);
  if (floatBututs > 0n) await fundFloat(ctx, 'PROVIDER_W', floatBututs);
  return ctx;
}

const inLive = ({ client }: Context) => systemContext(client, 'LIVE');
const count = async (table: string, id: string) =>
  (await sql`select count(*)::int as n from ${sql(table)} where transaction_id = ${id}`)[0]?.n;

async function open(ctx: Context, facts: Partial<Transaction> = {}): Promise<Transaction> {
  const collection = drafted(ctx, { type: 'collection', amountBututs: 100_00n, ...facts });
  expect(await commitRaw([begun(collection)])).toBe('done');
  return collection;
}

async function succeeded(ctx: Context, facts: Partial<Transaction> = {}): Promise<Transaction> {
  const collection = await open(ctx, facts);
  expect(await commitRaw([paid(collection)])).toBe('done');
  return { ...collection, status: 'SUCCEEDED', version: 2 };
}

describe('of two at the same time', () => {
  lockTest('that a collection was paid, one books it', async () => {
    const collection = await open(await shop());
    const second = await whileOpen(
      (session) => commitRaw([paid(collection)], session),
      () => commitRaw([paid(collection)]),
    );
    expect(second).toEqual({ waited: true, value: 'stale' });
    expect(await count('journals', collection.id)).toBe(1);
  });

  lockTest('payouts of all that a client has, the second finds nothing left', async () => {
    const ctx = await shop(100_00n, 1_000_00n);
    const payout = () => payoutBegun(drafted(ctx, { type: 'payout', amountBututs: 100_00n }));
    const second = await whileOpen(
      (session) => commitRaw([payout()], session),
      () => commitRaw([payout()]),
    );
    expect(second).toEqual({ waited: true, value: 'insufficient_balance' });
  });

  test('payouts of two clients of all that a live float has, the second is held', async () => {
    const [one, other] = await Promise.all([liveShop(100_00n), liveShop(100_00n)]);
    await fundFloat(one, 'PROVIDER_W', 100_00n - (await roomOf('PROVIDER_W')));
    const payout = (ctx: Context) => payoutBegun(drafted(ctx, { type: 'payout', amountBututs: 100_00n }));
    const second = await whileOpen(
      (session) => commitRaw([payout(one)], session),
      () => commitRaw([payout(other)]),
    );
    expect(second).toEqual({ waited: true, value: 'float_short' });
  });

  lockTest('payouts of two clients up to the limit of their rail, the second passes it', async () => {
    const [one, other] = await Promise.all([liveShop(100_00n), liveShop(100_00n)]);
    await fundFloat(one, 'PROVIDER_C', 500_00n);
    await changeRail(staffContext(), 'PROVIDER_C', {
      ...{ environment: 'LIVE', direction: 'payout', enabled: true },
      ...{ min_amount: 1_00n, max_amount: 100_000_00n, day_limit: 150_00n },
    });
    const payout = (ctx: Context) =>
      payoutBegun(drafted(ctx, { type: 'payout', amountBututs: 100_00n, provider: 'PROVIDER_C' }));
    const second = await whileOpen(
      (session) => commitRaw([payout(one)], session),
      () => commitRaw([payout(other)]),
    );
    expect(second).toEqual({ waited: true, value: 'limit_exceeded' });
  });

  lockTest('refunds of all that a payer paid, the second exceeds it', async () => {
    const ctx = await shop(300_00n);
    const collection = await succeeded(ctx);
    const refund = () => {
      const facts = { amountBututs: 100_00n, collectionId: collection.id, refundMethod: 'reversal' as const };
      return begun(
        drafted(ctx, { type: 'refund', collectionReference: collection.clientReference, ...facts }),
      );
    };
    const second = await whileOpen(
      (session) => commitRaw([refund()], session),
      () => commitRaw([refund()]),
    );
    expect(second).toEqual({ waited: true, value: 'refund_exceeds' });
  });

  lockTest('collections of one reference, one begins', async () => {
    const ctx = await shop();
    const collection = () =>
      begun(drafted(ctx, { type: 'collection', amountBututs: 1_00n, clientReference: 'one' }));
    const second = await whileOpen(
      (session) => commitRaw([collection()], session),
      () => commitRaw([collection()]),
    );
    expect(second).toEqual({ waited: true, value: 'exists' });
  });

  lockTest('payouts of one reference, one begins', async () => {
    const ctx = await shop(300_00n, 300_00n);
    const payout = () =>
      payoutBegun(drafted(ctx, { type: 'payout', amountBututs: 100_00n, clientReference: 'one' }));
    const second = await whileOpen(
      (session) => commitRaw([payout()], session),
      () => commitRaw([payout()]),
    );
    expect(second).toEqual({ waited: true, value: 'exists' });
  });

  lockTest('refunds of one reference, one begins, and the other is not told that it exceeds', async () => {
    const ctx = await shop(300_00n);
    const collection = await succeeded(ctx);
    const facts = { amountBututs: 100_00n, collectionId: collection.id, refundMethod: 'reversal' as const };
    const refund = () =>
      begun(
        drafted(ctx, {
          ...{ type: 'refund', clientReference: 'one', collectionReference: collection.clientReference },
          ...facts,
        }),
      );
    const second = await whileOpen(
      (session) => commitRaw([refund()], session),
      () => commitRaw([refund()]),
    );
    expect(second).toEqual({ waited: true, value: 'exists' });
  });

  lockTest('payouts that give a payer back what was paid, the second exceeds it', async () => {
    const ctx = await shop(300_00n, 300_00n);
    const mobile = '+2207012345';
    const collection = await succeeded(ctx, { mobile });
    const payback = (nth: '' | '-2') => {
      const clientReference = `payback-${collection.id}${nth}`;
      return payoutBegun(drafted(ctx, { type: 'payout', amountBututs: 100_00n, mobile, clientReference }));
    };
    const second = await whileOpen(
      (session) => commitRaw([payback('')], session),
      () => commitRaw([payback('-2')]),
    );
    expect(second).toEqual({ waited: true, value: 'refund_exceeds' });
  });

  lockTest('collections that a live rail says were paid by one payment, one is booked', async () => {
    const ctx = inLive(await shop());
    const [one, other] = await Promise.all([open(ctx), open(ctx)]);
    const named = (collection: Transaction) => paid(collection, { rail_reference: 'one-payment' });
    const second = await whileOpen(
      (session) => commitRaw([named(one)], session),
      () => commitRaw([named(other)]),
    );
    expect(second).toEqual({ waited: true, value: 'same_payment' });
  });

  lockTest(
    'attempts of a reference that were both paid, the second finds the first: a case is opened',
    async () => {
      const ctx = inLive(await shop());
      const [one, other] = [
        await open(ctx, { clientReference: 'twice' }),
        await open(ctx, { clientReference: 'twice', attempt: 2 }),
      ];
      const asked = (collection: Transaction) =>
        paid(
          collection,
          { rail_reference: collection.id },
          { open_cases: [{ id: newId(), kind: 'double_payment', details: {}, if_reference_paid: true }] },
        );
      const second = await whileOpen(
        (session) => commitRaw([asked(one)], session),
        () => commitRaw([asked(other)]),
      );
      expect(second).toEqual({ waited: true, value: 'done' });
      const cases = await sql`
      select transaction_id, details from cases where kind = 'double_payment' and client_id = ${ctx.client.id}`;
      expect(cases).toEqual([{ transaction_id: other.id, details: { other_transaction_id: one.id } }]);
    },
  );
});

describe('what was collected on a live rail and is being taken out', () => {
  lockTest('is not there for a reversal that begins meanwhile', async () => {
    const ctx = await liveShop(100_00n, 'PROVIDER_A');
    const collection = await newest(ctx);
    const facts = { amountBututs: 50_00n, collectionId: collection.id, refundMethod: 'reversal' as const };
    const refund = drafted(ctx, { type: 'refund', provider: 'PROVIDER_A', ...facts });
    const second = await whileOpen(takeOut('PROVIDER_A'), () => commitRaw([begun(refund)]));
    expect(second).toEqual({ waited: true, value: 'float_short' });
  });

  lockTest('is not there for an adjustment by what a rail took back', async () => {
    const ctx = await liveShop(100_00n, 'PROVIDER_A');
    const collection = await newest(ctx);
    const second = await whileOpen(takeOut('PROVIDER_A'), async () =>
      commitRaw([await adjusted(collection, -50_00n)]),
    );
    expect(second).toEqual({ waited: true, value: 'float_short' });
  });
});

lockTest('a case that somebody closes meanwhile is settled by no adjustment', async () => {
  const ctx = await liveShop(100_00n, 'PROVIDER_A');
  const collection = await newest(ctx);
  const change = await adjusted(collection, 50_00n);
  const { case_id } = change.adjustment as { case_id: string };
  const second = await whileOpen(
    (session) => session`select close_case(${case_id}, null, ${newId()}, 'Awa', 'Nothing to book.', now())`,
    () => commitRaw([change]),
  );
  expect(second).toEqual({ waited: true, value: 'exists' });
});

lockTest(
  'a case of which somebody proposes something else meanwhile is not closed by what was looked at',
  async () => {
    const ctx = await liveShop(100_00n, 'PROVIDER_A');
    const { adjustment } = await adjusted(await newest(ctx), 50_00n);
    const second = await whileOpen(
      (session) => session`
      update cases set proposal = '{}', proposed_by = ${newId()}, proposed_by_name = 'Awa', proposed_at = now()
      where id = ${adjustment.case_id}`,
      async () => {
        const [row] =
          await sql`select close_case(${adjustment.case_id}, null, ${newId()}, 'Binta', 'Nothing.', now()) as closed`;
        return row?.closed;
      },
    );
    expect(second).toEqual({ waited: true, value: false });
  },
);

describe('a payment link', () => {
  const linked = async (ctx: Context, body: Record<string, unknown> = {}) =>
    (await createPaymentLink(ctx, await readNewLink('SANDBOX', { title: 'T', amount: '100.00', ...body })))
      .link;

  lockTest('that is switched off meanwhile takes nobody else', async () => {
    const ctx = await shop();
    const link = await linked(ctx);
    const attempt = drafted(ctx, { type: 'collection', amountBututs: 100_00n, paymentLinkId: link.id });
    const second = await whileOpen(
      (session) => session`update payment_links set is_active = false where id = ${link.id}`,
      () => commitRaw([begun(attempt)]),
    );
    expect(second).toEqual({ waited: true, value: 'link_closed' });
  });

  lockTest(
    'for one payment counts one of two that are paid at the same time, and refuses the other until it says so',
    async () => {
      const ctx = await shop();
      const link = await linked(ctx, { max_payments: 1 });
      const [one, other] = await Promise.all([
        open(ctx, { paymentLinkId: link.id }),
        open(ctx, { paymentLinkId: link.id }),
      ]);
      const second = await whileOpen(
        (session) => commitRaw([paid(one)], session),
        () => commitRaw([paid(other)]),
      );
      expect(second).toEqual({ waited: true, error: 'KA030' });
    },
  );

  lockTest('closes what is open of it, but for what somebody has in hand', async () => {
    const ctx = await shop();
    const link = await linked(ctx, { max_payments: 1 });
    const [one, other] = await Promise.all([
      open(ctx, { paymentLinkId: link.id }),
      open(ctx, { paymentLinkId: link.id }),
    ]);
    await sql`
      insert into rail_operations (client_id, environment, provider, transaction_id, kind, run_at, lease_token)
      values (${ctx.client.id}, 'SANDBOX', 'PROVIDER_W', ${other.id}, 'close', now() + interval '1 hour', ${newId()})`;
    expect(await commitRaw([paid(one)])).toBe('done');
    const [left] = await sql`
      select run_at > now() + interval '50 minutes' as kept from rail_operations where transaction_id = ${other.id}`;
    expect(left).toEqual({ kept: true });
  });
});

lockTest('an answer is stored by whoever still has the lease of its key', async () => {
  const ctx = await shop();
  const key = newId();
  const [ours, theirs] = [newId(), newId()];
  await sql`
    insert into idempotency_keys (client_id, environment, key, fingerprint, lease_token, lease_until, created_at)
    values (${ctx.client.id}, 'SANDBOX', ${key}, '\\x00', ${ours}, now(), now())`;
  const answer = { key, lease_token: ours, response_status: 201, response_sealed: '\\x00' };
  const collection = drafted(ctx, { type: 'collection', amountBututs: 1_00n });
  const second = await whileOpen(
    (session) => session`update idempotency_keys set lease_token = ${theirs} where key = ${key}`,
    () => commitRaw([begun(collection, { answer })]),
  );
  expect(second).toEqual({ waited: true, error: 'KA006' });
  expect(await sql`select from transactions where id = ${collection.id}`).toHaveLength(0);
});

/** Of a live client that has collected so much. */
async function liveShop(collectedBututs: bigint, provider = 'PROVIDER_W'): Promise<Context> {
  const ctx = inLive(await shop());
  ctx.client.commissionBps = 0;
  const collection = await newLiveCollection(ctx.client, { amountBututs: collectedBututs, provider });
  await move(ctx.client, collection, { kind: 'rail_succeeded', railReference: newId() });
  return ctx;
}

async function newest(ctx: Context): Promise<Transaction> {
  const { fromRow } = await import('#lib/transactions/row');
  const [row] =
    await sql`select * from transactions where client_id = ${ctx.client.id} order by id desc limit 1`;
  return fromRow(row as never);
}

async function roomOf(provider: string): Promise<bigint> {
  const [row] =
    await sql`select lock_float(${HOUSE_CLIENT_ID}::uuid, 'LIVE', ${`rail_float:${provider}`})::text as room`;
  return BigInt(row?.room);
}

/** All that was collected on a rail leaves it. */
function takeOut(provider: string) {
  return async (session: Sql) => {
    const [row] = await session`select collected_on(${provider})::text as bututs`;
    const order = {
      ...{ client_id: HOUSE_CLIENT_ID, environment: 'LIVE', account: `rail_float:${provider}`, provider },
      ...{ from: 'collections', amount_bututs: row?.bututs, now: new Date() },
      journal: {
        ...{ id: newId(), kind: 'collections_withdrawn' },
        entries: [
          { client_id: HOUSE_CLIENT_ID, account: 'float_funding', amount_bututs: row?.bututs },
          {
            client_id: HOUSE_CLIENT_ID,
            account: `rail_collections:${provider}`,
            amount_bututs: `-${row?.bututs}`,
          },
        ],
      },
    };
    const [moved] = await session`select move_house_money(${JSON.stringify(order)}::text::jsonb) as result`;
    expect(moved?.result).toEqual({ outcome: 'done' });
  };
}

/** What two operators book of a payment, with the case that it settles. */
async function adjusted(collection: Transaction, bututs: bigint) {
  const caseId = newId();
  await sql`
    insert into cases (id, environment, provider, kind, subject, client_id, transaction_id, details, status, opened_at)
    values (${caseId}, 'LIVE', ${collection.provider}, 'mismatch', ${collection.id}, ${collection.clientId}, ${collection.id},
            '{}', 'OPEN', now())`;
  const entries = [
    {
      client_id: collection.clientId,
      account: `rail_collections:${collection.provider}`,
      amount_bututs: String(bututs),
    },
    { client_id: collection.clientId, account: 'available', amount_bututs: String(-bututs) },
  ];
  const { id: _, ...rest } = journal('collection_settled', collection);
  const journalId = newId();
  return {
    ...{
      client_id: collection.clientId,
      environment: 'LIVE',
      transaction_id: collection.id,
      now: new Date(),
    },
    ...{ actor: 'system', trigger: 'adjusted', version: collection.version, set: {} },
    ...(bututs < 0n && { debit_available_bututs: String(-bututs) }),
    journal: { ...rest, id: journalId, kind: 'adjustment', entries },
    close_case: { id: caseId, closed_by: newId(), closed_by_name: 'Awa', resolution: 'Booked.' },
    adjustment: {
      ...{ client_id: collection.clientId, environment: 'LIVE', id: newId(), transaction_id: collection.id },
      ...{
        case_id: caseId,
        journal_id: journalId,
        client_bututs: String(bututs),
        rail_bututs: String(bututs),
      },
      ...{
        reason: 'r',
        evidence: 'e',
        proposed_by_name: 'Awa',
        confirmed_by_name: 'Binta',
        created_at: new Date(),
      },
    },
  };
}
