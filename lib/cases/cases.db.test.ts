import type { Sql } from 'postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connect } from '#db/client';
import { brokenRules } from '#e2e/setup/broken-rules';
import { caseOf } from '#e2e/setup/cases';
import { move, newDoubt, newLiveCollection, newLivePayout } from '#e2e/setup/live';
import { memberContext, newClient, staffContext } from '#e2e/setup/people';
import { createTestDatabase, superuserSql, type TestDatabase } from '#e2e/setup/test-database';
import { closeCase } from '#lib/cases/close-case';
import { confirmSettlement, rejectSettlement, withdrawSettlement } from '#lib/cases/decide-settlement';
import { getCase } from '#lib/cases/get-case';
import { caseQuery, countOpenCases, listCases } from '#lib/cases/list-cases';
import { openCase } from '#lib/cases/open-case';
import { proposeSettlement } from '#lib/cases/propose-settlement';
import { readBooks } from '#lib/ledger/balances';
import { openDoubt } from '#lib/rail-work/doubt';
import { sealRailState } from '#lib/transactions/rail-side';
import type { Transaction } from '#lib/transactions/transaction';

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

const evidence = 'The statement of 31 July has it, line 7.';
const ending = 'Spoke with the client; nothing is owed.';

async function doubt(type: 'collection' | 'payout', facts: Partial<Transaction> = {}) {
  const client = await newClient();
  const transaction =
    type === 'collection'
      ? await newLiveCollection(client, { ...facts, call: { operation: 'charge', outcome: 'unknown' } })
      : await newLivePayout(client, { ...facts, call: { operation: 'send', outcome: 'unknown' } });
  await newDoubt(transaction);
  const [row] = await sql`select id from cases where transaction_id = ${transaction.id}`;
  return { client, transaction, id: row?.id as string };
}

async function proposed(
  type: 'collection' | 'payout',
  outcome: 'succeeded' | 'failed',
  reference: string | null = null,
) {
  const made = await doubt(type);
  const proposer = staffContext();
  const { proposal } = await proposeSettlement(proposer, made.id, {
    outcome,
    rail_reference: reference,
    evidence,
  });
  return { ...made, proposer, proposedAt: proposal?.proposed_at ?? '' };
}

const factsOf = async ({ id }: Transaction) => {
  const [row] = await sql`
    select status, rail_reference, failure_code, late,
           (select count(*)::int from journals j where j.transaction_id = t.id) as journals,
           (select actor from transaction_changes h where h.transaction_id = t.id order by sequence desc limit 1) as actor
    from transactions t where id = ${id}`;
  return row;
};
const linesOf = async (id: string) =>
  (await sql`select action, user_id from audit_log where subject_id = ${id} order by id`).map(
    (line) => line.action,
  );

