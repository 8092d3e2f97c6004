import { describe, expect, test } from 'vitest';
import { staffContext } from '#e2e/setup/people';
import { clientChange, updateClient } from '#lib/clients/update-client';
import {
  type Account,
  balanceOf,
  fieldPaths,
  fund,
  isError,
  named,
  newAccount,
  newRecipient,
  payoutBody,
  type Reply,
  settle,
  shape,
} from './support.ts';

const path = '/api/v1/recipients';
const quotePath = '/api/v1/payouts/quote';
const initiate = '/api/v1/payouts/initiate';
const isReplay = (reply: Reply) => reply.headers.get('idempotent-replayed') === 'true';

async function funded(balance: string, float: string): Promise<Account> {
  const account = await newAccount({ commissionBps: 0 });
  await settle(account, balance);
  await fund(account, float);
  return account;
}

describe('a recipient', () => {
  test('is saved, found, renamed and removed', async () => {
    const api = await newAccount();
    const made = await api.post(path, { name: 'Awa Ceesay', mobile: '701 2345', note: 'rice' });
    expect(made.body).toStrictEqual({
      status: 'success',
      data: {
        id: shape.id,
        name: 'Awa Ceesay',
        mobile: '+2207012345',
        provider: null,
        provider_name: null,
        note: 'rice',
        created_at: shape.time,
        updated_at: shape.time,
      },
    });
    const { id } = made.body.data;
    expect((await api.get(`${path}/${id}`)).body).toEqual(made.body);
    expect((await api.get(`${path}?q=CEES`)).body.data).toEqual([made.body.data]);
    const renamed = await api.patch(`${path}/${id}`, { name: 'Awa' });
    expect(renamed.body.data).toMatchObject({ id, name: 'Awa', note: 'rice' });
    expect((await api.delete(`${path}/${id}`)).status).toBe(200);
    isError(await api.get(`${path}/${id}`), 404, 'NOT_FOUND');
    isError(await api.patch(`${path}/${id}`, { name: 'Awa' }), 404, 'NOT_FOUND');
    isError(await api.delete(`${path}/${id}`), 404, 'NOT_FOUND');
    expect((await api.get(path)).body.data).toEqual([]);
  });

  test('whose number is there already is answered as it stands, with Idempotent-Replayed', async () => {
    const api = await newAccount();
    const first = await api.post(path, { name: 'Awa', mobile: '+2207012345' });
    const again = await api.post(path, { name: 'Somebody', mobile: '00220 701 2345' });
    expect([first, again].map((each) => [each.status, isReplay(each)])).toEqual([
      [200, false],
      [200, true],
    ]);
    expect(again.body).toEqual(first.body);
  });

  test('under an Idempotency-Key is made once, and its answer is repeated to the byte', async () => {
    const api = await newAccount();
    const headers = { 'idempotency-key': 'awa' };
    const [one, two] = await Promise.all([
      api.post(path, { name: 'Awa', mobile: '+2207012345' }, headers),
      api.post(path, { name: 'Awa', mobile: '+2207012345' }, headers),
    ]);
    expect(two.text).toBe(one.text);
    isError(
      await api.post(path, { name: 'Binta', mobile: '+2207012345' }, headers),
      422,
      'IDEMPOTENCY_KEY_REUSED',
    );
  });

  test('is refused with every fault at once', async () => {
    const api = await newAccount();
    const reply = await api.post(path, { name: ' ', mobile: '12', note: '', provider: 7 });
    expect(fieldPaths(reply)).toEqual(['mobile', 'name', 'note', 'provider']);
    expect(fieldPaths(await api.post(path, {}))).toEqual(['mobile', 'name']);
    const body = { name: 'Awa', mobile: '+2207012345', provider: 'PROVIDER_C_CARD' };
    isError(await api.post(path, body), 422, 'provider_not_enabled');
    const { id } = await newRecipient(api);
    expect(fieldPaths(await api.patch(`${path}/${id}`, { mobile: '+2207012345' }))).toEqual(['mobile']);
    expect(fieldPaths(await api.get(`${path}?limit=0&cursor=x`))).toEqual(['cursor', 'limit']);
  });
});

describe('a payout to a recipient', () => {
  test('pays its number, and its repeat by the number is the same payout', async () => {
    const api = await funded('100.00', '100.00');
    const { id, mobile } = await newRecipient(api);
    const { recipient_mobile: _, ...body } = payoutBody();
    const paid = await api.post(initiate, { ...body, recipient_id: id });
    expect(paid.body.data).toMatchObject({ status: 'SUCCEEDED', recipient_mobile: mobile });
    const repeats = await Promise.all(
      [{ recipient_id: id }, { recipient_mobile: mobile }].map((who) =>
        api.post(initiate, { ...body, ...who }),
      ),
    );
    for (const each of repeats) {
      expect(each.body).toEqual(paid.body);
      expect(isReplay(each)).toBe(true);
    }
    expect((await balanceOf(api)).available_balance_gmd).toBe('90.00');
  });

  test('has one of both; an unknown one is 404 after the validation and before the rail', async () => {
    const api = await newAccount();
    const { id } = await newRecipient(api);
    const { recipient_mobile: _, ...body } = payoutBody();
    expect(fieldPaths(await api.post(initiate, body))).toEqual(['recipient_mobile']);
    expect(fieldPaths(await api.post(initiate, payoutBody({ recipient_id: id })))).toEqual(['recipient_id']);
    const unknown = { ...body, recipient_id: '01890000-0000-7000-8000-000000000000' };
    isError(await api.post(initiate, { ...unknown, client_reference: '' }), 400, 'VALIDATION_ERROR');
    isError(await api.post(initiate, { ...unknown, provider: 'PROVIDER_X' }), 404, 'NOT_FOUND');
    isError(await api.post(initiate, { ...body, recipient_id: id }), 422, 'INSUFFICIENT_BALANCE');
  });
});

