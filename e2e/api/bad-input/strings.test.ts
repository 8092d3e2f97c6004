import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type Account,
  type Answer,
  collection,
  expectError,
  expectNoRequest,
  faultPaths,
  openStage,
  payout,
  rawRequest,
  reference,
  type Stage,
  sendRaw,
  until,
} from './support.ts';

/** safety.md §3, cases 21–32, in every text that a caller can have stored. */

let stage: Stage;
let account: Account;

beforeAll(async () => {
  stage = await openStage();
  account = await stage.newAccount();
  // For the payouts that are accepted.
  const made = await stage.call('POST', collections, {
    key: account.testKey,
    body: collection({ amount: '100.00' }),
  });
  await until(async () => {
    const { json } = await lookUp(made.json.data.transaction_id);
    expect(json.data.status).toBe('SUCCEEDED');
  });
});

afterAll(() => stage.close());

const collections = '/api/v1/collections/initiate';
const payouts = '/api/v1/payouts/initiate';
const endpoints = '/api/v1/webhook-endpoints';

interface Place {
  path: string;
  /** The field that a fault names, or its beginning where the key itself is at fault. */
  field: string;
  /** In code points. */
  longest: number;
  body(text: string): object;
}

const places: Record<string, Place> = {
  'the client_reference of a collection': {
    path: collections,
    field: 'client_reference',
    longest: 255,
    body: (text) => collection({ client_reference: text }),
  },
  'the client_reference of a payout': {
    path: payouts,
    field: 'client_reference',
    longest: 255,
    body: (text) => payout({ client_reference: text }),
  },
  'the customer_name': {
    path: collections,
    field: 'customer_name',
    longest: 120,
    body: (text) => collection({ customer_name: text }),
  },
  'a value of metadata': {
    path: collections,
    field: 'metadata.note',
    longest: 500,
    body: (text) => collection({ metadata: { note: text } }),
  },
  'a key of metadata': {
    path: collections,
    field: 'metadata.',
    longest: 40,
    body: (text) => collection({ metadata: { [text]: 'x' } }),
  },
  'the description of an endpoint': {
    path: endpoints,
    field: 'description',
    longest: 255,
    body: (text) => ({ url: 'https://merchant.example/hook', description: text }),
  },
};

describe.each(Object.entries(places))('in %s', (_name, place) => {
  test.each([
    ['21 NUL', ['\0', 'a\0b', 'a\0']],
    ['22 a lone surrogate, either half', ['a\ud800b', 'a\udc00b', '\udc00\ud800', 'a\ud83d']],
    ['23 text that is not NFC', ['cafe\u0301', '\u1112\u1161\u11ab', '\u212b', 'A\u030a']],
    ['24 zero-width characters', ['a\u200bb', 'a\u200cb', 'a\u200db', '\ufeffa', 'a\u2060b', 'a\u00adb']],
    [
      '24 characters that turn the direction',
      ['a\u202eb', 'a\u202ab', 'a\u2066b\u2069', 'a\u200fb', 'a\u061cb'],
    ],
    ['24 tag characters', ['a\u{e0041}b', 'a\u{e0001}b']],
    [
      '25 line breaks and other controls',
      ['a\r\nX-Injected: 1', 'a\nb', 'a\rb', 'a\tb', 'a\u001b[31mb', 'a\u007fb', 'a\u0085b'],
    ],
    [
      '27 nothing, or nothing but white space',
      ['', ' ', '   ', '\u00a0', '\u3000', '\u2003\u2003', '\u2028'],
    ],
  ])('%s is refused as VALIDATION_ERROR', async (_title, texts) => {
    for (const text of texts) await refused(place, text);
  });

  test('26 one character too many is refused, also of four bytes, and as many as allowed are stored', async () => {
    await refused(place, 'a'.repeat(place.longest + 1));
    await refused(place, '💳'.repeat(place.longest + 1));
    await refused(place, 'a'.repeat(50_000));
    for (const character of ['a', '💳', 'é', '語']) {
      const text = unique(place, character);
      expect((await post(place, text)).status).toBe(200);
    }
  });

  test('26 a megabyte is refused unread', async () => {
    const send = () => post(place, 'a'.repeat(1_000_000));
    await stage.refuses(account, send, 413, 'PAYLOAD_TOO_LARGE');
  });
});