describe('a settlement', () => {
  it('moves nothing while it is only proposed', async () => {
    const { transaction, id } = await proposed('collection', 'succeeded', 'R-1');
    expect(await factsOf(transaction)).toMatchObject({ status: 'PENDING', journals: 0 });
    expect(await getCase(id)).toMatchObject({
      status: 'OPEN',
      proposal: { outcome: 'succeeded', rail_reference: 'R-1', evidence, confirmed_by: null },
      possible_outcomes: ['succeeded', 'failed', 'adjusted'],
      rail_calls: [{ operation: 'charge', outcome: 'unknown' }],
    });
  });

  it.each([
    ['collection', 'succeeded', { status: 'SUCCEEDED', failure_code: null, journals: 1 }],
    ['collection', 'failed', { status: 'FAILED', failure_code: 'PROVIDER_ERROR', journals: 0 }],
    ['payout', 'succeeded', { status: 'SUCCEEDED', failure_code: null, journals: 2 }],
    ['payout', 'failed', { status: 'FAILED', failure_code: 'PROVIDER_ERROR', journals: 2 }],
  ] as const)(
    'of a %s as %s is booked in the operator’s name when another one confirms it',
    async (...each) => {
      const [type, outcome, facts] = each;
      const reference = outcome === 'succeeded' ? crypto.randomUUID() : null;
      const { transaction, id, proposer, proposedAt } = await proposed(type, outcome, reference);
      const second = staffContext();
      const settled = await confirmSettlement(second, id, proposedAt);
      expect(await factsOf(transaction)).toMatchObject({
        ...facts,
        rail_reference: reference,
        actor: `user:${second.user.id}`,
      });
      expect(settled).toMatchObject({
        status: 'CLOSED',
        closed: { by: second.user.name, resolution: expect.stringContaining(evidence) },
        proposal: { proposed_by: { id: proposer.user.id } },
        possible_outcomes: [],
      });
      expect(await linesOf(id)).toEqual(['case.settlement_proposed', 'case.settlement_confirmed']);
      expect(settled.history.map((line) => line.by)).toEqual([proposer.user.name, second.user.name]);
      const events = await sql`select event from events where transaction_id = ${transaction.id}`;
      expect(events).toHaveLength(1);
    },
  );

  it('as failed gives a payout’s money back to the client', async () => {
    const { client, id, proposedAt } = await proposed('payout', 'failed');
    const balance = async (account: string) =>
      (await readBooks(client.id, 'LIVE')).balances.get(account) ?? 0n;
    const before = await balance('available');
    expect(await balance('held')).toBe(50_00n);
    await confirmSettlement(staffContext(), id, proposedAt);
    expect(await balance('available')).toBe(before + 50_00n);
    expect(await balance('held')).toBe(0n);
  });

  it('is decided once, also by 20 operators at the same time', async () => {
    const { transaction, id, proposedAt } = await proposed('collection', 'succeeded', 'R-20');
    const results = await Promise.allSettled(
      Array.from({ length: 20 }, (_, index) =>
        index % 2
          ? confirmSettlement(staffContext(), id, proposedAt)
          : rejectSettlement(staffContext(), id, { proposed_at: proposedAt, reason: 'no' }),
      ),
    );
    expect(results.filter((each) => each.status === 'fulfilled')).toHaveLength(1);
    for (const each of results) {
      if (each.status === 'rejected') expect(each.reason).toMatchObject({ code: 'INVALID_STATE' });
    }
    const decisions = (await linesOf(id)).filter((action) => action !== 'case.settlement_proposed');
    expect(decisions).toHaveLength(1);
    const isSettled = decisions[0] === 'case.settlement_confirmed';
    expect(await factsOf(transaction)).toMatchObject(
      isSettled ? { status: 'SUCCEEDED', journals: 1 } : { status: 'PENDING', journals: 0 },
    );
  });

  it('of 20 operators who all say yes is booked once', async () => {
    const { transaction, id, proposedAt } = await proposed('payout', 'succeeded', 'R-21');
    const results = await Promise.allSettled(
      Array.from({ length: 20 }, () => confirmSettlement(staffContext(), id, proposedAt)),
    );
    expect(results.filter((each) => each.status === 'fulfilled')).toHaveLength(1);
    expect(await factsOf(transaction)).toMatchObject({ status: 'SUCCEEDED', journals: 2 });
  });

  it('twice by the same person moves nothing the second time', async () => {
    const { transaction, id, proposedAt } = await proposed('collection', 'succeeded');
    const second = staffContext();
    await confirmSettlement(second, id, proposedAt);
    await expect(confirmSettlement(second, id, proposedAt)).rejects.toMatchObject({ code: 'INVALID_STATE' });
    expect(await factsOf(transaction)).toMatchObject({ journals: 1 });
  });

  it('that the rail’s word overtook is told plainly, and moves nothing', async () => {
    const { client, transaction, id, proposedAt } = await proposed('collection', 'failed');
    await move(client, transaction, { kind: 'rail_succeeded', railReference: 'R-3' });
    await expect(confirmSettlement(staffContext(), id, proposedAt)).rejects.toMatchObject({
      code: 'INVALID_STATE',
      message: expect.stringMatching(/The rail said what became of it: SUCCEEDED\. Nothing was changed/),
    });
    expect(await factsOf(transaction)).toMatchObject({ status: 'SUCCEEDED', journals: 1 });
    expect(await linesOf(id)).not.toContain('case.settlement_confirmed');
  });

  it('whose transaction ended while it was being confirmed is told plainly as well', async () => {
    const { client, transaction } = await doubt('collection');
    // A case that the rail's word does not close by itself.
    await openCase(
      { kind: 'mismatch', provider: 'PROVIDER_A', subject: transaction.id, transaction, details: {} },
      new Date(),
    );
    const [row] =
      await sql`select id from cases where transaction_id = ${transaction.id} and kind = 'mismatch'`;
    const id = row?.id as string;
    const { proposal } = await proposeSettlement(staffContext(), id, { outcome: 'failed', evidence });
    await move(client, transaction, { kind: 'rail_succeeded', railReference: 'R-4' });
    await expect(confirmSettlement(staffContext(), id, proposal?.proposed_at ?? '')).rejects.toMatchObject({
      code: 'INVALID_STATE',
      message: expect.stringContaining('this collection is SUCCEEDED'),
    });
    expect(await getCase(id)).toMatchObject({
      status: 'OPEN',
      proposal: null,
      possible_outcomes: ['refunded', 'adjusted', 'nothing'],
    });
  });

  it('is not called unknown while people have the case of another amount, and is once they have ended that', async () => {
    const { transaction } = await doubt('collection');
    await sql`update cases set status = 'CLOSED', closed_at = now(), resolution = 'Seen.' where transaction_id = ${transaction.id}`;
    const kinds = async () =>
      (await sql`select kind from cases where transaction_id = ${transaction.id} and status = 'OPEN'`).map(
        ({ kind }) => kind,
      );
    const mismatch = await caseOf(transaction, 'mismatch', {
      what: 'amount',
      ours: '100.00',
      theirs: '90.00',
    });
    await openDoubt(transaction, new Date(), 'close');
    expect(await kinds()).toEqual(['mismatch']);
    await sql`update cases set status = 'CLOSED', closed_at = now(), resolution = 'Seen.' where id = ${mismatch}`;
    await openDoubt(transaction, new Date(), 'close');
    expect(await kinds()).toEqual(['unknown_outcome']);
  });

  it('of one payment of the rail is made for one transaction only', async () => {
    const first = await proposed('collection', 'succeeded', 'R-5');
    const other = await doubt('collection');
    const again = { outcome: 'succeeded', rail_reference: 'R-5', evidence } as const;
    await expect(proposeSettlement(staffContext(), other.id, again)).rejects.toMatchObject({
      code: 'INVALID_STATE',
      details: { case_id: first.id },
    });
    await confirmSettlement(staffContext(), first.id, first.proposedAt);
    await expect(proposeSettlement(staffContext(), other.id, again)).rejects.toMatchObject({
      code: 'INVALID_STATE',
      details: { transaction_id: first.transaction.id },
    });
    // Also where it was proposed before the other one took it.
    await sql`
      update cases set proposal = ${JSON.stringify(again)}::jsonb, proposed_by = ${crypto.randomUUID()}, proposed_by_name = 'A',
        proposed_at = '2026-01-01T00:00:00.000Z' where id = ${other.id}`;
    await expect(
      confirmSettlement(staffContext(), other.id, '2026-01-01T00:00:00.000Z'),
    ).rejects.toMatchObject({
      details: { transaction_id: first.transaction.id },
    });
    expect(await factsOf(other.transaction)).toMatchObject({ status: 'PENDING', journals: 0 });
    expect((await getCase(other.id)).proposal).toMatchObject({ confirmed_by: null });
  });

  it('that its confirmer died with is confirmed by whoever says so a minute later', async () => {
    const { transaction, id, proposedAt } = await proposed('collection', 'succeeded', 'R-6');
    const took = (ago: number) => ({
      confirmed_by: crypto.randomUUID(),
      confirmed_by_name: 'Binta',
      confirmed_at: new Date(Date.now() - ago).toISOString(),
    });
    await sql`update cases set proposal = proposal || ${JSON.stringify(took(5_000))}::jsonb where id = ${id}`;
    await expect(confirmSettlement(staffContext(), id, proposedAt)).rejects.toMatchObject({
      message: 'Binta has just confirmed this settlement.',
    });
    const rejection = { proposed_at: proposedAt, reason: 'no' };
    await expect(rejectSettlement(staffContext(), id, rejection)).rejects.toMatchObject({
      code: 'INVALID_STATE',
    });
    await sql`update cases set proposal = proposal || ${JSON.stringify(took(61_000))}::jsonb where id = ${id}`;
    await confirmSettlement(staffContext(), id, proposedAt);
    expect(await factsOf(transaction)).toMatchObject({ status: 'SUCCEEDED', journals: 1 });
  });

  it('is not of what has no other end: a payout that succeeded, or anything in the sandbox', async () => {
    const { client, transaction, id } = await doubt('payout');
    await move(client, transaction, { kind: 'payout_delivered', railReference: 'R-7' });
    await expect(
      proposeSettlement(staffContext(), id, { outcome: 'failed', evidence }),
    ).rejects.toMatchObject({ code: 'INVALID_STATE' });
  });

  it('keeps the leave to charge on the list of what is still to be given back', async () => {
    const client = await newClient();
    const transaction = await newLiveCollection(client, {
      railStateSealed: sealRailState('anywhere', 'a leave to charge'),
      call: { operation: 'charge', outcome: 'unknown' },
    });
    await newDoubt(transaction);
    const [row] = await sql`select id from cases where transaction_id = ${transaction.id}`;
    const { proposal } = await proposeSettlement(staffContext(), row?.id, { outcome: 'failed', evidence });
    await confirmSettlement(staffContext(), row?.id, proposal?.proposed_at ?? '');
    const left = await sql`select kind from rail_operations where transaction_id = ${transaction.id}`;
    expect(left.map(({ kind }) => kind)).toContain('revoke');
  });
});

