import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { liveContext, move, newLiveCollection, newLivePayout } from '#e2e/setup/live';
import { createTestDatabase, superuserSql, type TestDatabase } from '#e2e/setup/test-database';
import { createClient } from '#lib/clients/create-client';
import type { Context } from '#lib/context';
import { newId } from '#lib/ids';
import { auditLedger } from '#lib/ledger/audit';
import { advance } from '#lib/transactions/advance';
import type { Adjustment } from '#lib/transactions/decide';
import { reread } from '#lib/transactions/read';
import { failure, type Transaction } from '#lib/transactions/transaction';

// What is decided of an adjustment is in decide.test.ts; here is what the database makes of it.

let database: TestDatabase;
let sql: import('postgres').Sql;
let client: Context['client'];

beforeAll(async () => {
  database = await createTestDatabase();
  sql = superuserSql();
  const shop = { name: 'Shop', businessPhone: '+2207012345', businessEmail: 'shop@kaira.example' };
  client = { id: await createClient(shop), name: 'Shop', commissionBps: 150 };
});

afterAll(async () => {
  const lines = await auditLedger((await import('#db/client')).connect(database.url, 1));
  expect(lines.filter((line) => line.violations > 0)).toEqual([]);
  await database.drop();
});

async function openCase(transaction: Transaction): Promise<string> {
  const id = newId();
  await sql`
    insert into cases (id, environment, provider, kind, subject, client_id, transaction_id, details, status, opened_at, proposed_by, proposed_by_name)
    values (${id}, 'LIVE', ${transaction.provider}, 'mismatch', ${id}, ${transaction.clientId}, ${transaction.id}, '{}', 'OPEN', now(), ${newId()}, 'Fatou')`;
  return id;
}

function adjust(transaction: Transaction, what: Pick<Adjustment, 'caseId' | 'railBututs' | 'borneBy'>) {
  const words = { reason: 'by the statement', evidence: 'the statement' };
  const adjustment = {
    ...{ id: newId(), ...what, ...words },
    ...{ proposedByName: 'Fatou', confirmedByName: 'Lamin' },
  };
  const closeCase = { id: what.caseId, closedBy: newId(), closedByName: 'Lamin', resolution: 'Adjusted.' };
  const ctx = liveContext(client);
  return advance(ctx, transaction, { kind: 'adjusted', adjustment }, reread, { also: { closeCase } });
}

async function booked({
  id,
}: Transaction): Promise<{ adjustments: number; journals: number; events: number }> {
  const [row] = await sql`
    select (select count(*)::int from adjustments where transaction_id = ${id}) as adjustments,
           (select count(*)::int from journals where transaction_id = ${id} and kind = 'adjustment') as journals,
           (select count(*)::int from events where transaction_id = ${id} and event = 'balance.adjusted') as events`;
  return row as Awaited<ReturnType<typeof booked>>;
}

async function settled(): Promise<Transaction> {
  return move(client, await newLiveCollection(client), { kind: 'rail_failed', failure: failure('DECLINED') });
}

describe('an adjustment', () => {
  it('is booked once for its case, however many confirm it at once', async () => {
    const failed = await settled();
    const caseId = await openCase(failed);
    const told = Array.from({ length: 8 }, () =>
      adjust(failed, { caseId, railBututs: 45_00n, borneBy: 'client' }),
    );
    expect((await Promise.all(told)).filter(({ moved }) => moved)).toHaveLength(1);
    expect(await booked(failed)).toEqual({ adjustments: 1, journals: 1, events: 1 });
  });

  it('books nothing for a case that somebody has closed meanwhile, or of another transaction', async () => {
    const failed = await settled();
    const closed = await openCase(failed);
    await sql`update cases set status = 'CLOSED', closed_at = now(), resolution = 'Nothing.' where id = ${closed}`;
    for (const caseId of [closed, await openCase(await settled()), newId()]) {
      const { moved, refusal } = await adjust(failed, { caseId, railBututs: 45_00n, borneBy: 'client' });
      expect([moved, refusal]).toEqual([false, { outcome: 'exists' }]);
    }
    expect(await booked(failed)).toEqual({ adjustments: 0, journals: 0, events: 0 });
  });

  it('takes nothing of a client for a collection that brought it nothing', async () => {
    const failed = await settled();
    const { refusal } = await adjust(failed, {
      ...{ caseId: await openCase(failed), railBututs: -1n, borneBy: 'client' as const },
    });
    expect(refusal).toMatchObject({ outcome: 'refund_exceeds' });
  });

  it('takes no more from a balance than there is, and leaves the case open', async () => {
    const refused = { kind: 'payout_refused', failure: failure('RECIPIENT_NOT_FOUND') } as const;
    const failed = await move(client, await newLivePayout(client), refused);
    const caseId = await openCase(failed);
    const { refusal } = await adjust(failed, { caseId, railBututs: -1_000_000_00n, borneBy: 'client' });
    expect(refusal).toMatchObject({ outcome: 'insufficient_balance' });
    expect(await booked(failed)).toEqual({ adjustments: 0, journals: 0, events: 0 });
    expect(await sql`select status from cases where id = ${caseId}`).toEqual([{ status: 'OPEN' }]);
  });

  it('takes nothing from a float that is set aside for another payout', async () => {
    const refused = { kind: 'payout_refused', failure: failure('RECIPIENT_NOT_FOUND') } as const;
    const failed = await move(client, await newLivePayout(client), refused);
    // What it gave back is room; what the others take is set aside.
    for (const amountBututs of [50_00n, 30_00n]) await newLivePayout(client, { amountBututs });
    const caseId = await openCase(failed);
    const room = async () => {
      const [row] = await sql`
        select sum(amount)::int as room from (
          select balance_bututs - reserved_bututs as amount from accounts where name = 'rail_float:PROVIDER_A' and environment = 'LIVE'
          union all
          select amount_bututs - reserved_bututs from unfolded_entries where account = 'rail_float:PROVIDER_A' and environment = 'LIVE'
        ) booked`;
      return BigInt(row?.room);
    };
    const all = await room();
    const tooMuch = { caseId, railBututs: -all - 1n, borneBy: 'house' as const };
    expect((await adjust(failed, tooMuch)).refusal).toEqual({ outcome: 'float_short' });
    const { moved, transaction } = await adjust(failed, { ...tooMuch, railBututs: -all });
    expect([moved, transaction.status, transaction.deliveredAfterFailure]).toEqual([true, 'FAILED', true]);
    expect(await room()).toBe(0n);
    expect(await booked(failed)).toEqual({ adjustments: 1, journals: 1, events: 0 });
  });
});
