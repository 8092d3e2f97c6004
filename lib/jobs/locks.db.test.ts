import { randomUUID } from 'node:crypto';
import type { Sql } from 'postgres';
import { afterAll, beforeAll, beforeEach, describe, expect } from 'vitest';
import { giveBalance } from '#e2e/setup/balance';
import { lockTest, whileOpen } from '#e2e/setup/interleave';
import { newClient, newUser } from '#e2e/setup/people';
import { begun, commitRaw, drafted } from '#e2e/setup/raw-changes';
import { createTestDatabase, superuserSql, type TestDatabase } from '#e2e/setup/test-database';
import type { UserContext } from '#lib/auth/user-context';
import { ensureAccounts } from '#lib/clients/create-client';
import { type Context, type IdempotencyLease, systemContext } from '#lib/context';
import { giveUpTurn, storeAnswer, takeTurn } from '#lib/http/idempotency';
import { newId } from '#lib/ids';
import { claimBatches, workBatch } from '#lib/jobs/payout-batches';
import { forgetAnswers } from '#lib/jobs/retention';
import { claimMessages, sendMessage } from '#lib/messages/send-message';
import { claimNotices, workNotice } from '#lib/notices/work-notice';
import { finishApprovedPayments } from '#lib/payment-approvals/carry-out';
import { takeOperation } from '#lib/rail-work/run';
import { claimOperations, runOperation } from '#lib/rail-work/turn';
import type { Transaction } from '#lib/transactions/transaction';

// What each lock and lease of a job is there for: a worker takes what nobody has in hand, waits for nobody, and writes
// nothing down of what somebody else has taken over since (docs/proof/locks.md).

let database: TestDatabase;
let sql: Sql;
let owner: Context & UserContext;

beforeAll(async () => {
  database = await createTestDatabase();
  sql = superuserSql();
  await ensureAccounts();
});
beforeEach(async () => {
  owner = await newUser('owner', await newClient());
  await sql`delete from messages`;
});
afterAll(() => database.drop());

const ago = (seconds: number) => new Date(Date.now() - seconds * 1000).toISOString();
const theirs = newId();

async function operation(kind = 'look_up', facts: Record<string, unknown> = {}): Promise<Transaction> {
  const collection = drafted(owner, { type: 'collection', amountBututs: 1_00n });
  expect(await commitRaw([begun(collection)])).toBe('done');
  const row = { client_id: owner.client.id, environment: 'SANDBOX', provider: 'PROVIDER_W', run_at: ago(60) };
  await sql`
    insert into rail_operations ${sql({ ...row, transaction_id: collection.id, kind, ...facts } as never)}`;
  return collection;
}

async function notice(): Promise<string> {
  const id = newId();
  await sql`
    insert into rail_notices (provider, dedupe_id, body_sealed, received_at, status, run_at)
    values ('PROVIDER_W', ${id}, '\\x00', now(), 'RECEIVED', ${ago(60)})`;
  return id;
}

async function message(address: string): Promise<string> {
  const event = `test:${newId()}`;
  await sql`
    insert into messages (event, address, kind, facts, run_at, useful_until, created_at)
    values (${event}, ${address}, 'password_reset', '{}', ${ago(60)}, now() + interval '1 day', now())`;
  return event;
}

async function answer(): Promise<string> {
  const key = newId();
  await sql`
    insert into idempotency_keys (client_id, environment, key, fingerprint, lease_until, created_at)
    values (${owner.client.id}, 'SANDBOX', ${key}, '\\x00', now(), now() - interval '40 days')`;
  return key;
}

async function batch(facts: Record<string, unknown> = {}): Promise<string> {
  const id = newId();
  const file = {
    ...{ client_id: owner.client.id, environment: 'SANDBOX', id, file_name: 'f.csv', provider: 'PROVIDER_W' },
    ...{ status: 'RUNNING', rows_total: 9, rows_good: 9, good_bututs: 900, created_by: owner.user.id },
    ...{ confirmed_by: owner.user.id, created_at: ago(90), confirmed_at: ago(80), run_at: ago(60) },
    ...facts,
  };
  await sql`insert into payout_batches ${sql(file as never)}`;
  await addRow(id, 2);
  return id;
}

