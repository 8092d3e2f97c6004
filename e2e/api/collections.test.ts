import { randomBytes, randomUUID } from 'node:crypto';
import { describe, expect, inject, test } from 'vitest';
import {
  type Account,
  balanceOf,
  collect,
  collectionBody,
  collectionShape,
  collectionStatusShape,
  fieldPaths,
  isError,
  type Json,
  lookUp,
  named,
  newAccount,
  newReference,
  payOut,
  providers,
  reaches,
  send,
  settle,
  shape,
  statusPath,
} from './support.ts';

const initiate = '/api/v1/collections/initiate';
const api = await newAccount();

describe('the answer to an initiation', () => {
  test('carries the fields of spec and contract and no others, on a redirect rail', async () => {
    const body = collectionBody({ metadata: { order: '17', note: 'dried fish' } });
    const reply = await api.post(initiate, body);
    expect(reply.status).toBe(200);
    expect(reply.body).toStrictEqual({
      status: 'success',
      data: collectionShape({
        client_reference: body.client_reference,
        amount: '25.00',
        provider: 'PROVIDER_W',
        redirect_url: expect.stringMatching(/^https?:\/\/.+/),
        customer_mobile: '+2207012345',
        customer_name: 'Awa Ceesay',
        metadata: { order: '17', note: 'dried fish' },
        expires_at: shape.time,
      }),
    });
    expect(reply.headers.get('content-type')).toMatch(/^application\/json/);
    expect(reply.headers.get('x-request-id')).toMatch(/\S/);
    expect(reply.headers.get('idempotent-replayed')).toBeNull();
  });

  test('an unanswered checkout ends 30 minutes after it began', async () => {
    const data = await collect(api);
    expect(Date.parse(data.expires_at) - Date.parse(data.created_at)).toBe(30 * 60_000);
  });

  test('only amount, currency and client_reference are required', async () => {
    const client_reference = newReference();
    const reply = await api.post(initiate, { amount: '7.5', currency: 'GMD', client_reference });
    expect(reply.body, reply.text).toStrictEqual({
      status: 'success',
      data: collectionShape({
        client_reference,
        amount: '7.50',
        provider: 'PROVIDER_W',
        redirect_url: expect.stringMatching(/^http/),
        customer_name: null,
        expires_at: shape.time,
      }),
    });
  });

  test.each(providers)('%s is answered in its own integration style', async (provider) => {
    const data = await collect(api, { provider });
    const isRedirect = provider === 'PROVIDER_W' || provider === 'PROVIDER_C';
    expect(data).toStrictEqual(
      collectionShape({
        provider,
        amount: '25.00',
        client_reference: data.client_reference,
        customer_mobile: '+2207012345',
        customer_name: 'Awa Ceesay',
        redirect_url: isRedirect ? expect.stringMatching(/^http/) : null,
        next_action: isRedirect ? null : expect.objectContaining({ type: expect.any(String) }),
      }),
    );
  });
});

