import type { Sql, TransactionSql } from 'postgres';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { connect, sqlClient } from '#db/client';
import { adjusted, caseOf, nothing, paidCollection, settleByTwo } from '#e2e/setup/cases';
import { move, newLiveCollection, newLivePayout, newLiveRefund } from '#e2e/setup/live';
import { newClient, newUser, staffContext } from '#e2e/setup/people';
import { createTestDatabase, type TestDatabase } from '#e2e/setup/test-database';
import { approve } from '#lib/approvals/decide-approval';
import { sealBooks } from '#lib/book-seals/seal-books';
import { ensureAccounts } from '#lib/clients/create-client';
import { fingerprintOf, once } from '#lib/http/idempotency';
import { newId } from '#lib/ids';
import { askForKey } from '#lib/keys/ask-for-key';
import { revealKey } from '#lib/keys/reveal-key';
import { HOUSE_CLIENT_ID } from '#lib/ledger/accounts';
import { auditLedger, auditSnapshot } from '#lib/ledger/audit';
import { PERIODS_KEPT } from '#lib/ledger/closed-periods';
import { ACTED, ERASED, FUNDED, NOTHING_CORRECTED, REQUESTED } from '#lib/ledger/fact-checks';
import { GIVEN_BACK } from '#lib/ledger/given-back-check';
import { bookHouseMoney } from '#lib/rails/book-house-money';
import { setTariff } from '#lib/rails/set-tariff';
import { importStatement } from '#lib/reconciliation/import-statement';
import { places, seal } from '#lib/seal';
import { failure, type Transaction } from '#lib/transactions/transaction';
import { createEndpoint, updateEndpoint } from '#lib/webhooks/endpoints';

// A small book by the real verbs, sealed; then one thing at a time is changed by a superuser with all guards put aside, in
// every place that the change has to fit into, and the audit has to name it. docs/proof/corruptions.md counts them.

let database: TestDatabase;
let sql: Sql;
let made: Awaited<ReturnType<typeof makeBook>> & Later;

/** In no seal yet. */
type Later = Record<'fresh' | 'refund' | 'credited', Transaction>;

beforeAll(async () => {
  database = await createTestDatabase();
  sql = connect(database.url, 2, 'psql');
  made = { ...(await makeBook()), ...({} as Later) };
  while (await sealBooks());
}, 120_000);

afterAll(async () => {
  await sql?.end({ timeout: 5 });
  await database?.drop();
});

test('books that nobody touched are whole, before they are folded and after', async () => {
  expect(await violations(sql)).toEqual([]);
  await sqlClient()`select fold_entries(), fold_tallies()`;
  expect(await violations(sql)).toEqual([]);
});

test('what is written by Kaira after a seal is no violation, and neither once it is sealed', async () => {
  const later = await paidCollection(made.client);
  await updateEndpoint(made.owner, made.endpoint, { url: 'http://127.0.0.1:9998/' });
  expect(await violations(sql)).toEqual([]);
  while (await sealBooks());
  expect(await violations(sql)).toEqual([]);
  expect(await sql`select id from unsealed union all select id from unsealed_payments`).toEqual([]);
  const found = await toldAfter(
    (tx) => tx`update transactions set customer_name = 'Somebody else' where id = ${later.id}`,
  );
  expect(found.join()).toContain(`transactions ${later.id} was changed`);
});

interface Corruption {
  what: string;
  /** What the audit says, among others. */
  named: () => string;
  corrupt: (tx: TransactionSql) => unknown;
}

