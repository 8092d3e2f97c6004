import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Account, type Answer, faultPaths, openStage, reference, type Stage } from './support.ts';

/** safety.md §3, cases 1–20, on every path that takes money from a body. */

let stage: Stage;
let account: Account;

beforeAll(async () => {
  stage = await openStage();
  account = await stage.newAccount();
});

afterAll(() => stage.close());

/** A body with the amount (and the currency) as they stand in the JSON text, which may be what no value can hold. */
const places = {
  'POST /api/v1/collections/initiate': (amount: string, currency = '"GMD"') =>
    `{"amount":${amount},"currency":${currency},"client_reference":"${reference()}"}`,
  'POST /api/v1/payouts/initiate': (amount: string, currency = '"GMD"') =>
    `{"amount":${amount},"currency":${currency},"client_reference":"${reference()}","recipient_mobile":"+2207012345"}`,
  'POST /api/v1/payouts/send': (amount: string, currency = '"GMD"') =>
    `{"amount":${amount},"currency":${currency},"client_reference":"${reference()}","recipient_mobile":"+2207012345"}`,
  'POST /api/v1/sandbox/rail-floats': (amount: string) => `{"amount":${amount},"provider":"PROVIDER_W"}`,
};
type Place = keyof typeof places;
const allPlaces = Object.keys(places) as Place[];
const initiations = allPlaces.slice(0, 3);
const [collections] = allPlaces as [Place];

const notStrings: [title: string, amounts: string[]][] = [
  ['1 a whole number', ['100', '0', '-1', '100000']],
  ['1 a number written with a fraction or an exponent', ['100.00', '1e2', '1E400', '-0']],
  ['2 a number with a fraction', ['100.1', '0.1', '1.005']],
  ['17 a number beyond what a double holds', ['9007199254740993', '90071992547409.93', `${'9'.repeat(400)}`]],
  [
    '18 null, a list, an object or a truth value',
    ['null', '[]', '{}', 'true', 'false', '["1.00"]', '{"value":"1.00"}'],
  ],
];

test.each(everywhere(notStrings))(
  '%s is refused as VALIDATION_ERROR by %s',
  async (_title, place, amounts) => {
    for (const amount of amounts) {
      const answer = await refused(place, places[place](amount), 'VALIDATION_ERROR');
      expect(faultPaths(answer)).toEqual(['amount']);
    }
  },
);

const wrongStrings: [title: string, amounts: string[]][] = [
  ['4 three fraction digits', ['100.001', '1.000', '1.']],
  ['5 a negative amount', ['-1.00', '-0.01']],
  ['6 zero', ['0.00', '0', '0.0']],
  ['7 minus zero', ['-0.00', '-0']],
  ['8 an exponent', ['1e2', '1E2', '1.0e1']],
  ['9 a hexadecimal, octal or binary number', ['0x10', '0o17', '0b1', '0X1.8']],
  ['10 what is not a number', ['NaN', 'Infinity', '-Infinity', 'null', 'undefined', '']],
  ['11 a thousands separator or a decimal comma', ['1,000.00', '1 000.00', '1_000.00', '1,00', "1'000.00"]],
  [
    '12 white space around it',
    [' 1.00', '1.00 ', '1.00\\n', '\\n1.00', '\\t1.00', '\\u00a01.00', '1.00\\u0000'],
  ],
  ['13 a leading zero', ['01.00', '00', '00.50', '.50']],
  ['14 a leading plus', ['+1.00', '+0']],
  ['15 digits that are not ASCII', ['１.００', '١٠٠', '१००', '1．00', '𝟏𝟎𝟎', '1٫50']],
  ['16 twenty digits', ['99999999999999999999.00', '99999999999999999999', '1000000000.00']],
  ['17 two to the 53rd and one bututs', ['90071992547409.93', '92233720368547758.08']],
  ['19 sixty thousand digits', ['1'.repeat(60_000)]],
];

test.each(everywhere(wrongStrings))(
  '%s is refused as INVALID_AMOUNT by %s',
  async (_title, place, amounts) => {
    for (const amount of amounts) await refused(place, places[place](`"${amount}"`), 'INVALID_AMOUNT');
  },
);

test('3 whole dalasis as a string are accepted, and 2 so is one fraction digit', async () => {
  for (const [amount, stored, bututs] of [
    ['150', '150.00', '15000'],
    ['150.1', '150.10', '15010'],
    ['150.25', '150.25', '15025'],
    ['1.00', '1.00', '100'],
    ['100000.00', '100000.00', '10000000'],
  ] as const) {
    const answer = await post(collections, places[collections](`"${amount}"`));
    expect(answer.status).toBe(200);
    expect(answer.json.data.amount).toBe(stored);
    const [row] = await stage.sql`
      select amount_bututs::text from transactions where id = ${answer.json.data.transaction_id}`;
    expect(row?.amount_bututs).toBe(bututs);
  }
});

test.each(initiations)(
  '6, 16 one butut beyond either bound is refused by %s, which tells the bounds',
  async (place) => {
    for (const amount of ['0.99', '100000.01', '999999999.99']) {
      const answer = await refused(place, places[place](`"${amount}"`), 'INVALID_AMOUNT');
      expect(answer.json.error.details).toEqual({ min_amount: '1.00', max_amount: '100000.00' });
    }
  },
);

test.each(allPlaces)('18 a missing amount is refused as VALIDATION_ERROR by %s', async (place) => {
  const { amount: _, ...body } = JSON.parse(places[place]('"1.00"'));
  const answer = await refused(place, JSON.stringify(body), 'VALIDATION_ERROR');
  expect(answer.json.error.details.fields).toEqual([
    { path: 'amount', message: expect.any(String), code: 'required' },
  ]);
});

test.each(allPlaces)('19 ten megabytes of digits are refused unread by %s', async (place) => {
  const body = places[place](`"${'1'.repeat(10_000_000)}"`);
  await stage.refuses(account, () => post(place, body), 413, 'PAYLOAD_TOO_LARGE');
});

test.each(initiations)('20 any currency but GMD is refused as VALIDATION_ERROR by %s', async (place) => {
  const currencies = ['"gmd"', '"USD"', '"GMD\\u0000"', '" GMD"', '"GMD "', '"ＧＭＤ"', '"270"', '""'];
  for (const currency of [...currencies, 'null', '270', '["GMD"]', '{}', 'true']) {
    const answer = await refused(place, places[place]('"1.00"', currency), 'VALIDATION_ERROR');
    expect(faultPaths(answer)).toEqual(['currency']);
  }
});

test.each(initiations)(
  '4, 20 an amount and a currency that are both wrong are told together by %s',
  async (place) => {
    const answer = await refused(place, places[place]('"1.001"', '"USD"'), 'VALIDATION_ERROR');
    expect(faultPaths(answer).sort()).toEqual(['amount', 'currency']);
  },
);

function everywhere(cases: [title: string, amounts: string[]][]) {
  return cases.flatMap(([title, amounts]) =>
    allPlaces.map((place): [string, Place, string[]] => [title, place, amounts]),
  );
}

/** With an Idempotency-Key, so that the recount shows that a refusal is not kept under it. */
function post(place: Place, body: string): Promise<Answer> {
  const headers = { 'idempotency-key': randomUUID() };
  return stage.call('POST', place.slice('POST '.length), { key: account.testKey, body, headers });
}

function refused(place: Place, body: string, code: string): Promise<Answer> {
  return stage.refuses(account, () => post(place, body), 400, code);
}
