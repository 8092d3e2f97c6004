import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { move, newLiveCollection } from '#e2e/setup/live';
import { newClient } from '#e2e/setup/people';
import { createTestDatabase, superuserSql, type TestDatabase } from '#e2e/setup/test-database';
import { ensureAccounts } from '#lib/clients/create-client';
import { newId } from '#lib/ids';
import { getCommissionStatement } from '#lib/ledger/commission-statement';
import { listCommission } from '#lib/ledger/list-commission';
import { endOf, lastDayOf, monthAfter, startOf } from '#lib/ledger/periods';
import { getProfitAndLoss } from '#lib/ledger/profit-and-loss';
import { writeCommission } from '#lib/ledger/write-commission';
import { formatAmount, parseAmount } from '#lib/money';

const now = new Date();
const month = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 2, 1)).toISOString().slice(0, 7);
const before = new Date(startOf(`${month}-01`).getTime() - 1);
const last = new Date(endOf(lastDayOf(month)).getTime() - 1);
const middle = new Date(`${month}-15T12:00:00.000Z`);

let database: TestDatabase;
let clients: Awaited<ReturnType<typeof newClient>>[];

beforeAll(async () => {
  database = await createTestDatabase();
  clients = [await newClient(), await newClient()];
  await ensureAccounts();
});
afterAll(() => database.drop());

async function collected(index: number, amountBututs: bigint, at: Date) {
  const client = clients[index]!;
  const made = await newLiveCollection(client, { amountBututs, at });
  return move(client, made, { kind: 'rail_succeeded', railReference: randomUUID() }, at);
}

const statementOf = (index: number, of = month) =>
  getCommissionStatement({ clientId: clients[index]!.id, environment: 'LIVE' }, of, now);

async function bytesOf(index: number, format: 'json' | 'pdf'): Promise<Buffer> {
  const owner = { clientId: clients[index]!.id, environment: 'LIVE' } as const;
  const { stream } = await writeCommission(owner, { month, format }, now);
  return Buffer.from(await new Response(stream).arrayBuffer());
}

describe('a statement of commission', () => {
  test('has what was taken within the month and nothing beside, and all of them are the profit and loss', async () => {
    await collected(0, 100_00n, before);
    await collected(0, 200_00n, new Date(before.getTime() + 1));
    await collected(0, 300_00n, last);
    // Too small for a commission, and counted all the same.
    await collected(0, 33n, middle);
    await collected(0, 400_00n, new Date(last.getTime() + 1));
    await collected(1, 1_000_00n, middle);
    const sql = superuserSql();
    // What went back with refunds, and an adjustment: booked as `postings.ts` books them.
    for (const [kind, bututs] of [
      ['refund_paid', 1_20n],
      ['correction', -5n],
    ] as const) {
      const id = newId(middle);
      const { id: clientId } = clients[0]!;
      await sql`
        with made as (
          insert into journals (client_id, id, environment, kind, created_at) values (${clientId}, ${id}, 'LIVE', ${kind}, ${middle.toISOString()})
        )
        insert into entries (client_id, environment, account, journal_id, amount_bututs, created_at) values
          (${clientId}, 'LIVE', 'commission', ${id}, ${bututs.toString()}, ${middle.toISOString()}),
          (${clientId}, 'LIVE', 'available', ${id}, ${(-bututs).toString()}, ${middle.toISOString()})`;
    }
    expect(await statementOf(0)).toMatchObject({
      month,
      is_final: true,
      collections: { count: 3, gross: '500.33', commission: '7.50' },
      returned_by_refunds: { count: 1, amount: '-1.20' },
      adjustments: { count: 1, amount: '0.05' },
      total: '6.35',
    });
    const list = await listCommission({ month, environment: 'LIVE' });
    expect(list.clients.map(({ total }) => total)).toEqual(['15.00', '6.35']);
    const { months } = await getProfitAndLoss({ environment: 'LIVE', from: month, to: month }, now);
    const { commission_earned: earned, commission_returned: returned } = months[0]!.lines;
    const net = parseAmount(earned)! - parseAmount(returned.replace('-', ''))!;
    expect(list.total).toBe(formatAmount(net));
    expect(list.total).toBe('21.35');
  });

  test('is the same bytes whenever it is asked for, and another for each client and month', async () => {
    for (const format of ['json', 'pdf'] as const) {
      const first = await bytesOf(0, format);
      await collected(0, 77_00n, now);
      expect((await bytesOf(0, format)).equals(first)).toBe(true);
      expect((await bytesOf(1, format)).equals(first)).toBe(false);
    }
    expect((await bytesOf(0, 'pdf')).subarray(0, 5).toString()).toBe('%PDF-');
    const numbers = [await statementOf(0), await statementOf(1), await statementOf(0, monthAfter(month))];
    expect(new Set(numbers.map(({ number }) => number)).size).toBe(3);
  });

  test('of this month says that it may still change, and there is none of the next', async () => {
    const present = now.toISOString().slice(0, 7);
    expect((await statementOf(0, present)).is_final).toBe(false);
    await expect(statementOf(0, monthAfter(present))).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
  });
});