/** What the issue names, and as many of our own. */
const corruptions: Corruption[] = [
  {
    what: 'an amount changed in transaction, entries, event, balances and tallies alike',
    named: () => `transactions ${made.paid.id} was changed`,
    async corrupt(tx) {
      await tx`update transactions set amount_bututs = amount_bututs * 10, commission_bututs = commission_bututs * 10 where id = ${made.paid.id}`;
      await tx`update entries set amount_bututs = amount_bututs * 10 where journal_id in (select id from journals where transaction_id = ${made.paid.id})`;
      await tx`update events set body = replace(body, '"100.00"', '"1000.00"') where transaction_id = ${made.paid.id}`;
      await rebalance(tx);
    },
  },
  {
    what: 'another commission rate, the same way',
    named: () => `transactions ${made.paid.id} was changed`,
    async corrupt(tx) {
      await tx`update transactions set commission_bps = 300, commission_bututs = commission_bututs * 2 where id = ${made.paid.id}`;
      await tx`update entries e set amount_bututs = amount_bututs * 2 from journals j where j.id = e.journal_id and j.transaction_id = ${made.paid.id} and e.account = 'commission'`;
      await tx`update entries e set amount_bututs = amount_bututs + 150 from journals j where j.id = e.journal_id and j.transaction_id = ${made.paid.id} and e.account = 'available'`;
      await rebalance(tx);
    },
  },
  {
    what: 'a payout’s recipient changed, in its events too',
    named: () => `transactions ${made.payout.id} was changed`,
    async corrupt(tx) {
      await tx`update transactions set mobile = '+2209999999' where id = ${made.payout.id}`;
      await tx`update events set body = replace(body, '+2207012345', '+2209999999') where transaction_id = ${made.payout.id}`;
    },
  },
  {
    what: 'a whole forged collection',
    named: () => 'journals fff00000-0000-7000-8000-000000000002 was added',
    async corrupt(tx) {
      const [id, journal] = ['fff00000-0000-7000-8000-000000000001', 'fff00000-0000-7000-8000-000000000002'];
      await tx`insert into transactions select (jsonb_populate_record(t, jsonb_build_object('id', ${id}::text, 'client_reference', 'forged', 'rail_reference', 'forged'))).* from transactions t where id = ${made.paid.id}`;
      await tx`insert into transaction_changes select (jsonb_populate_record(c, jsonb_build_object('transaction_id', ${id}::text))).* from transaction_changes c where transaction_id = ${made.paid.id}`;
      await tx`insert into entries select e.client_id, e.environment, e.account, ${journal}, e.amount_bututs, e.created_at from entries e join journals j on j.id = e.journal_id where j.transaction_id = ${made.paid.id}`;
      await tx`insert into journals select client_id, ${journal}, environment, ${id}, kind, null, created_at from journals where transaction_id = ${made.paid.id}`;
      await tx`insert into events select (jsonb_populate_record(v, jsonb_build_object('id', gen_random_uuid(), 'transaction_id', ${id}::text, 'body', replace(replace(body, ${made.paid.id}, ${id}), ${made.paid.clientReference}, 'forged')))).* from events v where transaction_id = ${made.paid.id}`;
      await rebalance(tx);
    },
  },
  {
    what: 'a correction of 999,999.99',
    named: () => 'journals fff00000-0000-7000-8000-000000000003 was added',
    async corrupt(tx) {
      const id = 'fff00000-0000-7000-8000-000000000003';
      await tx`insert into journals select client_id, ${id}, environment, null, 'correction', id, created_at from journals where transaction_id = ${made.paid.id}`;
      await addEntries(tx, made.client.id, id, [
        ['available', -999_999_99n],
        ['float_funding', 999_999_99n],
      ]);
      await rebalance(tx);
    },
  },
  {
    what: 'a live float booked by hand',
    named: () => 'journals fff00000-0000-7000-8000-000000000004 was added',
    async corrupt(tx) {
      const id = 'fff00000-0000-7000-8000-000000000004';
      await tx`insert into journals values (${HOUSE_CLIENT_ID}, ${id}, 'LIVE', null, 'float_funded', null, now())`;
      await addEntries(tx, HOUSE_CLIENT_ID, id, [
        ['rail_float:PROVIDER_A', 500_000_00n],
        ['float_funding', -500_000_00n],
      ]);
      await rebalance(tx);
    },
  },
  ...(['refuse_change', 'check_entries'] as const).map((name) => ({
    what: `${name} replaced by an empty function`,
    named: () => `function ${name}() is not as this release has it`,
    corrupt: (tx: TransactionSql) =>
      tx.unsafe(
        `create or replace function ${name}() returns trigger language plpgsql as 'begin return null; end'`,
      ),
  })),
  {
    what: 'commit_changes replaced by an empty function',
    named: () => 'function commit_changes(cs jsonb) is not as this release has it',
    corrupt: (tx) =>
      tx.unsafe(
        `create or replace function commit_changes(cs jsonb) returns jsonb language sql as $$ select '{"outcome":"done"}'::jsonb $$`,
      ),
  },
  {
    what: 'the unique index of references dropped',
    named: () => 'index transactions.transactions_reference is missing',
    corrupt: (tx) => tx`drop index transactions_reference`,
  },
  removed('audit_log', () => (tx) => tx`delete from audit_log where id = ${made.line} returning id as key`),
  removed(
    'rail_calls',
    () => (tx) => tx`delete from rail_calls where transaction_id = ${made.payout.id} returning id as key`,
  ),
  removed(
    'rail_notices',
    () => (tx) => tx`delete from rail_notices returning provider || '/' || dedupe_id as key`,
  ),
  removed(
    'rail_statement_lines',
    () => (tx) =>
      tx`delete from rail_statement_lines returning provider || '/' || kind || '/' || rail_reference as key`,
  ),
  {
    what: 'a forged actor',
    named: () => `transaction_changes ${made.paid.id}/2 was changed`,
    corrupt: (tx) =>
      tx`update transaction_changes set actor = 'user:00000000-0000-7000-8000-0000000000aa' where transaction_id = ${made.paid.id} and sequence = 2`,
  },
  {
    what: 'a case closed by nobody',
    named: () => `cases ${made.open} was changed`,
    corrupt: (tx) =>
      tx`update cases set status = 'CLOSED', closed_at = now(), resolution = 'Our books are right.' where id = ${made.open}`,
  },
  {
    what: 'a job moved a year ahead',
    named: () => `beyond the end of its checkout: ${made.waiting.id} look_up`,
    corrupt: (tx) =>
      tx`update rail_operations set run_at = run_at + interval '1 year' where transaction_id = ${made.waiting.id}`,
  },
  {
    what: 'a job of a kind that does not fit',
    named: () => `that its transaction can have: ${made.waiting.id} charge`,
    corrupt: (tx) => tx`update rail_operations set kind = 'charge' where transaction_id = ${made.waiting.id}`,
  },
  {
    what: 'answers of idempotency keys exchanged',
    named: () => `of its own Idempotency-Key: ${made.client.id}/LIVE/first`,
    corrupt: (tx) => tx`
      update idempotency_keys k set response_sealed = o.response_sealed, fingerprint = o.fingerprint from idempotency_keys o where o.key <> k.key`,
  },
  {
    what: 'one movement at a rail named for two payments',
    named: () => 'no movement of money at a live rail stands for two transactions: PROVIDER_A/movement',
    async corrupt(tx) {
      await tx`drop index transactions_rail_movement`;
      await tx`update transactions set rail_payment_reference = 'movement' where id in (${made.payout.id}, ${made.second.id})`;
    },
  },
  {
    what: 'a key moved to another client',
    named: () => `api_keys ${made.key} was changed`,
    corrupt: (tx) => tx`update api_keys set client_id = ${made.other.id} where id = ${made.key}`,
  },
  {
    what: 'an endpoint’s address changed',
    named: () => `webhook_endpoints ${made.endpoint} was changed`,
    corrupt: (tx) =>
      tx`update webhook_endpoints set url = 'https://evil.example/' where id = ${made.endpoint}`,
  },
  // Our own.
  changed('a payer’s name', 'transactions', 'customer_name', 'Somebody else', () => made.paid.id),
  changed('a request’s hash', 'transactions', 'request_hash', '\\x00', () => made.paid.id),
  changed(
    'a rail’s reference',
    'transactions',
    'rail_reference',
    'another',
    () => made.paid.id,
    'transaction_states',
  ),
  changed(
    'the code of a failure',
    'transactions',
    'failure_code',
    'OTHER',
    () => made.failed.id,
    'transaction_states',
  ),
  changed('metadata', 'transactions', 'metadata', '{"a":"b"}', () => made.paid.id),
  changed('the date of a payment', 'transactions', 'created_at', '2020-01-01', () => made.paid.id),
  changed('the rate of a client', 'clients', 'commission_bps', '1', () => made.client.id),
  changed('a limit of a client', 'clients', 'payout_limit_bututs', '1', () => made.client.id),
  changed('the role of a person', 'users', 'role', 'developer', () => made.person),
  changed('the address of a person', 'users', 'email', 'other@people.example', () => made.person),
  changed('the scope of a key', 'api_keys', 'scope', 'read', () => made.key),
  changed('when a key was revoked', 'api_keys', 'revoked_at', '2020-01-01', () => made.key),
  changed('what a case is about', 'cases', 'details', '{"a":"b"}', () => made.settled),
  changed(
    'who closed a case',
    'cases',
    'closed_by',
    'fff00000-0000-7000-8000-0000000000aa',
    () => made.settled,
  ),
  changed('why a case was closed', 'cases', 'resolution', 'Because.', () => made.settled),
  changed(
    'who decided a request',
    'approvals',
    'decided_by',
    'fff00000-0000-7000-8000-0000000000aa',
    () => made.approval,
  ),
  changed('what was asked for', 'approvals', 'details', '{}', () => made.approval),
  changed('the kind of a request', 'approvals', 'kind', 'payout', () => made.approval),
  changed('the kind of a case', 'cases', 'kind', 'unmatched', () => made.settled),
  changed('who did something', 'audit_log', 'user_name', 'Nobody', () => made.line),
  changed('what was there after', 'audit_log', 'after', '{}', () => made.line),
  changed('a tariff', 'rail_tariffs', 'bps', '1', () => made.tariff),
  changed('what a call ended as', 'rail_calls', 'outcome', 'refused', () => made.call, 'rail_call_ends'),
  changed(
    'which wallet was asked',
    'rail_calls',
    'connection_id',
    'fff00000-0000-7000-8000-0000000000aa',
    () => made.call,
  ),
  {
    what: 'a notice said to be of another payment',
    named: () => `rail_notices ${made.notice} was changed`,
    corrupt: (tx) => tx`update rail_notices set transaction_id = ${made.payout.id}`,
  },
  {
    what: 'the amount of a statement’s line',
    named: () => `rail_statement_lines ${made.statementLine} was changed`,
    corrupt: (tx) => tx`update rail_statement_lines set amount_bututs = amount_bututs + 1`,
  },
  {
    what: 'an event that is gone, with its deliveries',
    named: () => `events ${made.event} was removed`,
    async corrupt(tx) {
      await tx`delete from deliveries where event_id = ${made.event}`;
      await tx`delete from events where id = ${made.event}`;
    },
  },
  {
    what: 'a journal and its entries dated a day before',
    named: () => 'was changed',
    async corrupt(tx) {
      await tx`update entries set created_at = created_at - interval '1 day' where journal_id in (select id from journals where transaction_id is null)`;
      await tx`update journals set created_at = created_at - interval '1 day' where transaction_id is null`;
    },
  },
  {
    what: 'a payment that is gone without a trace',
    named: () => `transactions ${made.failed.id} was removed`,
    async corrupt(tx) {
      for (const table of ['transaction_changes', 'events', 'deliveries', 'rail_operations', 'rail_calls'])
        await tx`delete from ${tx(table)} where transaction_id = ${made.failed.id}`;
      await tx`delete from transactions where id = ${made.failed.id}`;
      await rebalance(tx);
    },
  },
  {
    what: 'two payouts that changed places',
    named: () => `transactions ${made.payout.id} was changed`,
    async corrupt(tx) {
      await tx`update transactions set client_reference = 'between' where id = ${made.second.id}`;
      await tx`update transactions set client_reference = ${made.second.clientReference} where id = ${made.payout.id}`;
      await tx`update transactions set client_reference = ${made.payout.clientReference} where id = ${made.second.id}`;
      await tx`update events set body = replace(body, ${made.payout.clientReference}, ${made.second.clientReference}) where transaction_id = ${made.payout.id}`;
    },
  },
  {
    what: 'a seal that is gone, with its leaves',
    named: () => 'was added',
    async corrupt(tx) {
      await tx`delete from book_seals`;
      await tx`delete from book_leaves`;
    },
  },
  {
    what: 'a leaf written for what was changed',
    named: () => 'each seal is the root of its leaves, and follows from the one before: 1',
    async corrupt(tx) {
      await tx`update audit_log set user_name = 'Nobody' where id = ${made.line}`;
      await tx`update book_leaves l set hashes = (
        select string_agg(case key when ${made.line} then (select leaf_hash(content) from sealed_rows where kind = 'audit_log' and key = ${made.line}) else hash end, '' order by place)
        from sealed_leaves s where s.seal_id = l.seal_id and s.kind = l.kind) where kind = 'audit_log'`;
    },
  },
  {
    what: 'what waits to be sealed',
    named: () => 'audit_log fff00000-0000-7000-8000-000000000009 was removed',
    corrupt: (tx) =>
      tx`insert into unsealed (kind, key, hash) values ('audit_log', 'fff00000-0000-7000-8000-000000000009', '\\x00')`,
  },
];

