import { createHash } from 'node:crypto';
import type { Sql, TransactionSql } from 'postgres';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { connect, sqlClient } from '#db/client';
import { requestHashOf } from '#e2e/setup/live';
import { createTestDatabase, type TestDatabase, withoutGuards } from '#e2e/setup/test-database';
import { sealBooks } from '#lib/book-seals/seal-books';
import { CUSTOMER_CHOICE } from '#lib/browser/customer-choice';
import { openCase, openCaseOf } from '#lib/cases/open-case';
import { cancelCollection } from '#lib/collections/cancel-collection';
import { initiateCollection } from '#lib/collections/initiate-collection';
import type { ClientProfile, Context, Environment } from '#lib/context';
import { newId } from '#lib/ids';
import { HOUSE_CLIENT_ID } from '#lib/ledger/accounts';
import { type AuditLine, auditLedger, auditSnapshot, notAuditable } from '#lib/ledger/audit';
import { MACHINE } from '#lib/ledger/audit-checks';
import { PERIODS_KEPT } from '#lib/ledger/closed-periods';
import { writeJournals } from '#lib/ledger/export-journals';
import { ACTED, ERASED, FUNDED, NOTHING_CORRECTED, REQUESTED } from '#lib/ledger/fact-checks';
import { GIVEN_BACK } from '#lib/ledger/given-back-check';
import { SEALED } from '#lib/ledger/seal-checks';
import { createPaymentLink } from '#lib/payment-links/create-payment-link';
import { readNewLink } from '#lib/payment-links/link-request';
import { createPaymentRequest } from '#lib/payment-requests/create-payment-request';
import { markPaidByHand } from '#lib/payment-requests/mark-paid-by-hand';
import { readNewRequest } from '#lib/payment-requests/request-body';
import { places, seal } from '#lib/seal';
import { commitChanges } from '#lib/transactions/advance';
import {
  amend,
  type Change,
  correctFee,
  decide,
  type OperationKind,
  type Trigger,
} from '#lib/transactions/decide';
import { newTransaction } from '#lib/transactions/new-transaction';
import { reread } from '#lib/transactions/read';
import { edges } from '#lib/transactions/state';
import { failure, type Transaction } from '#lib/transactions/transaction';

// Not covered: a PostgreSQL 15, and whether the list of safety.md is the right one.

const minuteMs = 60_000;
/** Everything happens within a few minutes of this, and the books are looked at a quarter of an hour later. */
const begin = new Date('2026-11-20T10:00:00Z');
const later = new Date(begin.getTime() + 15 * minuteMs);
const FILES = 'each accepted row of a file of payouts is what its payout is, and no two are one payout';
const DESTINATIONS =
  'each settlement goes to its account, and each live account is one that an operator approved';
const PAPERS = 'what a business handed in to go live was approved as it stands, by two operators';
/** The last instant of a month that is closed. */
const lastOfPeriod = new Date('2026-10-31T23:59:59.999Z');

const appendOnly = [
  ...['journals', 'entries', 'transaction_changes', 'events', 'delivery_attempts', 'adjustments'],
  'period_closes',
  'rail_tariffs',
];

let database: TestDatabase;
let sql: Sql;
let made: Awaited<ReturnType<typeof makeBooks>>;

beforeAll(async () => {
  database = await createTestDatabase();
  sql = connect(database.url, 4, 'kaira audit test');
  made = await makeBooks();
  while (await sealBooks());
});

afterAll(async () => {
  await sql?.end({ timeout: 5 });
  await database?.drop();
});

describe('books that nobody has touched', () => {
  test('have no violation, whatever has been folded', async () => {
    expect(broken(await auditLedger(sql, { now: later }))).toEqual([]);
    for (let round = 0; round < 3; round++) {
      await sql`select fold_entries(), fold_tallies()`;
      expect(broken(await auditLedger(sql, { now: later }))).toEqual([]);
    }
  });

  test('hold every edge of the transition table, so that each check has something to look at', async () => {
    const rows = await sql`
      select distinct t.type, c.from_status, c.trigger, c.to_status
      from transaction_changes c join transactions t on t.id = c.transaction_id`;
    const taken = rows.map((row) => `${row.type} ${row.from_status} ${row.trigger} ${row.to_status}`);
    expect(taken.sort()).toEqual(
      edges.map((edge) => `${edge.type} ${edge.from} ${edge.trigger} ${edge.to}`).sort(),
    );
    const unused = (await auditLedger(sql, { now: later })).filter((line) => line.rowsChecked === 0);
    expect(unused.map((line) => line.name)).toEqual([]);
  });

  test('stay as they are: the audit cannot write', async () => {
    const writing = sql.begin('isolation level repeatable read read only', async (tx) => {
      await auditSnapshot(tx, { now: later });
      await tx`delete from tallies`;
    });
    await expect(writing).rejects.toMatchObject({ code: '25006' });
  });

  test('each invariant is either checked or listed with the reason why it cannot be', async () => {
    const checked = new Set((await auditLedger(sql, { now: later })).map((line) => line.invariant));
    const listed = new Set(notAuditable.map((each) => each.invariant));
    for (let invariant = 1; invariant <= 31; invariant++) {
      expect([invariant, checked.has(invariant), listed.has(invariant)]).toEqual([
        invariant,
        !listed.has(invariant),
        !checked.has(invariant),
      ]);
    }
  });
});

interface Plant {
  what: string;
  /** The line that must report it. */
  line: string;
  /** Lines of which it follows by arithmetic that they must report it too. */
  also?: string[];
  tamper: (tx: TransactionSql) => unknown;
}

