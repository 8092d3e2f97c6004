import { randomUUID } from 'node:crypto';
import type { Sql } from 'postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connect } from '#db/client';
import { brokenRules } from '#e2e/setup/broken-rules';
import {
  adjusted,
  caseOf,
  evidence,
  nothing,
  paidCollection,
  propose,
  refusal,
  settleByTwo,
} from '#e2e/setup/cases';
import { liveContext, move, newLiveCollection, newLivePayout, newLiveRefund } from '#e2e/setup/live';
import { newClient, staffContext } from '#e2e/setup/people';
import { createTestDatabase, superuserSql, type TestDatabase } from '#e2e/setup/test-database';
import { confirmSettlement } from '#lib/cases/decide-settlement';
import { getCase } from '#lib/cases/get-case';
import { proposalRequest, proposeSettlement } from '#lib/cases/propose-settlement';
import { possibleOutcomes } from '#lib/cases/settlement';
import { readBooks } from '#lib/ledger/balances';
import { formatAmount } from '#lib/money';
import { initiateRefund } from '#lib/refunds/initiate-refund';
import { presentRefundsOf } from '#lib/refunds/present-refunds-of';
import { readRefund } from '#lib/refunds/refund-request';
import { reread } from '#lib/transactions/read';
import { failure, type Transaction } from '#lib/transactions/transaction';

// What no edge of the transition table can book: two operators do, by evidence.

let database: TestDatabase;
let sql: Sql;

beforeAll(async () => {
  database = await createTestDatabase();
  sql = superuserSql();
});
afterAll(async () => {
  try {
    const watcher = connect(database.url, 1, 'audit');
    const found = await brokenRules(watcher);
    await watcher.end();
    expect(found).toEqual([]);
  } finally {
    await database.drop();
  }
});

type Client = Awaited<ReturnType<typeof newClient>>;

/** A payout that failed here, and whose rail has paid it. */
async function paidAfterFailure(facts: Partial<Transaction> = {}) {
  const client = await newClient();
  const sent = await newLivePayout(client, facts);
  const payout = await move(client, sent, { kind: 'payout_refused', failure: failure('PROVIDER_ERROR') });
  return { client, payout, id: await caseOf(payout, 'delivered_after_failure') };
}

/** Of 100.00, which nobody had known anything of, and the rail says that `theirs` came. */
async function paidInPart(theirs = '90.00') {
  const client = await newClient();
  const collection = await newLiveCollection(client, { amountBututs: 100_00n });
  const unknown = await caseOf(collection, 'unknown_outcome');
  const details = { what: 'amount', ours: '100.00', theirs };
  return { client, collection, unknown, id: await caseOf(collection, 'mismatch', details) };
}

const available = async ({ id }: Client) => (await readBooks(id, 'LIVE')).balances.get('available') ?? 0n;
const journalsOf = async ({ id }: Transaction) =>
  (await sql`select kind from journals where transaction_id = ${id} order by id`).map((row) => row.kind);
const entriesOf = async ({ id }: Transaction) =>
  (
    await sql`
      select e.account, e.amount_bututs::text as amount from journals j join entries e on e.journal_id = j.id
      where j.transaction_id = ${id} and j.kind = 'adjustment' order by e.account`
  ).map((row) => [row.account, row.amount]);
const refusedRefund = ({ id, name }: Client, collection: Transaction, amount: string) =>
  initiateRefund(
    liveContext({ id, name, commissionBps: 0 }),
    readRefund({ collection: collection.id, client_reference: randomUUID(), amount }),
  );
const eventsOf = async ({ id }: Transaction) =>
  (await sql`select event, body from events where transaction_id = ${id} order by sequence`).map((row) => ({
    event: row.event,
    data: JSON.parse(row.body).data,
  }));