async function addRow(batchId: string, line: number): Promise<void> {
  await sql`
    insert into payout_batch_rows (client_id, batch_id, line, reference, mobile, amount, amount_bututs, status)
    values (${owner.client.id}, ${batchId}, ${line}, ${`${batchId}-${line}`}, '+2207012345', '1.00', 100, 'READY')`;
}

async function approved(): Promise<string> {
  const id = newId();
  const details = { amount: '1.00', provider: 'PROVIDER_W', recipient: '+2207012345', client_reference: id };
  await sql`
    insert into approvals (client_id, id, kind, environment, details, status, requested_by, requested_by_name, requested_at,
                           decided_by, decided_by_name, decided_at)
    values (${owner.client.id}, ${id}, 'payout', 'SANDBOX', ${JSON.stringify(details)}, 'APPROVED', ${randomUUID()}, 'Awa', now(),
            ${owner.user.id}, 'Binta', ${ago(600)})`;
  return id;
}

/** Of two of a kind that are due, one is locked by somebody else; who comes meanwhile takes the other one, and waits for nobody. */
async function leavesTheLocked<T>(
  make: () => Promise<T>,
  lock: (session: Sql, one: T) => PromiseLike<unknown>,
  claim: () => Promise<unknown[]>,
  nameOf: (one: T) => unknown = (one) => one,
) {
  const [locked, free] = [await make(), await make()];
  const second = await whileOpen((session) => lock(session, locked), claim);
  expect(second).toEqual({ waited: false, value: [nameOf(free)] });
}

describe('who takes what is due leaves what somebody else has locked:', () => {
  lockTest('operations of rails', async () => {
    await sql`delete from rail_operations`;
    await leavesTheLocked(
      () => operation(),
      (session, { id }) => session`select from rail_operations where transaction_id = ${id} for update`,
      async () => (await claimOperations(10)).map(({ transaction }) => transaction.id),
      ({ id }) => id,
    );
  });

  lockTest('notices of rails', () =>
    leavesTheLocked(
      notice,
      (session, id) => session`select from rail_notices where dedupe_id = ${id} for update`,
      async () => (await claimNotices(10)).map(({ dedupeId }) => dedupeId),
    ),
  );

  const messagesTo = (address: () => string) =>
    leavesTheLocked(
      () => message(address()),
      (session, event) => session`select from messages where event = ${event} for update`,
      async () => (await claimMessages(10)).map(({ event }) => event),
    );
  lockTest('letters', () => messagesTo(() => `${newId()}@shop.example`));
  lockTest('texts', () => messagesTo(() => '+2207012345'));

  lockTest('files of payouts', () =>
    leavesTheLocked(
      () => batch(),
      (session, id) => session`select from payout_batches where id = ${id} for update`,
      async () => (await claimBatches(10)).map(({ id }) => id),
    ),
  );

  lockTest('answers that are forgotten', async () => {
    const [locked, free] = [await answer(), await answer()];
    const second = await whileOpen(
      (session) => session`select from idempotency_keys where key = ${locked} for update`,
      () => forgetAnswers(10),
    );
    expect(second).toEqual({ waited: false, value: 1 });
    const left = await sql`select key from idempotency_keys where key in ${sql([locked, free])}`;
    expect(left).toEqual([{ key: locked }]);
  });

  lockTest('payments that were approved', async () => {
    const [locked] = [await approved(), await approved()];
    const second = await whileOpen(
      (session) => session`select from approvals where id = ${locked} for update`,
      () => finishApprovedPayments(),
    );
    expect(second).toEqual({ waited: false, value: 1 });
  });

  lockTest('erasures of customers', async () => {
    const [locked, free] = [await erasure(), await erasure()];
    const work = (id: string) =>
      sql`select work_erasure(${owner.client.id}, ${id}, now(), '1 day', 10) as more`;
    const second = await whileOpen(
      (session) => session`select from erasures where id = ${locked} for update`,
      async () => {
        for (const id of [locked, free]) await work(id);
        return (
          await sql`select id from erasures where id in ${sql([locked, free])} and run_at > now() is not true`
        ).length;
      },
    );
    expect(second).toEqual({ waited: false, value: 2 });
    expect((await sql`select run_at from erasures where id = ${free}`)[0]?.run_at).toBeNull();
  });

  lockTest('files of payouts whose faults are forgotten', async () => {
    const done = { status: 'DONE', run_at: null, finished_at: ago(3600) };
    const [locked] = [await batch(done), await batch(done)];
    const second = await whileOpen(
      (session) => session`select from payout_batches where id = ${locked} for update`,
      async () => (await sql`select forget_faulty_rows(now(), 10) as files`)[0]?.files,
    );
    expect(second).toEqual({ waited: false, value: 1 });
  });
});