describe('a violation is reported by its own line and by no other', () => {
  const own = (environment: Environment, account: string, bututs: number, clientId = made.a.id): Leg => ({
    clientId,
    environment,
    account,
    bututs,
  });
  const move = (tx: TransactionSql, debit: string, credit: string, bututs: number) =>
    correct(tx, 'SANDBOX', [own('SANDBOX', debit, bututs), own('SANDBOX', credit, -bututs)]);
  /** Takes a butut from one leg and gives it to another, of journals of the same accounts. */
  const shift = async (tx: TransactionSql, transactionId: string, kind: string, by: [string, number][]) => {
    for (const [account, bututs] of by) {
      const { count } = await tx`
        update entries e set amount_bututs = e.amount_bututs + ${bututs} from journals j
        where j.id = e.journal_id and j.transaction_id = ${transactionId} and j.kind = ${kind} and e.account = ${account}`;
      expect(count).toBe(1);
    }
  };
  const untally = (tx: TransactionSql, transaction: Transaction, amount: number, commission: number) => tx`
    insert into unfolded_tallies
    select client_id, environment, type, status, provider, coalesce((completed_at at time zone 'UTC')::date, '1970-01-01'),
           0, ${amount}, ${commission}
    from transactions where id = ${transaction.id}`;

  /** A link through which a collection came: as it should be, but for what is given. */
  const plantLink = async (
    tx: TransactionSql,
    { id, clientId, environment }: Transaction,
    { opened = 1, amount, isOfOne = false }: { opened?: number; amount?: string; isOfOne?: boolean },
  ): Promise<string> => {
    const link = newId();
    const [row] = await tx`
      insert into payment_links (client_id, environment, id, code, title, amount_bututs, max_payments, client_reference,
        request_hash, opened_count, succeeded_count, collected_bututs, created_at, updated_at)
      select ${clientId}, ${environment}, ${link}, 'planted', 'T', ${amount ?? null}::bigint,
        ${isOfOne ? 1 : null}::int, ${isOfOne ? 'one' : null}, '\\x00', ${opened}, (status = 'SUCCEEDED')::int,
        case status when 'SUCCEEDED' then amount_bututs else 0 end, now(), now()
      from transactions where id = ${id} returning id`;
    await tx`update transactions set payment_link_id = ${link}, payment_link_code = 'planted' where id = ${id}`;
    return row?.id;
  };

  const plants: Plant[] = [
    {
      what: 'a name that was put back to a customer who was erased',
      line: ERASED,
      tamper: (tx) => tx`update transactions set customer_name = 'Awa' where request_hash = ''`,
    },
    {
      what: 'a butut moved from one journal to another of the same account',
      line: 'the entries of each journal sum to zero',
      async tamper(tx) {
        await correct(tx, 'SANDBOX', [own('SANDBOX', 'available', 1), own('SANDBOX', 'float_funding', -2)]);
        await correct(tx, 'SANDBOX', [own('SANDBOX', 'available', -1), own('SANDBOX', 'float_funding', 2)]);
      },
    },
    {
      what: 'a journal of one entry',
      line: 'the entries of each journal sum to zero',
      also: ['each journal has two entries or more', 'all entries of an environment sum to zero'],
      tamper: (tx) => correct(tx, 'SANDBOX', [own('SANDBOX', 'available', -1)]),
    },
    {
      what: 'a journal without entries',
      line: 'each journal has two entries or more',
      tamper: (tx) => correct(tx, 'SANDBOX', []),
    },
    {
      what: 'live entries in a sandbox journal',
      line: 'each entry belongs to a journal of its environment',
      tamper: (tx) => correct(tx, 'SANDBOX', [own('LIVE', 'available', 1), own('LIVE', 'float_funding', -1)]),
    },
    {
      what: 'entries without a journal',
      line: 'each entry belongs to a journal of its environment',
      async tamper(tx) {
        const id = await move(tx, 'available', 'float_funding', 1);
        await tx`delete from journals where id = ${id}`;
      },
    },
    {
      what: 'an entry on an account that nobody has',
      line: 'each entry stands on an account that exists in its environment',
      tamper: (tx) => move(tx, 'nowhere', 'available', 1),
    },
    {
      what: 'money that crosses from the sandbox into LIVE',
      line: 'all entries of an environment sum to zero',
      also: ['each entry belongs to a journal of its environment'],
      tamper: (tx) => correct(tx, 'SANDBOX', [own('SANDBOX', 'available', 1), own('LIVE', 'available', -1)]),
    },
    {
      what: 'a live journal of a sandbox transaction',
      line: 'each journal has the client and the environment of its transaction',
      async tamper(tx) {
        const id = await correct(tx, 'LIVE', [own('LIVE', 'available', 1), own('LIVE', 'float_funding', -1)]);
        await tx`update journals set transaction_id = ${made.succeeded.id} where id = ${id}`;
      },
    },
    {
      what: 'a journal of one client that books for another',
      line: 'each entry belongs to the client of its journal, or to the house on a live float, its losses or a rail’s fee',
      tamper: (tx) =>
        correct(tx, 'SANDBOX', [
          own('SANDBOX', 'available', 1, made.b.id),
          own('SANDBOX', 'float_funding', -1, made.b.id),
        ]),
    },
    {
      what: 'a live float of a client of its own',
      line: 'each entry belongs to the client of its journal, or to the house on a live float, its losses or a rail’s fee',
      async tamper(tx) {
        await tx`insert into accounts (client_id, environment, name) values (${made.a.id}, 'LIVE', 'rail_float:PROVIDER_W')`;
        await correct(tx, 'LIVE', [
          own('LIVE', 'rail_float:PROVIDER_W', 1),
          own('LIVE', 'float_funding', -1),
        ]);
      },
    },
    {
      what: 'a loss of a client of its own',
      line: 'each entry belongs to the client of its journal, or to the house on a live float, its losses or a rail’s fee',
      async tamper(tx) {
        await tx`insert into accounts (client_id, environment, name) values (${made.a.id}, 'LIVE', 'losses')`;
        await correct(tx, 'LIVE', [own('LIVE', 'losses', 1), own('LIVE', 'float_funding', -1)]);
      },
    },
    {
      what: 'a balance that is a butut too high',
      line: 'each balance and its unfolded entries are the sum of the entries',
      tamper: (tx) =>
        tx`update accounts set balance_bututs = balance_bututs - 1
           where client_id = ${made.a.id} and environment = 'SANDBOX' and name = 'available'`,
    },
    {
      what: 'an entry that waits to be folded a second time',
      line: 'each balance and its unfolded entries are the sum of the entries',
      tamper: (tx) => tx`insert into unfolded_entries values (${made.b.id}, 'SANDBOX', 'available', -1)`,
    },
    {
      what: 'an available balance below zero',
      line: 'no account stands below zero',
      tamper: (tx) => move(tx, 'available', 'float_funding', 100_000_00),
    },
    {
      what: 'a float below zero, with nothing in flight',
      line: 'no account stands below zero',
      tamper: (tx) => move(tx, 'float_funding', 'rail_float:PROVIDER_A', 100_000_00),
    },
    {
      what: 'a client’s collections below zero',
      line: 'no account stands below zero',
      // Another client's make up for it.
      async tamper(tx) {
        for (const [clientId, bututs] of [[made.a.id, 2_000_00] as const, [made.b.id, -2_000_00] as const]) {
          const legs = [
            own('SANDBOX', 'rail_collections:PROVIDER_W', bututs, clientId),
            own('SANDBOX', 'float_funding', -bututs, clientId),
          ];
          await correct(tx, 'SANDBOX', legs, clientId);
        }
      },
    },
    {
      what: 'a float that was covered with more than was collected',
      line: 'no more has left what a rail collected than was collected there',
      tamper: (tx) =>
        moveOfHouse(tx, 'float_covered', 'rail_float:PROVIDER_A', 'rail_collections:PROVIDER_A', 10_000_00),
    },
    {
      what: 'a reservation that nobody needs',
      line: 'each float has set aside what its payouts in flight will take',
      tamper: (tx) =>
        tx`update accounts set reserved_bututs = reserved_bututs + 1
           where client_id = ${made.a.id} and environment = 'SANDBOX' and name = 'rail_float:PROVIDER_W'`,
    },
    {
      what: 'a payout in flight that nothing is set aside for',
      line: 'each float has set aside what its payouts in flight will take',
      tamper: (tx) => tx`update accounts set reserved_bututs = 0 where client_id = ${HOUSE_CLIENT_ID}`,
    },
    {
      what: 'a float that was emptied under a payout in flight',
      line: 'each float holds what its payouts in flight will take',
      tamper: async (tx) => {
        const [float] = await tx`
          select sum(amount_bututs)::float8 as bututs from entries where client_id = ${HOUSE_CLIENT_ID} and account = 'rail_float:PROVIDER_W'`;
        await correct(
          tx,
          'LIVE',
          [
            own('LIVE', 'rail_float:PROVIDER_W', 1 - float?.bututs, HOUSE_CLIENT_ID),
            own('LIVE', 'float_funding', float?.bututs - 1, HOUSE_CLIENT_ID),
          ],
          HOUSE_CLIENT_ID,
        );
      },
    },
    ...['rail_calls_kept', 'rail_calls_not_emptied'].map((trigger) => ({
      what: `calls without ${trigger}`,
      line: MACHINE,
      tamper: (tx: TransactionSql) => tx.unsafe(`alter table rail_calls disable trigger ${trigger}`),
    })),
    ...appendOnly.map((table) => ({
      what: `${table} that may be changed`,
      line: MACHINE,
      tamper: (tx: TransactionSql) => tx.unsafe(`alter table ${table} disable trigger ${table}_append_only`),
    })),
    {
      what: 'a job that nobody will do for a year',
      line: 'no job of a rail is put off for more than three days, or beyond the end of its checkout',
      tamper: (tx) =>
        tx`update rail_operations set run_at = run_at + interval '1 year' where transaction_id = (select id from transactions t join rail_operations o on o.transaction_id = t.id and o.lease_token is null where type <> 'collection' limit 1)`,
    },
    {
      what: 'a payout that is to be charged',
      line: 'each job of a rail is of a kind that its transaction can have',
      tamper: (tx) =>
        tx`update rail_operations set kind = 'charge' where transaction_id = (select id from transactions t join rail_operations o on o.transaction_id = t.id where type <> 'collection' limit 1)`,
    },
    {
      what: 'one movement of money for two payments',
      line: 'no movement of money at a live rail stands for two transactions',
      async tamper(tx) {
        await tx`drop index transactions_rail_movement`;
        await tx`update transactions set rail_payment_reference = 'one' where id in (${made.covered.id}, ${made.coveredToo.id})`;
      },
    },
    {
      what: 'an answer in the place of another',
      line: 'each stored answer is the one of its own Idempotency-Key',
      tamper: (tx) => tx`update idempotency_keys set key = 'another' where response_status is not null`,
    },
    {
      what: 'an endpoint that was sent elsewhere past Kaira',
      line: SEALED,
      tamper: (tx) =>
        tx`update webhook_endpoints set url = 'https://other.example/' where id = ${made.endpoints.some}`,
    },
    {
      what: 'a seal with another root',
      line: 'each seal is the root of its leaves, and follows from the one before',
      tamper: (tx) => tx`update book_seals set root = sha256('x') where id = 1`,
    },
    {
      what: 'journals that may be dated into a closed period',
      line: MACHINE,
      tamper: (tx) => tx`drop trigger journals_in_open_period on journals`,
    },
    {
      what: 'entries that may be anything, also dated into a closed period',
      line: MACHINE,
      tamper: (tx) => tx`drop trigger entries_balanced on entries`,
    },
    {
      what: 'an entry that is dated before its journal',
      line: 'each entry is dated as its journal',
      tamper: (tx) => tx`
        update entries set created_at = created_at - interval '1 millisecond' where journal_id = (
          select id from journals where transaction_id = ${made.succeeded.id} and kind = 'collection_settled') and account = 'available'`,
    },
    {
      what: 'a journal dated into a closed period',
      line: 'the books of each closed period say what they said at its close',
      async tamper(tx) {
        const legs = [own('LIVE', 'available', 5), own('LIVE', 'float_funding', -5)];
        const id = await correct(tx, 'LIVE', legs);
        const at = lastOfPeriod.toISOString();
        await tx`update journals set created_at = ${at} where id = ${id}`;
        await tx`update entries set created_at = ${at} where journal_id = ${id}`;
      },
    },
    {
      what: 'a wrong sum among what was kept at a close',
      line: 'the books of each closed period say what they said at its close',
      tamper: (tx) => tx`update period_closes set lines = jsonb_set(lines, '{0,debit}', '"1"')`,
    },
    {
      what: 'an account that was not kept at a close',
      line: 'the books of each closed period say what they said at its close',
      tamper: (tx) => tx`update period_closes set lines = lines - 0`,
    },
    {
      what: 'a guard that was dropped',
      line: MACHINE,
      tamper: (tx) => tx`drop trigger transactions_transition on transactions`,
    },
    {
      what: 'a fee of a rail that was booked twice',
      line: 'what a rail took for each live payment whose money moved is booked exactly once, and for no other',
      tamper: (tx) => repeatJournal(tx, made.withFee.id, 'rail_fee'),
    },
    {
      what: 'a fee that the rail took, and that is in no book',
      line: 'what a rail took for each live payment whose money moved is booked exactly once, and for no other',
      tamper: (tx) => tx`update transactions set rail_fee_bututs = 1 where id = ${made.overpaid.id}`,
    },
    {
      what: 'a fee that the statement told of what two people had booked, and that is in no book',
      line: 'what a rail took for each live payment whose money moved is booked exactly once, and for no other',
      tamper: (tx) => tx`update transactions set rail_fee_told_bututs = 1 where id = ${made.underpaid.id}`,
    },
    {
      what: 'a fee out of another wallet than the rail took it from',
      line: 'each journal of a rail’s fee moves it from the wallet that the rail took it from to the house’s expense',
      async tamper(tx) {
        const [wrong, right] = ['rail_collections:PROVIDER_W', 'rail_float:PROVIDER_W'];
        await tx`
          update entries e set account = ${wrong} from journals j
          where j.id = e.journal_id and j.transaction_id = ${made.payoutWithFee.id} and j.kind = 'rail_fee' and e.account = ${right}`;
        await tx`
          insert into unfolded_entries values
            (${HOUSE_CLIENT_ID}, 'LIVE', ${wrong}, -150), (${HOUSE_CLIENT_ID}, 'LIVE', ${right}, 150)`;
      },
    },
    {
      what: 'a fee in the journal of something else',
      line: 'fees of rails stand in their own journals only',
      also: [
        'each entry belongs to the client of its journal, or to the house on a live float, its losses or a rail’s fee',
      ],
      tamper: (tx) =>
        correct(tx, 'LIVE', [
          own('LIVE', 'rail_fees:PROVIDER_W', 1, HOUSE_CLIENT_ID),
          own('LIVE', 'float_funding', -1, HOUSE_CLIENT_ID),
        ]),
    },
    {
      what: 'a negative amount',
      line: 'every amount is positive and within the form of an amount',
      async tamper(tx) {
        await tx`alter table transactions drop constraint transactions_amount, drop constraint transactions_commission, drop constraint transactions_rail_fee`;
        await tx`update transactions set amount_bututs = -1 where id = ${made.pending.id}`;
        await untally(tx, made.pending, -1 - amountOf(made.pending), 0);
      },
    },
    {
      what: 'a refund of a collection that nobody paid',
      line: 'each refund is of a collection of its client, environment and rail that succeeded',
      also: [GIVEN_BACK],
      tamper: (tx) =>
        tx`update transactions set collection_id = ${made.failed.id}, collection_reference = ${made.failed.clientReference}
           where id = ${made.refundPendingToo.id}`,
    },
    {
      what: 'refunds that are more than was paid together',
      line: GIVEN_BACK,
      tamper: (tx) =>
        tx`update transactions set collection_id = ${made.refundable.id}, collection_reference = ${made.refundable.clientReference}
           where id = ${made.refundPendingToo.id}`,
    },
    {
      what: 'a refund that returns more commission than was taken',
      line: 'the refunds of a collection that have not failed return no more commission than was taken',
      async tamper(tx) {
        await tx`update transactions set commission_bututs = 151 where id = ${made.refundPendingToo.id}`;
        await untally(tx, made.refundPendingToo, 0, 1_51);
      },
    },
    {
      what: 'two refunds that share what they hold unevenly',
      line: 'each journal of a refund moves exactly its amount, and the commission that returns with it',
      async tamper(tx) {
        await shift(tx, made.refundPending.id, 'refund_accepted', [
          ['available', 1],
          ['held', -1],
        ]);
        await shift(tx, made.refundPendingToo.id, 'refund_accepted', [
          ['available', -1],
          ['held', 1],
        ]);
      },
    },
    {
      what: 'two refunds that share the commission that returned unevenly',
      line: 'each journal of a refund moves exactly its amount, and the commission that returns with it',
      async tamper(tx) {
        await shift(tx, made.refundedByRail.id, 'refund_reversed', [
          ['commission', 1],
          ['available', -1],
        ]);
        await shift(tx, made.refundedByPayout.id, 'refund_paid', [
          ['commission', -1],
          ['available', 1],
        ]);
      },
    },
    {
      what: 'a refund by its rail that left through the float',
      line: 'each journal of a refund moves exactly its amount, and the commission that returns with it',
      tamper: (tx) =>
        tx`update transactions set refund_method = 'payout' where id = ${made.refundedByRail.id}`,
    },
    {
      what: 'an entry beyond every amount',
      line: 'every amount is positive and within the form of an amount',
      tamper: (tx) => move(tx, 'rail_collections:PROVIDER_A', 'float_funding', 100_000_000_000),
    },
    {
      what: 'a butut held for nobody',
      line: 'what is held is the sum of the payouts and settlements under way',
      tamper: (tx) => move(tx, 'available', 'held', 1),
    },
    {
      what: 'a commission on a collection that failed',
      line: 'a commission is the rate’s share of a succeeded collection, and nothing otherwise',
      async tamper(tx) {
        await tx`update transactions set commission_bututs = 1 where id = ${made.failed.id}`;
        await untally(tx, made.failed, 0, 1);
      },
    },
    {
      what: 'a commission that is a butut too small, booked so',
      line: 'a commission is the rate’s share of a succeeded collection, and nothing otherwise',
      async tamper(tx) {
        await tx`update transactions set commission_bututs = commission_bututs - 1 where id = ${made.succeeded.id}`;
        await shift(tx, made.succeeded.id, 'collection_settled', [
          ['commission', 1],
          ['available', -1],
        ]);
        await tx`insert into unfolded_entries values
          (${made.a.id}, 'SANDBOX', 'commission', 1), (${made.a.id}, 'SANDBOX', 'available', -1)`;
        await untally(tx, made.succeeded, 0, -1);
      },
    },
    {
      what: 'two collections that share their commissions unevenly',
      line: 'each succeeded collection is booked as gross, net and commission',
      async tamper(tx) {
        await shift(tx, made.succeeded.id, 'collection_settled', [
          ['commission', 1],
          ['available', -1],
        ]);
        await shift(tx, made.succeededToo.id, 'collection_settled', [
          ['commission', -1],
          ['available', 1],
        ]);
      },
    },
    {
      what: 'a tally that counts one too many',
      line: 'the tallies and their unfolded rows are a recount of the transactions',
      tamper: (tx) =>
        tx`insert into unfolded_tallies values (${made.a.id}, 'SANDBOX', 'collection', 'FAILED', 'PROVIDER_W', '2026-11-20', 1, 0, 0)`,
    },
    {
      what: 'a tally that was lost',
      line: 'the tallies and their unfolded rows are a recount of the transactions',
      also: [
        'the tallies of all time are the sums of those of the days',
        'what went out over each live rail in a day is what the tallies of all clients come to',
      ],
      tamper: (tx) => tx`delete from tallies where status = 'REVERSED'`,
    },
    {
      what: 'a total that counts one too many',
      line: 'the tallies of all time are the sums of those of the days',
      tamper: (tx) => tx`update tally_totals set count = count + 1 where status = 'REVERSED'`,
    },
    {
      what: 'a day of a rail that counts one butut too many',
      line: 'what went out over each live rail in a day is what the tallies of all clients come to',
      tamper: (tx) => tx`update rail_tallies set amount_bututs = amount_bututs + 1`,
    },
    {
      what: 'two payouts under one reference of the rail',
      line: 'no reference of a rail stands for two transactions',
      tamper: (tx) =>
        tx`update transactions set rail_reference = 'sim_twice' where id in (${made.delivered.id}, ${made.deliveredToo.id})`,
    },
    {
      what: 'a second attempt without a first',
      line: 'the attempts of a reference are numbered from 1 without a gap, and a payout has one',
      tamper: (tx) => tx`update transactions set attempt = 2 where id = ${made.pending.id}`,
    },
    {
      what: 'two payouts under one reference of the client',
      line: 'the attempts of a reference are numbered from 1 without a gap, and a payout has one',
      also: ['each payment that a second person approved is the one that was asked for', FILES],
      async tamper(tx) {
        await tx`drop index transactions_reference`;
        const twice = [made.payoutOfB.id, made.payoutOfBToo.id];
        await tx`update transactions set client_reference = 'twice', attempt = 1 where id = any(${twice})`;
        for (const { id, clientReference } of [made.payoutOfB, made.payoutOfBToo]) {
          // As it stands within a JSON text.
          const from = JSON.stringify(clientReference);
          const { count } = await tx`
            update events set body = replace(body, ${from}, '"twice"'), legacy_body = replace(legacy_body, ${from}, '"twice"')
            where transaction_id = ${id}`;
          expect(count).toBe(1);
        }
      },
    },
    {
      what: 'a new attempt after a failure',
      line: 'only the newest attempt is anything but expired, cancelled or paid late',
      tamper: (tx) =>
        tx`update transactions set client_reference = ${made.failed.clientReference}, attempt = 2 where id = ${made.pending.id}`,
    },
    {
      what: 'a new attempt for another amount',
      line: 'all attempts of a reference ask for the same amount',
      tamper: (tx) =>
        tx`update transactions set client_reference = ${made.expired.clientReference}, attempt = 2 where id = ${made.pendingOther.id}`,
    },
    {
      what: 'a payment link that forgot a payment',
      line: 'a payment link has counted what was begun and paid through it, to the butut',
      tamper: (tx) => plantLink(tx, made.pending, { opened: 0 }),
    },
    {
      what: 'a collection through a link that asks for another amount',
      line: 'what came through a payment link names one of its client, asks for its amount, and has one attempt open at a time',
      tamper: (tx) => plantLink(tx, made.pending, { amount: '7' }),
    },
    {
      what: 'a payment link’s collection that says its customer chose the wallet',
      line: 'what came through a payment link names one of its client, asks for its amount, and has one attempt open at a time',
      async tamper(tx) {
        await plantLink(tx, made.pending, {});
        await tx`update transactions set customer_chooses = true where id = ${made.pending.id}`;
      },
    },
    {
      what: 'a wallet to be chosen for what was begun already',
      line: 'what ended before its customer chose a wallet was asked of no rail, and what is still to be chosen was not begun',
      async tamper(tx) {
        const { amountBututs, id } = made.pending;
        const link = await plantLink(tx, made.pending, { amount: amountBututs.toString(), isOfOne: true });
        await tx`update transactions set customer_chooses = true where id = ${id}`;
        await tx`update payment_links set is_choice = true, expires_at = now(), reserved_id = ${id} where id = ${link}`;
      },
    },
    {
      what: 'two payments of a link for one',
      line: 'no payment link took more payments than it wants without saying so',
      async tamper(tx) {
        const others = await tx`
          select id from transactions
          where client_id = ${made.pending.clientId} and environment = ${made.pending.environment}
            and type = 'collection' and status = 'SUCCEEDED' order by id limit 2`;
        expect(others).toHaveLength(2);
        const [first, second] = others.map(({ id }) => ({ ...made.pending, id: id as string }));
        const link = await plantLink(tx, first as Transaction, { isOfOne: true });
        await tx`update transactions set payment_link_id = ${link}, payment_link_code = 'planted' where id = ${(second as Transaction).id}`;
        await tx`
          update payment_links l set opened_count = 2, succeeded_count = 2, collected_bututs = (
            select sum(amount_bututs) from transactions t where t.payment_link_id = l.id) where id = ${link}`;
      },
    },
    {
      what: 'parts of a request that come to more than it asks for, unseen',
      line: 'no payment link took more payments than it wants without saying so',
      async tamper(tx) {
        const [paid] = await tx`
          select id, amount_bututs from transactions
          where client_id = ${made.pending.clientId} and environment = ${made.pending.environment}
            and type = 'collection' and status = 'SUCCEEDED' order by id limit 1`;
        const { clientId, environment } = made.pending;
        const less = String(BigInt(paid?.amount_bututs) - 1n);
        const link = await plantLink(tx, { ...made.pending, id: paid?.id }, { amount: less, isOfOne: true });
        await tx`update payment_links set is_request = true, takes_parts = true where id = ${link}`;
        await tx`insert into payment_requests (client_id, environment, id)
          values (${clientId}, ${environment}, ${link})`;
      },
    },
    {
      what: 'a request to pay whose lines add up to something else',
      line: 'a request to pay has its link, which asks for what its lines add up to, for one payment',
      async tamper(tx) {
        const { amountBututs, clientId, environment } = made.pending;
        const link = await plantLink(tx, made.pending, { amount: amountBututs.toString(), isOfOne: true });
        await tx`update payment_links set is_request = true where id = ${link}`;
        await tx`insert into payment_requests (client_id, environment, id, lines)
          values (${clientId}, ${environment}, ${link}, '[{"description": "x", "quantity": 3, "unit_price": "0.01"}]')`;
      },
    },
    {
      what: 'a payment of what was marked as paid by hand',
      line: 'what was paid for a request that somebody had marked as paid by hand says that it is one too many',
      async tamper(tx) {
        const [paid] = await tx`
          select id, amount_bututs from transactions
          where client_id = ${made.pending.clientId} and environment = ${made.pending.environment}
            and type = 'collection' and status = 'SUCCEEDED' order by id limit 1`;
        const { clientId, environment } = made.pending;
        const link = await plantLink(
          tx,
          { ...made.pending, id: paid?.id },
          { amount: paid?.amount_bututs, isOfOne: true },
        );
        await tx`update payment_links set is_request = true, is_active = false where id = ${link}`;
        await tx`insert into payment_requests (client_id, environment, id, paid_by_hand_at, paid_by_hand_by)
          values (${clientId}, ${environment}, ${link}, now(), 'system')`;
      },
    },
    {
      what: 'a change by a trigger that the table does not know',
      line: 'each history takes edges of the transition table only, one after the other',
      tamper: (tx) =>
        tx`update transaction_changes set trigger = 'wished' where transaction_id = ${made.pending.id}`,
    },
    {
      what: 'a history with a step that is missing',
      line: 'each history takes edges of the transition table only, one after the other',
      also: ['each history begins with the first version and ends with the status'],
      tamper: (tx) =>
        tx`delete from transaction_changes where transaction_id = ${made.failed.id} and sequence = 1`,
    },
    {
      what: 'a transaction without a history',
      line: 'each history begins with the first version and ends with the status',
      tamper: (tx) => tx`delete from transaction_changes where transaction_id = ${made.pending.id}`,
    },
    {
      what: 'a status that the history does not tell',
      line: 'each history begins with the first version and ends with the status',
      async tamper(tx) {
        await tx`update transactions set status = 'EXPIRED' where id = ${made.cancelled.id}`;
        await tx`insert into unfolded_tallies
          select client_id, environment, type, s.status, provider, '2026-11-20', s.sign, s.sign * amount_bututs, 0
          from transactions, (values ('CANCELLED', -1), ('EXPIRED', 1)) s (status, sign) where id = ${made.cancelled.id}`;
      },
    },
    {
      what: 'a completion that was moved',
      line: 'a transaction has completed exactly when its history says so',
      tamper: (tx) =>
        tx`update transactions set completed_at = completed_at + interval '1 millisecond' where id = ${made.expired.id}`,
    },
    {
      what: 'a late success without its flag',
      line: 'a collection is flagged late exactly when it had ended otherwise before',
      tamper: (tx) => tx`update transactions set late = false where id = ${made.late.id}`,
    },
    {
      what: 'a success in time that is flagged',
      line: 'a collection is flagged late exactly when it had ended otherwise before',
      tamper: (tx) => tx`update transactions set late = true where id = ${made.succeeded.id}`,
    },
    {
      what: 'a completion at the time of an adjustment',
      line: 'a transaction has completed exactly when its history says so',
      tamper: (tx) => tx`
        update transactions t set completed_at = c.at from transaction_changes c
        where t.id = ${made.overpaid.id} and c.transaction_id = t.id and c.trigger = 'adjusted'`,
    },
    {
      what: 'a reversal at another time than its change',
      line: 'a payout is reversed exactly when its history says so',
      tamper: (tx) =>
        tx`update transactions set reversed_at = reversed_at + interval '1 millisecond' where id = ${made.reversed.id}`,
    },
    {
      what: 'a reversal without its time',
      line: 'a payout is reversed exactly when its history says so',
      tamper: (tx) => tx`update transactions set reversed_at = null where id = ${made.reversedLate.id}`,
    },
    {
      what: 'a reversal that is dated on another transaction',
      line: 'a payout is reversed exactly when its history says so',
      tamper: (tx) => tx`update transactions set reversed_at = completed_at where id = ${made.delivered.id}`,
    },
    ...(['delivered', 'failed'] as const).map((of) => ({
      what: `a delivery after failure of what is ${of === 'failed' ? 'a failed collection' : 'no failed payout'}`,
      line: 'only a failed payout is flagged as delivered after its failure',
      also: ['each failed payout that was delivered all the same is a case'],
      tamper: (tx: TransactionSql) =>
        tx`update transactions set delivered_after_failure = true where id = ${made[of].id}`,
    })),
    {
      what: 'a collection that was credited twice',
      line: 'each transaction has exactly the journals that its history requires, booked with it',
      tamper: (tx) => repeatJournal(tx, made.succeeded.id, 'collection_settled'),
    },
    {
      what: 'a credit for a collection that failed',
      line: 'each transaction has exactly the journals that its history requires, booked with it',
      also: ['each succeeded collection is booked as gross, net and commission'],
      async tamper(tx) {
        const id = await repeatJournal(tx, made.succeeded.id, 'collection_settled');
        await tx`update journals set transaction_id = ${made.failed.id} where id = ${id}`;
      },
    },
    {
      what: 'a collection that succeeded and was never booked',
      line: 'each transaction has exactly the journals that its history requires, booked with it',
      tamper: (tx) =>
        tx`update journals set transaction_id = null, kind = 'correction', corrects_journal_id = id where transaction_id = ${made.late.id}`,
    },
    {
      what: 'a journal at another time than its change',
      line: 'each transaction has exactly the journals that its history requires, booked with it',
      async tamper(tx) {
        await tx`update journals set created_at = created_at + interval '1 second' where transaction_id = ${made.delivered.id}`;
        await datedAsJournals(tx, made.delivered.id);
      },
    },
    {
      what: 'two payouts that hold unevenly',
      line: 'each journal of a payout moves exactly its amount between the two accounts of its kind',
      async tamper(tx) {
        await shift(tx, made.delivered.id, 'payout_accepted', [
          ['available', 1],
          ['held', -1],
        ]);
        await shift(tx, made.deliveredToo.id, 'payout_accepted', [
          ['available', -1],
          ['held', 1],
        ]);
      },
    },
    {
      what: 'a step that a settlement never took',
      line: 'each settlement stands where its history left it, by steps that follow each other',
      tamper: (tx) => tx`
        insert into settlement_changes (client_id, environment, settlement_id, sequence, from_status, to_status, actor_name, at)
        values (${made.a.id}, 'SANDBOX', ${made.settlements.waiting}, 2, 'REQUESTED', 'IN_FILE', 'x', ${begin.toISOString()})`,
    },
    {
      what: 'a settlement that says it was paid, and never was',
      line: 'each settlement stands where its history left it, by steps that follow each other',
      also: ['what is held is the sum of the payouts and settlements under way'],
      tamper: (tx) => tx`
        update settlements set status = 'CONFIRMED', ended_at = now(), file_id = ${newId()} where id = ${made.settlements.waiting}`,
    },
    {
      what: 'a step of a settlement whose journal has another date',
      line: 'each settlement has exactly the journals that its history requires',
      tamper: (tx) => tx`
        update settlement_changes set at = at + interval '1 second'
        where settlement_id = ${made.settlements.paid} and to_status = 'CONFIRMED'`,
    },
    {
      what: 'a settlement that was booked twice by two workers',
      line: 'each settlement has exactly the journals that its history requires',
      also: [
        'each balance and its unfolded entries are the sum of the entries',
        'what is held is the sum of the payouts and settlements under way',
      ],
      async tamper(tx) {
        const id = newId();
        await tx`
          insert into journals (client_id, id, environment, kind, created_at)
          values (${made.a.id}, ${id}, 'SANDBOX', 'settlement_paid', ${begin.toISOString()})`;
        for (const [account, bututs] of [
          ['held', 40_00],
          ['float_funding', -40_00],
        ] as const) {
          await tx`
            insert into entries (client_id, environment, account, journal_id, amount_bututs, created_at)
            values (${made.a.id}, 'SANDBOX', ${account}, ${id}, ${bututs}, ${begin.toISOString()})`;
        }
      },
    },
    {
      what: 'a butut of one settlement in the journal of another',
      line: 'each journal of a settlement moves exactly its amount between the two accounts of its step',
      async tamper(tx) {
        for (const [settlement, bututs] of [
          [made.settlements.paid, 1],
          [made.settlements.waiting, -1],
        ] as const) {
          await tx`
            update entries e set amount_bututs = e.amount_bututs + sign(e.amount_bututs) * ${bututs}::int
            from settlement_changes c
            where c.settlement_id = ${settlement} and c.to_status = 'REQUESTED' and e.journal_id = c.journal_id`;
        }
      },
    },
    {
      what: 'a request that its asker approved',
      line: 'what was asked for was approved by another person than the one who asked',
      also: ['each period was closed by another operator than the one who asked, as the request says'],
      async tamper(tx) {
        await tx`alter table approvals drop constraint approvals_four_eyes`;
        await tx`update approvals set decided_by = requested_by where id = ${made.twoPeople.close}`;
      },
    },
    {
      what: 'a payment that is of more than a second person approved',
      line: 'each payment that a second person approved is the one that was asked for',
      tamper: (tx) => tx`
        update approvals set details = details || '{"amount":"9.99"}' where id = ${made.twoPeople.payment}`,
    },
    {
      what: 'an approval that another payment bears',
      line: 'each payment that a second person approved is the one that was asked for',
      tamper: (tx) => tx`
        update approvals set details = details || jsonb_build_object('transaction_id', ${made.payoutOfBToo.id}::text)
        where id = ${made.twoPeople.payment}`,
    },
    ...(['SENT', 'CONFIRMED'] as const).map((from) => ({
      what: `a settlement whose ${from === 'SENT' ? 'sender' : 'confirmer'} said what became of it`,
      line: 'what the bank made of a settlement was said by another operator than the one who sent or confirmed it',
      tamper: (tx: TransactionSql) => tx`
        update settlement_changes c set actor_id = p.actor_id from settlement_changes p
        where p.settlement_id = c.settlement_id and p.to_status = ${from} and c.from_status = ${from}`,
    })),
    {
      what: 'a file that its downloader discarded',
      line: 'no file of settlements was discarded by somebody who had downloaded it',
      tamper: (tx) => tx`
        update settlement_files set discarded_by = ${made.twoPeople.lamin},
          downloads = jsonb_build_array(jsonb_build_object('id', ${made.twoPeople.lamin}::text))
        where status = 'DISCARDED'`,
    },
    {
      what: 'a file that comes to a butut more than its settlements',
      line: 'each file of settlements has as many as it says, of the sum that it says, and they stand where it does',
      tamper: (tx) => tx`update settlement_files set sum_bututs = sum_bututs + 1 where status = 'SENT'`,
    },
    {
      what: 'a file that was discarded and keeps a settlement that is at the bank',
      line: 'each file of settlements has as many as it says, of the sum that it says, and they stand where it does',
      also: [
        'what the bank made of a settlement was said by another operator than the one who sent or confirmed it',
      ],
      tamper: (tx) =>
        tx`update settlement_files set status = 'DISCARDED', sent_by = null where status = 'SENT'`,
    },
    ...(
      [
        ['amount_bututs', 'amount_bututs + 1'],
        ['reference', "reference || '1'"],
        ['provider', "'PROVIDER_A'"],
        ['mobile', "'+2209999999'"],
        ['transaction_id', 'batch_id'],
      ] as const
    ).map(([column, value]) => ({
      what: `a row of a file of another ${column} than its payout`,
      line: FILES,
      tamper: (tx: TransactionSql) =>
        tx.unsafe(`update payout_batch_rows set ${column} = ${value} where status = 'ACCEPTED' and line = 2`),
    })),
    {
      what: 'two rows of a file that are one payout',
      line: FILES,
      tamper: (tx) => tx`
        insert into payout_batch_rows
        select (jsonb_populate_record(r, '{"line":3}')).* from payout_batch_rows r where line = 2`,
    },
    {
      what: 'a settlement to another account than was named',
      line: DESTINATIONS,
      tamper: (tx) => tx`
        update settlements set account_number = '0099887766' where id = ${made.settlements.waiting}`,
    },
    ...(
      [
        [
          'that nobody approved',
          "update settlement_accounts set approved_by_name = null where environment = 'LIVE'",
        ],
        [
          'of another number than was approved',
          "update settlement_accounts set mobile = '+2209999999' where kind = 'wallet'",
        ],
        [
          'that only was asked for',
          "update approvals set status = 'PENDING', decided_by = null, decided_by_name = null, decided_at = null, ended_at = null where kind = 'settlement_account'",
        ],
      ] as const
    ).map(([what, statement]) => ({
      what: `a live account of settlements ${what}`,
      line: DESTINATIONS,
      tamper: (tx: TransactionSql) => tx.unsafe(statement),
    })),
    {
      what: 'a live account of another number than the papers name that were approved',
      line: DESTINATIONS,
      tamper: (tx) =>
        tx`update settlement_accounts set account_number = '99999999' where environment = 'LIVE' and kind = 'bank'`,
    },
    ...(
      [
        ['of another name than was approved', "update applications set legal_name = 'Other Ltd'"],
        ['that were changed since', 'update application_files set content = set_byte(content, 5, 65)'],
        [
          'with another paper in the place of one',
          "update application_files set content = 'x', size_bytes = 1, sha256 = sha256('x')",
        ],
        ['that nobody approved', "update approvals set kind = 'new_person' where kind = 'application'"],
      ] as const
    ).map(([what, statement]) => ({
      what: `papers of a business ${what}`,
      line: PAPERS,
      // Then nobody approved the account either.
      ...(what.includes('nobody') && { also: [DESTINATIONS] }),
      tamper: (tx: TransactionSql) => tx.unsafe(statement),
    })),
    {
      what: 'a live account that somebody of the client approved',
      line: DESTINATIONS,
      tamper: (tx) => tx`
        update approvals set decided_by = (select id from users where client_id is not null limit 1) where kind = 'settlement_account'`,
    },
    {
      what: 'a period whose close nobody had asked for',
      line: 'each period was closed by another operator than the one who asked, as the request says',
      tamper: (tx) => tx`update period_closes set approval_id = ${newId()}`,
    },
    ...[
      { what: 'of the house that is in no journal', change: { journal: newId() } },
      { what: 'of the house of another amount than it says', change: { amount: '10.01' } },
    ].map(({ what, change }) => ({
      what: `a booking ${what}`,
      line: 'what was booked of the house’s money stands in the books, and above the limit of one was asked for by another',
      tamper: (tx: TransactionSql) => tx`
        update audit_log set after = after || ${JSON.stringify(change)}::text::jsonb where action = 'rail.float_withdrawn'`,
    })),
    {
      what: 'a booking of the house above the limit of one, by one',
      line: 'what was booked of the house’s money stands in the books, and above the limit of one was asked for by another',
      tamper: (tx) => tx`
        update audit_log set after = after || '{"alone_up_to":"29.99"}' where action = 'rail.collections_moved'`,
    },
    {
      what: 'two bookings of the house that together are above the limit of one',
      line: 'what was booked of the house’s money stands in the books, and above the limit of one was asked for by another',
      tamper: (tx) => tx`
        update audit_log set after = after - 'asked_by' || '{"alone_up_to":"30.00"}' where action = 'rail.float_withdrawn'`,
    },
    {
      what: 'a booking of the house that says that somebody asked for it',
      line: 'what was booked of the house’s money stands in the books, and above the limit of one was asked for by another',
      tamper: (tx) => tx`update approvals set details = details - 'id' where kind = 'house_money'`,
    },
    ...(['', '_day', '_month'] as const).map((of) => ({
      what: `payouts beyond the limit ${of === '' ? 'of each' : `of a ${of.slice(1)}`}`,
      line: 'no client’s payouts have taken more than its limits, since those were set',
      tamper: (tx: TransactionSql) => tx`
        update clients set ${tx(`payout_limit${of}_bututs`)} = 999 where id = ${made.b.id}`,
    })),
    ...(['day', 'month'] as const).map((of) => ({
      what: `payouts beyond a rail’s limit of a ${of}`,
      line: 'no more has gone out over a rail than its limits, since those were set',
      tamper: (tx: TransactionSql) => tx`
        update rail_settings set ${tx(`${of}_limit_bututs`)} = 999 where environment = 'SANDBOX' and provider = 'PROVIDER_W'`,
    })),
    {
      what: 'a collection that its client gave back by a refund and by an adjustment',
      line: GIVEN_BACK,
      also: ['the body of each event says what its transaction was at that change'],
      tamper: (tx) => tx`
        update transactions set collection_id = ${made.takenBack.id}, collection_reference = ${made.takenBack.clientReference}
        where id = ${made.givenBack.id}`,
    },
    {
      what: 'a payback of more than was credited, to the payer’s number as it is written since the renumbering',
      line: GIVEN_BACK,
      also: [
        'the body of each event says what its transaction was at that change',
        'the earlier form of an event exists for final states only and says the same',
      ],
      tamper: (tx) => tx`
        update transactions set client_reference = ${`payback-${made.underpaid.id}-3`}, mobile = '+220877654321'
        where id = ${made.paidAnew.id}`,
    },
    {
      what: 'a payback that was sent although an earlier one was known to have arrived',
      line: GIVEN_BACK,
      tamper: (tx) =>
        tx`update cases set opened_at = opened_at - interval '4 hours' where transaction_id = ${made.arrived.id}`,
    },
    {
      what: 'a refund that was sent although the house had borne what its rail took back',
      line: GIVEN_BACK,
      also: [
        'each adjustment has its journal, and each journal of an adjustment has one',
        'each adjustment is a step of its transaction’s history, and each such step has one',
      ],
      tamper: (tx) =>
        tx`update adjustments set created_at = created_at - interval '4 hours' where transaction_id = ${made.refundedFirst.id}`,
    },
    {
      what: 'an adjustment without its journal',
      line: 'each adjustment has its journal, and each journal of an adjustment has one',
      also: ['each journal of an adjustment moves exactly its amount between the wallet and who bears it'],
      // Another one's is named.
      tamper: (tx) =>
        tx`update adjustments set journal_id = (select journal_id from adjustments where transaction_id = ${made.overpaid.id})
           where transaction_id = ${made.underpaid.id}`,
    },
    {
      what: 'an adjustment whose journal has another date',
      line: 'each adjustment has its journal, and each journal of an adjustment has one',
      also: ['each transaction has exactly the journals that its history requires, booked with it'],
      async tamper(tx) {
        await tx`
          update journals set created_at = created_at + interval '1 second'
          where kind = 'adjustment' and transaction_id = ${made.overpaid.id}`;
        await datedAsJournals(tx, made.overpaid.id);
      },
    },
    {
      what: 'a journal of an adjustment that nobody made',
      line: 'each adjustment has its journal, and each journal of an adjustment has one',
      also: ['each transaction has exactly the journals that its history requires, booked with it'],
      tamper: (tx) => repeatJournal(tx, made.overpaid.id, 'adjustment'),
    },
    {
      what: 'an adjustment that the history does not tell',
      line: 'each adjustment is a step of its transaction’s history, and each such step has one',
      also: [
        'each adjustment has its journal, and each journal of an adjustment has one',
        'the body of each event of an adjustment says what was adjusted',
      ],
      tamper: (tx) =>
        tx`update adjustments set created_at = created_at + interval '1 second' where transaction_id = ${made.overpaid.id}`,
    },
    {
      what: 'a step of an adjustment that nobody made',
      line: 'each adjustment is a step of its transaction’s history, and each such step has one',
      also: ['each transaction has exactly the journals that its history requires, booked with it'],
      async tamper(tx) {
        await tx`
          insert into transaction_changes (client_id, transaction_id, sequence, from_status, to_status, trigger, actor, at)
          values (${made.failed.clientId}, ${made.failed.id}, 3, 'FAILED', 'FAILED', 'adjusted', 'user:x', ${begin.toISOString()})`;
        await tx`update transactions set version = 3 where id = ${made.failed.id}`;
      },
    },
    {
      what: 'two adjustments that share their amounts unevenly',
      line: 'each journal of an adjustment moves exactly its amount between the wallet and who bears it',
      async tamper(tx) {
        for (const [{ id }, bututs] of [[made.overpaid, 1] as const, [made.underpaid, -1] as const]) {
          await shift(tx, id, 'adjustment', [
            ['rail_collections:PROVIDER_W', bututs],
            ['available', -bututs],
          ]);
        }
      },
    },
    {
      what: 'a loss of the house that its client has paid',
      line: 'each journal of an adjustment moves exactly its amount between the wallet and who bears it',
      async tamper(tx) {
        const clientId = made.undelivered.clientId;
        await tx`
          update entries e set account = 'available', client_id = ${clientId} from journals j
          where j.id = e.journal_id and j.transaction_id = ${made.undelivered.id} and j.kind = 'adjustment' and e.account = 'losses'`;
        await tx`insert into unfolded_entries values
          (${clientId}, 'LIVE', 'available', 800), (${HOUSE_CLIENT_ID}, 'LIVE', 'losses', -800)`;
      },
    },
    {
      what: 'an adjustment that its client bears half of',
      line: 'each journal of an adjustment moves exactly its amount between the wallet and who bears it',
      async tamper(tx) {
        await tx`alter table adjustments drop constraint adjustments_amount`;
        await tx`update adjustments set client_bututs = 1 where transaction_id = ${made.overpaid.id}`;
      },
    },
    {
      what: 'a collection that is pending long after its end',
      line: 'no collection is pending ten minutes after it should have expired, unless it is a case',
      tamper: (tx) =>
        tx`update transactions set expires_at = ${begin.toISOString()} where id = ${made.pending.id}`,
    },
    {
      what: 'a collection that nothing will end',
      line: 'each pending collection that can expire has a job that will end it',
      tamper: (tx) => tx`delete from rail_operations where transaction_id = ${made.pending.id}`,
    },
    {
      what: 'a payout that nobody asks the rail about',
      line: 'each payout in flight has a job that will learn its outcome',
      tamper: (tx) => tx`delete from rail_operations where transaction_id = ${made.inFlight.id}`,
    },
    {
      what: 'a job that no worker takes',
      line: 'no job of a rail is ten minutes overdue',
      tamper: (tx) =>
        tx`update rail_operations set run_at = ${begin.toISOString()} where transaction_id = ${made.inFlight.id}`,
    },
    {
      what: 'a payout that waits before a full float',
      line: 'no payout waits for a float that has had room for it for ten minutes',
      tamper: (tx) => move(tx, 'rail_float:PROVIDER_A', 'float_funding', 100_000_00),
    },
    {
      what: 'a payout that still waits though its client is no longer suspended',
      line: 'no payout waits for a float that has had room for it for ten minutes',
      tamper: (tx) => tx`update clients set status = 'ACTIVE' where id = ${made.suspended.id}`,
    },
    {
      what: 'a change that was never told',
      line: 'each change that is to be announced has its event',
      async tamper(tx) {
        await tx`delete from deliveries where transaction_id = ${made.failed.id}`;
        await tx`delete from delivery_attempts a where not exists (select from deliveries d where d.id = a.delivery_id)`;
        await tx`delete from events where transaction_id = ${made.failed.id}`;
      },
    },
    {
      what: 'an event under another name',
      line: 'each event tells of a change of its transaction and bears its name',
      async tamper(tx) {
        await tx`update events set event = 'payment.expired', body = replace(body, 'payment.failed', 'payment.expired') where transaction_id = ${made.failed.id}`;
        await tx`update deliveries set event = 'payment.expired' where transaction_id = ${made.failed.id}`;
      },
    },
    {
      what: 'an event of a change that never was',
      line: 'each event tells of a change of its transaction and bears its name',
      tamper: (tx) => tx`
        insert into events select client_id, environment, ${newId()}, transaction_id, 99, event, body, legacy_body, created_at, position
        from events where transaction_id = ${made.ofB.id}`,
    },
    {
      what: 'a change that was told twice',
      line: 'no change has two events',
      async tamper(tx) {
        await tx`drop index events_transaction`;
        await tx`
          insert into events select client_id, environment, ${newId()}, transaction_id, sequence, event, body, legacy_body, created_at, position
          from events where transaction_id = ${made.ofB.id}`;
      },
    },
    ...(
      [
        ['another amount', '"amount":"100.00"', '"amount":"100.01"'],
        ['an amount that is a number', '"amount":"100.00"', '"amount":100.00'],
        ['another currency', '"GMD"', '"USD"'],
        ['another status', '"SUCCEEDED"', '"FAILED"'],
        ['another environment', '"SANDBOX"', '"LIVE"'],
        ['another time', '"completed_at":"2026', '"completed_at":"2025'],
        ['another name than its own', 'payment.succeeded', 'payment.failed'],
        ['no JSON', '}}', '}'],
      ] as const
    ).map(([what, from, to]) => ({
      what: `the body of an event with ${what}`,
      line: 'the body of each event says what its transaction was at that change',
      tamper: async (tx: TransactionSql) => {
        const { count } = await tx`
          update events set body = replace(body, ${from}, ${to})
          where transaction_id = ${made.succeeded.id} and body like '%' || ${from}::text || '%'`;
        expect(count).toBe(1);
      },
    })),
    {
      what: 'an adjustment that its client was not told of',
      line: 'each change that is to be announced has its event',
      tamper: (tx) =>
        tx`delete from events where transaction_id = ${made.overpaid.id} and event = 'balance.adjusted'`,
    },
    {
      what: 'an adjustment that the house bears and its client was told of',
      line: 'no client is told of an adjustment that the house bears',
      async tamper(tx) {
        const body = {
          event: 'balance.adjusted',
          data: {
            id: made.undelivered.adjustmentId,
            type: 'adjustment',
            reference: made.undelivered.clientReference,
            ...{ amount: '-8.00', currency: 'GMD', reason: 'paid all the same', environment: 'LIVE' },
            completed_at: made.undelivered.updatedAt.toISOString(),
          },
        };
        await tx`
          insert into events (client_id, environment, id, transaction_id, sequence, event, body, position, created_at)
          select client_id, 'LIVE', ${newId()}, transaction_id, sequence, 'balance.adjusted', ${JSON.stringify(body)}, 0, at
          from transaction_changes where transaction_id = ${made.undelivered.id} and trigger = 'adjusted'`;
      },
    },
    ...(
      [
        ['another amount', '"amount":"20.05"', '"amount":"20.06"'],
        ['the wrong sign', '"amount":"20.05"', '"amount":"-20.05"'],
        ['an amount that is a number', '"amount":"20.05"', '"amount":20.05'],
        ['another currency', '"GMD"', '"USD"'],
        ['another type', '"adjustment"', '"collection"'],
        ['another reason', 'paid too much', 'paid too little'],
        ['another environment', '"LIVE"', '"SANDBOX"'],
        ['another time', '"completed_at":"2026', '"completed_at":"2025'],
        ['another name than its own', '"balance.adjusted"', '"payment.succeeded"'],
        ['no JSON', '}}', '}'],
      ] as const
    ).map(([what, from, to]) => ({
      what: `the body of an adjustment with ${what}`,
      line: 'the body of each event of an adjustment says what was adjusted',
      tamper: async (tx: TransactionSql) => {
        const { count } = await tx`
          update events set body = replace(body, ${from}, ${to})
          where transaction_id = ${made.overpaid.id} and event = 'balance.adjusted' and body like '%' || ${from}::text || '%'`;
        expect(count).toBe(1);
      },
    })),
    {
      what: 'the body of an adjustment that names another one',
      line: 'the body of each event of an adjustment says what was adjusted',
      async tamper(tx) {
        const { count } = await tx`
          update events set body = replace(body, ${made.overpaid.adjustmentId}, ${made.underpaid.adjustmentId})
          where transaction_id = ${made.overpaid.id} and event = 'balance.adjusted'`;
        expect(count).toBe(1);
      },
    },
    {
      what: 'an adjustment in the earlier form, which has no word for it',
      line: 'the earlier form of an event exists for final states only and says the same',
      tamper: (tx) =>
        tx`update events set legacy_body = '{}' where transaction_id = ${made.overpaid.id} and event = 'balance.adjusted'`,
    },
    {
      what: 'another amount in the earlier form',
      line: 'the earlier form of an event exists for final states only and says the same',
      tamper: (tx) =>
        tx`update events set legacy_body = replace(legacy_body, '100.00', '100.01') where transaction_id = ${made.succeeded.id}`,
    },
    {
      what: 'an earlier form that is missing',
      line: 'the earlier form of an event exists for final states only and says the same',
      async tamper(tx) {
        await tx`update events set legacy_body = null where transaction_id = ${made.ofB.id}`;
      },
    },
    {
      what: 'an earlier form that it cannot express',
      line: 'the earlier form of an event exists for final states only and says the same',
      tamper: (tx) => tx`update events set legacy_body = '{}' where transaction_id = ${made.heldOfB.id}`,
    },
    {
      what: 'an endpoint that was left out',
      line: 'each event has a delivery for every endpoint that was to hear of it',
      tamper: (tx) =>
        tx`delete from deliveries where transaction_id = ${made.expired.id} and endpoint_id = ${made.endpoints.current}`,
    },
    {
      what: 'a delivery with an attempt that was not written down',
      line: 'each delivery counts its attempts, numbered from 1 without a gap',
      tamper: (tx) => tx`update deliveries set attempts = attempts + 1 where id = ${made.delivery}`,
    },
    {
      what: 'a delivery whose first attempt is gone',
      line: 'each delivery counts its attempts, numbered from 1 without a gap',
      tamper: (tx) =>
        tx`update delivery_attempts set attempt = attempt + 2 where delivery_id = ${made.delivery}`,
    },
    {
      what: 'a delivery that is tried every second',
      line: 'no delivery is tried more often than the schedule has attempts, counted from its last resend',
      async tamper(tx) {
        await tx`
          insert into delivery_attempts (client_id, delivery_id, attempt, at, latency_ms)
          select client_id, delivery_id, n, at + n * interval '1 second', 1 from delivery_attempts, generate_series(3, 13) n
          where delivery_id = ${made.delivery} and attempt = 1`;
        await tx`update deliveries set attempts = 13 where id = ${made.delivery}`;
      },
    },
    {
      what: 'a delivery that nobody took',
      line: 'a delivery has succeeded only with a 2xx answer',
      tamper: (tx) =>
        tx`update delivery_attempts set response_status = 302 where delivery_id = ${made.delivery}`,
    },
    {
      what: 'a delivery that no worker will ever claim',
      line: 'a delivery is due exactly while it is pending',
      tamper: (tx) => tx`update deliveries set run_at = null where status = 'PENDING'`,
    },
    {
      what: 'a delivery to an endpoint that is gone',
      line: 'no endpoint was sent anything two minutes after it was removed',
      tamper: (tx) =>
        tx`update webhook_endpoints set deleted_at = ${new Date(begin.getTime() - 60 * minuteMs).toISOString()}
           where id = ${made.endpoints.current}`,
    },
    {
      what: 'a journal of an unknown kind without a transaction',
      line: 'a journal without a transaction moves the money of a float or a settlement, or corrects a journal',
      tamper: (tx) =>
        tx`update journals set kind = 'gift' where kind = 'float_covered' and environment = 'LIVE'`,
    },
    {
      what: 'a correction of nothing',
      line: 'a journal without a transaction moves the money of a float or a settlement, or corrects a journal',
      async tamper(tx) {
        const id = await move(tx, 'available', 'float_funding', 1);
        await tx`update journals set corrects_journal_id = ${newId()} where id = ${id}`;
      },
    },
    {
      what: 'a funding that credits a client',
      line: 'each journal of a float moves one sum between the two accounts of its kind',
      async tamper(tx) {
        const id = await move(tx, 'float_funding', 'available', 1);
        await tx`update journals set corrects_journal_id = null, kind = 'float_funded' where id = ${id}`;
      },
    },
    ...(
      [
        ['a covering of another rail’s float', 'float_covered', 'float:A', 'collections:W'],
        ['a covering the other way round', 'float_covered', 'collections:W', 'float:W'],
        ['collections that were moved to who funds floats', 'collections_moved', 'float_funding', 'float:W'],
        ['a withdrawal that fills a float', 'float_withdrawn', 'float:W', 'float_funding'],
        ['a transfer to nowhere', 'float_transferred', 'float_funding', 'float:W'],
      ] as const
    ).map(([what, kind, debit, credit]) => ({
      what,
      line: 'each journal of a float moves one sum between the two accounts of its kind',
      tamper: (tx: TransactionSql) => moveOfHouse(tx, kind, railAccount(debit), railAccount(credit), 1),
    })),
    {
      what: 'a transfer that leaves something on the way',
      line: 'each journal of a float moves one sum between the two accounts of its kind',
      async tamper(tx) {
        const [from, to] = [railAccount('float:W'), railAccount('float:A')];
        const id = await moveOfHouse(tx, 'float_transferred', to, from, 2);
        await tx`update entries set amount_bututs = 1 where journal_id = ${id} and account = ${to}`;
        await tx`
          insert into entries values (${HOUSE_CLIENT_ID}, 'LIVE', 'losses', ${id}, 1, ${begin.toISOString()})`;
        await tx`insert into unfolded_entries values
          (${HOUSE_CLIENT_ID}, 'LIVE', ${to}, -1), (${HOUSE_CLIENT_ID}, 'LIVE', 'losses', 1)`;
      },
    },
    {
      what: 'a client that covers a float of its own in the sandbox',
      line: 'only the house moves money in and out of its wallets, in LIVE and for no transaction',
      async tamper(tx) {
        const id = await move(tx, 'rail_float:PROVIDER_W', 'rail_collections:PROVIDER_W', 1);
        await tx`update journals set corrects_journal_id = null, kind = 'float_covered' where id = ${id}`;
      },
    },
    {
      what: 'a covering for a transaction',
      line: 'only the house moves money in and out of its wallets, in LIVE and for no transaction',
      also: [
        'each journal has the client and the environment of its transaction',
        'each transaction has exactly the journals that its history requires, booked with it',
      ],
      tamper: (tx) =>
        tx`update journals set transaction_id = ${made.covered.id} where kind = 'float_covered'`,
    },
    {
      what: 'a delivery of one client’s event to another',
      line: 'each row of a transaction belongs to its client and environment',
      tamper: (tx) => tx`
        insert into deliveries (client_id, environment, id, event_id, endpoint_id, transaction_id, event, status, created_at)
        select ${made.b.id}, environment, ${newId()}, event_id, endpoint_id, transaction_id, event,
          'SKIPPED', created_at from deliveries where id = ${made.delivery}`,
    },
    {
      what: 'an attempt of no delivery',
      line: 'each row of a transaction belongs to its client and environment',
      tamper: (tx) =>
        tx`insert into delivery_attempts (client_id, delivery_id, attempt, at, latency_ms) values (${made.a.id}, ${newId()}, 1, now(), 1)`,
    },
    {
      what: 'a history of no transaction',
      line: 'each row of a transaction belongs to its client and environment',
      tamper: (tx) => tx`
        insert into transaction_changes select ${made.b.id}, transaction_id, sequence, from_status, to_status, trigger, actor, at
        from transaction_changes where transaction_id = ${made.pending.id}`,
    },
    {
      what: 'an event of another environment',
      line: 'each row of a transaction belongs to its client and environment',
      also: ['each event tells of a change of its transaction and bears its name'],
      tamper: (tx) => tx`update events set environment = 'LIVE' where transaction_id = ${made.ofB.id}`,
    },
    {
      what: 'a job of another environment',
      line: 'each row of a transaction belongs to its client and environment',
      tamper: (tx) =>
        tx`update rail_operations set environment = 'LIVE' where transaction_id = ${made.pending.id}`,
    },
    {
      what: 'a call of no transaction',
      line: 'each row of a transaction belongs to its client and environment',
      tamper: (tx) => anotherCall(tx, { ...made.unknownPayout, id: newId() }, 'send'),
    },
    {
      what: 'an adjustment of another environment',
      line: 'each row of a transaction belongs to its client and environment',
      also: ['each adjustment has its journal, and each journal of an adjustment has one'],
      tamper: (tx) =>
        tx`update adjustments set environment = 'SANDBOX' where transaction_id = ${made.overpaid.id}`,
    },
    {
      what: 'an account of nobody',
      line: 'everything belongs to a client that exists',
      tamper: (tx) =>
        tx`insert into accounts (client_id, environment, name) values (${newId()}, 'LIVE', 'available')`,
    },
    {
      what: 'a key in clear',
      line: 'a key is kept as a hash, with its prefix and its last four characters only',
      tamper: (tx) => tx`update api_keys set key_hash = 'sk_test_0123456789'::bytea`,
    },
    {
      what: 'a key in clear in its prefix',
      line: 'a key is kept as a hash, with its prefix and its last four characters only',
      tamper: (tx) => tx`update api_keys set prefix = 'sk_test_0123456789'`,
    },
    {
      what: 'a webhook secret in clear',
      line: 'webhook secrets, stored answers and what rails gave us are sealed',
      tamper: (tx) =>
        tx`update webhook_endpoints set previous_secret_sealed = 'whsec_MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE='::bytea where id = ${made.endpoints.paused}`,
    },
    {
      what: 'an answer in clear',
      line: 'webhook secrets, stored answers and what rails gave us are sealed',
      tamper: (tx) =>
        tx`update idempotency_keys set response_sealed = '{"status":"success","data":{"secret":"…"}}'::bytea where response_status is not null`,
    },
    ...(['rail_connections', 'rail_connection_versions', 'rail_notices'] as const).map((table) => ({
      what: `${table} that can be read by everybody`,
      line: 'webhook secrets, stored answers and what rails gave us are sealed',
      tamper: (tx: TransactionSql) =>
        tx`update ${tx(table)} set ${tx(table === 'rail_notices' ? 'body_sealed' : 'fields_sealed')} = ${Buffer.from('{"api_key":"0123456789012345678901234567890"}')}`,
    })),
    {
      what: 'a payout that was sent a second time with a new key',
      line: 'no payout was sent under a second key while the first may have paid',
      tamper: (tx) => anotherCall(tx, made.unknownPayout, 'send'),
    },
    {
      what: 'a wallet that was charged twice',
      line: 'no wallet was charged again while a charge may have gone through',
      tamper: (tx) => anotherCall(tx, made.charged, 'charge'),
    },
    {
      what: 'a payout that was sent with a new key, and refused',
      line: 'no payout was sent under a second key while the first may have paid',
      async tamper(tx) {
        await anotherCall(tx, made.unknownPayout, 'send');
        await tx`update rail_calls set outcome = 'refused', ended_at = started_at where outcome is null`;
      },
    },
    {
      what: 'a payout that was sent again at another wallet',
      line: 'no payment was asked for at a second wallet while the first may have made it',
      tamper: (tx) =>
        anotherCall(tx, made.unknownPayout, 'send', { key: made.unknownPayout.id, wallet: newId() }),
    },
    {
      what: 'a call that has ended, nobody says how',
      line: 'a call to a rail has an outcome exactly when it has ended',
      tamper: (tx) => tx`update rail_calls set outcome = null where transaction_id = ${made.charged.id}`,
    },
    {
      what: 'a call that is said to have been done before it ended',
      line: 'a call to a rail has an outcome exactly when it has ended',
      tamper: (tx) => tx`update rail_calls set ended_at = null where transaction_id = ${made.charged.id}`,
    },
    {
      what: 'a payout that its rail was asked to take back on the fourth day',
      line: 'no rail was asked to take a payout back later than 72 hours after its completion',
      tamper: (tx) =>
        tx`update rail_calls set started_at = started_at + interval '73 hours' where operation = 'reverse'`,
    },
    {
      what: 'a payout that was cancelled while it was being sent',
      line: 'no payout that may have been paid was cancelled',
      async tamper(tx) {
        await tx`update transaction_changes set actor = 'user:x' where transaction_id = ${made.cancelledPayout.id}`;
        await anotherCall(tx, made.cancelledPayout, 'send');
      },
    },
    {
      what: 'a payout that failed by a timer while its rail was silent',
      line: 'no payout that may have been paid has failed but by the word of its rail or of a person',
      tamper: (tx) => anotherCall(tx, made.failedLive, 'send'),
    },
    {
      what: 'a payout of unknown fate that nobody was told of',
      line: 'each payout whose end has been unknown for half an hour is a case',
      tamper: (tx) => tx`delete from cases where kind = 'unknown_outcome'`,
    },
    {
      what: 'a notice that was left to nobody',
      line: 'each notice that was left to a person is a case',
      tamper: (tx) => tx`delete from cases where kind = 'unknown_reference'`,
    },
    {
      what: 'a notice whose case was closed before it came',
      line: 'each notice that was left to a person is a case',
      tamper: (tx) => tx`
        update cases set status = 'CLOSED', closed_at = ${new Date(begin.getTime() - minuteMs).toISOString()}, resolution = 'Seen.'
        where kind = 'unknown_reference'`,
    },
    {
      what: 'a reference that was paid twice without anybody knowing',
      line: 'each reference that was paid twice is a case',
      tamper: (tx) => tx`delete from cases where kind = 'double_payment'`,
    },
    {
      what: 'an operator who agrees with himself',
      line: 'nobody settled a case by a proposal of their own',
      tamper: async (tx) => {
        await tx`alter table cases drop constraint cases_four_eyes, drop constraint cases_closed`;
        const who = newId();
        await tx`update cases set proposed_by = ${who}, closed_by = ${who} where kind = 'unknown_reference'`;
      },
    },
    ...(
      [
        [
          'of no case',
          (tx: TransactionSql) =>
            tx`update adjustments set case_id = ${newId()} where transaction_id = ${made.overpaid.id}`,
        ],
        [
          'of another transaction’s case',
          (tx: TransactionSql) =>
            tx`update cases set transaction_id = ${made.underpaid.id} where transaction_id = ${made.overpaid.id}`,
        ],
        [
          'of a case that is open',
          (tx: TransactionSql) =>
            tx`update cases set status = 'OPEN', closed_at = null where transaction_id = ${made.overpaid.id}`,
        ],
      ] as const
    ).map(([what, tamper]) => ({
      what: `an adjustment ${what}`,
      line: 'each adjustment settled a case of its transaction, which is closed',
      tamper: async (tx: TransactionSql) => {
        await tx`alter table cases drop constraint cases_closed`;
        await tamper(tx);
      },
    })),
    {
      what: 'a case that was settled twice',
      line: 'no case was settled by two adjustments',
      async tamper(tx) {
        await tx`update cases set transaction_id = ${made.underpaid.id} where transaction_id = ${made.overpaid.id}`;
        await tx`
          update adjustments set case_id = (select case_id from adjustments where transaction_id = ${made.overpaid.id})
          where transaction_id = ${made.underpaid.id}`;
      },
      also: ['each adjustment settled a case of its transaction, which is closed'],
    },
    {
      what: 'an adjustment by one person alone',
      line: 'each adjustment was confirmed by another person than proposed it',
      async tamper(tx) {
        await tx`update adjustments set confirmed_by_name = proposed_by_name`;
        await tx`update cases set proposed_by = null where transaction_id = ${made.overpaid.id}`;
      },
    },
    {
      what: 'a delivery after failure that nobody looks at',
      line: 'each failed payout that was delivered all the same is a case',
      tamper: (tx) =>
        tx`update transactions set delivered_after_failure = true where id = ${made.failedLive.id}`,
    },
    {
      what: 'a failed payout that was paid by hand and not flagged',
      line: 'each failed payout for which money has left by an adjustment is flagged as delivered',
      tamper: (tx) =>
        tx`update transactions set delivered_after_failure = false where id = ${made.undelivered.id}`,
    },
    {
      what: 'a loss that nobody has decided about',
      line: 'no process misses what it acknowledged, but for what an operator has accepted',
      tamper: (tx) => tx`update history_losses set decided_at = null`,
    },
    {
      what: 'a password in clear',
      line: 'a password is kept as an argon2id hash',
      tamper: (tx) => tx`update users set password_hash = 'correct horse'`,
    },
    ...(['rail_operations', 'deliveries', 'idempotency_keys', 'rail_notices'] as const).map((table) => ({
      what: `a lease on ${table} that lasts an hour`,
      line: 'no lease lasts longer than two minutes',
      tamper: async (tx: TransactionSql) => {
        const until = new Date(later.getTime() + 60 * minuteMs).toISOString();
        const column = tx(table === 'idempotency_keys' ? 'lease_until' : 'run_at');
        const { count } = await tx`
          update ${tx(table)} set lease_token = ${newId()}, ${column} = ${until}
          where ${column} is not null ${table === 'deliveries' ? tx`and status = 'PENDING'` : tx``}`;
        expect(count).toBeGreaterThan(0);
      },
    })),
  ];

  test.each(plants)('$what', async ({ line, also = [], tamper }) => {
    const found = await tampered(tamper, line);
    expect(found.map(({ name }) => name).sort()).toEqual([line, ...also].sort());
    for (const { violations, examples } of found) {
      expect(examples).toHaveLength(Math.min(violations, 5));
    }
  });

  test('a collection that should have ended long ago is none while it is an open case', async () => {
    const { id, clientId, environment, provider } = made.pending;
    const asCase = (status: 'OPEN' | 'CLOSED') => (tx: TransactionSql) =>
      tx`
      with late as (update transactions set expires_at = ${begin.toISOString()} where id = ${id})
      insert into cases (id, environment, provider, kind, subject, client_id, transaction_id, details, status, opened_at, closed_at, resolution)
      select ${newId()}::uuid, ${environment}, ${provider}, 'mismatch', ${id}, ${clientId}::uuid, ${id}::uuid, '{}', ${status}, now(),
             ${status === 'OPEN' ? null : begin.toISOString()}::timestamptz, ${status === 'OPEN' ? null : 'Seen.'}`;
    const late = 'no collection is pending ten minutes after it should have expired, unless it is a case';
    const namesOf = async (tamper: Plant['tamper']) => (await tampered(tamper)).map(({ name }) => name);
    expect(await namesOf(asCase('OPEN'))).not.toContain(late);
    expect(await namesOf(asCase('CLOSED'))).toContain(late);
  });

  test('every line has failed at least once', async () => {
    const planted = new Set([...plants.map((plant) => plant.line), ...besides, FUNDED]);
    const names = (await auditLedger(sql, { now: later })).map((line) => line.name);
    expect(names.filter((name) => !planted.has(name))).toEqual([]);
    expect([...planted].filter((name) => !names.includes(name))).toEqual([]);
  });

  test('a violation that was committed is seen as well', async () => {
    const other = connect(database.url, 1);
    const [row] = await other`
      insert into unfolded_entries values (${made.b.id}, 'SANDBOX', 'available', -1) returning ctid::text as ctid`;
    const found = broken(await auditLedger(sql, { now: later }));
    await other`delete from unfolded_entries where ctid = ${row?.ctid}::tid`;
    await other.end();
    expect(found).toMatchObject([
      { invariant: 3, violations: 1, examples: [`${made.b.id}/SANDBOX/available`] },
    ]);
    expect(broken(await auditLedger(sql, { now: later }))).toEqual([]);
  });
});

