import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type FakeAnswer, fakeGateway, refused } from '../fake-gateway.ts';
import { KairaConnectionError, KairaError } from './index.ts';
import { pauseMs, repeats } from './repeats.ts';

const collection = { amount: '25.00', currency: 'GMD', client_reference: 'order-1' } as const;
const payout = { ...collection, recipient_mobile: '+2207654321' };
const tooMany = (seconds: number) => refused(429, 'RATE_LIMITED', undefined, { 'Retry-After': `${seconds}` });
const unavailable = refused(503, 'SERVICE_UNAVAILABLE', { request_id: 'r' }, { 'Retry-After': '1' });
const railAway = refused(503, 'PROVIDER_UNAVAILABLE', { request_id: 'r' }, { 'Retry-After': '1' });
const proxy = (status: number): FakeAnswer => ({ status, text: '<html>Bad Gateway</html>' });

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** Lets all pauses pass, and answers with what the call came to. */
async function outcome<T>(call: Promise<T>): Promise<T | Error> {
  const settled = call.catch((error) => error as Error);
  await vi.runAllTimersAsync();
  return settled;
}

describe('a call is repeated', () => {
  test.each<[string, FakeAnswer]>([
    ['a lost connection', 'lost'],
    ['no answer in time', 'silent'],
    ['429', tooMany(1)],
    ['500', refused(500, 'INTERNAL_ERROR', { request_id: 'r' })],
    ['502 of a proxy', proxy(502)],
    ['503', unavailable],
    ['504 of a proxy', proxy(504)],
    ['a body that broke off', { text: '{"status":"succ' }],
  ])('after %s, with the very same request, when it is a payout', async (_, failure) => {
    const { kaira, requests } = fakeGateway([failure, failure, {}]);
    expect(await outcome(kaira.payouts.initiate(payout))).toEqual({});
    expect(requests).toHaveLength(3);
    const [first] = requests;
    expect(first?.body).toBe(JSON.stringify(payout));
    for (const { atMs: _at, ...each } of requests) expect(each).toEqual({ ...first, atMs: undefined });
  });

  test('with the same Idempotency-Key of its own where no reference protects, and another one for another call', async () => {
    const { kaira, requests } = fakeGateway(['lost', 'lost', {}]);
    await outcome(kaira.sandbox.fundFloat({ provider: 'PROVIDER_W', amount: '1.00' }));
    await outcome(kaira.sandbox.fundFloat({ provider: 'PROVIDER_W', amount: '1.00' }));
    const keys = requests.map((each) => each.headers['idempotency-key']);
    expect(keys).toHaveLength(4);
    expect(keys[0]).toMatch(/^sdk-[0-9a-f]{32}$/);
    expect(keys.slice(0, 3)).toEqual([keys[0], keys[0], keys[0]]);
    expect(keys[3]).not.toBe(keys[0]);
  });

  test('with the scenario that was asked for in each try, and without the header where none was', async () => {
    const { kaira, requests } = fakeGateway(['lost', {}]);
    await outcome(kaira.collections.initiate(collection, { scenario: 'late_success' }));
    await outcome(kaira.payouts.initiate(payout));
    expect(requests.map((each) => each.headers['x-gw-scenario'])).toEqual([
      'late_success',
      'late_success',
      undefined,
    ]);
  });

  test('as often as maxRetries says, and then its error comes', async () => {
    const { kaira, requests } = fakeGateway(['lost'], { maxRetries: 2 });
    expect(await outcome(kaira.account.balance())).toBeInstanceOf(KairaConnectionError);
    expect(requests).toHaveLength(3);
    expect(await outcome(kaira.account.balance({ maxRetries: 0 }))).toBeInstanceOf(KairaConnectionError);
    expect(requests).toHaveLength(4);
  });

  test('never, when the answer will stay the same', async () => {
    for (const [status, code] of [
      [400, 'VALIDATION_ERROR'],
      [404, 'TRANSACTION_NOT_FOUND'],
      [422, 'INSUFFICIENT_BALANCE'],
      [422, 'DUPLICATE_REFERENCE'],
    ] as const) {
      const { kaira, requests } = fakeGateway([refused(status, code)]);
      expect(await outcome(kaira.payouts.initiate(payout))).toMatchObject({ code, isRetryable: false });
      expect(requests).toHaveLength(1);
    }
  });

  test('never by a redirect, which would take the key elsewhere', async () => {
    const { kaira, requests } = fakeGateway([{ status: 307, headers: { location: 'https://example.com/' } }]);
    expect(await outcome(kaira.payouts.initiate(payout))).toMatchObject({
      code: 'UNEXPECTED_ANSWER',
      status: 307,
      isRetryable: false,
    });
    expect(requests).toMatchObject([{ redirect: 'manual' }]);
  });
});

