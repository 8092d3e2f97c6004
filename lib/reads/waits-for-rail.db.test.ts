import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { liveContext, newLivePayout } from '#e2e/setup/live';
import { newClient } from '#e2e/setup/people';
import { createTestDatabase, superuserSql, type TestDatabase, withoutGuards } from '#e2e/setup/test-database';
import { forgetRailSettings } from '#lib/rails/rail-settings';
import { getTransactionAsOperator } from '#lib/reads/get-as-operator';
import { getTransactionDetail } from '#lib/reads/get-transaction-detail';

let database: TestDatabase;
let client: Awaited<ReturnType<typeof newClient>>;

beforeAll(async () => {
  database = await createTestDatabase();
  client = await newClient();
});

afterAll(() => database.drop());

async function close(isClosed: boolean): Promise<void> {
  await superuserSql()`delete from rail_health`;
  if (isClosed)
    await superuserSql()`
      insert into rail_health (provider, direction, status, since, figures, updated_at)
      values ('PROVIDER_A', 'payout', 'CLOSED', now(), '{}', now())`;
  forgetRailSettings();
}

test('a payout that never left us waits for its closed rail, and one that may have been sent does not', async () => {
  const { id } = await newLivePayout(client);
  const waits = async () => [
    (await getTransactionAsOperator(id, new Date())).waits_for_rail,
    (await getTransactionDetail(liveContext(client), id)).waits_for_rail,
  ];
  const sending = async () => [
    (await getTransactionAsOperator(id, new Date())).sending,
    (await getTransactionDetail(liveContext(client), id)).sending,
  ];
  const called = (outcome: string | null) =>
    withoutGuards(
      (sql) => sql`
        insert into rail_calls (client_id, environment, transaction_id, id, provider, operation, started_at, outcome)
        values (${client.id}, 'LIVE', ${id}, ${randomUUID()}, 'PROVIDER_A', 'send', now(), ${outcome})`,
    );
  await withoutGuards((sql) => sql`delete from rail_calls where transaction_id = ${id}`);
  await close(false);
  expect(await waits()).toEqual([false, false]);
  await close(true);
  expect(await waits()).toEqual([true, true]);
  await called('not_sent');
  expect(await waits()).toEqual([true, true]);
  expect(await sending()).toEqual(['not_sent', 'not_sent']);
  await called(null);
  expect(await waits()).toEqual([false, false]);
  expect(await sending()).toEqual([null, null]);
  await called('unknown');
  expect(await sending()).toEqual(['no_answer', 'no_answer']);
});