lockTest('an erasure waits for a payment that is being changed, and finds it as it stands then', async () => {
  const collection = drafted(owner, { type: 'collection', amountBututs: 1_00n, mobile: '+2207055555' });
  expect(await commitRaw([begun(collection)])).toBe('done');
  const id = await erasure(['+2207055555']);
  const second = await whileOpen(
    (session) => session`update transactions set metadata = '{"approval": "1"}' where id = ${collection.id}`,
    () => sql`select work_erasure(${owner.client.id}, ${id}, now(), '1 day', 10) as more`,
  );
  expect(second).toMatchObject({ waited: true });
  const [row] = await sql`select metadata from transactions where id = ${collection.id}`;
  expect(row?.metadata).toEqual({ approval: '1' });
});

describe('who lost the lease to somebody else writes nothing down:', () => {
  lockTest('of an operation that nothing is left of', async () => {
    const collection = await operation('start', { lease_token: theirs });
    const over = { status: 'CANCELLED' as const, completedAt: new Date(), version: 2 };
    await sql`
      update transactions set status = 'CANCELLED', completed_at = now(), version = 2 where id = ${collection.id}`;
    await runOperation(claimedOperation({ ...collection, ...over }, 'start'));
    expect(await leaseOf('rail_operations', 'transaction_id', collection.id)).toEqual(theirs);
  });

  lockTest('of an operation that is to be done again', async () => {
    const collection = await operation('look_up', { lease_token: theirs });
    await runOperation(claimedOperation(collection, 'look_up'));
    expect(await leaseOf('rail_operations', 'transaction_id', collection.id)).toEqual(theirs);
  });

  lockTest('of a notice', async () => {
    const id = await notice();
    const [claimed] = await claimNotices(10);
    await sql`update rail_notices set lease_token = ${theirs} where dedupe_id = ${id}`;
    await workNotice(claimed as never);
    expect(await leaseOf('rail_notices', 'dedupe_id', id)).toEqual(theirs);
  });

  lockTest(
    'of a file of payouts: neither its end, nor that it is tried again, nor a longer lease',
    async () => {
      await giveBalance(owner, 10_00n);
      for (const fails of [false, true]) {
        const id = await batch();
        const [claimed] = await claimBatches(10);
        let paid = 0;
        const pay = async () => {
          paid++;
          if (paid < 3) await addRow(id, paid + 2);
          await sql`update payout_batches set lease_token = ${theirs}, run_at = '2100-01-01' where id = ${id}`;
          if (fails) throw new Error('The database was away.');
          return { transaction: { id: newId() }, replayed: false } as never;
        };
        await workBatch(claimed as never, { pay, turnMs: fails ? 0 : 10_000 }).catch(() => {});
        // What comes to the file after that is not looked at any more.
        expect(paid).toBe(1);
        const [row] =
          await sql`select status, lease_token, run_at::text from payout_batches where id = ${id}`;
        expect(row).toEqual({ status: 'RUNNING', lease_token: theirs, run_at: '2100-01-01 00:00:00+00' });
        await sql`update payout_batches set status = 'STOPPED', run_at = null where id = ${id}`;
      }
    },
  );

  lockTest('of a file that has no row left', async () => {
    const id = await batch();
    const [claimed] = await claimBatches(10);
    await sql`update payout_batch_rows set status = 'REFUSED', reason = 'r' where batch_id = ${id}`;
    await sql`update payout_batches set lease_token = ${theirs} where id = ${id}`;
    await workBatch(claimed as never);
    expect(await leaseOf('payout_batches', 'id', id)).toEqual(theirs);
    await sql`update payout_batches set status = 'STOPPED', run_at = null where id = ${id}`;
  });

  const keepsTheirKey = async (end: (lease: IdempotencyLease) => Promise<void>) => {
    const key = await answer();
    await sql`update idempotency_keys set lease_token = ${theirs} where key = ${key}`;
    const place = { purpose: 'answer', row: [key] };
    await end({
      key,
      leaseToken: newId(),
      place,
      stored: false,
      render: () => ({ responseStatus: 200, body: '' }),
    });
    expect(await leaseOf('idempotency_keys', 'key', key)).toEqual(theirs);
  };
  lockTest('of a request, its answer', () =>
    keepsTheirKey((lease) => storeAnswer(owner, lease, { responseStatus: 200, body: '{}' })),
  );
  lockTest('of a request, that its key is free', () => keepsTheirKey((lease) => giveUpTurn(owner, lease)));

  lockTest('of a message', async () => {
    const event = await message(`${newId()}@shop.example`);
    const [claimed] = await claimMessages(10);
    await sql`update messages set lease_token = ${theirs} where event = ${event}`;
    await sendMessage(claimed as never);
    expect(await leaseOf('messages', 'event', event)).toEqual(theirs);
  });
});