describe('the status look-up', () => {
  test('carries the fields of spec and contract and no others, while pending', async () => {
    const made = await collect(api);
    const reply = await api.get(statusPath('collections', made.client_reference));
    expect(reply.body).toStrictEqual({
      status: 'success',
      data: collectionStatusShape({
        ...made,
        attempts: [
          {
            transaction_id: made.transaction_id,
            status: 'PENDING',
            ...named('PROVIDER_W'),
            created_at: made.created_at,
          },
        ],
        completed_at: null,
        late: false,
      }),
    });
  });

  test('of a settled one says when it completed, keeps its redirect_url, and has no failure', async () => {
    const made = await collect(api, { amount: '100' });
    const data = await reaches(api, 'collections', made.client_reference, 'SUCCEEDED');
    expect(data).toStrictEqual(
      collectionStatusShape({
        ...made,
        status: 'SUCCEEDED',
        receipt_url: shape.receipt,
        failure: null,
        completed_at: shape.time,
        late: false,
      }),
    );
    expect(data.redirect_url).toBe(made.redirect_url);
    expect(Date.parse(data.completed_at)).toBeGreaterThan(Date.parse(data.created_at));
    expect(data.attempts).toHaveLength(1);
    expect(data.attempts[0].status).toBe('SUCCEEDED');
  });

  test('answers the same by transaction_id', async () => {
    const made = await collect(api);
    expect(await lookUp(api, 'collections', made.transaction_id)).toEqual(
      await lookUp(api, 'collections', made.client_reference),
    );
  });

  test.each([
    ['a slash', `a/b/${randomUUID()}`],
    ['what must be percent-encoded', `100% of "it" & <more>? #${randomUUID()} +`],
    ['what looks percent-encoded', `%2F%25${randomUUID()}`],
    ['letters of Gambian names', `Ñóŋ Fàtu ${randomUUID()}`],
    ['letters outside the basic plane', `𞤀𞤣𞤤𞤢𞤥 😀 ${randomUUID()}`],
    ['only digits, as a card number', `4111111111111111${randomUUID().replaceAll(/\D/g, '').slice(0, 9)}`],
    ['255 code points', `😀${randomBytes(127).toString('hex')}`],
    ['a space at its end', `${randomUUID()} `],
  ])('finds a reference with %s', async (_, client_reference) => {
    const made = await collect(api, { client_reference });
    expect(made.client_reference).toBe(client_reference);
    const found = await lookUp(api, 'collections', client_reference);
    expect(found.transaction_id).toBe(made.transaction_id);
    expect(found.client_reference).toBe(client_reference);
  });

  test('compares references byte for byte: case, spaces and Unicode form count', async () => {
    const upper = `Ñ-REF-${randomUUID()}`;
    await collect(api, { client_reference: upper });
    for (const other of [upper.toLowerCase(), `${upper} `, ` ${upper}`, upper.normalize('NFD')]) {
      isError(await api.get(statusPath('collections', other)), 404, 'TRANSACTION_NOT_FOUND');
    }
  });

  test("a reference that looks like another transaction's id wins over the id", async () => {
    const first = await collect(api);
    const second = await collect(api, { client_reference: first.transaction_id });
    const found = await lookUp(api, 'collections', first.transaction_id);
    expect(found.transaction_id).toBe(second.transaction_id);
    expect((await lookUp(api, 'collections', second.transaction_id)).transaction_id).toBe(
      second.transaction_id,
    );
    expect((await lookUp(api, 'collections', first.client_reference)).transaction_id).toBe(
      first.transaction_id,
    );
  });

  test("finds neither another client's, nor a payout, nor what nobody made", async () => {
    const other = await newAccount();
    await settle(other, '90.00');
    const theirs = await collect(other);
    const payout = await payOut(other, { amount: '1.00' });
    isError(await api.get(statusPath('collections', theirs.client_reference)), 404, 'TRANSACTION_NOT_FOUND');
    isError(await api.get(statusPath('collections', theirs.transaction_id)), 404, 'TRANSACTION_NOT_FOUND');
    isError(
      await other.get(statusPath('collections', payout.client_reference)),
      404,
      'TRANSACTION_NOT_FOUND',
    );
    isError(await other.get(statusPath('collections', payout.transaction_id)), 404, 'TRANSACTION_NOT_FOUND');
    isError(await api.get(statusPath('collections', randomUUID())), 404, 'TRANSACTION_NOT_FOUND');
  });

  test.each(['%00', '%', '%E0%A4%A', 'x'.repeat(3000)])(
    'what no reference can be is 404, never 500: %s',
    async (raw) => {
      isError(await api.get(`/api/v1/collections/status/${raw}`), 404, 'TRANSACTION_NOT_FOUND');
    },
  );
});