test('23 both forms of one reference cannot meet: NFC is stored, NFD is refused and finds nothing', async () => {
  const composed = `${reference()}-caf\u00e9`;
  const made = await stage.call('POST', collections, {
    key: account.testKey,
    body: collection({ client_reference: composed }),
  });
  expect(made.status).toBe(200);
  expect((await lookUp(composed)).json.data.transaction_id).toBe(made.json.data.transaction_id);
  const decomposed = composed.normalize('NFD');
  await refused(places['the client_reference of a collection']!, decomposed);
  await stage.refuses(account, () => lookUp(decomposed), 404, 'TRANSACTION_NOT_FOUND');
});

describe('28 a look-up', () => {
  test.each([
    '..%2f..%2fclient%2fstats',
    '%2e%2e%2f%2e%2e',
    '%2fetc%2fpasswd',
    '%00',
    'a%00b',
    '%ff%fe',
    '%ed%a0%80',
    '%zz',
    '%',
    '%0d%0aX-Injected:%201',
    '%25%30%30',
    '%E2%80%AE',
    `${'a'.repeat(256)}`,
    `${'a'.repeat(10_000)}`,
  ])('28 of %s finds nothing and breaks nothing', async (encoded) => {
    for (const kind of ['collections', 'payouts']) {
      const answer = await stage.refuses(
        account,
        () =>
          sendRaw(stage.target, [
            rawRequest(stage.target, `GET /api/v1/${kind}/status/${encoded}`, bearer()),
          ]),
        404,
        'TRANSACTION_NOT_FOUND',
      );
      expect(answer.headers.has('x-injected')).toBe(false);
    }
  });

  test.each(['../../client/stats', './../../client/stats', 'a/b', 'a//b', '', 'a/..'])(
    '28 of %s, unencoded, is another path, which does not exist',
    async (path) => {
      const line = `GET /api/v1/collections/status/${path}`;
      const send = () => sendRaw(stage.target, [rawRequest(stage.target, line, bearer())]);
      await stage.refuses(account, send, 404, 'NOT_FOUND');
    },
  );

  test('28 of a reference that looks like a path finds it, percent-encoded, and nothing else', async () => {
    for (const each of [
      '../../etc/passwd',
      'a/b',
      'a%2fb',
      'a%00b',
      '100%',
      'a?b=c#d',
      'a;b',
      'a+b',
      'a b',
    ]) {
      const text = `${reference()} ${each}`;
      const made = await post(places['the client_reference of a collection']!, text);
      expect(made.json.data.client_reference).toBe(text);
      const found = await lookUp(text);
      expect(found.status).toBe(200);
      expect(found.json.data.transaction_id).toBe(made.json.data.transaction_id);
    }
  });
});

