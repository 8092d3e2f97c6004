import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { closeDatabase, sqlClient } from '#db/client';
import { paidCollection } from '#e2e/setup/cases';
import { liveContext } from '#e2e/setup/live';
import { newClient } from '#e2e/setup/people';
import { createTestDatabase, superuserSql, type TestDatabase, withoutGuards } from '#e2e/setup/test-database';
import { listSeals, sealQuery } from '#lib/book-seals/list-seals';
import { provePayment } from '#lib/book-seals/prove-payment';
import { readSealState } from '#lib/book-seals/read-seal-state';
import { sealBooks } from '#lib/book-seals/seal-books';
import type { Context } from '#lib/context';
import { auditLedger } from '#lib/ledger/audit';
import { recordAudit } from '#lib/ledger/run-audit';
import type { Transaction } from '#lib/transactions/transaction';

let database: TestDatabase;
let ctx: Context;
let stranger: Context;
let paid: Transaction;
const folder = mkdtempSync(path.join(tmpdir(), 'kaira-proof-'));
/** As docs/guides/prove-a-payment.md gives it to anybody. */
const verifier = /```python\n([\s\S]*?)```/.exec(readFileSync('docs/guides/prove-a-payment.md', 'utf8'))?.[1];

beforeAll(async () => {
  database = await createTestDatabase();
  const [client, other] = [await newClient(), await newClient()];
  [ctx, stranger] = [liveContext(client), liveContext(other)];
  await paidCollection(client);
  while (await sealBooks());
  paid = await paidCollection(client);
  await paidCollection(other);
  while (await sealBooks());
  await paidCollection(client);
  while (await sealBooks());
});

afterAll(async () => {
  rmSync(folder, { recursive: true });
  await database?.drop();
});

const list = (own: Context, query: Record<string, string> = {}) => listSeals(own, sealQuery.parse(query));
const prove = (own: Context, seal: number | string, id = paid.id) =>
  provePayment(own, String(seal), { transaction_id: id });

function verify(proof: unknown) {
  writeFileSync(path.join(folder, 'proof.json'), JSON.stringify(proof));
  const { status, stdout, stderr } = spawnSync('python3', ['-c', verifier ?? 'exit(9)'], {
    cwd: folder,
    encoding: 'utf8',
  });
  return { status, text: stdout + stderr };
}

test('seals are listed newest first, page by page, each with the chain that it follows from', async () => {
  const first = await list(ctx, { limit: '2' });
  expect(first.data.map(({ id }) => id)).toEqual([3, 2]);
  const rest = await list(ctx, { limit: '2', cursor: first.pagination.next_cursor ?? '' });
  expect(rest).toMatchObject({ data: [{ id: 1, previous_chain: null }], pagination: { next_cursor: null } });
  expect(first.data[1]?.previous_chain).toBe(rest.data[0]?.chain);
});

test('a payment’s seals are found by its id, by its own client alone', async () => {
  expect((await list(ctx, { transaction_id: paid.id })).data.map(({ id }) => id)).toEqual([2]);
  await expect(list(stranger, { transaction_id: paid.id })).rejects.toMatchObject({
    code: 'TRANSACTION_NOT_FOUND',
  });
  await expect(prove(stranger, 2)).rejects.toMatchObject({ code: 'TRANSACTION_NOT_FOUND' });
  for (const other of [1, 3, 9, 0, 'x', '99999999999999999999'])
    await expect(prove(ctx, other)).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

test('a proof verifies by the lines that the guide gives, and nothing that is changed in it does', async () => {
  const proof = await prove(ctx, 2);
  expect(proof.rows.map(({ kind }) => kind)).toEqual([
    ...['events', 'journals', 'transaction_changes', 'transaction_changes', 'transactions'],
  ]);
  expect(JSON.parse(proof.rows.at(-1)?.content ?? '')).toMatchObject({
    ...{ table: 'transactions', id: paid.id, client_reference: paid.clientReference, amount_bututs: 100_00 },
  });
  expect(verify(proof)).toEqual({
    status: 0,
    text: `in seal 2 of ${proof.seal.sealed_at} whose chain is ${proof.seal.chain}\n`,
  });

  const [row] = proof.rows;
  if (row === undefined) throw new Error('nothing was proven');
  for (const forged of [
    { ...proof, rows: [{ ...row, content: row.content.replace('payment', 'Payment') }] },
    { ...proof, rows: [{ ...row, path: row.path.slice(1) }] },
    { ...proof, seal: { ...proof.seal, leaves: proof.seal.leaves + 1 } },
    { ...proof, seal: { ...proof.seal, previous_chain: proof.seal.root } },
  ])
    expect(verify(forged)).toMatchObject({ status: 1, text: expect.stringContaining('AssertionError') });
});

test('operators see the newest seal, and how far a recount found all as it was sealed', async () => {
  expect(await readSealState()).toMatchObject({ id: 3, waits: false, recounted: null, recounted_at: null });
  const audit = async () => recordAudit(superuserSql(), await auditLedger(superuserSql()), 0);
  await audit();
  expect(await readSealState()).toMatchObject({ id: 3, recounted: 3 });
  await paidCollection(ctx.client);
  expect(await readSealState()).toMatchObject({ id: 3, waits: true, recounted: 3 });
  while (await sealBooks());
  const forge = (name: string) =>
    withoutGuards((alone) => alone`update transactions set customer_name = ${name} where id = ${paid.id}`);
  const [known] = await superuserSql()`select customer_name from transactions where id = ${paid.id}`;
  await forge('Somebody');
  await audit();
  expect(await readSealState()).toMatchObject({ id: 4, recounted: 3 });
  await forge(known?.customer_name);
});

test('what was changed after it was sealed has no proof any more', async () => {
  await withoutGuards(
    (alone) => alone`update transactions set amount_bututs = amount_bututs + 1 where id = ${paid.id}`,
  );
  const { rows } = await prove(ctx, 2);
  expect(rows.map(({ kind }) => kind)).not.toContain('transactions');
  await withoutGuards(
    (alone) => alone`update transactions set amount_bututs = amount_bututs - 1 where id = ${paid.id}`,
  );
  expect((await prove(ctx, 2)).rows).toHaveLength(5);
});

test('a proof is the same whatever zone the database tells times in', async () => {
  const before = await prove(ctx, 2);
  const name = new URL(database.url).pathname.slice(1);
  await superuserSql().unsafe(`alter database ${name} set timezone = 'Asia/Tokyo'`);
  await closeDatabase();
  expect(await sqlClient()`show timezone`).toEqual([{ TimeZone: 'Asia/Tokyo' }]);
  expect(await prove(ctx, 2)).toEqual(before);
});