describe('an adjustment', () => {
  it('takes what left the float from the client’s balance, and tells the client', async () => {
    const { client, payout, id } = await paidAfterFailure();
    const before = await available(client);
    const [first, second] = [staffContext(), staffContext()];
    const { proposal } = await proposeSettlement(first, id, adjusted());
    expect([await available(client), await journalsOf(payout)]).toEqual([
      before,
      ['payout_accepted', 'payout_returned'],
    ]);
    const settled = await confirmSettlement(second, id, proposal?.proposed_at ?? '');
    expect(await available(client)).toBe(before - 50_00n);
    expect(await entriesOf(payout)).toEqual([
      ['available', '5000'],
      ['rail_float:PROVIDER_A', '-5000'],
    ]);
    expect(settled).toMatchObject({
      status: 'CLOSED',
      closed: { by: second.user.name, resolution: expect.stringMatching(/^Adjusted: 50\.00 GMD has left/) },
      adjustments: [{ amount: '-50.00', borne_by: 'client', case_id: id, evidence }],
    });
    const [row] = await sql`select * from adjustments where transaction_id = ${payout.id}`;
    expect(row).toMatchObject({
      client_bututs: '-5000',
      rail_bututs: '-5000',
      proposed_by_name: first.user.name,
      confirmed_by_name: second.user.name,
    });
    expect(await reread(payout)).toMatchObject({ status: 'FAILED', deliveredAfterFailure: true });
    expect((await eventsOf(payout)).at(-1)).toMatchObject({
      event: 'balance.adjusted',
      data: {
        id: row?.id,
        type: 'adjustment',
        reference: payout.clientReference,
        amount: '-50.00',
        reason: 'The recipient was paid after all.',
      },
    });
  });

  it('that the house bears is its loss, and no news for the client', async () => {
    const { client, payout, id } = await paidAfterFailure();
    const [before, told] = [await available(client), await eventsOf(payout)];
    await settleByTwo(id, adjusted({ borne_by: 'house' }));
    expect(await entriesOf(payout)).toEqual([
      ['losses', '5000'],
      ['rail_float:PROVIDER_A', '-5000'],
    ]);
    expect(await available(client)).toBe(before);
    expect(await eventsOf(payout)).toEqual(told);
  });

  it('credits what came back of a payout that stays SUCCEEDED', async () => {
    const client = await newClient();
    const sent = await newLivePayout(client);
    const payout = await move(client, sent, { kind: 'payout_delivered', railReference: 'back-1' });
    const before = await available(client);
    await settleByTwo(await caseOf(payout, 'returned'), adjusted({ direction: 'in', amount: 20_00n }));
    expect(await available(client)).toBe(before + 20_00n);
    expect(await reread(payout)).toMatchObject({ status: 'SUCCEEDED', deliveredAfterFailure: false });
  });

  it('takes no more of a collection than its amount, also in two turns', async () => {
    const client = await newClient();
    const collection = await paidCollection(client);
    await paidCollection(client);
    const first = await caseOf(collection, 'contradiction');
    await expect(propose(first, adjusted({ amount: 100_01n }))).rejects.toMatchObject(
      refusal('No more than 100.00 GMD can be taken of this collection.'),
    );
    await settleByTwo(first, adjusted({ amount: 60_00n }));
    const second = await caseOf(collection, 'contradiction');
    await expect(propose(second, adjusted({ amount: 40_01n }))).rejects.toMatchObject(
      refusal('No more than 100.00 GMD can be taken of this collection, and 60.00 were.'),
    );
    await settleByTwo(second, adjusted({ amount: 40_00n }));
    expect(await journalsOf(collection)).toEqual(['collection_settled', 'adjustment', 'adjustment']);
  });

  it('leaves no more to refund than the rail has not taken back, whoever bore that', async () => {
    for (const borne_by of ['client', 'house'] as const) {
      const client = await newClient();
      const collection = await paidCollection(client);
      await paidCollection(client, 500_00n);
      await settleByTwo(await caseOf(collection, 'contradiction'), adjusted({ amount: 60_00n, borne_by }));
      const before = await available(client);
      await expect(refusedRefund(client, collection, '40.01')).rejects.toMatchObject({
        code: 'REFUND_EXCEEDS_COLLECTION',
        details: { refundable_amount_bututs: 40_00 },
      });
      expect(await presentRefundsOf(collection)).toMatchObject({
        refundable_amount: '40.00',
        under_way_amount: '0.00',
      });
      expect(await available(client)).toBe(before);
      await expect(newLiveRefund(client, collection, 40_01n)).rejects.toThrow('refund_exceeds');
      await newLiveRefund(client, collection, 40_00n);
      expect(await available(client)).toBe(before - 40_00n);
    }
  });

  it('takes of a client no more than its refunds have left of a collection; more is the house’s loss', async () => {
    const client = await newClient();
    const collection = await paidCollection(client);
    await paidCollection(client, 500_00n);
    await newLiveRefund(client, collection, 70_00n);
    const id = await caseOf(collection, 'contradiction');
    await expect(propose(id, adjusted({ amount: 30_01n }))).rejects.toMatchObject(
      refusal(expect.stringMatching(/^30\.00 GMD of this collection can still be taken from the client/)),
    );
    await propose(id, adjusted({ amount: 100_00n, borne_by: 'house' }));
    const other = await caseOf(collection, 'mismatch');
    const proposedAt = await propose(other, adjusted({ amount: 30_00n }));
    await newLiveRefund(client, collection, 1n);
    await expect(confirmSettlement(staffContext(), other, proposedAt)).rejects.toMatchObject(
      refusal(expect.stringMatching(/^Refunds of this collection were begun since/)),
    );
    expect(await journalsOf(collection)).toEqual(['collection_settled']);
  });

  it('and refunds at the same time never take more of a collection than it was', async () => {
    for (let round = 0; round < 4; round++) {
      const client = await newClient();
      const collection = await paidCollection(client);
      await paidCollection(client, 500_00n);
      const before = await available(client);
      const id = await caseOf(collection, 'contradiction');
      const proposedAt = await propose(id, adjusted({ amount: 100_00n }));
      const results = await Promise.allSettled([
        confirmSettlement(staffContext(), id, proposedAt),
        ...Array.from({ length: 8 }, () => newLiveRefund(client, collection, 25_00n)),
      ]);
      expect(results.some(({ status }) => status === 'fulfilled')).toBe(true);
      expect(before - (await available(client))).toBe(100_00n);
    }
  });

  it('that the client’s balance does not cover is not booked, and the proposal stays for later', async () => {
    const { client, payout, id } = await paidAfterFailure();
    const proposedAt = await propose(id, adjusted({ amount: 98_51n }));
    await expect(confirmSettlement(staffContext(), id, proposedAt)).rejects.toMatchObject(
      refusal(expect.stringMatching(/^The client has 98\.50 GMD only\. The proposal stays/)),
    );
    expect(await getCase(id)).toMatchObject({
      status: 'OPEN',
      proposal: { confirmed_by: null },
      adjustments: [],
      history: [
        { action: 'case.settlement_proposed' },
        { action: 'case.settlement_confirmed' },
        { action: 'case.settlement_refused', after: { reason: expect.stringContaining('98.50') } },
      ],
    });
    expect(await journalsOf(payout)).not.toContain('adjustment');
    await paidCollection(client);
    const { fundFloat } = await import('#lib/ledger/fund-float');
    await fundFloat(liveContext(client), 'PROVIDER_A', 100_00n);
    await confirmSettlement(staffContext(), id, proposedAt);
    expect(await available(client)).toBe(98_49n);
  });

  it('that our float does not cover is not booked', async () => {
    const { payout, id } = await paidAfterFailure({ provider: 'PROVIDER_C' });
    const proposedAt = await propose(id, adjusted({ amount: 9_000_00n, borne_by: 'house' }));
    await expect(confirmSettlement(staffContext(), id, proposedAt)).rejects.toMatchObject(
      refusal(expect.stringMatching(/^Our float on PROVIDER_C does not have so much/)),
    );
    expect(await journalsOf(payout)).not.toContain('adjustment');
    expect((await getCase(id)).proposal).toMatchObject({ outcome: 'adjusted', confirmed_by: null });
  });

  it('confirmed by 20 at once is booked once', async () => {
    const { payout, id } = await paidAfterFailure();
    const proposedAt = await propose(id, adjusted());
    const results = await Promise.allSettled(
      Array.from({ length: 20 }, () => confirmSettlement(staffContext(), id, proposedAt)),
    );
    expect(results.filter((each) => each.status === 'fulfilled')).toHaveLength(1);
    expect(await journalsOf(payout)).toEqual(['payout_accepted', 'payout_returned', 'adjustment']);
  });

  it('of two cases of one payment is booked for one of them; the other is looked at anew', async () => {
    const { payout, id } = await paidAfterFailure();
    const other = await caseOf(payout, 'contradiction');
    const times = [await propose(id, adjusted()), await propose(other, adjusted())];
    const results = await Promise.allSettled([
      confirmSettlement(staffContext(), id, times[0] ?? ''),
      confirmSettlement(staffContext(), other, times[1] ?? ''),
    ]);
    expect(results.filter((each) => each.status === 'fulfilled')).toHaveLength(1);
    expect(results.find((each) => each.status === 'rejected')?.reason).toMatchObject(
      refusal(expect.stringMatching(/^Another adjustment of this payout was booked meanwhile/)),
    );
    expect(await journalsOf(payout)).toEqual(['payout_accepted', 'payout_returned', 'adjustment']);
  });

  it('by one payment of the rail is made once', async () => {
    const { payout, id } = await paidAfterFailure();
    await settleByTwo(id, adjusted({}, 'pay-once'));
    expect((await reread(payout)).railReference).toBe('pay-once');
    const again = await caseOf(payout, 'delivered_after_failure');
    await expect(propose(again, adjusted({}, 'pay-once'))).rejects.toMatchObject(
      refusal(expect.stringMatching(/^The rail’s payment pay-once was booked by the adjustment of the case/)),
    );
    const other = await paidAfterFailure();
    await expect(propose(other.id, adjusted({}, 'pay-once'))).rejects.toMatchObject(
      refusal(expect.stringMatching(/^The rail’s payment pay-once is the transaction/)),
    );
    // What came back of it is another thing.
    await settleByTwo(again, adjusted({ direction: 'in' }, 'pay-once'));
  });

  it('is not made in the sandbox, nor without saying what, nor of nothing', () => {
    const inSandbox = { environment: 'SANDBOX', type: 'payout', status: 'FAILED' } as const;
    expect(possibleOutcomes(inSandbox, { kind: 'delivered_after_failure', is_other_amount: false })).toEqual(
      [],
    );
    const faults = (body: object) => {
      const { error } = proposalRequest.safeParse({ evidence, ...body });
      return error?.issues.map(({ path }) => path.join('.'));
    };
    const adjustment = { direction: 'in', amount: '1.00', borne_by: 'house', reason: 'x' };
    expect(faults({ outcome: 'adjusted', adjustment })).toBeUndefined();
    expect(faults({ outcome: 'adjusted' })).toEqual(['adjustment']);
    expect(faults({ outcome: 'nothing', adjustment })).toEqual(['adjustment']);
    for (const wrong of [
      { amount: '0.00' },
      { amount: '-1.00' },
      { direction: 'x' },
      { borne_by: 'x' },
      { reason: '' },
    ]) {
      const [name] = Object.keys(wrong);
      expect(faults({ outcome: 'adjusted', adjustment: { ...adjustment, ...wrong } })).toEqual([
        `adjustment.${name}`,
      ]);
    }
    expect(faults({ outcome: 'adjusted', adjustment: { ...adjustment, reason: 'x'.repeat(201) } })).toEqual([
      'adjustment.reason',
    ]);
  });
});

