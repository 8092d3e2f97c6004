import { randomUUID } from 'node:crypto';
import type { Sql } from 'postgres';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { connect } from '#db/client';
import { migrate } from '#db/migrate';
import { applicationUrl, ownsBooks } from '#db/roles';
import { move, newLiveCollection, newLivePayout } from '#e2e/setup/live';
import { newClient } from '#e2e/setup/people';
import { createTestDatabase, superuserSql, type TestDatabase } from '#e2e/setup/test-database';
import { openCase } from '#lib/cases/open-case';
import { auditLedger } from '#lib/ledger/audit';
import type { Transaction } from '#lib/transactions/transaction';

// What the application's role may do to every table, tried and not looked up; db/functions/60_privileges.sql grants it.
// A new table fails the first test until it is decided here.

const read = 'SELECT';
const add = 'SELECT INSERT';
const keep = 'SELECT INSERT UPDATE';
const all = 'SELECT INSERT UPDATE DELETE';

const allowed: Record<string, string> = {
  // The books, and what happened: by functions only.
  accounts: 'SELECT INSERT(client_id environment name)',
  adjustments: read,
  backups: read,
  book_leaves: read,
  book_seals: read,
  entries: read,
  event_position_base: read,
  erased_rows: read,
  events: read,
  journals: read,
  payouts_to_others: read,
  period_closes: read,
  bound_secrets: read,
  rail_calls: read,
  sandbox_steps: read,
  seal_beginning: read,
  sealed_journals: read,
  sealed_leaves: read,
  sealed_other_rows: read,
  sealed_payment_rows: read,
  sealed_rows: read,
  sealed_states: read,
  sealed_tables: read,
  unsealed: read,
  unsealed_payments: read,
  unsealed_place_seq: '',
  tallies: read,
  tally_totals: read,
  rail_tallies: read,
  transaction_changes: read,
  transactions: read,
  unfolded_entries: read,
  unfolded_tallies: read,
  // Only added to.
  access_grants: add,
  audit_log: add,
  client_notes: add,
  delivery_attempts: add,
  erasures: add,
  rail_tariffs: add,
  // Never removed.
  api_keys: 'SELECT INSERT UPDATE(expires_at last_used_address last_used_at last_used_route revoked_at)',
  approvals: keep,
  cases:
    'SELECT INSERT(client_id details environment id kind opened_at provider status subject transaction_id) UPDATE(proposal proposed_at proposed_by proposed_by_name)',
  client_rails: keep,
  applications: keep,
  clients: keep,
  deliveries: 'SELECT UPDATE(attempts attempts_at_resend lease_token run_at status)',
  history_losses: 'SELECT INSERT UPDATE(decided_at decided_by decided_by_name reason)',
  invitations: keep,
  ledger_audits: 'SELECT INSERT UPDATE(error finished_at lines seen_at)',
  message_stops: add,
  messages: 'SELECT INSERT UPDATE(attempts fault lease_token link_sealed run_at sent_at status)',
  payment_links:
    'SELECT INSERT UPDATE(customer_mobile customer_name description error_url expires_at is_active max_payments metadata providers request_hash reserved_id scenario sold success_url title updated_at)',
  payment_request_lists: 'SELECT INSERT UPDATE(name)',
  tills: 'SELECT INSERT UPDATE(items updated_at version)',
  payment_requests:
    'SELECT INSERT UPDATE(cancelled_at cancelled_by paid_by_hand_at paid_by_hand_bututs paid_by_hand_by paid_by_hand_note taken_back)',
  payout_batch_rows:
    'SELECT INSERT UPDATE(amount amount_bututs mobile name name_check note provider reason reference removed_at status transaction_id warning)',
  payout_batches:
    'SELECT INSERT UPDATE(confirmed_at confirmed_by finished_at good_bututs lease_token rows_accepted rows_good rows_refused run_at status version)',
  rail_connection_requests: keep,
  sandbox_clocks: keep,
  rail_connection_versions: 'SELECT INSERT UPDATE(fields_sealed mark)',
  rail_faces: keep,
  rail_health: keep,
  rail_notices:
    'SELECT INSERT UPDATE(attempts client_id lease_token note repeats run_at status transaction_id)',
  rail_settings: keep,
  rail_statement_lines: 'SELECT UPDATE(client_id match transaction_id)',
  rail_statements: 'SELECT UPDATE(closed_at closed_by_name)',
  rail_wallets: keep,
  recipients: keep,
  users: keep,
  webhook_endpoints: keep,
  // What is over goes.
  application_files: 'SELECT INSERT DELETE',
  customer_notes: 'SELECT INSERT DELETE',
  idempotency_keys: all,
  login_throttles: all,
  rail_connections: all,
  rate_buckets: all,
  standby_marks: all,
  workers: all,
  rail_operations: 'SELECT UPDATE(attempts lease_token run_at) DELETE',
  recovery_codes: 'SELECT INSERT UPDATE(used_at) DELETE',
  sessions: all,
  // Settlements are begun and stepped by functions of the owner's.
  settlement_accounts: 'SELECT INSERT UPDATE(removed_at)',
  settlement_changes: read,
  settlement_files: read,
  settlement_schedules: 'SELECT INSERT UPDATE',
  settlement_templates: 'SELECT INSERT UPDATE',
  settlements: read,
  // Which release the schema is of, and which partitions there are.
  __drizzle_migrations: read,
  __drizzle_migrations_id_seq: '',
  schema_functions: read,
  partitioned_tables: read,
  partitions: read,
};