test.each([
  "' OR 1=1--",
  '$1',
  '\\',
  "'; drop table transactions; --",
  '%',
  '_',
  '{{7*7}}',
  '<%= 7*7 %>',
  '\\u0000',
  '"',
])('29 %s is stored as it is, and found by nothing else', async (text) => {
  const own = await stage.newAccount();
  const key = own.testKey;
  const other = collection();
  expect((await stage.call('POST', collections, { key, body: other })).status).toBe(200);
  const body = collection({
    client_reference: text,
    customer_name: text,
    metadata: { note: text, [text]: text },
  });
  const made = await stage.call('POST', collections, { key, body });
  expect(made.status).toBe(200);
  expect(made.json.data).toMatchObject({ client_reference: text, metadata: { note: text, [text]: text } });
  const [row] = await stage.sql`
      select client_reference, customer_name from transactions where id = ${made.json.data.transaction_id}`;
  expect({ ...row }).toEqual({ client_reference: text, customer_name: text });

  const found = await stage.call('GET', `/api/v1/collections/status/${encodeURIComponent(text)}`, { key });
  expect(found.json.data.transaction_id).toBe(made.json.data.transaction_id);
  const listed = await stage.call(
    'GET',
    `/api/v1/client/transactions?reference=${encodeURIComponent(text)}`,
    { key },
  );
  expect(listed.json.data.map((each: { client_reference: string }) => each.client_reference)).toEqual([text]);
  expect(await stage.countRows(own.clientId)).toMatchObject({ transactions: 2 });
});

test.each(['type', 'status', 'cursor', 'from', 'to', 'limit', 'page'])(
  '29 SQL in the filter "%s" is refused as VALIDATION_ERROR',
  async (name) => {
    for (const text of ["' OR 1=1--", '$1', '1;select pg_sleep(5)', '1) or (1=1', '\\', '\0']) {
      const path = `/api/v1/client/transactions?${name}=${encodeURIComponent(text)}`;
      const send = () => stage.call('GET', path, { key: account.testKey });
      const answer = await stage.refuses(account, send, 400, 'VALIDATION_ERROR');
      expect(faultPaths(answer)).toEqual([name]);
    }
  },
);

