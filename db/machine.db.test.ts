import type { Sql, TransactionSql } from 'postgres';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { connect } from '#db/client';
import { findMachineDifferences, machineDifferences, machineQuery, machineSources } from '#db/machine';
import { createTestDatabase, type TestDatabase } from '#e2e/setup/test-database';

let database: TestDatabase;
let sql: Sql;

beforeAll(async () => {
  database = await createTestDatabase();
  sql = connect(database.url, 1);
});

afterAll(async () => {
  await sql?.end({ timeout: 5 });
  await database?.drop();
});

test('what is shipped is what a fresh database has: `npm run db:machine` writes it', async () => {
  const rows = await sql.unsafe(`select name, digest from (${machineQuery}) m order by name collate "C"`);
  const objects = Object.fromEntries(rows.map((row) => [row.name, row.digest]));
  await expect(`${JSON.stringify({ sources: machineSources(), objects }, null, 1)}\n`).toMatchFileSnapshot(
    'machine.json',
  );
});

test('a fresh database differs in nothing, for its owner and for the application', async () => {
  expect(await findMachineDifferences(sql)).toEqual([]);
});

test('partitions of whatever month are all as their table', async () => {
  await sql`select create_partitions('delivery_attempts', now() + interval '3 years'), create_partitions('entries', now() + interval '3 years')`;
  expect(await findMachineDifferences(sql)).toEqual([]);
});

test('an operator may add a table, an index for a report, and a role that reads', async () => {
  expect(
    await after(`create table reports (id int); create index reports_at on transactions (updated_at);
                 create role kaira_reports; grant select on transactions to kaira_reports`),
  ).toEqual([]);
});

test('what a dump gives back of each constraint, trigger and view is as it was shipped', async () => {
  const rows = await sql`
    select format('alter table %s drop constraint %I, add constraint %I %s', conrelid::regclass, conname, conname, pg_get_constraintdef(oid)) as again
    from pg_constraint where connamespace = 'public'::regnamespace and contype = 'c' and conparentid = 0 and conislocal
    union all
    select format('drop trigger %I on %s; %s', tgname, tgrelid::regclass, pg_get_triggerdef(oid))
    from pg_trigger where not tgisinternal and tgparentid = 0
      and tgrelid in (select oid from pg_class where relnamespace = 'public'::regnamespace)
    union all
    select format('create or replace view %s as %s', oid::regclass, pg_get_viewdef(oid))
    from pg_class where relnamespace = 'public'::regnamespace and relkind = 'v'`;
  expect(rows.length).toBeGreaterThan(100);
  expect(await after(rows.map((row) => row.again.replace(/;$/, '')).join(';\n'))).toEqual([]);
});