const definers = [
  ...[
    'begin_settlement',
    'cancel_settlements_to',
    'close_case',
    'close_open_payments',
    'close_period',
    'commit_changes',
    'commit_together',
    'create_partitions',
    'drop_attempts',
    'fold_entries',
  ],
  ...[
    'fold_tallies',
    'forget_faulty_rows',
    'fund_float',
    'keep_positions_growing',
    'make_settlement_file',
    'move_house_money',
  ],
  ...[
    'move_sandbox_clock',
    'note_settlement_download',
    'queue_history',
    'refresh_statistics',
    'seal_books',
    'step_settlement',
    'step_settlement_file',
    'store_statement',
    'work_erasure',
  ],
];
const ofItsOwn = [
  ...['chain_hash', 'is_json', 'is_kaira', 'leaf_hash', 'merkle_root', 'sealed_rows_of_payment'],
  'books_alone',
  'claim_deliveries',
  'collected_on',
  'cover_on',
  'event_horizon',
  'exceeds_what_came',
  'is_booked_by_hand',
  'is_held_by_scenario',
  'is_queued_before',
  'is_same_number',
  'left_of_collection',
  'lowest_id_at',
  'messages_about',
  'paid_after_failure',
  'payback_collection',
  'payback_references',
  'paybacks_of',
  'payout_limits',
  'people_told',
  'rail_payout_limits',
  'refunded_of',
  'stays_held',
  'store_answer',
  'take_of_rates',
  'trial_balance',
  'why_kept_back',
  'with_recipient',
  'would_be_held',
];

const NOT_ALLOWED = '42501';
/** A view is no table: nothing can be put into it, whatever one may. */
const NOT_POSSIBLE = ['55000', '42809', '0A000'];

let database: TestDatabase;
/** As whoever has the application's address. */
let application: Sql;
let payout: Transaction;

beforeAll(async () => {
  database = await createTestDatabase();
  application = connect(applicationUrl(database.url), 1);
  const client = await newClient();
  payout = await newLivePayout(client);
  const collection = await newLiveCollection(client);
  await move(client, collection, { kind: 'rail_succeeded', railReference: randomUUID() });
  await openCase({ kind: 'mismatch', provider: 'PROVIDER_A', subject: 'some', details: {} }, new Date());
  await application`
    insert into rail_notices (provider, dedupe_id, body_sealed, received_at, status)
    values ('PROVIDER_W', 'one', decode(repeat('ab', 64), 'hex'), now(), 'DONE')`;
});

afterAll(async () => {
  await application.end();
  await database.drop();
});

async function refusal(statement: string): Promise<string | undefined> {
  return application.unsafe(statement).then(
    () => undefined,
    (error) => error.code,
  );
}