test("30 markup and formulas are kept as they are, are never served as a page, and stand escaped on the customer's page", async () => {
  for (const text of [
    '<script>alert(1)</script>',
    '"><img src=x onerror=alert(1)>',
    '=HYPERLINK("http://evil","x")',
    '@SUM(1)',
  ]) {
    const client_reference = `${text} ${reference()}`;
    const made = await post(places['the client_reference of a collection']!, client_reference);
    expect(made.json.data.client_reference).toBe(client_reference);
    expect(made.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(made.headers.get('x-content-type-options')).toBe('nosniff');

    const page = await fetch(`${stage.target.baseUrl}/checkout/${made.json.data.transaction_id}`);
    const markup = await page.text();
    expect(page.status).toBe(200);
    expect(markup).toContain(escapeHtml(client_reference));
    if (/[<"]/.test(text)) expect(markup).not.toContain(text);
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
  }
});

test('31 emoji and other characters of four bytes are stored and found whole', async () => {
  for (const text of ['💳', '👍🏽', '𠜎𠜱', '🇬🇲', 'Ƴ ɗ ŋ', 'مدفوع', '支払い']) {
    const client_reference = `${reference()} ${text}`;
    const body = collection({ client_reference, customer_name: text, metadata: { [text]: text } });
    const made = await stage.call('POST', collections, { key: account.testKey, body });
    expect(made.status).toBe(200);
    expect(made.json.data).toMatchObject({ client_reference, metadata: { [text]: text } });
    const found = await lookUp(client_reference);
    expect(found.json.data.transaction_id).toBe(made.json.data.transaction_id);
  }
});

describe('32 a telephone number', () => {
  const bad = [
    '+2211234567',
    '2201234567',
    '002201234567',
    '1234567',
    '+220 1234567',
    '+220 12',
    '+220-123-4567',
    '+220123456',
    '+22012345678',
    '+220123456789',
    '+2201234567890123',
    '+220ABCDEFG',
    '+220１２３４５６７',
    '+220١٢٣٤٥٦٧',
    '+2201234567\n',
    ' +2201234567',
    '+2201234567;ext=1',
    '++2201234567',
    '',
  ];

  test('32 that is not Gambian in the one form is refused as VALIDATION_ERROR', async () => {
    for (const mobile of [...bad, null, 2201234567, ['+2201234567'], {}]) {
      const asPayer = collection({ customer_mobile: mobile });
      const asRecipient = payout({ recipient_mobile: mobile });
      const onOtpRail = collection({ customer_mobile: mobile, provider: 'PROVIDER_A' });
      expect(faultPaths(await refusedBody(collections, asPayer))).toEqual(['customer_mobile']);
      expect(faultPaths(await refusedBody(payouts, asRecipient))).toEqual(['recipient_mobile']);
      expect(faultPaths(await refusedBody(collections, onOtpRail))).toEqual(['customer_mobile']);
    }
    expect(faultPaths(await refusedBody(payouts, payout({ recipient_mobile: undefined })))).toEqual([
      'recipient_mobile',
    ]);
  });

  test('32 of seven digits, or of nine with a prefix of the renumbering, is stored as it was sent', async () => {
    for (const mobile of ['+2201234567', '+2207012345', '+220831234567', '+220861234567', '+220871234567']) {
      const body = collection({ customer_mobile: mobile });
      const made = await stage.call('POST', collections, { key: account.testKey, body });
      expect(made.status).toBe(200);
      expect(made.json.data.customer_mobile).toBe(mobile);
    }
  });
});

test('25 an Idempotency-Key that is empty, too long or folded over lines is refused', async () => {
  const body = JSON.stringify(collection());
  for (const key of ['', 'a'.repeat(256), ' ']) {
    const headers = { ...bearer(), 'Idempotency-Key': key, 'Content-Length': Buffer.byteLength(body) };
    const send = () =>
      sendRaw(stage.target, [rawRequest(stage.target, `POST ${collections}`, headers, body)]);
    const answer = await stage.refuses(account, send, 400, 'VALIDATION_ERROR');
    expect(faultPaths(answer)).toEqual(['Idempotency-Key']);
  }
  for (const key of ['a\r\n b', 'a\0b', 'a\nX-Injected: 1\n b']) {
    const headers = { ...bearer(), 'Idempotency-Key': key, 'Content-Length': Buffer.byteLength(body) };
    const before = await stage.countRows(account.clientId);
    const answer = await sendRaw(stage.target, [
      rawRequest(stage.target, `POST ${collections}`, headers, body),
    ]);
    expectNoRequest(answer);
    expect(await stage.countRows(account.clientId)).toEqual(before);
  }
});

test('25 an X-Request-Id that a caller sends is not taken over', async () => {
  const own = 'evil-request-id';
  const answer = await stage.call('POST', collections, {
    key: account.testKey,
    body: {},
    headers: { 'x-request-id': own },
  });
  expectError(answer, 400, 'VALIDATION_ERROR');
  expect(answer.headers.get('x-request-id')).not.toBe(own);
});

function bearer() {
  return { Authorization: `Bearer ${account.testKey}` };
}

function lookUp(text: string): Promise<Answer> {
  return stage.call('GET', `/api/v1/collections/status/${encodeURIComponent(text)}`, {
    key: account.testKey,
  });
}

function post(place: Place, text: string): Promise<Answer> {
  return stage.call('POST', place.path, {
    key: account.testKey,
    body: place.body(text),
    headers: idempotencyKey(),
  });
}

async function refused(place: Place, text: string): Promise<void> {
  const answer = await stage.refuses(account, () => post(place, text), 400, 'VALIDATION_ERROR');
  expect(faultPaths(answer)).toEqual([place.field]);
}

function refusedBody(path: string, body: object): Promise<Answer> {
  const send = () => stage.call('POST', path, { key: account.testKey, body, headers: idempotencyKey() });
  return stage.refuses(account, send, 400, 'VALIDATION_ERROR');
}

function idempotencyKey() {
  return { 'idempotency-key': randomUUID() };
}

/** As long as is allowed, and used by no other test where it must be unique. */
function unique(place: Place, character: string): string {
  const start = place.field === 'client_reference' ? reference() : '';
  return start + character.repeat(place.longest - start.length);
}

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}