describe('what a superuser changes is named by the audit', () => {
  test.each(corruptions)('$what', async ({ named, corrupt }) => {
    expect((await toldAfter(corrupt)).join('\n')).toContain(named());
  });

  // As on any busy day.
  test.each(corruptions)('$what, while another payment waits to be sealed', async ({ named, corrupt }) => {
    expect((await toldAfter(whileOneWaits(corrupt))).join('\n')).toContain(named());
  });
});

/** What is written as Kaira writes, or changed before it is sealed: no seal knows better, and a rule beside it does. */
const unsealed: Corruption[] = [
  {
    what: 'another recipient, in the payout and its events',
    named: () => `${REQUESTED}: ${made.fresh.id}`,
    async corrupt(tx) {
      await tx`update transactions set mobile = '+2209999999' where id = ${made.fresh.id}`;
      await tx`update events set body = replace(body, '+2207012345', '+2209999999') where transaction_id = ${made.fresh.id}`;
    },
  },
  {
    what: 'another amount and reference of a refund',
    named: () => `${REQUESTED}: ${made.refund.id}`,
    corrupt: (tx) => tx`update transactions set client_reference = 'mine' where id = ${made.refund.id}`,
  },
  {
    what: 'a refund of more than its collection, alike in all its rows',
    named: () => `${GIVEN_BACK}: ${made.refund.id}`,
    async corrupt(tx) {
      await tx`update transactions set amount_bututs = amount_bututs * 11 where id = ${made.refund.id}`;
      await tx`update entries set amount_bututs = amount_bututs * 11 where journal_id in (select id from journals where transaction_id = ${made.refund.id})`;
      await tx`update events set body = replace(body, '"10.00"', '"110.00"') where transaction_id = ${made.refund.id}`;
      await rebalance(tx);
    },
  },
  {
    what: 'a payback that is said to have gone to somebody else, so that more can go back',
    named: () => `${ERASED}: payouts_to_others ${made.fresh.id}`,
    async corrupt(tx) {
      await tx`update transactions set client_reference = ${`payback-${made.credited.id}`} where id = ${made.fresh.id}`;
      await tx`insert into payouts_to_others values (${made.client.id}, 'LIVE', ${made.fresh.id}, ${made.credited.id}, ${made.fresh.id})`;
    },
  },
  {
    what: 'a payout that gives back more than was credited',
    named: () => `${GIVEN_BACK}: ${made.fresh.id}`,
    corrupt: (tx) =>
      tx`update transactions set client_reference = ${`payback-${made.credited.id}`} where id = ${made.fresh.id}`,
  },
  {
    what: 'a correction of 999,999.99',
    named: () => `${NOTHING_CORRECTED}: fff00000-0000-7000-8000-000000000013`,
    async corrupt(tx) {
      const id = 'fff00000-0000-7000-8000-000000000013';
      await tx`insert into journals select client_id, ${id}, environment, null, 'correction', id, created_at from journals where transaction_id = ${made.paid.id}`;
      await addEntries(tx, made.client.id, id, [
        ['available', -999_999_99n],
        ['float_funding', 999_999_99n],
      ]);
      await tx`insert into unsealed (kind, client_id, id) values ('journals', ${made.client.id}, ${id})`;
      await rebalance(tx);
    },
  },
  {
    what: 'a live float booked by hand',
    named: () => `${FUNDED}: fff00000-0000-7000-8000-000000000014`,
    async corrupt(tx) {
      const id = 'fff00000-0000-7000-8000-000000000014';
      await tx`insert into journals values (${HOUSE_CLIENT_ID}, ${id}, 'LIVE', null, 'float_funded', null, now() + interval '1 hour')`;
      await addEntries(tx, HOUSE_CLIENT_ID, id, [
        ['rail_float:PROVIDER_A', 500_00n],
        ['float_funding', -500_00n],
      ]);
      await tx`insert into unsealed (kind, client_id, id) values ('journals', ${HOUSE_CLIENT_ID}, ${id})`;
      await rebalance(tx);
    },
  },
  ...(
    [
      ['a person who is not there', 'user:00000000-0000-7000-8000-0000000000aa'],
      ['a key that is not there', 'api_key:00000000-0000-7000-8000-0000000000aa'],
      ['another rail', 'rail:PROVIDER_W'],
      ['nobody', 'anybody'],
    ] as const
  ).map(([what, actor]) => ({
    what: `a step that was taken by ${what}`,
    named: () => `${ACTED}: ${made.fresh.id}/2`,
    corrupt: (tx: TransactionSql) =>
      tx`update transaction_changes set actor = ${actor} where transaction_id = ${made.fresh.id} and sequence = 2`,
  })),
  {
    what: 'a step that was taken by a key of another client',
    named: () => `${ACTED}: ${made.fresh.id}/2`,
    async corrupt(tx) {
      await tx`update api_keys set client_id = ${made.other.id} where id = ${made.key}`;
      await tx`update transaction_changes set actor = ${`api_key:${made.key}`} where transaction_id = ${made.fresh.id} and sequence = 2`;
    },
  },
  {
    what: 'a period that keeps the digest of other journals',
    named: () => `${PERIODS_KEPT}: LIVE 2020-01-31`,
    corrupt: (tx) => tx`
      insert into period_closes (environment, last_day, approval_id, asked_by, asked_by_name, asked_at, closed_by, closed_by_name,
        closed_at, lines, debit_bututs, credit_bututs, entries, digest, audit_id, audit_checks)
      values ('LIVE', '2020-01-31', ${made.approval}, ${made.person}, 'A', now(), ${made.approval}, 'B', now(), '[]', 0, 0, 0,
        repeat('0', 64), ${made.approval}, 1)`,
  },
];