async function may(statement: string): Promise<boolean> {
  const code = await refusal(statement);
  if (code !== undefined && code !== NOT_ALLOWED && !NOT_POSSIBLE.includes(code))
    throw new Error(`${statement}: ${code}`);
  return code === undefined;
}

/** `UPDATE` where it may every column, `UPDATE(a b)` where it may some. */
async function verbOfColumns(
  verb: string,
  columns: string[],
  statement: (column: string) => string,
): Promise<string[]> {
  const some: string[] = [];
  for (const column of columns) if (await may(statement(column))) some.push(column);
  if (some.length === 0) return [];
  return [some.length === columns.length ? verb : `${verb}(${some.join(' ')})`];
}

async function privilegesOn(table: string, columns: string[]): Promise<string> {
  const verbs: string[] = [];
  if (await may(`select * from ${table} limit 0`)) verbs.push('SELECT');
  verbs.push(
    ...(await verbOfColumns('INSERT', columns, (c) => `insert into ${table} (${c}) select null where false`)),
    ...(await verbOfColumns('UPDATE', columns, (c) => `update ${table} set ${c} = default where false`)),
  );
  if (await may(`delete from ${table} where false`)) verbs.push('DELETE');
  if (await may(`truncate ${table}`)) verbs.push('TRUNCATE');
  return verbs.join(' ');
}