describe('the guards of the database', () => {
  test.each(appendOnly)('%s cannot be updated, deleted or truncated', async (table) => {
    const columns: Record<string, string> = {
      ...{ events: 'body', transaction_changes: 'actor', period_closes: 'digest', rail_tariffs: 'note' },
    };
    const column = columns[table] ?? 'client_id';
    for (const statement of [
      `update ${table} set ${column} = ${column}`,
      `delete from ${table}`,
      `truncate ${table}`,
    ]) {
      await expect(sql.unsafe(statement)).rejects.toMatchObject({ code: 'KA001' });
    }
  });

  test('how a call to a rail ended is written once, and no call is changed or removed', async () => {
    const begun = () => sql`
      insert into rail_calls (client_id, environment, transaction_id, id, provider, operation, started_at)
      values (${made.charged.clientId}, 'LIVE', ${made.charged.id}, ${newId()}, 'PROVIDER_A', 'start', now()) returning id`;
    const [call] = await begun();
    await sql`update rail_calls set outcome = 'unknown', ended_at = now() where id = ${call?.id}`;
    const [open] = await begun();
    for (const statement of [
      `update rail_calls set outcome = 'refused' where id = '${call?.id}'`,
      `update rail_calls set note = 'it was paid' where id = '${call?.id}'`,
      `update rail_calls set key = id where id = '${open?.id}'`,
      `update rail_calls set connection_id = id where id = '${open?.id}'`,
      `update rail_calls set operation = 'send' where id = '${open?.id}'`,
      `delete from rail_calls where id = '${open?.id}'`,
      'truncate rail_calls',
    ]) {
      await expect(sql.unsafe(statement), statement).rejects.toMatchObject({ code: 'KA001' });
    }
    await withoutGuards((tx) => tx`delete from rail_calls where id in (${call?.id}, ${open?.id})`);
  });

  test('one payment of a live rail is one transaction', async () => {
    const twice = sql`
      update transactions set rail_reference = (select rail_reference from transactions where id = ${made.covered.id})
      where id = ${made.coveredToo.id}`;
    await expect(twice).rejects.toMatchObject({
      code: '23505',
      constraint_name: 'transactions_rail_payment',
    });
  });

  test('a journal that does not sum to zero is refused', async () => {
    await expect(
      post([
        ['available', 1],
        ['commission', -2],
      ]),
    ).rejects.toMatchObject({ code: 'KA002' });
  });

  test('a journal of one entry is refused', async () => {
    await expect(post([['available', -1]])).rejects.toMatchObject({ code: 'KA002' });
  });

  test('an entry of zero is refused', async () => {
    await expect(
      post([
        ['available', 0],
        ['commission', 0],
      ]),
    ).rejects.toMatchObject({ code: '23514' });
  });

  test('an entry on an account that does not exist is refused', async () => {
    await expect(
      post([
        ['available', -1],
        ['nowhere', 1],
      ]),
    ).rejects.toMatchObject({ code: 'KA003' });
  });

  test('entries cannot be added to a journal that stands, not even balanced ones', async () => {
    const [journal] = await sql`select id from journals where transaction_id = ${made.succeeded.id}`;
    const adding = sql`
      insert into entries (client_id, environment, account, journal_id, amount_bututs, created_at) values
      (${made.a.id}, 'SANDBOX', 'held', ${journal?.id}, 1, now()), (${made.a.id}, 'SANDBOX', 'float_funding', ${journal?.id}, -1, now())`;
    await expect(adding).rejects.toMatchObject({ code: 'KA002' });
  });

  test('of several journals in one statement each is looked at by itself', async () => {
    const both = (legs: [journal: string, account: string, amount: number][]) => sql`
      insert into entries (client_id, environment, account, journal_id, amount_bututs, created_at)
      select ${made.a.id}, 'SANDBOX', account, journal::uuid, amount, now()
      from jsonb_to_recordset(${JSON.stringify(legs.map(([journal, account, amount]) => ({ journal, account, amount })))}::text::jsonb)
        as leg (journal text, account text, amount bigint)`;
    const [one, other] = [newId(), newId()];
    const whole = (journal: string): [string, string, number][] => [
      [journal, 'held', 1],
      [journal, 'float_funding', -1],
    ];
    await expect(
      both([...whole(one), [other, 'held', 2], [other, 'float_funding', -3]]),
    ).rejects.toMatchObject({
      code: 'KA002',
    });
    // In sum they are nothing, and each is something.
    await expect(
      both([
        [one, 'held', 1],
        [one, 'float_funding', -2],
        [other, 'held', 2],
        [other, 'float_funding', -1],
      ]),
    ).rejects.toMatchObject({
      code: 'KA002',
    });
    await expect(both([...whole(one), [other, 'held', 1], [other, 'nowhere', -1]])).rejects.toMatchObject({
      code: 'KA003',
    });
    await sql
      .begin(async (tx) => {
        await tx`insert into journals (client_id, id, environment, kind, created_at)
                 select ${made.a.id}, id, 'SANDBOX', 'x', now() from unnest(${[one, other]}::uuid[]) id`;
        await tx`insert into entries (client_id, environment, account, journal_id, amount_bututs, created_at)
                 select ${made.a.id}, 'SANDBOX', account, id, amount, now()
                 from unnest(${[one, other]}::uuid[]) id, (values ('held', 1), ('float_funding', -1)) as leg (account, amount)`;
        throw new Error('back');
      })
      .catch((error) => expect(error.message).toBe('back'));
  });

  test('every transition that the table does not have is refused', async () => {
    const statuses = {
      collection: ['PENDING', 'SUCCEEDED', 'FAILED', 'EXPIRED', 'CANCELLED'],
      payout: ['PENDING', 'SUCCEEDED', 'FAILED', 'AWAITING_LIQUIDITY', 'REVERSED'],
      refund: ['PENDING', 'SUCCEEDED', 'FAILED'],
    } as const;
    let refused = 0;
    for (const type of ['collection', 'payout', 'refund'] as const) {
      for (const from of statuses[type]) {
        const [row] =
          await sql`select id from transactions where type = ${type} and status = ${from} limit 1`;
        for (const to of statuses[type]) {
          if (to === from) continue;
          // Checks of the other columns must not be what refuses it.
          const isFinal = to !== 'PENDING' && to !== 'AWAITING_LIQUIDITY';
          const attempt = rolledBack(
            (tx) => tx`
            update transactions set status = ${to}, failure_code = ${to === 'FAILED' ? 'DECLINED' : null},
              completed_at = ${isFinal ? begin.toISOString() : null} where id = ${row?.id}`,
          );
          if (edges.some((edge) => edge.type === type && edge.from === from && edge.to === to)) {
            expect(await attempt).toBe('rolled back');
          } else {
            await expect(attempt).rejects.toMatchObject({ code: 'KA004' });
            refused++;
          }
        }
      }
    }
    // Of 20 pairs a type has, 7 are edges of a collection and 6 of a payout; of the 6 of a refund that none waits in, 2.
    expect(refused).toBe(2 * 20 - 7 - 6 + 6 - 2);
  });

  test.each([
    ['client_id', newId()],
    ['environment', 'LIVE'],
    ['id', newId()],
    ['client_reference', 'another'],
    ['attempt', '7'],
    ['amount_bututs', '1'],
    ['provider', 'PROVIDER_X'],
    ['collection_id', newId()],
  ])('the %s of a transaction is constant', async (column, value) => {
    const [row] = await sql`select id from transactions where id = ${made.pending.id}`;
    const changing = sql.unsafe(`update transactions set ${column} = '${value}' where id = '${row?.id}'`);
    await expect(changing).rejects.toMatchObject({ code: 'KA005' });
  });

  test('available and held cannot be folded below zero, nor a reservation', async () => {
    const set = (column: string, value: number, name: string) =>
      sql.unsafe(`update accounts set ${column} = ${value} where name = '${name}'`);
    await expect(set('balance_bututs', 1, 'available')).rejects.toMatchObject({ code: '23514' });
    await expect(set('balance_bututs', 1, 'held')).rejects.toMatchObject({ code: '23514' });
    await expect(set('reserved_bututs', -1, 'rail_float:PROVIDER_W')).rejects.toMatchObject({
      code: '23514',
    });
  });

  function post(entries: [string, number][]) {
    const journal = {
      id: newId(),
      kind: 'test',
      entries: entries.map(([account, amount]) => ({ client_id: made.a.id, account, amount_bututs: amount })),
    };
    return sql`select post_journal(${made.a.id}, 'SANDBOX', null, ${JSON.stringify(journal)}::text::jsonb, '{}', now())`;
  }
});

