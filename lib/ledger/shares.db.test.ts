import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import type { Sql } from 'postgres';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { move, newLiveCollection, newLivePayout, newLiveRefund } from '#e2e/setup/live';
import { daily } from '#e2e/setup/long-test';
import { newClient } from '#e2e/setup/people';
import { createTestDatabase, superuserSql, type TestDatabase } from '#e2e/setup/test-database';
import { ensureAccounts } from '#lib/clients/create-client';
import { commissionOf, railFeeOf } from '#lib/money';
import { failure, type Transaction } from '#lib/transactions/transaction';

// What of each payment is whose: recounted from the entries alone, whatever the recipes and the tallies say.

const PROVIDER = 'PROVIDER_W';

let database: TestDatabase;
let sql: Sql;

beforeAll(async () => {
  database = await createTestDatabase();
  sql = superuserSql();
  await ensureAccounts();
});
afterAll(() => database.drop());

/** Debits above zero, by account, whoever owns it. */
async function entriesOf({ id }: Transaction) {
  const rows = await sql`
    select e.account, sum(e.amount_bututs)::text as bututs from entries e
    join journals j on j.id = e.journal_id where j.transaction_id = ${id} group by 1`;
  const by = new Map(rows.map(({ account, bututs }) => [account, BigInt(bututs)]));
  const on = (account: string) => by.get(account) ?? 0n;
  return {
    client: -on('available'),
    held: -on('held'),
    commission: -on('commission'),
    fees: on('rail_fees:PROVIDER_W'),
    atRail: on(`rail_collections:${PROVIDER}`) + on(`rail_float:${PROVIDER}`),
    sum: [...by.values()].reduce((sum, bututs) => sum + bututs, 0n),
  };
}

const tariff = fc.record({
  flatBututs: fc.bigInt(0n, 3_00n),
  bps: fc.integer({ min: 0, max: 500 }),
});
const life = fc.record({
  commissionBps: fc.constantFrom(0, 1, 150, 9_999, 10_000),
  amountBututs: fc.bigInt(1n, 5_000_00n),
  ofCollection: tariff,
  ofPayout: tariff,
  ofRefund: tariff,
  payout: fc.constantFrom('delivered', 'reversed', 'reversed with its fee', 'refused' as const),
  refund: fc.constantFrom('whole reversal', 'part by payout', 'refused' as const),
  part: fc.integer({ min: 1, max: 100 }),
  returnsCommission: fc.boolean(),
});

test('of any payment the rail’s fee, the commission and what is the client’s are its amount, by the entries', async () => {
  await fc.assert(
    fc.asyncProperty(life, async (given) => {
      const { amountBututs, commissionBps } = given;
      const client = { ...(await newClient()), commissionBps };
      const draft = { provider: PROVIDER, amountBututs };

      const fee = railFeeOf(amountBututs, given.ofCollection);
      const begun = await newLiveCollection(client, { ...draft, railFeeBututs: fee });
      const paid = await move(client, begun, { kind: 'rail_succeeded', railReference: randomUUID() });
      const commission = commissionOf(amountBututs, commissionBps);
      const collected = await entriesOf(paid);
      expect(collected).toMatchObject({ fees: fee, commission, held: 0n, sum: 0n });
      // What is the client's and the house's is what the payer paid; where it lies, less what the rail kept.
      expect(collected.client + collected.commission).toBe(amountBututs);
      expect(collected.atRail + collected.fees).toBe(amountBututs);

      // What they pay out of is theirs whole.
      const free = { ...client, commissionBps: 0 };
      const stock = await newLiveCollection(free, { provider: PROVIDER, amountBututs: amountBututs + 1n });
      await move(free, stock, { kind: 'rail_succeeded', railReference: randomUUID() });
      await payOut(free, given);
      await giveBack(free, paid, given);
    }),
    { numRuns: daily(20) },
  );
}, 180_000);

type Life = typeof life extends fc.Arbitrary<infer T> ? T : never;

async function payOut(
  client: Awaited<ReturnType<typeof newClient>>,
  { amountBututs, ofPayout, payout }: Life,
) {
  const fee = railFeeOf(amountBututs, ofPayout);
  const sent = await newLivePayout(client, { provider: PROVIDER, amountBututs, railFeeBututs: fee });
  expect(await entriesOf(sent)).toMatchObject({
    client: -amountBututs,
    held: amountBututs,
    atRail: 0n,
    sum: 0n,
  });
  if (payout === 'refused') {
    const ended = await move(client, sent, {
      kind: 'payout_refused',
      failure: failure('RECIPIENT_NOT_FOUND'),
    });
    expect(await entriesOf(ended)).toEqual({
      client: 0n,
      held: 0n,
      commission: 0n,
      fees: 0n,
      atRail: 0n,
      sum: 0n,
    });
    return;
  }
  const delivered = await move(client, sent, { kind: 'payout_delivered', railReference: randomUUID() });
  const gone = await entriesOf(delivered);
  expect(gone).toMatchObject({ client: -amountBututs, held: 0n, commission: 0n, fees: fee, sum: 0n });
  // What the recipient has and what the rail took has left its wallet.
  expect(-gone.atRail - gone.fees).toBe(amountBututs);
  if (payout === 'delivered') return;
  const returnsFee = payout === 'reversed with its fee';
  const back = await move(client, delivered, { kind: 'payout_reversed', reason: 'wrong number', returnsFee });
  const kept = returnsFee ? 0n : fee;
  expect(await entriesOf(back)).toMatchObject({ client: 0n, held: 0n, fees: kept, atRail: -kept, sum: 0n });
}

async function giveBack(client: Awaited<ReturnType<typeof newClient>>, paid: Transaction, given: Life) {
  const isWhole = given.refund === 'whole reversal';
  const share = (paid.amountBututs * BigInt(given.part)) / 100n;
  const amount = isWhole || share === 0n ? paid.amountBututs : share;
  const commission = given.returnsCommission ? commissionOf(amount, paid.commissionBps) : 0n;
  const fee = isWhole ? -railFeeOf(amount, given.ofRefund) : railFeeOf(amount, given.ofRefund);
  const refund = await newLiveRefund(client, paid, amount, {
    refundMethod: isWhole ? 'reversal' : 'payout',
    commissionBututs: commission,
    railFeeBututs: fee,
  });
  const ended =
    given.refund === 'refused'
      ? await move(client, refund, { kind: 'payout_refused', failure: failure('RECIPIENT_NOT_FOUND') })
      : await move(
          client,
          refund,
          isWhole ? { kind: 'reversal_done' } : { kind: 'payout_delivered', railReference: randomUUID() },
        );
  const found = await entriesOf(ended);
  if (given.refund === 'refused') {
    expect(found).toEqual({ client: 0n, held: 0n, commission: 0n, fees: 0n, atRail: 0n, sum: 0n });
    return;
  }
  expect(found).toMatchObject({ held: 0n, commission: -commission, fees: fee, sum: 0n });
  // The payer has the amount: out of the client's balance and of the commission that returned with it.
  expect(-found.client - found.commission).toBe(amount);
  // It has left the wallet, with what the rail took for it, or less what it gave back of its fee.
  expect(-found.atRail - found.fees).toBe(amount);
}