describe('what is changed before it is sealed, or written as Kaira writes, is named by a rule', () => {
  beforeAll(async () => {
    const { client } = made;
    made.credited = await move(client, await newLiveCollection(client), {
      kind: 'rail_failed',
      failure: failure('DECLINED'),
    });
    const credit = adjusted({ direction: 'in', amount: 5_00n });
    const two = [await newUser('admin'), await newUser('admin')] as const;
    await settleByTwo(await caseOf(made.credited, 'contradiction'), credit, two);
    const sent = await newLivePayout(client);
    made.fresh = await move(client, sent, { kind: 'payout_delivered', railReference: 'delivered-3' });
    made.refund = await newLiveRefund(client, await paidCollection(client), 10_00n);
    expect(await violations(sql)).toEqual([]);
  });

  test.each(unsealed)('$what', async ({ named, corrupt }) => {
    expect((await toldAfter(corrupt)).join('\n')).toContain(named());
  });
});

function removed(
  table: string,
  remove: () => (tx: TransactionSql) => PromiseLike<{ key?: string }[]>,
): Corruption {
  let key = '';
  return {
    what: `a row of ${table} that is gone`,
    named: () => `${table} ${key} was removed`,
    async corrupt(tx) {
      const rows = await remove()(tx);
      key = rows[0]?.key ?? 'nothing was removed';
    },
  };
}

