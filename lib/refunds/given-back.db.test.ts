import type { Sql } from 'postgres';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, superuserSql, type TestDatabase } from '#e2e/setup/test-database';
import { newId } from '#lib/ids';
import { spellingsOf } from '#lib/phone';

// What the functions of db/functions/27_given_back.sql say by themselves, at their edges.

let database: TestDatabase;
let sql: Sql;

beforeAll(async () => {
  database = await createTestDatabase();
  sql = superuserSql();
});
afterAll(() => database.drop());

describe('two numbers', () => {
  const isSame = async (a: string | null, b: string | null) =>
    (await sql`select is_same_number(${a}::text, ${b}::text) as same`)[0]?.same;

  test.each([
    ['are one where they are equal', '+2207012345', '+2207012345', true],
    ['are one where one has two digits before the seven', '+2207012345', '+220877012345', true],
    ['are two where they differ in the last digit', '+2207012345', '+220877012346', false],
    ['are two where they differ in the first of the seven', '+2207012345', '+220878012345', false],
    ['are two where both have two digits before the same seven', '+220887012345', '+220877012345', false],
    ['are two where both have seven', '+2207012345', '+2208012345', false],
    ['are two where one has one digit more', '+2207012345', '+22077012345', false],
    ['are two where one has three digits more', '+2207012345', '+2208777012345', false],
    ['are two where one is of another country', '+2207012345', '+221877012345', false],
    ['are two where something stands before one', '+2207012345', ' +220877012345', false],
  ])('%s: %s, %s', async (_, a, b, same) => {
    expect([await isSame(a, b), await isSame(b, a)]).toEqual([same, same]);
  });

  test('are not compared where one is not known', async () => {
    expect([await isSame(null, '+2207012345'), await isSame('+2207012345', null)]).toEqual([null, null]);
  });

  test('are one wherever a customer is looked for by both spellings', async () => {
    for (const number of ['+2207012345', '+2203012345', '+2209012345']) {
      for (const other of spellingsOf(number)) expect(await isSame(number, other)).toBe(true);
    }
  });
});

describe('the references of a payback', () => {
  const collectionOf = async (reference: string) =>
    (await sql`select payback_collection(${reference}) as id`)[0]?.id;

  test('are ninety-nine, the first one without a figure, and each names its collection', async () => {
    const id = newId();
    const [row] = await sql`select payback_references(${id}) as all`;
    expect(row?.all).toEqual([
      `payback-${id}`,
      ...Array.from({ length: 98 }, (_, index) => `payback-${id}-${index + 2}`),
    ]);
    for (const each of (row?.all ?? []) as string[]) expect(await collectionOf(each)).toBe(id);
  });

  test('are no others: neither a figure that is not used, nor anything before or behind', async () => {
    const id = newId();
    const others = ['-0', '-1', '-02', '-100', '-', '-2-2', ' ', 'x'].map((end) => `payback-${id}${end}`);
    const more = [
      `x-payback-${id}`,
      `Payback-${id}`,
      `payback-${id.toUpperCase()}`,
      `payback-${id.slice(1)}`,
      id,
    ];
    for (const each of [...others, ...more]) expect(await collectionOf(each), each).toBeNull();
  });
});

describe('what a payout of 100 has brought its recipient', () => {
  interface Found {
    status: string;
    /** Its rail has paid it although it had failed. */
    isDelivered?: boolean;
    /** What came to the rail's wallet, or left it, by two people. */
    adjusted?: number[];
    case?: { isOpen?: boolean; closedBy?: string | null; outcome?: string; of?: string };
  }

  async function withRecipient({ status, isDelivered = false, adjusted = [], case: found }: Found) {
    const [clientId, id] = [newId(), newId()];
    const common = { client_id: clientId, environment: 'LIVE', transaction_id: id };
    for (const bututs of adjusted) {
      const row = {
        ...{
          ...common,
          id: newId(),
          case_id: newId(),
          journal_id: newId(),
          client_bututs: 0,
          rail_bututs: bututs,
        },
        ...{
          reason: 'r',
          evidence: 'e',
          proposed_by_name: 'Awa',
          confirmed_by_name: 'Binta',
          created_at: '2026-01-01',
        },
      };
      await sql`insert into adjustments ${sql(row)}`;
    }
    if (found) {
      const {
        isOpen = false,
        closedBy = newId(),
        outcome = 'nothing',
        of = 'delivered_after_failure',
      } = found;
      const row = {
        ...{
          ...common,
          id: newId(),
          provider: 'PROVIDER_W',
          kind: of,
          subject: id,
          details: '{}',
          opened_at: '2026-01-01',
        },
        ...{ proposal: JSON.stringify({ outcome }), status: isOpen ? 'OPEN' : 'CLOSED' },
        ...(!isOpen && { closed_at: '2026-01-02', closed_by: closedBy, resolution: 'r' }),
      };
      await sql`insert into cases ${sql(row as never)}`;
    }
    const payout = {
      client_id: clientId,
      environment: 'LIVE',
      id,
      type: 'payout',
      status,
      amount_bututs: 100,
    };
    const [row] = await sql`
      select with_recipient(jsonb_populate_record(null::transactions,
        ${JSON.stringify({ ...payout, delivered_after_failure: isDelivered })}::text::jsonb))::int as bututs`;
    return row?.bututs;
  }
  const late = { status: 'FAILED', isDelivered: true };

  test.each<[string, Found, number]>([
    ['is all of it while it waits', { status: 'AWAITING_LIQUIDITY' }, 100],
    ['is all of it while it is under way', { status: 'PENDING' }, 100],
    ['is all of it once it was delivered', { status: 'SUCCEEDED' }, 100],
    ['is nothing once it failed', { status: 'FAILED' }, 0],
    ['is nothing once it was taken back', { status: 'REVERSED' }, 0],
    ['is less what came back by two people', { status: 'SUCCEEDED', adjusted: [20, 10] }, 70],
    ['is never below nothing', { status: 'SUCCEEDED', adjusted: [130] }, 0],
    ['is never more than all', { status: 'SUCCEEDED', adjusted: [-30] }, 100],
    ['is what two people booked of one that failed', { status: 'FAILED', adjusted: [-40] }, 40],
    ['is all of it where its rail paid it all the same', late, 100],
    [
      'is all of it as long as people look into that',
      { ...late, adjusted: [-40], case: { isOpen: true } },
      100,
    ],
    ['is what they booked of it then', { ...late, adjusted: [-40], case: { outcome: 'adjusted' } }, 40],
    ['is nothing where they say that it was not paid', { ...late, case: {} }, 0],
    ['is all of it where no person has said so', { ...late, case: { closedBy: null } }, 100],
    ['is all of it where they say another thing', { ...late, case: { outcome: 'failed' } }, 100],
    ['is all of it where they say so of another matter', { ...late, case: { of: 'mismatch' } }, 100],
    [
      'and is nothing of one that failed and was not paid, whatever is open',
      { status: 'FAILED', case: { isOpen: true } },
      0,
    ],
  ])('%s', async (_, found, bututs) => {
    expect(await withRecipient(found)).toBe(bututs);
  });
});