const broken = (lines: AuditLine[]) => lines.filter((line) => line.violations > 0);
const amountOf = (transaction: Transaction) => Number(transaction.amountBututs);

/** What the audit finds once something was changed with all guards off; nothing of it stays. */
async function tampered(tamper: Plant['tamper'], line?: string): Promise<AuditLine[]> {
  let lines: AuditLine[] = [];
  await rolledBack(async (tx) => {
    await tx`set local session_replication_role = replica`;
    await tamper(tx);
    // What is planted takes guards and keys away where they would refuse it, and is written past Kaira.
    lines = await auditSnapshot(tx, { now: later, without: besides.filter((name) => name !== line) });
  });
  return broken(lines);
}

async function rolledBack(work: (tx: TransactionSql) => unknown): Promise<'rolled back'> {
  const end = new Error('rolled back');
  await sql
    .begin(async (tx) => {
      await work(tx);
      throw end;
    })
    .catch((error) => {
      if (error !== end) throw error;
    });
  return 'rolled back';
}

interface Leg {
  clientId: string;
  environment: Environment;
  account: string;
  bututs: number;
}

/** Whatever is planted breaks these as well: lib/ledger/corruptions.db.test.ts breaks them alone. */
const besides = [MACHINE, SEALED, REQUESTED, NOTHING_CORRECTED, ACTED, PERIODS_KEPT];