describe('a collection that was paid in part, or over', () => {
  it.each([90_00n, 110_00n])('ends as FAILED, and %i bututs that came are credited, in one', async (came) => {
    const { client, collection, unknown, id } = await paidInPart(formatAmount(came));
    await settleByTwo(id, adjusted({ direction: 'in', amount: came }, 'part-1'.concat(String(came))));
    expect(await available(client)).toBe(came);
    expect(await journalsOf(collection)).toEqual(['adjustment']);
    expect(await reread(collection)).toMatchObject({
      status: 'FAILED',
      amountBututs: 100_00n,
      failureCode: 'PROVIDER_ERROR',
      failureMessage: `The customer paid ${formatAmount(came)} instead of 100.00 GMD; what came was credited by an adjustment.`,
      railReference: `part-1${came}`,
    });
    expect(await eventsOf(collection)).toMatchObject([
      { event: 'payment.failed', data: { status: 'FAILED' } },
      { event: 'balance.adjusted', data: { amount: formatAmount(came) } },
    ]);
    const [closed] = await sql`select status, closed_by_name from cases where id = ${id}`;
    expect(closed).toMatchObject({ status: 'CLOSED', closed_by_name: expect.any(String) });
    expect((await getCase(unknown)).closed).toMatchObject({ by: null });
  });

  it('closes its own case in the confirmer’s name, also where the end would have closed it', async () => {
    const { unknown } = await paidInPart();
    const settled = await settleByTwo(unknown, adjusted({ direction: 'in', amount: 90_00n }));
    expect(settled.closed?.by).toBe('Some admin');
  });

  it('may go back to the customer instead: it ends as FAILED without a journal', async () => {
    const { client, collection, id } = await paidInPart();
    await settleByTwo(id, nothing);
    expect([await available(client), await journalsOf(collection)]).toEqual([0n, []]);
    expect(await reread(collection)).toMatchObject({
      status: 'FAILED',
      failureMessage: 'The customer paid 90.00 instead of 100.00 GMD; what came goes back to the customer.',
    });
    expect(await getCase(id)).toMatchObject({ status: 'CLOSED' });
  });

  it('is credited to the client or not at all, and never as a whole', async () => {
    const { id } = await paidInPart();
    for (const wrong of [{ direction: 'out' }, { direction: 'in', borne_by: 'house' }] as const) {
      await expect(propose(id, adjusted(wrong))).rejects.toMatchObject(
        refusal(expect.stringMatching(/^This collection is PENDING/)),
      );
    }
    const evidence = 'The statement has it in line 12.';
    await expect(propose(id, { outcome: 'succeeded', evidence })).rejects.toMatchObject(
      refusal(
        'A collection that is PENDING cannot be settled as succeeded, for the rail names another amount for it.',
      ),
    );
  });

  it('that the rail’s late word has settled meanwhile is not adjusted', async () => {
    const { client, collection, id } = await paidInPart();
    const proposedAt = await propose(id, adjusted({ direction: 'in', amount: 90_00n }));
    await move(client, collection, { kind: 'rail_succeeded', railReference: 'late-1' });
    await expect(confirmSettlement(staffContext(), id, proposedAt)).rejects.toMatchObject(
      refusal(
        'The rail has said its word meanwhile: this collection is SUCCEEDED. Nothing was changed by your decision.',
      ),
    );
    expect(await journalsOf(collection)).toEqual(['collection_settled']);
    expect(await getCase(id)).toMatchObject({ status: 'OPEN', proposal: null });
  });
});