lockTest('a request whose key another one has in hand waits for its turn', async () => {
  const [key, fingerprint] = [newId(), Buffer.from('0')];
  const take = () => takeTurn(owner, key, fingerprint, () => ({ responseStatus: 200, body: '' }));
  expect(await take()).toMatchObject({ lease: { key } });
  expect(await take()).toBeUndefined();
});

lockTest(
  'an operation that somebody has in hand is not taken from them before their lease is over',
  async () => {
    const collection = await operation('close', { lease_token: theirs, run_at: ago(-60) });
    expect(await takeOperation(collection, 'close')).toBe(false);
    await sql`update rail_operations set run_at = now() where transaction_id = ${collection.id}`;
    expect(await takeOperation(collection, 'close')).toBe(true);
  },
);

function claimedOperation(transaction: Transaction, kind: string) {
  const client = systemContext(owner.client, 'SANDBOX').client;
  return {
    kind,
    leaseToken: newId(),
    attempts: 1,
    lagSeconds: 0,
    transaction,
    client,
    isActive: true,
  } as never;
}

async function leaseOf(table: string, column: string, value: string): Promise<string | undefined> {
  const [row] = await sql`select lease_token from ${sql(table)} where ${sql(column)} = ${value}`;
  return row?.lease_token;
}

async function erasure(mobiles = [`+22070${Math.floor(Math.random() * 89_999) + 10_000}`]): Promise<string> {
  const id = newId();
  await sql`
    insert into erasures (client_id, environment, id, mobiles, asked_by, asked_by_name, asked_at, run_at)
    values (${owner.client.id}, 'SANDBOX', ${id}, ${mobiles}, ${owner.user.id}, 'Awa', now(), now() - interval '1 second')`;
  return id;
}