describe('a one-time password', () => {
  const submit = async (failure: FakeAnswer) => {
    const { kaira, requests } = fakeGateway([failure, {}]);
    const came = await outcome(kaira.collections.submitOtp('id', '123456'));
    return { came, tries: requests.length };
  };

  test.each<[string, FakeAnswer]>([
    ['a lost connection', 'lost'],
    ['no answer in time', 'silent'],
    ['500', refused(500, 'INTERNAL_ERROR', { request_id: 'r' })],
    ['502', proxy(502)],
    ['503 of the database', unavailable],
    ['503 of a proxy', proxy(503)],
  ])('is not sent again after %s: a wrong one may have used a try', async (_, failure) => {
    const { came, tries } = await submit(failure);
    expect(came).toMatchObject({ isRetryable: false, operation: 'submitOtp' });
    expect(tries).toBe(1);
  });

  test('is sent again where surely no try was used', async () => {
    expect(await submit(tooMany(1))).toEqual({ came: {}, tries: 2 });
    expect(await submit(railAway)).toEqual({ came: {}, tries: 2 });
  });

  test('is not asked for again where the message may be on its way', async () => {
    for (const failure of ['lost', railAway, unavailable] as FakeAnswer[]) {
      const { kaira, requests } = fakeGateway([failure, {}]);
      expect(await outcome(kaira.collections.resendOtp('id'))).toMatchObject({ isRetryable: false });
      expect(requests).toHaveLength(1);
    }
  });
});

test('only initiations, by their reference, and what changes nothing twice do without a key', () => {
  const keyless = Object.entries(repeats).filter(([, { makesKey, after }]) => after === 'any' && !makesKey);
  expect(keyless.map(([id]) => id)).toEqual([
    'initiateCollection',
    'initiatePayout',
    'sendPayout',
    'initiateRefund',
    'updatePaymentLink',
    'quotePayout',
    'createRecipient',
    'updateRecipient',
    'deleteRecipient',
    'updateEndpoint',
    'deleteEndpoint',
  ]);
});

describe('the pause', () => {
  test('has full jitter under a ceiling that doubles, up to 8 s', () => {
    const random = vi.spyOn(Math, 'random');
    random.mockReturnValue(0);
    expect([0, 1, 5].map((retries) => pauseMs(retries))).toEqual([0, 0, 0]);
    random.mockReturnValue(1);
    expect([0, 1, 2, 3, 4, 9].map((retries) => pauseMs(retries))).toEqual([
      500, 1_000, 2_000, 4_000, 8_000, 8_000,
    ]);
  });

  test('is as long as Retry-After says, and longer by the jitter', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0.5);
    const { kaira, requests } = fakeGateway([tooMany(7), {}]);
    await outcome(kaira.account.balance());
    expect((requests[1]?.atMs ?? 0) - (requests[0]?.atMs ?? 0)).toBe(7_250);
  });

  test('may be said as a date', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0);
    vi.setSystemTime('2026-11-20T08:30:00.000Z');
    const headers = { 'Retry-After': 'Fri, 20 Nov 2026 08:30:05 GMT' };
    const { kaira, requests } = fakeGateway([refused(503, 'SERVICE_UNAVAILABLE', {}, headers), {}]);
    await outcome(kaira.account.balance());
    expect((requests[1]?.atMs ?? 0) - (requests[0]?.atMs ?? 0)).toBe(5_000);
  });

  test('is not made when it would be longer than half a minute: the error says how long', async () => {
    const { kaira, requests } = fakeGateway([tooMany(31), {}]);
    expect(await outcome(kaira.account.balance())).toMatchObject({
      code: 'RATE_LIMITED',
      retryAfterSeconds: 31,
      isRetryable: true,
    });
    expect(requests).toHaveLength(1);
  });
});

