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
import { move, newLiveCollection, newLivePayout } from '#e2e/setup/live';
import { newClient, staffContext } from '#e2e/setup/people';
import { createTestDatabase, superuserSql, type TestDatabase } from '#e2e/setup/test-database';
import { closeCase } from '#lib/cases/close-case';
import { confirmSettlement } from '#lib/cases/decide-settlement';
import { getCase } from '#lib/cases/get-case';
import { proposeSettlement } from '#lib/cases/propose-settlement';
import { reread } from '#lib/transactions/read';
import type { Transaction } from '#lib/transactions/transaction';

// Who may end a case, and how: money takes two people.

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

const journalsOf = async ({ id }: Transaction) =>
  (await sql`select kind from journals where transaction_id = ${id} order by id`).map((row) => row.kind);

describe('a case about money', () => {
  const kinds = [
    'unknown_outcome',
    'contradiction',
    'mismatch',
    'same_payment',
    'delivered_after_failure',
    'returned',
    'double_payment',
    'amount_differs',
  ] as const;

  it.each(kinds)(
    '%s is not closed by one person’s words, but by two who say that our books are right',
    async (kind) => {
      const client = await newClient();
      const collection = await paidCollection(client);
      const before = await journalsOf(collection);
      const id = await caseOf(collection, kind);
      expect(await getCase(id)).toMatchObject({ is_closable_by_one: false });
      await expect(closeCase(staffContext(), id, 'Nothing is owed, they say.')).rejects.toMatchObject(
        refusal(expect.stringMatching(/two people close it/)),
      );
      const one = staffContext();
      const { proposal } = await proposeSettlement(one, id, nothing);
      await expect(confirmSettlement(one, id, proposal?.proposed_at ?? '')).rejects.toMatchObject({
        code: 'FORBIDDEN',
      });
      const settled = await confirmSettlement(staffContext(), id, proposal?.proposed_at ?? '');
      expect(settled).toMatchObject({
        status: 'CLOSED',
        closed: { resolution: expect.stringMatching(/^Our books are right as they are, proposed by/) },
      });
      expect(await journalsOf(collection)).toEqual(before);
      expect(await reread(collection)).toMatchObject({ status: 'SUCCEEDED' });
    },
  );

  it('of an open payment has no such end', async () => {
    const client = await newClient();
    const open = await newLiveCollection(client);
    await expect(propose(await caseOf(open, 'contradiction'), nothing)).rejects.toMatchObject(
      refusal('A collection that is PENDING cannot be settled as nothing.'),
    );
    const sent = await newLivePayout(client);
    for (const proposal of [nothing, adjusted()]) {
      await expect(propose(await caseOf(sent, 'mismatch'), proposal)).rejects.toMatchObject({
        code: 'INVALID_STATE',
      });
    }
    const held = await move(client, sent, { kind: 'payout_float_short' });
    expect(await getCase(await caseOf(held, 'mismatch'))).toMatchObject({
      possible_outcomes: [],
      is_closable_by_one: false,
    });
  });

  it('is right no more once the rail has said another word', async () => {
    const client = await newClient();
    const open = await newLiveCollection(client);
    const ended = await move(client, open, { kind: 'rail_expired' });
    const id = await caseOf(ended, 'contradiction');
    const proposedAt = await propose(id, nothing);
    await move(client, ended, { kind: 'rail_succeeded', railReference: 'late-2' });
    // The rail's word itself has closed the case.
    await expect(confirmSettlement(staffContext(), id, proposedAt)).rejects.toMatchObject({
      code: 'INVALID_STATE',
    });
    const returned = await caseOf(await reread(ended), 'returned');
    await settleByTwo(returned, nothing);
  });
});

describe('a case that only says how our books and a statement compare', () => {
  it.each(['float_difference', 'rail_only', 'books_only'] as const)('%s is closed by one', async (kind) => {
    const id = await caseOf(await paidCollection(await newClient()), kind);
    expect(await closeCase(staffContext(), id, 'Found in the next day’s statement.')).toMatchObject({
      status: 'CLOSED',
    });
  });
});

describe('one payment of the rail', () => {
  it('that another transaction takes at the same moment is not settled a second time', async () => {
    const [client, other] = [await newClient(), await newClient()];
    const doubtful = await newLiveCollection(client);
    const quick = await newLiveCollection(other);
    const id = await caseOf(doubtful, 'unknown_outcome');
    const settlement = { outcome: 'succeeded', rail_reference: 'race-1', evidence } as const;
    const proposedAt = await propose(id, settlement);
    const alone = connect(database.url, 1);
    let confirmed: Promise<unknown> = Promise.resolve();
    await alone.begin(async (tx) => {
      await tx`select pg_advisory_xact_lock(hashtextextended('PROVIDER_A collection race-1', 0))`;
      await tx`update transactions set rail_reference = 'race-1' where id = ${quick.id}`;
      confirmed = confirmSettlement(staffContext(), id, proposedAt).catch((error: unknown) => error);
      const isWaiting = async () =>
        (await sql`select count(*)::int as n from pg_locks where locktype = 'advisory' and not granted`)[0]
          ?.n;
      await expect.poll(isWaiting).toBe(1);
    });
    await alone.end();
    expect(await confirmed).toMatchObject({
      ...refusal(expect.stringContaining(quick.id)),
      details: { transaction_id: quick.id },
    });
    expect(await reread(doubtful)).toMatchObject({ status: 'PENDING' });
    expect((await getCase(id)).proposal).toMatchObject({ outcome: 'succeeded', confirmed_by: null });
  });
});