/** A correction of some journal of the client, which may say anything. Returns its id. */
async function correct(
  tx: TransactionSql,
  environment: Environment,
  legs: Leg[],
  clientId = made.a.id,
): Promise<string> {
  const id = newId();
  const { count } = await tx`
    insert into journals (client_id, id, environment, kind, corrects_journal_id, created_at)
    select client_id, ${id}, environment, 'correction', id, ${begin.toISOString()}::timestamptz from journals
    where client_id = ${clientId} and environment = ${environment} limit 1`;
  expect(count).toBe(1);
  for (const leg of legs) {
    await tx`
      insert into entries (client_id, environment, account, journal_id, amount_bututs, created_at)
      values (${leg.clientId}, ${leg.environment}, ${leg.account}, ${id}, ${leg.bututs}, ${begin.toISOString()})`;
    await tx`insert into unfolded_entries values (${leg.clientId}, ${leg.environment}, ${leg.account}, ${leg.bututs})`;
  }
  return id;
}

/** `float:W` and `collections:A` for the accounts of a rail. */
const railAccount = (name: string) => (name.includes(':') ? `rail_${name.replace(':', ':PROVIDER_')}` : name);

/** A journal of the house's wallets. Returns its id. */
async function moveOfHouse(tx: TransactionSql, kind: string, debit: string, credit: string, bututs: number) {
  const leg = (account: string, amount: number): Leg => ({
    ...{ clientId: HOUSE_CLIENT_ID, environment: 'LIVE' },
    ...{ account, bututs: amount },
  });
  const id = await correct(tx, 'LIVE', [leg(debit, bututs), leg(credit, -bututs)], HOUSE_CLIENT_ID);
  await tx`update journals set corrects_journal_id = null, kind = ${kind} where id = ${id}`;
  return id;
}