describe('the same client_reference again', () => {
  test('with the same body in another spelling is the same transaction, and says so', async () => {
    const metadata = { b: '2', a: '1' };
    const body = collectionBody({ amount: '60', metadata });
    const first = await api.post(initiate, body);
    const respelt = Object.fromEntries(
      Object.entries({ ...body, amount: '60.00', metadata: { a: '1', b: '2' } }).reverse(),
    );
    const spellings: Json[] = [
      body,
      respelt,
      { ...body, amount: '60.0' },
      { ...body, provider: 'PROVIDER_W' },
      { ...body, nobody_knows_this_field: [1, 2, 3] },
      `  ${JSON.stringify(respelt, null, 4)}\n`,
    ];
    for (const spelling of spellings) {
      const again = await api.post(initiate, spelling);
      expect(again.status, again.text).toBe(200);
      expect(again.headers.get('idempotent-replayed')).toBe('true');
      expect(again.body).toStrictEqual(first.body);
    }
    expect((await lookUp(api, 'collections', body.client_reference)).attempts).toHaveLength(1);
  });

  test.each<[string, Record<string, unknown>]>([
    ['amount', { amount: '25.01' }],
    ['provider', { provider: 'PROVIDER_C' }],
    ['customer_name', { customer_name: 'Lamin Jallow' }],
    ['customer_mobile', { customer_mobile: '+2207012346' }],
    ['success_url', { success_url: 'https://shop.example.com/other' }],
    ['error_url', { error_url: undefined }],
    ['metadata', { metadata: { order: '18' } }],
  ])('with another %s is DUPLICATE_REFERENCE and changes nothing', async (_, change) => {
    const body = collectionBody();
    const first = await api.post(initiate, body);
    isError(await api.post(initiate, { ...body, ...change }), 422, 'DUPLICATE_REFERENCE');
    const after = await lookUp(api, 'collections', body.client_reference);
    expect(after).toMatchObject(first.body.data);
    expect(after.attempts).toHaveLength(1);
  });

  test('answers with the transaction as it stands now', async () => {
    const body = collectionBody({ amount: '100.00' });
    const first = await api.post(initiate, body);
    await reaches(api, 'collections', body.client_reference, 'SUCCEEDED');
    const again = await api.post(initiate, body);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect(again.body.data).toStrictEqual({
      ...first.body.data,
      status: 'SUCCEEDED',
      receipt_url: shape.receipt,
    });
  });

  test('is free for another client and for a payout', async () => {
    const other = await newAccount();
    const client_reference = newReference();
    const mine = await collect(api, { client_reference });
    const theirs = await collect(other, { client_reference, amount: '31.00' });
    expect(theirs.transaction_id).not.toBe(mine.transaction_id);
    await settle(other, '50.00');
    const payout = await payOut(other, { client_reference });
    expect(payout.type).toBe('payout');
  });

  test('64 equal collections at once make one', async () => {
    const body = collectionBody({ amount: '77.00' });
    const replies = await Promise.all(Array.from({ length: 64 }, () => api.post(initiate, body)));
    expect(new Set(replies.map((each) => each.status))).toEqual(new Set([200]));
    expect(new Set(replies.map((each) => each.body.data.transaction_id)).size).toBe(1);
    const fresh = replies.filter((each) => each.headers.get('idempotent-replayed') === null);
    expect(fresh).toHaveLength(1);
    expect((await lookUp(api, 'collections', body.client_reference)).attempts).toHaveLength(1);
    const listed = await api.get(`/api/v1/client/transactions?reference=${body.client_reference}`);
    expect(listed.body.pagination.total).toBe(1);
  });

  test('64 different bodies at once under one reference: one wins, all others are DUPLICATE_REFERENCE', async () => {
    const client_reference = newReference();
    const replies = await Promise.all(
      Array.from({ length: 64 }, (_, index) =>
        api.post(initiate, collectionBody({ client_reference, amount: `${10 + index}.10` })),
      ),
    );
    expect(replies.filter((each) => each.status === 200)).toHaveLength(1);
    for (const each of replies.filter((reply) => reply.status !== 200)) {
      isError(each, 422, 'DUPLICATE_REFERENCE');
    }
  });
});