function changed(
  what: string,
  table: string,
  column: string,
  value: string,
  id: () => string,
  kind = table,
): Corruption {
  return {
    what: `${what}, changed`,
    named: () => `${kind} ${id()} was changed`,
    corrupt: (tx) => tx.unsafe(`update ${table} set ${column} = '${value}' where id = '${id()}'`),
  };
}

async function violations(of: Sql): Promise<string[]> {
  return told(await auditLedger(of));
}

const told = (lines: Awaited<ReturnType<typeof auditLedger>>) =>
  lines
    .filter((line) => line.violations > 0)
    .flatMap((line) => line.examples.map((each) => `${line.name}: ${each}`));

/** What the audit says once all guards were put aside; nothing of it stays. */
async function toldAfter(corrupt: Corruption['corrupt']): Promise<string[]> {
  const end = new Error('rolled back');
  let found: string[] = [];
  await sql
    .begin(async (tx) => {
      await tx`set local session_replication_role = replica`;
      await corrupt(tx);
      found = told(await auditSnapshot(tx));
      throw end;
    })
    .catch((error) => {
      if (error !== end) throw error;
    });
  return found;
}

function whileOneWaits(corrupt: Corruption['corrupt']): Corruption['corrupt'] {
  return async (tx) => {
    await tx`insert into unsealed_payments (client_id, id) values (${made.client.id}, ${made.queued.id})`;
    await corrupt(tx);
  };
}

