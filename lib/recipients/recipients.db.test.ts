import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { giveBalance } from '#e2e/setup/balance';
import { memberContext, newClient } from '#e2e/setup/people';
import { createTestDatabase, superuserSql, type TestDatabase } from '#e2e/setup/test-database';
import { type Context, systemContext } from '#lib/context';
import { validate } from '#lib/http/validate';
import { fundFloat } from '#lib/ledger/fund-float';
import { initiatePayout } from '#lib/payouts/initiate-payout';
import { readPayout } from '#lib/payouts/read-payout';
import { createRecipient } from '#lib/recipients/create-recipient';
import { deleteRecipient } from '#lib/recipients/delete-recipient';
import { getRecipient } from '#lib/recipients/get-recipient';
import { listRecipients, recipientQuery } from '#lib/recipients/list-recipients';
import { newRecipient, recipientChange } from '#lib/recipients/recipient';
import { updateRecipient } from '#lib/recipients/update-recipient';

let database: TestDatabase;
let ctx: Context;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

async function fresh(): Promise<Context> {
  ctx = systemContext(await newClient(), 'SANDBOX');
  return ctx;
}

const save = async (name: string, mobile: string, own = ctx) =>
  createRecipient(own, validate(newRecipient, { name, mobile }));
const namesOf = async (query: Record<string, string>) =>
  (await listRecipients(ctx, validate(recipientQuery, query))).data.map(({ name }) => name);

describe('a number', () => {
  it('is one recipient, however it is written and however many save it at once', async () => {
    await fresh();
    const forms = ['+2207012345', '701 2345', '2207012345', '00220 701-2345'];
    const saved = await Promise.all(
      Array.from({ length: 40 }, (_, n) => save(`Awa ${n}`, forms[n % forms.length] as string)),
    );
    expect(new Set(saved.map(({ recipient }) => recipient.id)).size).toBe(1);
    expect(saved.filter(({ replayed }) => !replayed)).toHaveLength(1);
    expect(await listRecipients(ctx, validate(recipientQuery, {}))).toMatchObject({
      data: [{ mobile: '+2207012345' }],
    });
  });

  it('is another recipient for another client, and in the other environment', async () => {
    const { recipient } = await save('Awa', '7012345', await fresh());
    const live = await save('Awa', '7012345', { ...ctx, environment: 'LIVE' });
    const others = await save('Awa', '7012345', systemContext(await newClient(), 'SANDBOX'));
    expect(new Set([recipient.id, live.recipient.id, others.recipient.id]).size).toBe(3);
    await expect(getRecipient({ ...ctx, environment: 'LIVE' }, recipient.id)).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
  });

  it('does not change, and can be saved anew once its recipient is deleted', async () => {
    const { recipient } = await save('Awa', '7012345', await fresh());
    const change = (body: object) => updateRecipient(ctx, recipient.id, validate(recipientChange, body));
    await expect(change({ mobile: '7012346' })).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
    expect(await change({ mobile: '701 23 45', name: 'Awa C.', note: 'rice' })).toMatchObject({
      name: 'Awa C.',
      mobile: '+2207012345',
      note: 'rice',
    });
    expect(await change({ note: null })).toMatchObject({ name: 'Awa C.', note: null });
    await deleteRecipient(ctx, recipient.id);
    for (const ask of [
      () => getRecipient(ctx, recipient.id),
      () => change({ name: 'x' }),
      () => deleteRecipient(ctx, recipient.id),
    ]) {
      await expect(ask()).rejects.toMatchObject({ code: 'NOT_FOUND' });
    }
    const [left] = await superuserSql()`select name, note from recipients where id = ${recipient.id}`;
    expect(left).toEqual({ name: '', note: null });
    const again = await save('Awa', '7012345');
    expect(again.replayed).toBe(false);
    expect(again.recipient.id).not.toBe(recipient.id);
  });

  it('is refused that no Gambian phone has, and so is a rail that pays nobody', async () => {
    await fresh();
    for (const mobile of ['12', '+2217012345', '']) {
      await expect(save('Awa', mobile)).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
    }
    const onCard = validate(newRecipient, { name: 'Awa', mobile: '7012345', provider: 'PROVIDER_C_CARD' });
    await expect(createRecipient(ctx, onCard)).rejects.toMatchObject({ code: 'provider_not_enabled' });
    expect(await namesOf({})).toEqual([]);
  });
});