describe('cancelling', () => {
  const cancel = (id: string, account: Account = api) => account.post(`/api/v1/collections/${id}/cancel`);

  test.each(providers)(
    'closes a pending one on %s, and answers what the look-up answers',
    async (provider) => {
      const made = await collect(api, { provider });
      const cancelled = await cancel(made.transaction_id);
      expect(cancelled.status, cancelled.text).toBe(200);
      expect(cancelled.body.data).toStrictEqual(
        collectionStatusShape({
          ...made,
          status: 'CANCELLED',
          next_action: null,
          failure: null,
          completed_at: shape.time,
          late: false,
        }),
      );
      expect(cancelled.body.data).toEqual(await lookUp(api, 'collections', made.client_reference));
    },
  );

  test('a second time is 200 again, with the same answer', async () => {
    const made = await collect(api);
    const first = await cancel(made.transaction_id);
    const second = await cancel(made.transaction_id);
    expect(second.status).toBe(200);
    expect(second.body).toEqual(first.body);
  });

  test.each([
    ['100.00', 'SUCCEEDED'],
    ['400.00', 'FAILED'],
    ['408.00', 'EXPIRED'],
  ])('of one of %s that is %s is INVALID_STATE', async (amount, status) => {
    const made = await collect(api, { amount });
    await reaches(api, 'collections', made.client_reference, status);
    isError(await cancel(made.transaction_id), 422, 'INVALID_STATE');
    expect((await lookUp(api, 'collections', made.client_reference)).status).toBe(status);
  });

  test('32 times at once cancels once and every answer is 200', async () => {
    const made = await collect(api);
    const replies = await Promise.all(Array.from({ length: 32 }, () => cancel(made.transaction_id)));
    expect(replies.map((each) => each.status)).toEqual(Array(32).fill(200));
    expect(new Set(replies.map((each) => each.body.data.completed_at)).size).toBe(1);
    const events = await api.get(`/api/v1/events?transaction_id=${made.transaction_id}`);
    expect(events.body.data.map((each: Json) => each.event)).toEqual(['payment.cancelled']);
  });

  test("of another client's, of a reference, or of nothing is TRANSACTION_NOT_FOUND", async () => {
    const other = await newAccount();
    const theirs = await collect(other);
    isError(await cancel(theirs.transaction_id), 404, 'TRANSACTION_NOT_FOUND');
    isError(await cancel(theirs.client_reference, other), 404, 'TRANSACTION_NOT_FOUND');
    isError(await cancel(randomUUID()), 404, 'TRANSACTION_NOT_FOUND');
  });

  test('moves no money', async () => {
    const account = await newAccount();
    const made = await collect(account);
    await cancel(made.transaction_id, account);
    expect(await balanceOf(account)).toMatchObject({ total_collected_bututs: 0, successful_collections: 0 });
  });
});