describe('four eyes', () => {
  it('nobody decides a proposal of their own, and it stays', async () => {
    const { transaction, id, proposer, proposedAt } = await proposed('collection', 'succeeded');
    await expect(confirmSettlement(proposer, id, proposedAt)).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await expect(
      rejectSettlement(proposer, id, { proposed_at: proposedAt, reason: 'mine' }),
    ).rejects.toMatchObject({ code: 'FORBIDDEN' });
    expect(await factsOf(transaction)).toMatchObject({ status: 'PENDING' });
    expect((await getCase(id)).proposal).not.toBeNull();
  });

  it('the database refuses it as well, whatever wrote the row', async () => {
    const { id, proposer } = await proposed('collection', 'succeeded');
    const write = sql`
      update cases set status = 'CLOSED', closed_at = now(), closed_by = ${proposer.user.id} where id = ${id}`;
    await expect(write).rejects.toMatchObject({ constraint_name: 'cases_four_eyes' });
  });

  it('a yes to a proposal that was taken back is no yes to the one that took its place', async () => {
    const { id, proposer, proposedAt } = await proposed('collection', 'succeeded');
    await expect(withdrawSettlement(staffContext(), id, proposedAt)).rejects.toMatchObject({
      code: 'FORBIDDEN',
    });
    await withdrawSettlement(proposer, id, proposedAt);
    await proposeSettlement(proposer, id, { outcome: 'failed', evidence });
    await expect(confirmSettlement(staffContext(), id, proposedAt)).rejects.toMatchObject({
      code: 'INVALID_STATE',
      message: 'Another settlement is proposed by now. Read it first.',
    });
  });

  it('one proposal stands at a time, and after a no another one may', async () => {
    const { id, proposedAt } = await proposed('collection', 'succeeded');
    const again = { outcome: 'failed', evidence } as const;
    await expect(proposeSettlement(staffContext(), id, again)).rejects.toMatchObject({
      code: 'INVALID_STATE',
    });
    await rejectSettlement(staffContext(), id, { proposed_at: proposedAt, reason: 'Not in the statement.' });
    expect((await proposeSettlement(staffContext(), id, again)).history).toMatchObject([
      { action: 'case.settlement_proposed' },
      { action: 'case.settlement_rejected', after: { reason: 'Not in the statement.' } },
      { action: 'case.settlement_proposed' },
    ]);
  });

  it.each(['support', 'owner', 'admin of a client'] as const)('a %s settles nothing', async (who) => {
    const { client, id, proposedAt } = await proposed('collection', 'succeeded');
    const ctx =
      who === 'support'
        ? staffContext('support')
        : memberContext(client, { role: who === 'owner' ? 'owner' : 'admin' });
    const tries = [
      proposeSettlement(ctx, id, { outcome: 'failed', evidence }),
      confirmSettlement(ctx, id, proposedAt),
      rejectSettlement(ctx, id, { proposed_at: proposedAt, reason: 'no' }),
      withdrawSettlement(ctx, id, proposedAt),
      closeCase(ctx, id, ending),
    ];
    for (const each of tries) await expect(each).rejects.toMatchObject({ code: 'FORBIDDEN' });
  });
});