describe('the list', () => {
  it('is searched by a part of a name in any case, or by digits, and paged without gaps or repeats', async () => {
    await fresh();
    const names = ['Awa Ceesay', 'Lamin 50%_', 'LAMIN Jallow', 'Binta'];
    for (const [n, name] of names.entries()) await save(name, `+220701234${n}`);
    expect(await namesOf({ q: 'lamin' })).toEqual(['LAMIN Jallow', 'Lamin 50%_']);
    expect(await namesOf({ q: '%_' })).toEqual(['Lamin 50%_']);
    expect(await namesOf({ q: '701 2343' })).toEqual(['Binta']);
    expect(await namesOf({ q: '+220 70 12 340' })).toEqual(['Awa Ceesay']);
    expect(await namesOf({ q: 'nobody' })).toEqual([]);
    const first = await listRecipients(ctx, validate(recipientQuery, { limit: '3' }));
    const cursor = first.pagination.next_cursor as string;
    expect([...first.data.map(({ name }) => name), ...(await namesOf({ limit: '3', cursor }))]).toEqual(
      names.toReversed(),
    );
  });
});

describe('what a person does', () => {
  it('stands in the audit log, in the statement that does it, and what a key does is no person’s doing', async () => {
    await fresh();
    const person = memberContext(ctx.client);
    const { recipient } = await save('Awa', '7012345', person);
    await updateRecipient(person, recipient.id, { name: 'Awa C.' });
    await deleteRecipient(person, recipient.id);
    await save('Binta', '7012346');
    const lines = await superuserSql()`
      select action, subject_id, environment from audit_log where client_id = ${ctx.client.id} order by id`;
    expect(lines.map(({ action }) => action)).toEqual([
      'recipient.created',
      'recipient.changed',
      'recipient.deleted',
    ]);
    expect(new Set(lines.map((line) => line.subject_id))).toEqual(new Set([recipient.id]));
  });
});

describe('a payout that names a recipient', () => {
  const body = (changes: object) => ({
    amount: '1.00',
    currency: 'GMD',
    client_reference: 'p-1',
    ...changes,
  });
  const pay = async (changes: object) => initiatePayout(ctx, await readPayout(ctx, body(changes)));

  it('is the payout to its number, by its rail, and a repeat that names the number is the same', async () => {
    await fresh();
    await giveBalance(ctx, 100_00n);
    await fundFloat(ctx, 'PROVIDER_A', 100_00n);
    const saved = validate(newRecipient, { name: 'Awa', mobile: '7012345', provider: 'PROVIDER_A' });
    const { recipient } = await createRecipient(ctx, saved);
    const first = await pay({ recipient_id: recipient.id });
    expect(first.transaction).toMatchObject({
      mobile: '+2207012345',
      provider: 'PROVIDER_A',
      status: 'SUCCEEDED',
    });
    const meant = { recipient_mobile: '+2207012345', provider: 'PROVIDER_A' };
    for (const repeat of [{ recipient_id: recipient.id }, meant]) {
      expect(await pay(repeat)).toMatchObject({ replayed: true, transaction: { id: first.transaction.id } });
    }
    // By the number alone the default rail is meant.
    await expect(pay({ recipient_mobile: '+2207012345' })).rejects.toMatchObject({
      code: 'DUPLICATE_REFERENCE',
    });

    await updateRecipient(ctx, recipient.id, { provider: 'PROVIDER_W', name: 'Somebody' });
    expect((await pay({ recipient_id: recipient.id })).transaction.id).toBe(first.transaction.id);
    await expect(pay({ recipient_id: recipient.id, provider: 'PROVIDER_W' })).rejects.toMatchObject({
      code: 'DUPLICATE_REFERENCE',
    });
    await deleteRecipient(ctx, recipient.id);
    expect((await pay({ recipient_id: recipient.id })).transaction.id).toBe(first.transaction.id);
    await expect(pay({ recipient_id: recipient.id, client_reference: 'p-2' })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
  });

  it('has one of number and recipient, and hears of every other fault before it hears that nobody is there', async () => {
    await fresh();
    const faults = async (changes: object) =>
      pay(changes).then(
        () => [],
        (error) => error.details?.fields?.map((each: { path: string }) => each.path) ?? error.code,
      );
    expect(await faults({})).toEqual(['recipient_mobile']);
    expect(await faults({ recipient_id: 'x', recipient_mobile: '+2207012345' })).toEqual(['recipient_id']);
    expect(await faults({ recipient_id: 7 })).toEqual(['recipient_id']);
    expect(await faults({ recipient_id: 'x', client_reference: '' })).toEqual(['client_reference']);
    expect(await faults({ recipient_id: 'x', provider: 'PROVIDER_X' })).toBe('NOT_FOUND');
    const theirs = await save('Awa', '7012345', systemContext(await newClient(), 'SANDBOX'));
    expect(await faults({ recipient_id: theirs.recipient.id })).toBe('NOT_FOUND');
  });
});
