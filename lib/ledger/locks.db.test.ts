import type { Sql } from 'postgres';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { giveBalance } from '#e2e/setup/balance';
import { functionsText, lockTest, whileOpen } from '#e2e/setup/interleave';
import { newClient, staffContext } from '#e2e/setup/people';
import { createTestDatabase, superuserSql, type TestDatabase, withoutGuards } from '#e2e/setup/test-database';
import { ensureAccounts } from '#lib/clients/create-client';
import { type Context, systemContext } from '#lib/context';
import { newId } from '#lib/ids';
import { HOUSE_CLIENT_ID } from '#lib/ledger/accounts';
import { startAudit } from '#lib/ledger/run-audit';

// What each lock of the books, their seals and partitions is there for: without it, the scenario ends otherwise
// (docs/proof/locks.md).

let database: TestDatabase;
let sql: Sql;

beforeAll(async () => {
  database = await createTestDatabase();
  sql = superuserSql();
  await ensureAccounts();
});
afterAll(() => database.drop());

const foldAll = (session = sql) => session`select fold_entries()::int as folded`.then(([row]) => row?.folded);
const foldTallies = (session = sql) =>
  session`select fold_tallies()::int as folded`.then(([row]) => row?.folded);

/** With a balance that is not folded yet. */
async function shop(): Promise<Context> {
  const ctx = systemContext(await newClient(), 'SANDBOX');
  await giveBalance(ctx, 100_00n);
  return ctx;
}

describe('folding', () => {
  lockTest('leaves an account that a payout has locked, and waits for nobody', async () => {
    await shop();
    await foldAll();
    const ctx = await shop();
    const fold = await whileOpen(
      (session) => session`select lock_available(${ctx.client.id}, 'SANDBOX')`,
      () => foldAll(),
      // The entries that a folder took meanwhile would be waited for here, and it for the account's row.
      { meanwhile: (session) => session`select take_available(${ctx.client.id}, 'SANDBOX', 1)` },
    );
    // Of the other account that the collection was booked on.
    expect(fold).toEqual({ waited: false, value: 1 });
  });

  lockTest(
    'of the tallies is done by one: a second one has nothing to do, and waits for nobody',
    async () => {
      await shop();
      const second = await whileOpen(
        (session) => foldTallies(session),
        () => foldTallies(),
      );
      expect(second).toEqual({ waited: false, value: 0 });
    },
  );

  lockTest('what a release before folds is counted by rail, once, when this one comes', async () => {
    const [once = ''] =
      /do \$\$ begin[\s\S]+?end \$\$;/.exec(functionsText('db/functions/20_ledger.sql')) ?? [];
    await sql`delete from rail_tallies`;
    const second = await whileOpen(
      async (session) => {
        await session`select pg_advisory_xact_lock(hashtext('kaira fold_tallies'))`;
        await session`
          insert into tallies (client_id, environment, type, status, provider, day, count, amount_bututs, commission_bututs)
          values (${newId()}, 'LIVE', 'payout', 'SUCCEEDED', 'PROVIDER_Q', '2026-01-01', 1, 700, 0)`;
      },
      () => sql.unsafe(once),
    );
    expect(second).toMatchObject({ waited: true });
    expect(
      await sql`select amount_bututs::int as sum from rail_tallies where provider = 'PROVIDER_Q'`,
    ).toEqual([{ sum: 700 }]);
    await sql`delete from tallies where provider = 'PROVIDER_Q'`;
  });
});

describe('the house’s money', () => {
  const move = async (bututs: string, session = sql) => {
    const entry = (account: string, amount: string) => ({
      client_id: HOUSE_CLIENT_ID,
      account,
      amount_bututs: amount,
    });
    const order = {
      ...{
        client_id: HOUSE_CLIENT_ID,
        environment: 'LIVE',
        account: 'rail_float:PROVIDER_W',
        provider: 'PROVIDER_W',
      },
      ...{ from: 'float', amount_bututs: bututs, now: new Date() },
      journal: {
        ...{ id: newId(), kind: 'float_withdrawn' },
        entries: [entry('rail_float:PROVIDER_W', `-${bututs}`), entry('float_funding', bututs)],
      },
    };
    const [row] = await session`select move_house_money(${JSON.stringify(order)}::text::jsonb) as result`;
    return row?.result.outcome;
  };

  lockTest('leaves a float once, however many take all of it at the same time', async () => {
    await sql`update accounts set balance_bututs = 500 where client_id = ${HOUSE_CLIENT_ID} and name = 'rail_float:PROVIDER_W'`;
    await sql`delete from unfolded_entries where client_id = ${HOUSE_CLIENT_ID}`;
    const second = await whileOpen(
      (session) => move('500', session),
      () => move('500'),
    );
    expect(second).toEqual({ waited: true, value: 'too_much' });
  });

  lockTest(
    'is booked by one operator alone up to the limit, also by two bookings at the same time',
    async () => {
      const operator = newId();
      const isAlone = (session = sql) =>
        session`select books_alone(${operator}, 600, 1000, now()) as alone`.then(([row]) => row?.alone);
      const second = await whileOpen(
        async (session) => {
          expect(await isAlone(session)).toBe(true);
          await session`
          insert into audit_log (id, at, user_id, user_name, action, after)
          values (${newId()}, now(), ${operator}, 'Awa', 'rail.float_funded', '{"amount": "6.00"}')`;
        },
        () => isAlone(),
      );
      expect(second).toEqual({ waited: true, value: false });
    },
  );
});