describe('a body that is not valid', () => {
  test('is told of all its faults at once', async () => {
    const reply = await api.post(initiate, {
      amount: 25,
      currency: 'USD',
      client_reference: '  ',
      customer_name: 'x'.repeat(121),
      customer_mobile: '7012345',
      success_url: 'ftp://shop.example.com',
      metadata: { a: 1 },
    });
    isError(reply, 400, 'VALIDATION_ERROR', { fields: expect.any(Array) });
    for (const field of reply.body.error.details.fields) {
      expect(field).toStrictEqual({ path: expect.any(String), message: shape.text, code: shape.text });
    }
    expect(fieldPaths(reply).map((path) => path.split('.')[0])).toEqual([
      'amount',
      'client_reference',
      'currency',
      'customer_mobile',
      'customer_name',
      'metadata',
      'success_url',
    ]);
  });

  test('names each missing field', async () => {
    const reply = await api.post(initiate, {});
    isError(reply, 400, 'VALIDATION_ERROR', { fields: expect.any(Array) });
    expect(fieldPaths(reply)).toEqual(['amount', 'client_reference', 'currency']);
  });

  test.each([
    '',
    '0',
    '0.00',
    '0.99',
    '100000.01',
    '1000000000',
    '-5',
    '+5',
    '1.234',
    '01.00',
    '1,00',
    ' 5',
    '5 ',
    '1e3',
    '٥',
    '5.',
    '.5',
    'NaN',
  ])('the amount "%s" as its sole fault is INVALID_AMOUNT with the bounds', async (amount) => {
    const reply = await api.post(initiate, collectionBody({ amount }));
    isError(reply, 400, 'INVALID_AMOUNT', { min_amount: '1.00', max_amount: '100000.00' });
  });

  test.each(['1', '1.0', '1.00', '100000', '100000.00', '99999.99'])(
    'the amount "%s" is within the bounds',
    async (amount) => {
      const [whole, fraction = ''] = amount.split('.');
      expect((await collect(api, { amount })).amount).toBe(`${whole}.${fraction.padEnd(2, '0')}`);
    },
  );

  test.each([25, null, true, ['25.00'], { value: '25.00' }])(
    'the amount %j, which is no string, is VALIDATION_ERROR',
    async (amount) => {
      const reply = await api.post(initiate, collectionBody({ amount }));
      isError(reply, 400, 'VALIDATION_ERROR', { fields: expect.any(Array) });
      expect(fieldPaths(reply)).toEqual(['amount']);
    },
  );

  test('a wrong amount beside another fault is VALIDATION_ERROR for both', async () => {
    const reply = await api.post(initiate, collectionBody({ amount: '0.10', currency: 'EUR' }));
    isError(reply, 400, 'VALIDATION_ERROR', { fields: expect.any(Array) });
    expect(fieldPaths(reply)).toEqual(['amount', 'currency']);
  });

  test.each<[string, Record<string, unknown>]>([
    ['customer_mobile', { provider: 'PROVIDER_A', customer_mobile: undefined }],
    ['customer_mobile', { customer_mobile: '+220 701 2345' }],
    ['customer_mobile', { customer_mobile: '+221701234567' }],
    ['customer_mobile', { customer_mobile: '+220701234567' }],
    ['client_reference', { client_reference: '' }],
    ['client_reference', { client_reference: 'x'.repeat(256) }],
    ['client_reference', { client_reference: 'tab\there' }],
    ['client_reference', { client_reference: 'zero\u200bwidth' }],
    ['client_reference', { client_reference: 'e\u0301' }],
    ['client_reference', { client_reference: 'lone \ud800 surrogate' }],
    ['client_reference', { client_reference: 12 }],
    ['customer_name', { customer_name: 'nul\u0000' }],
    ['customer_name', { customer_name: ' ' }],
    ['success_url', { success_url: 'http://shop.example.com/' }],
    ['success_url', { success_url: 'javascript:alert(1)' }],
    ['error_url', { error_url: `https://shop.example.com/${'x'.repeat(2048)}` }],
    ['error_url', { error_url: '/failed' }],
    ['provider', { provider: 7 }],
    ['provider', { provider: null }],
    ['metadata', { metadata: 'text' }],
    ['metadata', { metadata: ['a'] }],
    ['metadata', { metadata: { deep: { er: 'x' } } }],
    ['metadata', { metadata: { long: 'x'.repeat(501) } }],
    ['metadata', { metadata: { ['k'.repeat(41)]: 'x' } }],
    ['metadata', { metadata: Object.fromEntries(Array.from({ length: 21 }, (_, n) => [`k${n}`, 'x'])) }],
  ])('a wrong %s is named (%j)', async (path, change) => {
    const reply = await api.post(initiate, collectionBody(change));
    isError(reply, 400, 'VALIDATION_ERROR', { fields: expect.any(Array) });
    expect(fieldPaths(reply).map((each) => each.split('.')[0])).toEqual([path]);
  });

  test.each<[string, Record<string, unknown>]>([
    ['a 9-digit number of QCell', { customer_mobile: '+220831234567' }],
    ['a 9-digit number of Comium', { customer_mobile: '+220861234567' }],
    ['a 9-digit number of Africell', { customer_mobile: '+220871234567' }],
    ['http for localhost with a test key', { success_url: 'http://localhost:8080/ok' }],
    ['a name of 120 letters', { customer_name: 'ŋ'.repeat(120) }],
    [
      '20 metadata fields',
      { metadata: Object.fromEntries(Array.from({ length: 20 }, (_, n) => [`k${n}`, 'x'.repeat(500)])) },
    ],
  ])('%s is accepted', async (_, change) => {
    expect((await collect(api, change)).status).toBe('PENDING');
  });

  test.each(['PROVIDER_X', 'provider_w', 'PROVIDER_W ', '', '__proto__'])(
    'the provider "%s" is provider_not_enabled and stores nothing',
    async (provider) => {
      const body = collectionBody({ provider });
      isError(await api.post(initiate, body), 422, 'provider_not_enabled');
      isError(await api.get(statusPath('collections', body.client_reference)), 404, 'TRANSACTION_NOT_FOUND');
    },
  );

  test('the body is checked before the provider, the provider before the reference', async () => {
    const body = collectionBody();
    await collect(api, body);
    isError(
      await api.post(initiate, { ...body, provider: 'PROVIDER_X', amount: '1.001' }),
      400,
      'INVALID_AMOUNT',
    );
    isError(
      await api.post(initiate, { ...body, provider: 'PROVIDER_X', amount: '26.00' }),
      422,
      'provider_not_enabled',
    );
    isError(await api.post(initiate, { ...body, amount: '26.00' }), 422, 'DUPLICATE_REFERENCE');
  });

  test.each<[string, Record<string, unknown>]>([
    ['card_number', { card_number: '1' }],
    ['cvv', { CVV: '123' }],
    ['a deep cvc', { metadata: { more: { 'c-v-c': '1' } } }],
    ['expiry in a list', { items: [{ Ex_Piry: '12/29' }] }],
    ['pan', { pan: null }],
    ['a name that is a card number', { customer_name: '4111 1111-1111 1111' }],
    ['metadata that is a card number', { metadata: { note: '378282246310005' } }],
  ])('%s is CARD_DATA_NOT_ACCEPTED', async (_, change) => {
    const reply = await api.post(initiate, collectionBody(change));
    isError(reply, 400, 'CARD_DATA_NOT_ACCEPTED');
    expect(reply.text).not.toMatch(/4111|378282246310005/);
  });

  const url = () => inject('baseUrl') + initiate;
  const auth = { authorization: `Bearer ${api.key}` };

  test.each<[string, string | Uint8Array]>([
    ['no JSON', '{"amount": '],
    ['a list', '[]'],
    ['a text', '"text"'],
    ['null', 'null'],
    ['a key twice', '{"amount":"25.00","amount":"26.00","currency":"GMD","client_reference":"twice"}'],
    [
      'a key twice, once escaped',
      '{"amount":"25.00","\\u0061mount":"26.00","currency":"GMD","client_reference":"t"}',
    ],
    ['a byte order mark', '\ufeff{"amount":"25.00","currency":"GMD","client_reference":"bom"}'],
    ['not UTF-8', Buffer.from('{"amount":"25.00","currency":"GMD","client_reference":"\xe9"}', 'latin1')],
  ])('%s is MALFORMED_JSON', async (_, body) => {
    isError(await send('POST', url(), { headers: auth, body }), 400, 'MALFORMED_JSON');
  });

  test.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'])(
    'the Content-Type %s is UNSUPPORTED_MEDIA_TYPE',
    async (type) => {
      const body = JSON.stringify(collectionBody());
      const reply = await send('POST', url(), { headers: { ...auth, 'content-type': type }, body });
      isError(reply, 415, 'UNSUPPORTED_MEDIA_TYPE');
    },
  );

  test('64 KiB are read, one byte more is PAYLOAD_TOO_LARGE', async () => {
    const body = JSON.stringify(collectionBody());
    const padded = (bytes: number) => `${body}${' '.repeat(bytes - Buffer.byteLength(body))}`;
    const fits = await send('POST', url(), { headers: auth, body: padded(65_536) });
    expect(fits.status, fits.text).toBe(200);
    isError(await send('POST', url(), { headers: auth, body: padded(65_537) }), 413, 'PAYLOAD_TOO_LARGE');
  });
});