async function addEntries(tx: TransactionSql, clientId: string, journal: string, legs: [string, bigint][]) {
  for (const [account, bututs] of legs)
    await tx`insert into entries values (${clientId}, 'LIVE', ${account}, ${journal}, ${bututs.toString()}, (select created_at from journals where id = ${journal}))`;
}

/** Balances and tallies as the entries and transactions now have it. */
async function rebalance(tx: TransactionSql): Promise<void> {
  await tx`delete from unfolded_entries where amount_bututs <> 0`;
  await tx`update accounts a set balance_bututs = coalesce((select sum(amount_bututs) from entries e where e.client_id = a.client_id and e.environment = a.environment and e.account = a.name), 0)`;
  for (const table of ['unfolded_tallies', 'tallies', 'tally_totals', 'rail_tallies'])
    await tx`delete from ${tx(table)}`;
  await tx`insert into tallies select client_id, environment, type, status, provider, coalesce((completed_at at time zone 'UTC')::date, '1970-01-01'), count(*), sum(amount_bututs), sum(commission_bututs) from transactions group by 1, 2, 3, 4, 5, 6`;
  await tx`insert into tally_totals select client_id, environment, type, status, provider, sum(count), sum(amount_bututs), sum(commission_bututs) from tallies group by 1, 2, 3, 4, 5`;
  await tx`insert into rail_tallies select provider, day, sum(amount_bututs) from tallies where environment = 'LIVE' and type = 'payout' and status <> 'FAILED' group by 1, 2`;
}

