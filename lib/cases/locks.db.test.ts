import type { Sql } from 'postgres';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { caseOf, nothing, paidCollection, propose } from '#e2e/setup/cases';
import { lockTest, whileOpen } from '#e2e/setup/interleave';
import { newClient, staffContext } from '#e2e/setup/people';
import { createTestDatabase, superuserSql, type TestDatabase } from '#e2e/setup/test-database';
import { confirmSettlement, rejectSettlement } from '#lib/cases/decide-settlement';
import { openCaseOf } from '#lib/cases/open-case';
import { ensureAccounts } from '#lib/clients/create-client';
import { newId } from '#lib/ids';

// A case is found once, and decided once, however many do it at the same time: by the one that is open, and by what its
// proposal is by then (docs/proof/locks.md).

let database: TestDatabase;
let sql: Sql;

beforeAll(async () => {
  database = await createTestDatabase();
  sql = superuserSql();
  await ensureAccounts();
});
afterAll(() => database.drop());

const found = async () => caseOf(await paidCollection(await newClient()), 'contradiction');
const proposed = async () => {
  const id = await found();
  return { id, proposedAt: await propose(id, nothing) };
};
/** As `confirmSettlement` takes the decision. */
const confirm = (id: string) => (session: Sql) =>
  session`
  update cases set proposal = proposal || jsonb_build_object('confirmed_by', ${newId()}::text, 'confirmed_by_name', 'Awa', 'confirmed_at', now())
  where id = ${id}`;
const stateOf = async (id: string) =>
  (await sql`select status, proposal->>'confirmed_by_name' as by from cases where id = ${id}`)[0];

describe('what was proposed of a case', () => {
  lockTest('is confirmed by one of two: the other is refused', async () => {
    const { id, proposedAt } = await proposed();
    const second = await whileOpen(confirm(id), () => confirmSettlement(staffContext(), id, proposedAt));
    expect(second).toEqual({ waited: true, error: 'INVALID_STATE' });
    expect(await stateOf(id)).toEqual({ status: 'OPEN', by: 'Awa' });
  });

  lockTest('and is confirmed meanwhile is not rejected', async () => {
    const { id, proposedAt } = await proposed();
    const second = await whileOpen(confirm(id), () =>
      rejectSettlement(staffContext(), id, { proposed_at: proposedAt, reason: 'No.' }),
    );
    expect(second).toEqual({ waited: true, error: 'INVALID_STATE' });
    expect(await stateOf(id)).toEqual({ status: 'OPEN', by: 'Awa' });
  });

  lockTest('and is replaced meanwhile is not confirmed unseen', async () => {
    const { id, proposedAt } = await proposed();
    const second = await whileOpen(
      (session) => session`
        update cases set proposed_by = ${newId()}, proposed_at = now() + interval '1 second' where id = ${id}`,
      () => confirmSettlement(staffContext(), id, proposedAt),
    );
    expect(second).toEqual({ waited: true, error: 'INVALID_STATE' });
    expect(await stateOf(id)).toEqual({ status: 'OPEN', by: null });
  });
});

lockTest('a case that two close is closed by one', async () => {
  const id = await found();
  const close = (name: string) => (session: Sql) =>
    session`select close_case(${id}, null, ${newId()}, ${name}, 'Nothing.', now()) as closed`.then(
      ([row]) => row?.closed,
    );
  const second = await whileOpen(close('Awa'), () => close('Binta')(sql));
  expect(second).toEqual({ waited: true, value: false });
});

lockTest('a case that two find is opened once', async () => {
  const collection = await paidCollection(await newClient());
  const find = () => openCaseOf('contradiction', collection, {}, new Date());
  const second = await whileOpen(
    (session) => session`
      insert into cases (id, environment, provider, kind, subject, client_id, transaction_id, details, status, opened_at)
      values (${newId()}, 'LIVE', ${collection.provider}, 'contradiction', ${collection.id}, ${collection.clientId}, ${collection.id},
              '{}', 'OPEN', now())`,
    find,
  );
  expect(second).toEqual({ waited: true, value: undefined });
  expect(await sql`select from cases where transaction_id = ${collection.id}`).toHaveLength(1);
});