/** A call of which nobody knows how it ended. */
async function anotherCall(
  tx: TransactionSql,
  about: Transaction,
  operation: string,
  { key = null, wallet = null }: { key?: string | null; wallet?: string | null } = {},
) {
  await tx`
    insert into rail_calls (client_id, environment, transaction_id, id, key, connection_id, provider, operation, started_at)
    values (${about.clientId}, 'LIVE', ${about.id}, ${newId()}, ${key}, ${wallet}, ${about.provider}, ${operation}, ${later.toISOString()})`;
}

/** Says of all calls of a transaction that they were made from then on, a second apart. */
async function calledFrom({ id }: Transaction, start: Date) {
  await withoutGuards(
    (tx) => tx`
      update rail_calls r set started_at = ${start.toISOString()}::timestamptz + n * interval '1 second'
      from (select id, row_number() over (order by started_at, id) as n from rail_calls where transaction_id = ${id}) o
      where r.id = o.id`,
  );
}

/** A journal's date is that of its entries. */
async function datedAsJournals(tx: TransactionSql, transactionId: string): Promise<void> {
  await tx`
    update entries e set created_at = j.created_at from journals j
    where j.id = e.journal_id and j.transaction_id = ${transactionId}`;
}

/** The same journal once more, folded and all. */
async function repeatJournal(tx: TransactionSql, transactionId: string, kind: string): Promise<string> {
  const id = newId();
  await tx`
    insert into unfolded_entries select e.client_id, e.environment, e.account, e.amount_bututs
    from entries e join journals j on j.id = e.journal_id where j.transaction_id = ${transactionId} and j.kind = ${kind}`;
  await tx`
    insert into entries select e.client_id, e.environment, e.account, ${id}, e.amount_bututs, e.created_at
    from entries e join journals j on j.id = e.journal_id where j.transaction_id = ${transactionId} and j.kind = ${kind}`;
  await tx`
    insert into journals select client_id, ${id}, environment, transaction_id, kind, corrects_journal_id, created_at
    from journals where transaction_id = ${transactionId} and kind = ${kind}`;
  return id;
}

/** Books with every edge in them, by the same code that books in production. */
/** To a bank: one that waits, and one for each way in which one ends. */
async function settleSome(db: Sql, clientId: string, now: () => Date) {
  const accountId = newId();
  await db`
    insert into settlement_accounts (client_id, environment, id, kind, holder, bank, account_number, added_by, added_by_name, added_at)
    values (${clientId}, 'SANDBOX', ${accountId}, 'bank', 'Shop', 'Trust Bank', '0011223344', ${newId()}, 'Owner', ${now().toISOString()})`;
  const [sender, confirmer, third] = ['Sender', 'Confirmer', 'Third'].map((name) => ({ id: newId(), name }));
  const own = { client_id: clientId, environment: 'SANDBOX' };
  const done = async (name: string, told: object) => {
    const [row] =
      await db`select ${db(name)}(${JSON.stringify({ ...told, now: now() })}::text::jsonb) as result`;
    expect(row?.result, name).toMatchObject({ outcome: 'done' });
  };
  const ask = async () => {
    const id = newId();
    await done('begin_settlement', {
      ...{ ...own, id, account_id: accountId, amount_bututs: 40_00, keep_bututs: 0, least_bututs: 1_00 },
      ...{ reference: `KAIRA-${id}`, actor: { name: 'Schedule' }, journal_id: newId() },
    });
    return id;
  };
  const step = (id: string, from: string, to: string, actor = confirmer) =>
    done('step_settlement', { ...own, id, from, to, actor, journal_id: newId(), note: 'Seen at the bank' });
  const [paid, refused, back] = [await ask(), await ask(), await ask()];
  const file = newId();
  await done('make_settlement_file', { id: file, environment: 'SANDBOX', columns: [], actor: sender });
  await done('step_settlement_file', { id: file, to: 'SENT', actor: sender });
  await step(paid, 'SENT', 'CONFIRMED');
  await step(refused, 'SENT', 'FAILED');
  await step(back, 'SENT', 'CONFIRMED');
  await step(back, 'CONFIRMED', 'RETURNED', third);
  const discarded = newId();
  const again = await ask();
  await done('make_settlement_file', { id: discarded, environment: 'SANDBOX', columns: [], actor: sender });
  await done('note_settlement_download', { id: discarded, actor: sender });
  await done('step_settlement_file', { id: discarded, to: 'DISCARDED', actor: confirmer });
  await step(again, 'REQUESTED', 'CANCELLED');
  return { paid, waiting: await ask() };
}

/** Where live money of the client's own may go, as an operator approved it. */
async function approveWallet(db: Sql, clientId: string) {
  const [owner, at] = [newId(), begin.toISOString()];
  const details = { account_kind: 'wallet', holder: 'Shop', provider: 'PROVIDER_W', mobile: '+2207012345' };
  await db`
    insert into approvals (client_id, id, kind, environment, details, status, requested_by, requested_by_name, requested_at,
                           decided_by, decided_by_name, decided_at, ended_at)
    values (${clientId}, ${newId()}, 'settlement_account', 'LIVE', ${JSON.stringify({ ...details, bank: null, account_number: null })}::text::jsonb,
            'DONE', ${owner}, 'Owner', ${at}, ${newId()}, 'Lamin', ${at}, ${at})`;
  await db`
    insert into settlement_accounts (client_id, environment, id, kind, holder, provider, mobile, added_by, added_by_name, added_at, approved_by_name)
    values (${clientId}, 'LIVE', ${newId()}, 'wallet', 'Shop', 'PROVIDER_W', '+2207012345', ${owner}, 'Owner', ${at}, 'Lamin')`;
}

/** The papers of a business that two operators approved, with the account that they name. */
async function approvePapers(db: Sql, clientId: string) {
  const [owner, at, content] = [newId(), begin.toISOString(), Buffer.from('%PDF-1.4 a paper %%EOF')];
  const sha256 = createHash('sha256').update(content).digest();
  const account = {
    account_kind: 'bank',
    holder: 'Shop Ltd',
    bank: 'Trust Bank',
    account_number: '0011223344',
  };
  const said = { legal_name: 'Shop Ltd', registration_number: 'C-1', tin: '1', owners: ['Awa'], version: 3 };
  const whole = { ...account, provider: null, mobile: null };
  const files = [{ name: 'a.pdf', sha256: sha256.toString('hex') }];
  const details = { ...said, account: whole, submitted_by: owner, files };
  await db`
    insert into applications (client_id, status, version, legal_name, registration_number, tin, owners, account, files,
                              submitted_by, submitted_by_name, submitted_at, approved_at, updated_at)
    values (${clientId}, 'APPROVED', 3, 'Shop Ltd', 'C-1', '1', '{Awa}', ${JSON.stringify(whole)}::text::jsonb, 1, ${owner}, 'Owner',
            ${at}, ${at}, ${at})`;
  await db`
    insert into application_files (client_id, id, name, type, size_bytes, sha256, content, added_by, added_by_name, added_at)
    values (${clientId}, ${newId()}, 'a.pdf', 'application/pdf', ${content.length}, ${sha256}, ${content}, ${owner}, 'Owner', ${at})`;
  await db`
    insert into approvals (client_id, id, kind, details, status, requested_by, requested_by_name, requested_at, decided_by,
                           decided_by_name, decided_at, ended_at)
    values (${clientId}, ${newId()}, 'application', ${JSON.stringify(details)}::text::jsonb, 'DONE', ${newId()}, 'Fatou', ${at},
            ${newId()}, 'Lamin', ${at}, ${at})`;
  await db`
    insert into settlement_accounts (client_id, environment, id, kind, holder, bank, account_number, added_by, added_by_name, added_at, approved_by_name)
    values (${clientId}, 'LIVE', ${newId()}, 'bank', 'Shop Ltd', 'Trust Bank', '0011223344', ${owner}, 'Owner', ${at}, 'Lamin')`;
}