describe('a signal', () => {
  test('ends a call that waits for its answer, with its own reason', async () => {
    const { kaira, requests } = fakeGateway(['silent']);
    const controller = new AbortController();
    const call = outcome(
      kaira.account.balance({ signal: controller.signal, timeoutMs: 60_000, maxRetries: 0 }),
    );
    controller.abort(new Error('the customer left'));
    expect(await call).toEqual(new Error('the customer left'));
    expect(requests).toHaveLength(1);
  });

  test('ends a call that waits for its next try', async () => {
    const { kaira, requests } = fakeGateway([tooMany(20)]);
    const controller = new AbortController();
    const call = kaira.account.balance({ signal: controller.signal }).catch((error) => error);
    await vi.advanceTimersByTimeAsync(1_000);
    controller.abort(new Error('the customer left'));
    expect(await call).toEqual(new Error('the customer left'));
    await vi.runAllTimersAsync();
    expect(requests).toHaveLength(1);
  });
});

describe('an error', () => {
  test('has the code, the status, the details with their type, the request id and where to read on', async () => {
    const links = [
      '</api/v1/payouts/initiate>; rel="successor-version"',
      '<https://k.example/docs/errors#INVALID_OTP>; rel="help"',
    ];
    const headers = { 'X-Request-Id': 'request-1', Link: links.join(', ') };
    const { kaira } = fakeGateway([refused(422, 'INVALID_OTP', { attempts_remaining: 2 }, headers)]);
    const error = await outcome(kaira.collections.submitOtp('id', '123456'));
    expect(error).toBeInstanceOf(KairaError);
    expect(error).toMatchObject({
      name: 'KairaError',
      message: 'It is INVALID_OTP.',
      code: 'INVALID_OTP',
      status: 422,
      requestId: 'request-1',
      help: 'https://k.example/docs/errors#INVALID_OTP',
      isRetryable: false,
    });
    if (!(error instanceof KairaError && error.is('INVALID_OTP'))) throw error;
    expect(error.details.attempts_remaining).toBe(2);
    expect(error.is('OTP_EXPIRED')).toBe(false);
  });

  test('of the flat form has its code too', async () => {
    const flat = async (status: number, body: object) =>
      outcome(fakeGateway([{ status, body }]).kaira.account.balance());
    expect(await flat(401, { error: 'Unauthorized', message: 'No.' })).toMatchObject({
      code: 'UNAUTHORIZED',
      message: 'No.',
    });
    expect(await flat(403, { error: 'Forbidden', message: 'No.' })).toMatchObject({ code: 'FORBIDDEN' });
    const coded = { error: 'Forbidden', message: 'No.', code: 'SCOPE_MISSING' };
    expect(await flat(403, coded)).toMatchObject({ code: 'SCOPE_MISSING' });
  });

  test('without an answer says why, and which key a repeat needs', async () => {
    const { kaira, requests } = fakeGateway(['lost'], { maxRetries: 0 });
    const error = await outcome(kaira.webhookEndpoints.create({ url: 'https://shop.example.com/' }));
    expect(error).toMatchObject({
      name: 'KairaConnectionError',
      message: 'createEndpoint: fetch failed: ECONNRESET',
      isRetryable: true,
      idempotencyKey: requests[0]?.headers['idempotency-key'],
    });
    const late = await outcome(
      fakeGateway(['silent']).kaira.account.balance({ timeoutMs: 50, maxRetries: 0 }),
    );
    expect(late).toMatchObject({ message: 'getBalance: no answer within 50 ms' });
  });

  test('of the caller is thrown as it is, and nothing is sent: a key that no header can hold', async () => {
    const { kaira, requests } = fakeGateway([{}]);
    for (const idempotencyKey of ['', 'a\nb', 'ñ', 'x'.repeat(256)]) {
      expect(await outcome(kaira.payouts.initiate(payout, { idempotencyKey }))).toBeInstanceOf(TypeError);
    }
    expect(requests).toHaveLength(0);
  });
});