describe('a period', () => {
  const close = (session: Sql, lastDay: string) => session`
    select close_period(jsonb_build_object(
      'environment', 'SANDBOX', 'last_day', ${lastDay}::text, 'approval_id', ${newId()}::text, 'settled_after', '0',
      'entries', (select count(*) from entries where environment = 'SANDBOX' and created_at < (${lastDay}::text::date + 1)::timestamp at time zone 'UTC'),
      'digest', repeat('0', 64), 'audit_id', ${newId()}::text, 'audit_checks', 1, 'asked_by', ${newId()}::text, 'asked_by_name', 'Awa',
      'asked_at', now(), 'closed_by', ${newId()}::text, 'closed_by_name', 'Binta'))`;
  const reopen = async () => {
    await withoutGuards((alone) => alone`delete from period_closes`);
    await sql`delete from unsealed where kind = 'period_closes'`;
  };

  lockTest('that is being closed takes no journal that is dated into it', async () => {
    const second = await whileOpen(
      (session) => close(session, '2020-01-31'),
      () => sql`select require_open_period('SANDBOX', '2020-01-15')`,
    );
    await reopen();
    expect(second).toEqual({ waited: true, error: 'KA020' });
  });

  lockTest('is closed with all that was being dated into it', async () => {
    const at = '2019-01-15T12:00:00Z';
    const ctx = await shop();
    const booked = { client_id: ctx.client.id, environment: 'SANDBOX', id: newId(), created_at: at };
    const second = await whileOpen(
      async (session) => {
        await session`insert into journals ${session({ ...booked, kind: 'float_funded' } as never)}`;
        await session`
          insert into entries (client_id, environment, account, journal_id, amount_bututs, created_at)
          values (${ctx.client.id}, 'SANDBOX', 'available', ${booked.id}, 1, ${at}),
                 (${ctx.client.id}, 'SANDBOX', 'held', ${booked.id}, -1, ${at})`;
      },
      // Its digest is of no entry.
      () => close(sql, '2019-01-31'),
    );
    await reopen();
    expect(second).toEqual({ waited: true, error: 'KA021' });
  });
});

describe('the seals', () => {
  const seal = (session = sql) => session`select seal_books(1000) as made`.then(([row]) => row?.made);

  lockTest('are made by one: a second one does nothing, and waits for nobody', async () => {
    await shop();
    const second = await whileOpen(
      (session) => seal(session),
      () => seal(),
    );
    expect(second).toEqual({ waited: false, value: null });
  });

  lockTest('have what was written before them once, also where two put it there', async () => {
    await shop();
    while (await seal());
    await sql`update seal_beginning set queued_at = null, since = 0`;
    const queue = (session = sql) => session`select queue_history() as done`.then(([row]) => row?.done);
    const second = await whileOpen(
      (session) => queue(session),
      () => queue(),
    );
    expect(second).toEqual({ waited: true, value: true });
    const twice =
      await sql`select from unsealed_payments group by client_id, id, sequence having count(*) > 1`;
    expect(twice).toHaveLength(0);
    while (await seal());
  });
});

describe('partitions', () => {
  const create = (session: Sql, at: string) =>
    session`select create_partitions('journals', ${at}::text::timestamptz) as name`.then(
      (rows) => rows.length,
    );

  lockTest('are made by one of two that want them', async () => {
    const year = `${2100 + Math.floor(Math.random() * 800)}-06-01`;
    const second = await whileOpen(
      (session) => create(session, year),
      () => create(sql, year),
    );
    expect(second).toEqual({ waited: true, value: 0 });
  });

  test('of old attempts are dropped by one of two that want them gone', async () => {
    // As if this release had run since then.
    await sql`alter table delivery_attempts detach partition delivery_attempts_before`.catch(() => {});
    await sql`select create_partitions('delivery_attempts', '2024-01-15')`;
    const drop = (session = sql) => session`select drop_attempts(30) as name`.then((rows) => rows.length);
    const second = await whileOpen(
      async (session) => expect(await drop(session)).toBe(3),
      () => drop(),
    );
    expect(second).toEqual({ waited: true, value: 0 });
  });
});

lockTest('a recount is begun by one of two operators: the other is told of it', async () => {
  const second = await whileOpen(
    async (session) => {
      await session`select pg_advisory_xact_lock(hashtext('kaira ledger_audits'))`;
      await session`
        insert into ledger_audits (id, started_by, started_by_name, started_at, seen_at, checks_total)
        values (${newId()}, ${newId()}, 'Awa', now(), now(), 1)`;
    },
    async () => {
      await startAudit(staffContext());
      return (await sql`select from ledger_audits`).length;
    },
  );
  expect(second).toEqual({ waited: false, value: 0 });
});