async function makeBook() {
  const db = sqlClient();
  await ensureAccounts();
  const [client, other] = [await newClient(), await newClient()];
  const person = await newUser('owner', client);
  const owner = { ...person, client, clientId: client.id, environment: 'LIVE' as const };
  const { endpoint } = await createEndpoint(owner, {
    url: 'http://127.0.0.1:9999/',
    events: [],
    payload_form: 'current',
    description: null,
  });
  const asked = await askForKey({ ...owner, environment: 'SANDBOX' as const }, { scope: 'full' });
  await approve(staffContext(), asked.id);
  await revealKey({ ...owner, environment: 'SANDBOX' as const }, asked.id);
  await bookHouseMoney(staffContext(), 'PROVIDER_A', 'top_up', {
    id: newId(),
    amount: 500_00n,
    note: 'Transfer 1',
  });
  await setTariff(staffContext(), 'PROVIDER_C', {
    movement: 'payout',
    starts_on: '2099-01-01',
    flat_amount: 0n,
    bps: 100,
    note: 'By letter',
  });

  const paid = await paidCollection(client);
  const queued = await paidCollection(client, 1_00n);
  const failed = await move(client, await newLiveCollection(client), {
    kind: 'rail_failed',
    failure: failure('DECLINED'),
  });
  const sent = await newLivePayout(client, { call: { operation: 'send', outcome: 'done' } });
  const payout = await move(client, sent, { kind: 'payout_delivered', railReference: 'delivered-1' });
  const second = await move(client, await newLivePayout(client), {
    kind: 'payout_delivered',
    railReference: 'delivered-2',
  });
  const waiting = await newLivePayout(client);
  const settled = await caseOf(paid, 'books_only');
  await settleByTwo(settled, nothing);
  const open = await caseOf(failed, 'contradiction');

  const notice = 'PROVIDER_A/notice-1';
  const place = places.railNotice('PROVIDER_A', 'notice-1');
  await db`
    insert into rail_notices (provider, dedupe_id, body_sealed, received_at, status, client_id, transaction_id)
    values ('PROVIDER_A', 'notice-1', ${seal(place, 'told')}, now(), 'APPLIED', ${client.id}, ${paid.id})`;
  const day = new Date().toISOString().slice(0, 10);
  await importStatement(
    staffContext(),
    'PROVIDER_A',
    day,
    `transaction_id,type,mobile,amount,currency,time,reference\n${paid.railReference},collection,,100.00,GMD,${new Date().toISOString()},`,
  );
  const body = Buffer.from('{}');
  for (const key of ['first', 'second'])
    await once(
      owner,
      key,
      fingerprintOf('POST', '/', body),
      () => ({ responseStatus: 200, body: key }),
      async () => {},
    );

  const idOf = async (rows: PromiseLike<{ id?: string }[]>) => {
    const [row] = await rows;
    if (row?.id === undefined) throw new Error(`the book lacks ${JSON.stringify(rows)}`);
    return row.id;
  };
  return {
    ...{ client, other, owner, paid, failed, payout, second, waiting, queued, settled, open, notice },
    statementLine: `PROVIDER_A/collection/${paid.railReference}`,
    person: person.user.id,
    endpoint: endpoint.id,
    approval: asked.id,
    key: await idOf(sql`select id from api_keys where client_id = ${client.id}`),
    line: await idOf(sql`select id from audit_log where action = 'rail.float_funded'`),
    tariff: await idOf(sql`select id from rail_tariffs`),
    call: await idOf(sql`select id from rail_calls where transaction_id = ${payout.id}`),
    event: await idOf(sql`select id from events where transaction_id = ${paid.id}`),
  };
}