/** A file of payouts: a line that was refused, and one that became this payout. */
async function fileOf(db: Sql, { clientId, clientReference, mobile, provider, id }: Transaction) {
  const [batch, at, by] = [newId(), begin.toISOString(), newId()];
  await db`
    insert into payout_batches (client_id, environment, id, file_name, provider, status, rows_total, rows_good, good_bututs,
                                rows_accepted, rows_refused, created_by, confirmed_by, created_at, confirmed_at, finished_at)
    values (${clientId}, 'SANDBOX', ${batch}, 'pay.csv', ${provider}, 'DONE', 2, 2, 3000, 1, 1, ${by}, ${by}, ${at}, ${at}, ${at})`;
  await db`
    insert into payout_batch_rows (client_id, batch_id, line, reference, mobile, amount, amount_bututs, status, transaction_id)
    values (${clientId}, ${batch}, 1, 'short', ${mobile}, '10.00', 1000, 'REFUSED', null),
           (${clientId}, ${batch}, 2, ${clientReference}, ${mobile}, '20.00', 2000, 'ACCEPTED', ${id})`;
}

/** What wanted two people and had them: a payment of a client, a booking of the house, and the close of a period. */
async function askByTwo(
  db: Sql,
  {
    client,
    fatou,
    lamin,
    payout,
  }: { client: ClientProfile; fatou: string; lamin: string; payout: Transaction },
) {
  const at = begin.toISOString();
  const approval = async (clientId: string, kind: string, environment: string | null, details: object) => {
    const id = newId();
    await db`
      insert into approvals (client_id, id, kind, environment, details, status, requested_by, requested_by_name, requested_at,
                             decided_by, decided_by_name, decided_at, ended_at)
      values (${clientId}, ${id}, ${kind}, ${environment}, ${JSON.stringify(details)}::text::jsonb, 'DONE', ${fatou}, 'Fatou', ${at},
              ${lamin}, 'Lamin', ${at}, ${at})`;
    return id;
  };
  const [{ journal } = {}] = await db`
    select id::text as journal from journals where client_id = ${HOUSE_CLIENT_ID} and kind = 'float_withdrawn'`;
  const [{ alone } = {}] = await db`
    select id::text as alone from journals where client_id = ${HOUSE_CLIENT_ID} and kind = 'collections_moved'`;
  await approval(HOUSE_CLIENT_ID, 'house_money', null, { id: journal, amount: '10.00' });
  const line = (action: string, after: object, clientId: string | null = null, time = at) => db`
    insert into audit_log (id, at, user_id, client_id, action, after)
    values (${newId()}, ${time}, ${lamin}, ${clientId}, ${action}, ${JSON.stringify(after)}::text::jsonb)`;
  await line('rail.float_withdrawn', { amount: '10.00', journal, asked_by: 'Fatou' });
  await line('rail.collections_moved', { amount: '30.00', journal: alone, alone_up_to: '30.00' });
  const details = { amount: '10.00', client_reference: payout.clientReference, transaction_id: payout.id };
  const payment = await approval(client.id, 'payout', 'SANDBOX', details);
  const asked = { ...payout, metadata: { approval: payment } };
  await withoutGuards(
    (tx) => tx`
      update transactions set metadata = ${JSON.stringify(asked.metadata)}::text::jsonb, request_hash = ${requestHashOf(asked)} where id = ${payout.id}`,
  );
  // Each of a client's payouts was within its limits, which were there before.
  const limits = {
    payout_limit_bututs: 5_000_00,
    payout_limit_day_bututs: 6_000_00,
    payout_limit_month_bututs: 7_000_00,
  };
  await db`update clients set ${db(limits)} where id = ${client.id}`;
  const dayBefore = new Date(begin.getTime() - 24 * 60 * minuteMs).toISOString();
  await line('client.changed', limits, client.id, dayBefore);
  // And so was what went out over a rail.
  const ofRail = { environment: 'SANDBOX', provider: 'PROVIDER_W', direction: 'payout', enabled: true };
  const bounds = {
    min_bututs: 1,
    max_bututs: 9_000_00,
    day_limit_bututs: 6_000_00,
    month_limit_bututs: 7_000_00,
  };
  await db`insert into rail_settings ${db({ ...ofRail, ...bounds })}`;
  await db`
    insert into audit_log (id, at, user_id, environment, subject_id, action, after)
    values (${newId()}, ${dayBefore}, ${lamin}, 'SANDBOX', 'PROVIDER_W:payout', 'rail.changed', '{"day_limit":"6000.00"}')`;
  return {
    payment,
    lamin,
    close: await approval(HOUSE_CLIENT_ID, 'period_close', null, { last_day: '2026-10-31' }),
  };
}