describe('a case without a settlement', () => {
  it('is closed with what was done, once, by whom and with a line', async () => {
    const subject = crypto.randomUUID();
    await openCase(
      { kind: 'unknown_reference', provider: 'PROVIDER_W', subject, details: { rail_reference: 'T_1' } },
      new Date(),
    );
    const [row] = await sql`select id from cases where subject = ${subject}`;
    const id = row?.id as string;
    const propose = proposeSettlement(staffContext(), id, { outcome: 'succeeded', evidence });
    await expect(propose).rejects.toMatchObject({ code: 'INVALID_STATE' });
    const results = await Promise.allSettled(
      Array.from({ length: 10 }, () => closeCase(staffContext(), id, ending)),
    );
    expect(results.filter((each) => each.status === 'fulfilled')).toHaveLength(1);
    expect(await getCase(id)).toMatchObject({ status: 'CLOSED', closed: { resolution: ending } });
    expect(await linesOf(id)).toEqual(['case.closed']);
  });

  it('is not closed while its transaction has no end, or a settlement waits', async () => {
    const { id } = await doubt('payout');
    await expect(closeCase(staffContext(), id, ending)).rejects.toMatchObject({
      code: 'INVALID_STATE',
      message: expect.stringContaining('settle it by evidence'),
    });
    const other = await proposed('collection', 'succeeded');
    await expect(closeCase(staffContext(), other.id, ending)).rejects.toMatchObject({
      code: 'INVALID_STATE',
    });
  });

  it('is not found under an id that is none', async () => {
    for (const id of ['nonsense', crypto.randomUUID()]) {
      await expect(getCase(id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
      await expect(closeCase(staffContext(), id, ending)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    }
  });
});

describe('the queue', () => {
  it('has what waits longest first, page by page, by kind and rail', async () => {
    const open = await countOpenCases();
    const ids: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await listCases(caseQuery.parse({ limit: '2', cursor }));
      ids.push(...page.data.map(({ id }) => id));
      cursor = page.pagination.next_cursor ?? undefined;
    } while (cursor);
    expect(ids).toHaveLength(open);
    expect([...ids].sort()).toEqual(ids);
    const doubts = await listCases(caseQuery.parse({ kind: 'unknown_outcome', provider: 'PROVIDER_A' }));
    expect(doubts.data.length).toBeGreaterThan(0);
    expect(new Set(doubts.data.map(({ kind }) => kind))).toEqual(new Set(['unknown_outcome']));
    expect((await listCases(caseQuery.parse({ provider: 'PROVIDER_C' }))).data).toEqual([]);
    const closed = await listCases(caseQuery.parse({ status: 'closed' }));
    expect(closed.data.every(({ status }) => status === 'CLOSED')).toBe(true);
  });
});