describe('what enforces cannot be changed without being named', () => {
  test.each([
    [
      'a condition is grouped otherwise',
      `alter table transactions drop constraint transactions_rail_fee, add constraint transactions_rail_fee
       check ((rail_fee_bututs >= -amount_bututs and environment = 'LIVE') or rail_fee_bututs = 0)`,
      'constraint transactions.transactions_rail_fee is not as this release has it',
    ],
    [
      'a guard’s condition is grouped otherwise',
      `create or replace trigger journals_in_open_period before insert on journals
       for each row when ((new.created_at < clock_timestamp()) is not false) execute function check_period()`,
      'trigger journals.journals_in_open_period is not as this release has it',
    ],
    [
      'refuse_change does nothing',
      `${emptied('refuse_change')}`,
      'function refuse_change() is not as this release has it',
    ],
    [
      'check_entries does nothing',
      `${emptied('check_entries')}`,
      'function check_entries() is not as this release has it',
    ],
    [
      'commit_changes does nothing',
      `create or replace function commit_changes(cs jsonb) returns jsonb language sql security definer as 'select cs'`,
      'function commit_changes(cs jsonb) is not as this release has it',
    ],
    [
      'a function runs as whoever calls it',
      'alter function fold_entries() security invoker',
      'function fold_entries() is not as this release has it',
    ],
    [
      'a function is called before ours',
      `create function lock_available(uuid, varchar) returns bigint language sql as 'select 1'`,
      'function lock_available(uuid, character varying) is not of this release',
    ],
    [
      'a function is gone',
      'drop function uuid_v7(timestamptz)',
      'function uuid_v7(p_at timestamp with time zone) is missing',
    ],
    [
      'a guard is off',
      'alter table journals disable trigger journals_append_only',
      'trigger journals.journals_append_only is not as this release has it',
    ],
    [
      'a guard of one partition is off',
      'alter table entries_other disable trigger entries_balanced',
      'trigger entries_*.entries_balanced of entries_other is not as this release has it',
    ],
    [
      'a guard of one partition is gone',
      'drop trigger journals_append_only on journals_other',
      'trigger journals_*.journals_append_only of journals_other is missing',
    ],
    [
      'a guard is gone',
      'drop trigger transactions_constant on transactions',
      'trigger transactions.transactions_constant is missing',
    ],
    [
      'a trigger is added',
      'create trigger x before insert on entries for each row execute function refuse_change()',
      'trigger entries.x is not of this release',
    ],
    [
      'a reference may stand twice',
      'drop index transactions_reference',
      'index transactions.transactions_reference is missing',
    ],
    [
      'an index counts other rows',
      `drop index transactions_rail_payment; create unique index transactions_rail_payment on transactions (provider) where false`,
      'index transactions.transactions_rail_payment is not as this release has it',
    ],
    [
      'an index refuses rows',
      'create unique index one_a_day on transactions (mobile) where false',
      'index transactions.one_a_day is not of this release',
    ],
    [
      'an amount may be anything',
      'alter table transactions drop constraint transactions_amount',
      'constraint transactions.transactions_amount is missing',
    ],
    [
      'a balance may be below zero',
      `alter table accounts drop constraint accounts_owed, add constraint accounts_owed check (true)`,
      'constraint accounts.accounts_owed is not as this release has it',
    ],
    [
      'a column is of another type',
      'alter table recipients alter column note type varchar(20)',
      'table recipients is not as this release has it',
    ],
    [
      'a table is lost with a crash',
      'alter table audit_log set unlogged',
      'table audit_log is not as this release has it',
    ],
    [
      'rows are hidden',
      'alter table audit_log enable row level security; create policy x on audit_log using (false)',
      'table audit_log is not as this release has it',
    ],
    [
      'what is written is dropped',
      'create rule x as on insert to audit_log do instead nothing',
      'rule audit_log.x is not of this release',
    ],
    [
      'a view says something else',
      `create or replace view partitioned_tables as select 'x'::text as name, 'y'::text as period`,
      'view partitioned_tables is not as this release has it',
    ],
    [
      'the application may write the books',
      'grant insert on entries to kaira_app',
      'grants on table entries to the application is not as this release has it',
    ],
    [
      'the application may write a partition',
      'grant insert on entries_other to kaira_app',
      'grants on table entries_* to the application is not of this release',
    ],
    [
      'the application may change what was decided',
      'grant update (amount_bututs) on transactions to kaira_app',
      'grants on table transactions to the application is not as this release has it',
    ],
    [
      'the application may call a step by itself',
      'grant execute on function post_journal(uuid, text, uuid, jsonb, text[], timestamptz) to kaira_app',
      'grants on function post_journal(p_client uuid, p_environment text, p_transaction uuid, p_journal jsonb, p_direct text[], p_now timestamp with time zone) to the application is not of this release',
    ],
    [
      'everybody may call a step',
      'grant execute on function commit_change(jsonb) to public',
      'privilege EXECUTE on function commit_change(INOUT c jsonb, OUT outcome jsonb, OUT t transactions, OUT n transactions) of everybody is not of this release',
    ],
    [
      'the application may make roles',
      'alter role kaira_app createrole',
      'role of the application is not as this release has it',
    ],
    [
      'the application is the owner',
      'grant kaira_owner to kaira_app',
      'role of the application is not as this release has it',
    ],
    [
      'no guard is asked in a session of the application',
      'alter role kaira_app set session_replication_role = replica',
      'setting session_replication_role is not of this release',
    ],
  ])('%s', async (_what, statement, difference) => {
    expect(await after(statement)).toContain(difference);
  });
});

/** A function that is a trigger's and lets all pass. */
function emptied(name: string): string {
  return `create or replace function ${name}() returns trigger language plpgsql as 'begin return new; end'`;
}

/** What differs after a statement, of which nothing stays. */
async function after(statement: string): Promise<string[]> {
  const end = new Error('rolled back');
  let found: string[] = [];
  await sql
    .begin(async (tx: TransactionSql) => {
      await tx.unsafe(statement);
      found = (await tx.unsafe(machineDifferences())).map((row) => row.difference);
      throw end;
    })
    .catch((error) => {
      if (error !== end) throw error;
    });
  return found;
}