async function makeBooks() {
  const db = sqlClient();
  const a = await makeClient('A', 150);
  const b = await makeClient('B', 150);
  const suspended = await makeClient('C', 150);
  await db`
    insert into clients (id, name, business_phone, business_email) values (${HOUSE_CLIENT_ID}, 'House', '', '')
    on conflict do nothing`;
  const ofRails = ['PROVIDER_W', 'PROVIDER_A'].flatMap((each) => [
    `rail_float:${each}`,
    `rail_collections:${each}`,
    `rail_fees:${each}`,
  ]);
  for (const name of ['float_funding', 'losses', ...ofRails]) {
    await db`insert into accounts (client_id, environment, name) values (${HOUSE_CLIENT_ID}, 'LIVE', ${name}) on conflict do nothing`;
  }

  let clock = begin.getTime();
  const at = (client: ClientProfile, environment: Environment): Context => ({
    client,
    environment,
    actor: { type: 'system' },
    now: () => new Date(++clock),
  });
  const sandbox = at(a, 'SANDBOX');
  const live = at(a, 'LIVE');
  const sandboxOfB = at(b, 'SANDBOX');
  const sandboxOfSuspended = at(suspended, 'SANDBOX');

  const endpoint = async (status: string, events: string[], form: string) => {
    const id = newId();
    await db`
      insert into webhook_endpoints (client_id, environment, id, url, events, payload_form, status, secret_sealed, secret_last4, created_at)
      values (${a.id}, 'SANDBOX', ${id}, 'https://example.com/', ${events}, ${form}, ${status}, ${seal(places.webhookSecret(id), 'whsec_test')}, 'test', ${new Date(begin.getTime() - 60 * minuteMs).toISOString()})`;
    return id;
  };
  const endpoints = {
    current: await endpoint('ACTIVE', [], 'current'),
    legacy: await endpoint('ACTIVE', [], 'legacy'),
    some: await endpoint('ACTIVE', ['payment.succeeded', 'payout.reversed'], 'current'),
    paused: await endpoint('PAUSED', [], 'current'),
  };

  let number = 0;
  const begun = async (
    ctx: Context,
    facts: Partial<Transaction>,
    trigger: Trigger = { kind: 'initiated' },
    options: {
      event?: string;
      operations?: OperationKind[];
      coverFloat?: boolean;
      next?: (after: Transaction) => Change[];
    } = {},
  ): Promise<Transaction> => {
    const now = ctx.now();
    const asked = {
      id: newId(),
      type: 'collection' as const,
      clientReference: `order-${++number} "ü"\\`,
      attempt: 1,
      provider: 'PROVIDER_W',
      amountBututs: 100_00n,
      commissionBps: facts.type === 'payout' || facts.type === 'refund' ? 0 : ctx.client.commissionBps,
      mobile: '+2207654321',
      ...facts,
    };
    const draft = newTransaction(ctx, { requestHash: requestHashOf(asked), ...asked }, now);
    const change = decided(null, draft, trigger, now);
    if (options.event) change.event = options.event;
    if (options.coverFloat) change.coverFloat = true;
    const runAt = new Date(begin.getTime() + 30 * minuteMs);
    change.operations = (options.operations ?? []).map((kind) => ({ kind, runAt }));
    return committed(ctx, [change, ...(options.next?.(change.after) ?? [])]);
  };
  const moved = (ctx: Context, transaction: Transaction, trigger: Trigger) =>
    committed(ctx, [decided(transaction, transaction, trigger, ctx.now())]);
  const deliver = (after: Transaction): Change[] => [
    decided(after, after, { kind: 'payout_delivered', railReference: `sim_${after.id}` }, after.updatedAt),
  ];
  const fund = (
    ctx: Context,
    clientId: string,
    provider: string,
    bututs: number,
    kind = 'float_funded',
    credit = 'float_funding',
  ) =>
    db`select fund_float(${JSON.stringify({
      client_id: clientId,
      environment: ctx.environment,
      now: ctx.now(),
      journal: {
        id: newId(),
        kind,
        entries: [
          { client_id: clientId, account: `rail_float:${provider}`, amount_bututs: bututs },
          { client_id: clientId, account: credit, amount_bututs: -bututs },
        ],
      },
    })}::text::jsonb)`;

  const paid: Trigger = { kind: 'rail_succeeded' };
  const declined: Trigger = { kind: 'rail_failed', failure: failure('DECLINED') };
  const expires: Partial<Transaction> = { expiresAt: new Date(begin.getTime() + 30 * minuteMs) };

  const succeeded = await moved(sandbox, await begun(sandbox, { amountBututs: 100_00n }), paid);
  const succeededToo = await moved(sandbox, await begun(sandbox, { amountBututs: 33_33n }), paid);
  const ofErased = {
    amountBututs: 50_000_00n,
    provider: 'PROVIDER_A',
    mobile: '+2203214321',
    customerName: 'Awa',
  };
  await moved(sandbox, await begun(sandbox, ofErased), paid);
  await moved(live, await begun(live, { amountBututs: 5_000_00n }), paid);
  const withFee = await moved(live, await begun(live, { railFeeBututs: 1_00n }), paid);
  const ofB = await moved(sandboxOfB, await begun(sandboxOfB, { amountBututs: 1_000_00n }), paid);
  const { link } = await createPaymentLink(
    sandboxOfB,
    await readNewLink('SANDBOX', { title: 'Fees', max_payments: 1 }),
  );
  const throughLink = { paymentLinkId: link.id, paymentLinkCode: link.code };
  await moved(sandboxOfB, await begun(sandboxOfB, throughLink), paid);
  const askedFor = await readNewRequest('SANDBOX', {
    description: 'Rice',
    customer_mobile: '+2207012345',
    lines: [{ description: 'Bag', quantity: 3, unit_price: '33.33' }],
  });
  const { request } = await createPaymentRequest(sandboxOfB, askedFor);
  await markPaidByHand(sandboxOfB, request.link.id, { note: 'Cash' });
  const chosen = { currency: 'GMD' as const, provider: CUSTOMER_CHOICE, amount: 9_00n, metadata: {} };
  await initiateCollection(sandboxOfB, { ...chosen, client_reference: 'to be chosen' });
  const unchosen = await initiateCollection(sandboxOfB, { ...chosen, client_reference: 'never chosen' });
  await cancelCollection(sandboxOfB, unchosen.transaction.id);
  // Too small for a commission: a journal of two entries.
  await moved(sandbox, await begun(sandbox, { amountBututs: 33n }), paid);
  const failed = await moved(sandbox, await begun(sandbox, { amountBututs: 70_00n }), declined);
  const expired = await moved(sandbox, await begun(sandbox, expires, undefined, { operations: ['close'] }), {
    kind: 'rail_expired',
  });
  await moved(sandbox, await begun(sandbox, {}), { kind: 'rail_cancelled' });
  const cancelled = await moved(sandboxOfB, await begun(sandboxOfB, {}), { kind: 'cancelled_by_client' });
  await sql`select fold_entries(), fold_tallies()`;

  const late = await moved(
    sandbox,
    await moved(sandbox, await begun(sandbox, {}), { kind: 'rail_expired' }),
    paid,
  );
  await moved(sandbox, await moved(sandbox, await begun(sandbox, {}), { kind: 'rail_cancelled' }), paid);
  await moved(sandbox, await moved(sandbox, await begun(sandbox, {}), declined), paid);
  const first = await moved(sandbox, await begun(sandbox, {}), { kind: 'rail_expired' });
  await moved(sandbox, await begun(sandbox, { clientReference: first.clientReference, attempt: 2 }), paid);
  await moved(sandbox, first, paid);

  const pending = await begun(sandbox, { ...expires, amountBututs: 70_00n }, undefined, {
    operations: ['look_up', 'close'],
  });
  const pendingOther = await begun(sandbox, { amountBututs: 200_00n, otpAttemptsRemaining: 3 });
  await committed(sandbox, [amend(pendingOther, { otpAttemptsRemaining: 2 }, sandbox.now())]);

  const payout = (amountBututs: bigint, provider = 'PROVIDER_W'): Partial<Transaction> => ({
    type: 'payout',
    amountBututs,
    provider,
  });
  const short: Trigger = { kind: 'initiated_float_short' };
  await fund(sandbox, a.id, 'PROVIDER_W', 1_000_00);
  await fund(sandbox, a.id, 'PROVIDER_A', 1_000_00);
  await fund(live, HOUSE_CLIENT_ID, 'PROVIDER_W', 1_000_00);
  await fund(sandboxOfB, b.id, 'PROVIDER_W', 30_00);
  await fund(live, HOUSE_CLIENT_ID, 'PROVIDER_W', 30_00, 'collections_moved', 'rail_collections:PROVIDER_W');
  await fund(live, HOUSE_CLIENT_ID, 'PROVIDER_W', -10_00, 'float_withdrawn');
  await fund(live, HOUSE_CLIENT_ID, 'PROVIDER_A', 20_00, 'float_transferred', 'rail_float:PROVIDER_W');
  await fund(live, HOUSE_CLIENT_ID, 'PROVIDER_W', 10_25);
  const payoutWithFee = await begun(live, { ...payout(9_00n), railFeeBututs: 1_50n }, undefined, {
    next: deliver,
  });
  await committed(live, [correctFee(payoutWithFee, 1_25n, live.now())!]);
  const payoutOfB = await begun(sandboxOfB, payout(10_00n), undefined, { next: deliver });
  const payoutOfBToo = await begun(sandboxOfB, payout(20_00n), undefined, { next: deliver });
  const heldOfB = await begun(sandboxOfB, payout(30_00n), short);
  const delivered = await begun(sandbox, payout(30_00n), undefined, { next: deliver });
  const deliveredToo = await begun(sandbox, payout(30_01n), undefined, { next: deliver });
  const reversed = await moved(sandbox, await begun(sandbox, payout(40_00n), undefined, { next: deliver }), {
    kind: 'payout_reversed',
    reason: 'wrong recipient',
  });
  const waiting = await begun(sandbox, payout(50_00n), short);
  const now = sandbox.now();
  const released = { ...decided(waiting, waiting, { kind: 'float_funded' }, now), event: null };
  await committed(sandbox, [released, ...deliver(released.after)]);
  await moved(sandbox, await begun(sandbox, payout(60_00n), short), {
    kind: 'payout_cancelled',
    failure: failure('CANCELLED_BY_CLIENT'),
  });
  // More than the float has.
  await begun(sandbox, payout(5_000_00n, 'PROVIDER_A'), short);

  await moved(live, await begun(live, payout(5_00n), undefined, { operations: ['look_up'] }), {
    kind: 'payout_in_flight',
    railReference: 'live-0',
  });
  const inFlightOptions = { event: 'payout.pending', operations: ['look_up' as const] };
  // The rail itself was short; afterwards the float is, and newcomers queue.
  const shortAtRail = await begun(live, payout(690_00n), undefined, inFlightOptions);
  const inFlight = await begun(live, payout(300_00n), undefined, inFlightOptions);
  await moved(live, shortAtRail, { kind: 'payout_float_short' });
  const queued = async (amountBututs: bigint) =>
    moved(live, await begun(live, payout(amountBututs), short), { kind: 'float_funded' });
  const failedLive = await moved(live, await queued(20_00n), {
    kind: 'payout_refused',
    failure: failure('RECIPIENT_NOT_FOUND'),
  });
  await moved(live, await queued(21_00n), { kind: 'payout_delivered', railReference: 'live-1' });
  const twice = await begun(live, payout(22_00n), short);
  await moved(live, await moved(live, twice, { kind: 'float_funded' }), {
    kind: 'payout_refused',
    failure: failure('RECIPIENT_INACTIVE'),
  });

  const settlements = await settleSome(db, a.id, () => sandbox.now());
  await approveWallet(db, a.id);
  await approvePapers(db, a.id);
  await fileOf(db, payoutOfBToo);

  const wallet = newId();
  const call = (operation: 'send' | 'charge' | 'reverse', key?: string) => {
    const id = newId();
    return {
      call: { id, operation, connectionId: wallet, ...(key && { key }) },
      callEnd: { id, outcome: 'unknown' as const },
      operations: [{ kind: 'look_up' as const, runAt: new Date(begin.getTime() + 30 * minuteMs) }],
    };
  };
  const sent = await begun(live, payout(6_00n), undefined, { operations: ['send'] });
  const sentOnce = await committed(live, [
    { ...decided(sent, sent, { kind: 'payout_in_flight' }, live.now()), ...call('send', sent.id) },
  ]);
  const unknownPayout = await committed(live, [
    { ...amend(sentOnce, {}, live.now()), ...call('send', sent.id) },
  ]);
  await calledFrom(unknownPayout, new Date(begin.getTime() - 60 * minuteMs));
  const taken = await begun(live, { ...expires, provider: 'PROVIDER_A' }, undefined, {
    operations: ['close'],
  });
  const charged = await committed(live, [{ ...amend(taken, {}, live.now()), ...call('charge') }]);
  const again = { clientReference: 'paid twice', amountBututs: 9_00n };
  const left = await begun(live, again);
  await moved(live, left, { kind: 'cancelled_by_client' });
  await moved(live, await begun(live, { ...again, attempt: 2 }), paid);
  await moved(live, await reread(left), paid);

  // Completed more than three days ago: the rail was asked in time, and did it at its leisure.
  const days = (count: number) => new Date(begin.getTime() - count * 24 * 60 * minuteMs);
  const past = (now: Date): Context => ({ ...live, now: () => now });
  const old = await begun(past(days(5)), payout(7_00n), undefined, { next: deliver });
  const asked = await committed(past(days(4)), [{ ...amend(old, {}, days(4)), ...call('reverse') }]);
  await calledFrom(asked, days(4));
  const reversedLate = await moved(live, asked, { kind: 'payout_reversed', reason: 'wrong recipient' });

  // Nobody has funded this float: what was collected there pays.
  const ofA = { provider: 'PROVIDER_A', amountBututs: 500_00n };
  await moved(live, await begun(live, ofA), paid);
  const fromCollected = { coverFloat: true, next: deliver };
  const covered = await begun(live, payout(60_00n, 'PROVIDER_A'), undefined, fromCollected);
  const coveredToo = await begun(live, payout(40_00n, 'PROVIDER_A'), undefined, fromCollected);
  const cancelledPayout = await moved(live, await begun(live, payout(2_00n)), {
    kind: 'payout_cancelled',
    failure: failure('CANCELLED_BY_CLIENT'),
  });
  await fund(sandboxOfSuspended, suspended.id, 'PROVIDER_W', 100_00);
  await moved(sandboxOfSuspended, await begun(sandboxOfSuspended, { amountBututs: 100_00n }), paid);
  await begun(sandboxOfSuspended, payout(50_00n), short);
  await db`update clients set status = 'SUSPENDED' where id = ${suspended.id}`;

  /** What two operators book by hand, and the case that it settles. */
  const adjusted = async (
    transaction: Transaction,
    railBututs: bigint,
    borneBy: 'client' | 'house',
    reason = 'by the statement',
  ) => {
    await openCaseOf('contradiction', transaction, {}, live.now());
    const [open] = await db`
      update cases set proposed_by = ${newId()}, proposed_by_name = 'Fatou', proposed_at = ${begin.toISOString()}
      where transaction_id = ${transaction.id} and kind = 'contradiction' and status = 'OPEN' returning id`;
    const closeCase = { id: open?.id, closedBy: newId(), closedByName: 'Lamin', resolution: 'Adjusted.' };
    const adjustment = {
      ...{ id: newId(), caseId: open?.id, railBututs, borneBy, reason, evidence: 'the statement' },
      ...{ proposedByName: 'Fatou', confirmedByName: 'Lamin' },
    };
    const change = decided(transaction, transaction, { kind: 'adjusted', adjustment }, live.now());
    return { ...(await committed(live, [{ ...change, closeCase }])), adjustmentId: adjustment.id };
  };
  const collection = async (trigger: Trigger) => moved(live, await begun(live, {}), trigger);
  const overpaid = await adjusted(await collection(paid), 20_05n, 'client', 'paid too much');
  const underpaid = await adjusted(await collection(declined), 90_00n, 'client', 'paid in part');
  await adjusted(
    await adjusted(await collection({ kind: 'rail_expired' }), 30_00n, 'client'),
    -12_50n,
    'client',
  );
  await adjusted(await collection({ kind: 'cancelled_by_client' }), 5_00n, 'house');
  await adjusted(await begun(live, payout(8_00n), undefined, { next: deliver }), 4_00n, 'client');
  const refused: Trigger = { kind: 'payout_refused', failure: failure('RECIPIENT_NOT_FOUND') };
  const undelivered = await adjusted(
    await moved(live, await begun(live, payout(8_00n)), refused),
    ...([-8_00n, 'house', 'paid all the same'] as const),
  );
  await adjusted(reversedLate, -7_00n, 'client', 'paid after all');

  const refund = (of: Transaction, amountBututs: bigint, method: 'reversal' | 'payout') => ({
    ...{ type: 'refund' as const, amountBututs, provider: of.provider, refundMethod: method },
    ...{ collectionId: of.id, collectionReference: of.clientReference },
  });
  const asReversal: Trigger = { kind: 'reversal_asked' };
  const turnedAway: Trigger = { kind: 'reversal_refused', failure: failure('PROVIDER_ERROR') };
  const called: Trigger = { kind: 'payout_cancelled', failure: failure('CANCELLED_BY_CLIENT') };
  const refundable = await moved(sandbox, await begun(sandbox, {}), paid);
  const refundableToo = await moved(sandbox, await begun(sandbox, {}), paid);
  const pendingRefund = { operations: ['refund' as const] };
  const refundPending = await begun(
    sandbox,
    refund(refundable, 60_00n, 'reversal'),
    asReversal,
    pendingRefund,
  );
  const refundPendingToo = await begun(
    sandbox,
    refund(refundableToo, 60_00n, 'reversal'),
    asReversal,
    pendingRefund,
  );
  const returning = { ...refund(refundable, 20_00n, 'reversal'), commissionBututs: 30n };
  const refundedByRail = await moved(
    sandbox,
    await moved(sandbox, await begun(sandbox, returning, asReversal, pendingRefund), {
      kind: 'payout_in_flight',
    }),
    { kind: 'reversal_done' },
  );
  await moved(sandbox, await begun(sandbox, refund(refundable, 20_00n, 'reversal'), asReversal), turnedAway);
  const smaller = { ...refund(refundable, 5_00n, 'payout'), commissionBututs: 8n };
  const refundedByPayout = await begun(sandbox, smaller, undefined, { next: deliver });
  const heldRefund = await begun(sandbox, refund(refundable, 4_00n, 'payout'), short);
  const shortRefund = await moved(sandbox, heldRefund, { kind: 'float_funded' });
  await moved(sandbox, await moved(sandbox, shortRefund, { kind: 'payout_float_short' }), called);
  await moved(sandbox, await begun(sandbox, refund(refundable, 4_00n, 'payout')), called);
  const liveRefund = async (method: 'reversal' | 'payout', trigger: Trigger) => {
    const of = await collection(paid);
    const begin = method === 'reversal' ? asReversal : undefined;
    return moved(live, await begun(live, refund(of, 3_00n, method), begin), trigger);
  };
  const givenBack = await adjusted(
    await liveRefund('reversal', { kind: 'reversal_done' }),
    ...([1_00n, 'client'] as const),
  );
  // Of 100.00.
  const takenBack = await adjusted(await collection(paid), -98_50n, 'client', 'taken back by the rail');
  const unrefunded = await adjusted(await liveRefund('payout', refused), -3_00n, 'client');
  // The rail took it back when it was refunded: the house bears that.
  const refundedFirst = await collection(paid);
  await moved(live, await begun(live, refund(refundedFirst, 60_00n, 'reversal'), asReversal), {
    kind: 'reversal_done',
  });
  await adjusted(refundedFirst, -50_00n, 'house', 'taken back by the rail');

  const payback = (of: Transaction, amountBututs: bigint, behind = '') => ({
    ...payout(amountBututs),
    clientReference: `payback-${of.id}${behind}`,
  });
  await begun(live, payback(underpaid, 60_00n), undefined, { next: deliver });
  await begun(live, payback(underpaid, 30_00n, '-2'), undefined, { next: deliver });
  const paidAnew = await begun(live, payout(8_00n), undefined, { next: deliver });
  // The first one had failed when the second was sent, and arrived all the same.
  const partly = await adjusted(await collection(declined), 50_00n, 'client', 'paid in part');
  const given = await moved(live, await begun(live, payback(partly, 50_00n)), refused);
  await begun(live, payback(partly, 50_00n, '-2'), undefined, { next: deliver });
  const openCases = [
    { kind: 'delivered_after_failure' as const, details: { ours: 'FAILED', theirs: 'SUCCEEDED' } },
  ];
  const arrived = await committed(live, [
    { ...amend(given, { deliveredAfterFailure: true }, live.now()), openCases },
  ]);

  await db`
    insert into rail_connection_versions (id, provider, mark, fields_sealed, made_at, made_by_name)
    values (${wallet}, 'PROVIDER_W', ${Buffer.alloc(32)}, ${seal(places.railConnectionVersion('PROVIDER_W', Buffer.alloc(32)), '{}')}, ${begin.toISOString()}, 'Fatou')`;

  // Of a month before all of it but one collection.
  const october = past(new Date(lastOfPeriod.getTime() - minuteMs));
  await moved(october, await begun(october, {}), paid);
  const [fatou, lamin] = [newId(), newId()];
  const twoPeople = await askByTwo(db, { client: b, fatou, lamin, payout: payoutOfB });
  const digest = createHash('sha256');
  const closed = { environment: 'LIVE', from: null, to: '2026-10-31' } as const;
  await writeJournals(closed, async (text) => digest.update(text));
  await sql`
    insert into period_closes
    select 'LIVE', '2026-10-31', null, ${twoPeople.close}, ${fatou}, 'Fatou', now(), ${lamin}, 'Lamin', now(),
           jsonb_agg(jsonb_build_object('account', account, 'is_house', is_house, 'debit', debit_bututs::text, 'credit', credit_bututs::text)),
           sum(debit_bututs), sum(credit_bututs), 3, ${digest.digest('hex')}, ${newId()}, 1
    from trial_balance('LIVE', '2026-11-01T00:00:00Z')`;

  const { provider } = unknownPayout;
  const unknownCase = { kind: 'unknown_outcome', provider, transaction: unknownPayout, details: {} } as const;
  await openCase({ ...unknownCase, subject: unknownPayout.id }, live.now());
  await openCase({ kind: 'unknown_reference', provider, subject: 'cos-1', details: {} }, live.now());
  await db`
    insert into rail_notices (provider, dedupe_id, body_sealed, received_at, status, run_at, lease_token)
    values (${provider}, 'EV_1', ${seal(places.railNotice(provider, 'EV_1'), '{}')}, ${begin.toISOString()}, 'CASE', null, null),
           (${provider}, 'EV_2', ${seal(places.railNotice(provider, 'EV_2'), '{}')}, ${begin.toISOString()}, 'RECEIVED', ${begin.toISOString()}, ${newId()})`;
  await db`
    insert into rail_connections (provider, fields_sealed, updated_at, updated_by_name)
    values (${provider}, ${seal(places.railConnection(provider), '{}')}, ${begin.toISOString()}, 'Fatou')`;

  const [delivery] = await db`
    select id from deliveries where transaction_id = ${succeeded.id} and endpoint_id = ${endpoints.current}`;
  await db`update deliveries set status = 'SUCCEEDED', attempts = 2, run_at = null where id = ${delivery?.id}`;
  for (const attempt of [1, 2]) {
    await db`
      insert into delivery_attempts (client_id, delivery_id, attempt, at, response_status, latency_ms)
      values (${a.id}, ${delivery?.id}, ${attempt}, ${new Date(begin.getTime() + attempt * minuteMs).toISOString()}, ${attempt === 2 ? 204 : 500}, 5)`;
  }
  await db`
    insert into history_losses (id, found_at, found_by, missing_count, missing, decided_at, decided_by_name, reason)
    values (${newId()}, ${begin.toISOString()}, 'a machine', 0, '[]', ${begin.toISOString()}, 'Awa', 'the old disk is gone')`;
  await db`
    insert into api_keys (id, client_id, environment, key_hash, prefix, last4)
    values (${newId()}, ${a.id}, 'SANDBOX', ${Buffer.alloc(32, 1)}, 'sk_test_', 'abcd')`;
  await db`
    insert into users (id, client_id, email, name, role, password_hash)
    values (${newId()}, ${a.id}, 'a@example.com', 'A', 'owner', '$argon2id$v=19$m=19456,t=2,p=1$c2FsdA$aGFzaA')`;
  await db`
    insert into idempotency_keys (client_id, environment, key, fingerprint, response_status, response_sealed, lease_token, lease_until, created_at)
    values (${a.id}, 'SANDBOX', 'answered', ${Buffer.alloc(32)}, 200, ${seal(places.answer(a.id, 'SANDBOX', 'answered'), '{"status":"success"}')}, null, ${begin.toISOString()}, ${begin.toISOString()}),
           (${a.id}, 'SANDBOX', 'under way', ${Buffer.alloc(32)}, null, null, ${newId()}, ${new Date(later.getTime() + minuteMs).toISOString()}, ${begin.toISOString()})`;
  await db`
    update rail_operations set lease_token = ${newId()}, run_at = ${new Date(later.getTime() + minuteMs).toISOString()}
    where transaction_id = ${pending.id} and kind = 'look_up'`;
  const erasure = newId();
  const askedAt = new Date(later.getTime() - minuteMs).toISOString();
  await db`
    insert into erasures (client_id, environment, id, mobiles, asked_by, asked_by_name, asked_at, run_at)
    values (${a.id}, 'SANDBOX', ${erasure}, ${[ofErased.mobile]}, ${newId()}, 'Awa Ceesay', ${askedAt}, ${askedAt})`;
  await db`select work_erasure(${a.id}, ${erasure}, ${later.toISOString()}, '1826 days', 100)`;
  return {
    settlements,
    twoPeople,
    ...{ a, b, suspended, endpoints, delivery: delivery?.id as string },
    ...{ succeeded, succeededToo, ofB, failed, expired, cancelled, late, pending, pendingOther },
    ...{ unknownPayout, charged, failedLive, reversedLate, covered, coveredToo, cancelledPayout },
    ...{ givenBack, takenBack, overpaid, underpaid, undelivered, unrefunded, withFee, payoutWithFee },
    ...{ paidAnew, arrived, refundedFirst },
    ...{ refundable, refundPending, refundPendingToo, refundedByRail, refundedByPayout },
    ...{ delivered, deliveredToo, payoutOfB, payoutOfBToo, heldOfB, reversed, inFlight },
  };
}

async function makeClient(name: string, commissionBps: number): Promise<ClientProfile> {
  const id = newId();
  const db = sqlClient();
  await db`
    insert into clients (id, name, business_phone, business_email, commission_bps)
    values (${id}, ${name}, '+2207654321', ${`${name}@example.com`}, ${commissionBps})`;
  for (const environment of ['SANDBOX', 'LIVE']) {
    const names = ['available', 'held', 'commission', 'float_funding'];
    for (const provider of ['PROVIDER_W', 'PROVIDER_A']) {
      names.push(`rail_collections:${provider}`);
      if (environment === 'SANDBOX') names.push(`rail_float:${provider}`);
    }
    for (const account of names) {
      await db`insert into accounts (client_id, environment, name) values (${id}, ${environment}, ${account})`;
    }
  }
  return { id, name, commissionBps };
}

function decided(before: Transaction | null, draft: Transaction, trigger: Trigger, now: Date): Change {
  const change = decide(before, draft, trigger, now);
  if ('refused' in change) throw new Error(`${trigger.kind}: ${change.refused}`);
  return change;
}

async function committed(ctx: Context, changes: Change[]): Promise<Transaction> {
  expect(await commitChanges(ctx, changes)).toEqual({ outcome: 'done' });
  return changes.at(-1)!.after;
}