describe('the application’s role', () => {
  test('may do to each table what is written here, and to no partition by itself', {
    timeout: 60_000,
  }, async () => {
    const tables = await superuserSql()<
      { name: string; full: string; partition: boolean; columns: string[] }[]
    >`
      select c.relname as name, format('%I.%I', n.nspname, c.relname) as full, c.relispartition as partition,
             array(select quote_ident(attname) from pg_attribute where attrelid = c.oid and attnum > 0 and not attisdropped order by attname) as columns
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname in ('public', 'drizzle') and c.relkind in ('r', 'p', 'v', 'm', 'f', 'S')`;
    const found: Record<string, string> = {};
    for (const { name, full, partition, columns } of tables) {
      const can = await privilegesOn(full, columns);
      if (partition) expect(can, name).toBe('');
      else found[name] = can;
    }
    expect(found).toEqual(allowed);
  });

  test('may call these functions; those that do more than it may have a path of their own, and an owner who is nobody', async () => {
    const rows = await superuserSql()`
      select proname as name, prosecdef as definer, proconfig as settings, rolname as owner, rolsuper or rolcanlogin as somebody
      from pg_proc p join pg_roles r on r.oid = proowner
      where pronamespace = 'public'::regnamespace and has_function_privilege('kaira_app', p.oid, 'execute') order by proname`;
    expect(rows.map(({ name }) => name)).toEqual([...definers, ...ofItsOwn].toSorted());
    expect(rows.filter(({ definer }) => definer).map(({ name }) => name)).toEqual(definers);
    for (const { settings, owner, somebody } of rows.filter(({ definer }) => definer)) {
      expect(settings?.[0]).toBe('search_path=public, pg_temp');
      // Beside it, only how plans are made.
      expect(
        settings
          ?.slice(1)
          .filter((each: string) => !/^(plan_cache_mode|enable_\w+|TimeZone|bytea_output)=/.test(each)),
      ).toEqual([]);
      expect([owner, somebody]).toEqual(['kaira_owner', false]);
    }
  });

  const id = '00000000-0000-7000-8000-000000000001';
  test.each([
    [
      'entries without a journal',
      `insert into entries select client_id, environment, account, '${id}', amount_bututs, now() from entries`,
    ],
    [
      'a journal',
      `insert into journals (client_id, id, environment, kind, created_at) values ('${id}', '${id}', 'LIVE', 'x', now())`,
    ],
    ['a journal by the function inside', `select post_journal('${id}', 'LIVE', null, '{}', '{}', now())`],
    ['one change by the function inside', `select commit_change('{}')`],
    ['a balance', 'update accounts set balance_bututs = -1000000'],
    [
      'a balance that an account begins with',
      `insert into accounts values ('${id}', 'LIVE', 'available', -1000000, 0)`,
    ],
    [
      'a balance by what is still to be added up',
      `insert into unfolded_entries values ('${id}', 'LIVE', 'available', -1000000, 0)`,
    ],
    [
      'a status',
      `update transactions set status = 'SUCCEEDED', completed_at = now() where status = 'PENDING'`,
    ],
    ['an amount', 'update transactions set amount_bututs = 1'],
    ['a number', `update transactions set mobile = '+2207000000'`],
    ['the removal of a transaction', 'delete from transactions'],
    ['the removal of a case', 'delete from cases'],
    ['the end of a case', `update cases set status = 'CLOSED', closed_at = now()`],
    ['the removal of a notice', 'delete from rail_notices'],
    ['the body of a notice', `update rail_notices set body_sealed = '\\x01'`],
    ['the removal of an event', 'delete from events'],
    ['an event that was not', 'insert into events select * from events'],
    ['a line of the audit log', `update audit_log set user_name = 'nobody'`],
    ['how a call ended', `update rail_calls set outcome = 'refused'`],
    ['tables emptied', 'truncate transactions, journals, entries'],
    ['a guard put aside', 'alter table entries disable trigger all'],
    ['a guard removed', 'drop trigger entries_append_only on entries'],
    ['all guards put aside', 'set session_replication_role = replica'],
    [
      'another guard',
      'create or replace function refuse_change() returns trigger language plpgsql as $$ begin return null; end $$',
    ],
    [
      'a function in front of ours',
      `create function public.now() returns timestamptz language sql as 'select null::timestamptz'`,
    ],
    ['a table in front of ours', 'create temp table accounts (like public.accounts)'],
    ['a schema', 'create schema mine'],
    ['the owner’s role', 'set role kaira_owner'],
    ['a superuser’s role', 'set session authorization postgres'],
    ['more rights', `select grant_privileges('kaira_app')`],
    ['all rights', 'alter role kaira_app superuser'],
    ['the server’s files', `select pg_read_file('postgresql.conf')`],
    ['the server’s programs', `copy transactions to program 'cat'`],
  ])('is refused %s', async (_, statement) => {
    expect(await refusal(statement)).toBe(NOT_ALLOWED);
  });

  test('finds no way into the functions by a table of its own, where a database allows it one', async () => {
    const [found] = await application`select id from cases where status = 'OPEN' limit 1`;
    const name = new URL(database.url).pathname.slice(1);
    await superuserSql()`grant temporary on database ${superuserSql()(name)} to kaira_app`;
    const own = connect(applicationUrl(database.url), 1);
    try {
      await own`create temp table cases as select * from public.cases where false`;
      await own`insert into pg_temp.cases (id, status) values (${id}, 'OPEN')`;
      await own`set search_path = pg_temp, public`;
      const close = (which: string) => own`
        select close_case(${which}, null, ${id}, 'Somebody', 'Looked at it.', now()) as closed`;
      expect(await close(id)).toEqual([{ closed: false }]);
      expect(await close(found?.id)).toEqual([{ closed: true }]);
    } finally {
      await own.end();
      await superuserSql()`revoke temporary on database ${superuserSql()(name)} from kaira_app`;
    }
  });

  test('drops no attempts of the last seven days, whatever it asks for', async () => {
    const dropped = await application`select drop_attempts(-36500) as name`;
    // The months before there was a database.
    expect(dropped.filter(({ name }) => name !== 'delivery_attempts_before')).toEqual([]);
  });

  test('has left the books as they were, and can recount them', async () => {
    expect(await ownsBooks(application)).toBe(false);
    const [row] =
      await application`select status, amount_bututs::text from transactions where id = ${payout.id}`;
    expect(row).toEqual({ status: payout.status, amount_bututs: payout.amountBututs.toString() });
    expect((await auditLedger(application)).filter(({ violations }) => violations > 0)).toEqual([]);
  });

  test('may start a release that is there, and is told what to do where another is', async () => {
    const url = applicationUrl(database.url);
    await migrate(url);
    await superuserSql()`update schema_functions set digest = 'of another release'`;
    await expect(migrate(url)).rejects.toThrow('this role may not bring it there: give DATABASE_OWNER_URL');
    await migrate(database.url, url);
    await migrate(url);
  });
});