describe('a quote', () => {
  const ask = (api: Account, changes: object) =>
    api.post(quotePath, { amount: '10.00', currency: 'GMD', recipient_mobile: '+2203456789', ...changes });

  test('says all that a payout would do, and stores nothing', async () => {
    const api = await funded('100.00', '20.00');
    const { id } = await newRecipient(api);
    const reply = await ask(api, { recipient_name: 'Lamin Jallow' });
    expect(reply.body).toStrictEqual({
      status: 'success',
      data: {
        amount: '10.00',
        fee: '0.00',
        total_debit: '10.00',
        available_balance: '100.00',
        available_after: '90.00',
        will_be_held: false,
        would_be_refused_with: null,
        limits: { per_payout: null, day: null, month: null, rail_day: null, rail_month: null },
        ...named('PROVIDER_W'),
        operator: 'QCell',
        recipient: { id, name: 'Lamin Jallow' },
        name_check: 'MATCH',
        recent_twins: [],
      },
    });
    expect((await ask(api, { amount: '20.01' })).body.data).toMatchObject({
      will_be_held: true,
      available_after: '79.99',
    });
    expect((await ask(api, { amount: '100.01' })).body.data).toMatchObject({
      will_be_held: false,
      available_after: '-0.01',
      would_be_refused_with: 'INSUFFICIENT_BALANCE',
    });
    expect((await balanceOf(api)).available_balance_gmd).toBe('100.00');
    expect((await api.get('/api/v1/client/transactions?type=payout')).body.data).toEqual([]);
  });

  test.each([
    ['+2207012300', 'PROVIDER_W', 'NO_MATCH'],
    ['+2207012301', 'PROVIDER_W', 'PARTIAL'],
    ['+2207012345', 'PROVIDER_A', 'MATCH'],
    ['+2207012300', 'PROVIDER_C', 'UNAVAILABLE'],
  ])(
    'of %s on %s has the name check %s, and UNAVAILABLE without a name',
    async (mobile, provider, expected) => {
      const api = await newAccount();
      const body = { recipient_mobile: mobile, provider };
      expect((await ask(api, { ...body, recipient_name: 'Awa' })).body.data.name_check).toBe(expected);
      expect((await ask(api, body)).body.data).toMatchObject({ name_check: 'UNAVAILABLE', recipient: null });
    },
  );

  test('names what went to the number with the same amount just now, and the payout is taken all the same', async () => {
    const api = await funded('100.00', '100.00');
    const sent = payoutBody({ amount: '10.00', recipient_mobile: '+2203456789' });
    const { data: paid } = (await api.post(initiate, sent)).body;
    expect((await ask(api, {})).body.data.recent_twins).toStrictEqual([
      {
        transaction_id: paid.transaction_id,
        type: 'payout',
        client_reference: sent.client_reference,
        status: 'SUCCEEDED',
        delivered_after_failure: false,
        created_at: shape.time,
      },
    ]);
    expect((await ask(api, { amount: '10.01' })).body.data.recent_twins).toEqual([]);
    expect(
      (await api.post(initiate, { ...sent, client_reference: `${sent.client_reference}-2` })).status,
    ).toBe(200);
  });

  test('of a recipient checks the saved name, and a deleted one is nobody', async () => {
    const api = await newAccount();
    const { id } = await newRecipient(api, { mobile: '+2207012300', name: 'Awa' });
    const named = { recipient_mobile: undefined, recipient_id: id };
    expect((await ask(api, named)).body.data).toMatchObject({
      name_check: 'NO_MATCH',
      recipient: { id, name: 'Awa' },
    });
    await api.delete(`${path}/${id}`);
    isError(await ask(api, named), 404, 'NOT_FOUND');
    isError(await ask(api, { provider: 'PROVIDER_C_CARD' }), 422, 'provider_not_enabled');
    isError(await ask(api, { amount: '0.10' }), 400, 'INVALID_AMOUNT');
  });
});

describe('a limit of payouts', () => {
  test('is told with what is left, by the quote and by the refusal, and holds as soon as it is set', async () => {
    const api = await funded('100.00', '100.00');
    const limits = { payout_limit_bututs: 20_00, payout_limit_day_bututs: 25_00 };
    await updateClient(staffContext(), api.clientId, clientChange.parse(limits));
    isError(await api.post(initiate, payoutBody({ amount: '20.01' })), 422, 'PAYOUT_LIMIT_EXCEEDED', {
      limit: 'per_payout',
      limit_bututs: 20_00,
      left_bututs: 20_00,
    });
    expect((await api.post(initiate, payoutBody({ amount: '15.00' }))).status).toBe(200);
    const body = payoutBody({ amount: '10.01' });
    isError(await api.post(initiate, body), 422, 'PAYOUT_LIMIT_EXCEEDED', {
      limit: 'day',
      limit_bututs: 25_00,
      left_bututs: 10_00,
    });
    const quoted = await api.post(quotePath, body);
    expect(quoted.body.data).toMatchObject({
      would_be_refused_with: 'PAYOUT_LIMIT_EXCEEDED',
      limits: {
        per_payout: { limit: '20.00', left: '20.00' },
        day: { limit: '25.00', left: '10.00' },
        month: null,
        rail_day: null,
        rail_month: null,
      },
    });
    expect((await balanceOf(api)).available_balance_gmd).toBe('85.00');
  });
});
