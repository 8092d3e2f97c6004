import { randomUUID } from 'node:crypto';
import { describe, expect, inject, test } from 'vitest';
import { superuserSql } from '#e2e/setup/test-database';
import {
  balanceOf,
  collect,
  collectionShape,
  isError,
  type Json,
  lookUp,
  newAccount,
  type Reply,
  reaches,
  settle,
  shape,
  until,
} from './support.ts';

const provider = 'PROVIDER_A';
const api = await newAccount();
const answer = (id: string, otp: unknown) => api.post(`/api/v1/collections/${id}/otp`, { otp });
const resend = (id: string) => api.post(`/api/v1/collections/${id}/otp/resend`);

async function awaiting(changes: Record<string, unknown> = {}): Promise<Json> {
  return collect(api, { provider, amount: '40.00', customer_mobile: '+2207012367', ...changes });
}

/** Lets a minute pass since the code was sent, in the database's eyes. */
async function aMinutePasses(id: string): Promise<void> {
  const rows = await superuserSql()`
    update transactions set otp_sent_at = otp_sent_at - interval '61 seconds' where id = ${id} returning id`;
  expect(rows).toHaveLength(1);
}

test('next_action says where the code goes, how long it is, and until when', async () => {
  const made = await awaiting();
  const url = `${inject('baseUrl')}/api/v1/collections/${made.transaction_id}/otp`;
  expect(made).toStrictEqual(
    collectionShape({
      provider,
      amount: '40.00',
      client_reference: made.client_reference,
      customer_mobile: '+2207012367',
      customer_name: 'Awa Ceesay',
      redirect_url: null,
      expires_at: shape.time,
      next_action: {
        type: 'submit_otp',
        submit_otp: {
          method: 'POST',
          url,
          otp_length: 6,
          sent_to: '+220*****67',
          expires_at: made.expires_at,
          attempts_remaining: 3,
          resend_url: `${url}/resend`,
          resend_after: new Date(Date.parse(made.created_at) + 60_000).toISOString(),
        },
      },
    }),
  );
  expect((await lookUp(api, 'collections', made.client_reference)).next_action).toEqual(made.next_action);
});

test('000000 pays: the answer is the collection, the money is there, and no step is left', async () => {
  const made = await awaiting();
  const before = await balanceOf(api);
  const paid = await answer(made.transaction_id, '000000');
  expect(paid.status, paid.text).toBe(200);
  expect(paid.body).toStrictEqual({
    status: 'success',
    data: { ...made, status: 'SUCCEEDED', next_action: null, receipt_url: shape.receipt },
  });
  const after = await balanceOf(api);
  expect(after.total_collected_bututs - before.total_collected_bututs).toBe(40_00);
  isError(await answer(made.transaction_id, '000000'), 422, 'INVALID_STATE');
  expect((await balanceOf(api)).total_collected_bututs).toBe(after.total_collected_bututs);
});

test('a wrong code leaves it PENDING with one try less; the third fails it for good', async () => {
  const made = await awaiting();
  for (const remaining of [2, 1]) {
    isError(await answer(made.transaction_id, '123456'), 422, 'INVALID_OTP', {
      attempts_remaining: remaining,
    });
    const now = await lookUp(api, 'collections', made.client_reference);
    expect(now).toMatchObject({ status: 'PENDING', failure: null });
    expect(now.next_action.submit_otp.attempts_remaining).toBe(remaining);
  }
  isError(await answer(made.transaction_id, '123456'), 422, 'OTP_ATTEMPTS_EXCEEDED');
  expect(await lookUp(api, 'collections', made.client_reference)).toMatchObject({
    status: 'FAILED',
    failure: { code: 'OTP_ATTEMPTS_EXCEEDED', message: shape.text },
    next_action: null,
  });
  const afterwards = await answer(made.transaction_id, '000000');
  expect(afterwards.status).toBe(422);
  expect((await lookUp(api, 'collections', made.client_reference)).status).toBe('FAILED');
});

test('the right code after two wrong ones still pays', async () => {
  const made = await awaiting();
  await answer(made.transaction_id, '111111');
  await answer(made.transaction_id, '222222');
  expect((await answer(made.transaction_id, '000000')).body.data.status).toBe('SUCCEEDED');
});

test('10 wrong codes at once take three tries and not one more', async () => {
  const made = await awaiting();
  const replies = await Promise.all(
    Array.from({ length: 10 }, (_, index) => answer(made.transaction_id, `12345${index}`)),
  );
  const codes = (reply: Reply) => reply.body.error.code;
  const wrong = replies.filter((each) => codes(each) === 'INVALID_OTP');
  expect(wrong.map((each) => each.body.error.details.attempts_remaining).sort()).toEqual([1, 2]);
  expect(replies.map(codes)).toContain('OTP_ATTEMPTS_EXCEEDED');
  for (const each of replies.filter((reply) => codes(reply) !== 'INVALID_OTP')) {
    // INVALID_STATE: all tries are in use, and whether the last one was right is not known yet.
    isError(each, 422, codes(each) === 'INVALID_STATE' ? 'INVALID_STATE' : 'OTP_ATTEMPTS_EXCEEDED');
  }
  expect(await lookUp(api, 'collections', made.client_reference)).toMatchObject({
    status: 'FAILED',
    failure: { code: 'OTP_ATTEMPTS_EXCEEDED' },
  });
  const events = await api.get(`/api/v1/events?transaction_id=${made.transaction_id}`);
  expect(events.body.data.map((each: Json) => each.event)).toEqual(['payment.failed']);
});

test('the right code 10 times at once charges once', async () => {
  const account = await newAccount();
  const made = await collect(account, { provider, amount: '41.00' });
  const path = `/api/v1/collections/${made.transaction_id}/otp`;
  const replies = await Promise.all(Array.from({ length: 10 }, () => account.post(path, { otp: '000000' })));
  expect(replies.some((each) => each.status === 200)).toBe(true);
  for (const each of replies) expect([200, 422]).toContain(each.status);
  expect((await lookUp(account, 'collections', made.client_reference)).status).toBe('SUCCEEDED');
  expect(await balanceOf(account)).toMatchObject({
    total_collected_bututs: 41_00,
    successful_collections: 1,
  });
});

test('an eleventh code within a minute is RATE_LIMITED with Retry-After', async () => {
  const made = await awaiting();
  await Promise.all(Array.from({ length: 10 }, () => answer(made.transaction_id, '999999')));
  const limited = await answer(made.transaction_id, '999999');
  isError(limited, 429, 'RATE_LIMITED');
  expect(Number(limited.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
});

test.each([
  '',
  '123',
  '123456789',
  '12345a',
  ' 123456',
  '123 456',
  '١٢٣٤٥٦',
  123456,
  null,
  undefined,
  ['000000'],
])('the malformed code %j is 400 and takes no try', async (otp) => {
  const made = await awaiting();
  isError(await answer(made.transaction_id, otp), 400, 'VALIDATION_ERROR', { fields: expect.any(Array) });
  const now = await lookUp(api, 'collections', made.client_reference);
  expect(now.next_action.submit_otp.attempts_remaining).toBe(3);
});

test('a code is repeated in no answer, neither right nor wrong nor malformed', async () => {
  const made = await awaiting();
  const texts = [
    (await answer(made.transaction_id, '73519')).text,
    (await answer(made.transaction_id, '73519x')).text,
    (await api.get(`/api/v1/collections/status/${made.client_reference}`)).text,
  ];
  for (const text of texts) expect(text.replaceAll(made.transaction_id, '')).not.toContain('73519');
});

test.each(['PROVIDER_W', 'PROVIDER_C', 'PROVIDER_C_CARD'])(
  '%s asks for no code: INVALID_STATE',
  async (other) => {
    const made = await collect(api, { provider: other });
    isError(await answer(made.transaction_id, '000000'), 422, 'INVALID_STATE');
    isError(await resend(made.transaction_id), 422, 'INVALID_STATE');
    expect((await lookUp(api, 'collections', made.client_reference)).status).toBe('PENDING');
  },
);

test.each([
  ['cancelled', 'CANCELLED'],
  ['paid', 'SUCCEEDED'],
])('a %s collection takes no code any more: INVALID_STATE', async (how, status) => {
  const made = await awaiting();
  if (how === 'paid') await answer(made.transaction_id, '000000');
  else await api.post(`/api/v1/collections/${made.transaction_id}/cancel`);
  isError(await answer(made.transaction_id, '000000'), 422, 'INVALID_STATE');
  isError(await resend(made.transaction_id), 422, 'INVALID_STATE');
  expect((await lookUp(api, 'collections', made.client_reference)).status).toBe(status);
});

test('a code that comes too late is OTP_EXPIRED, and the collection EXPIRED', async () => {
  const made = await awaiting();
  await superuserSql()`update transactions set expires_at = now() - interval '1 second' where id = ${made.transaction_id}`;
  isError(await answer(made.transaction_id, '000000'), 422, 'OTP_EXPIRED');
  expect(await lookUp(api, 'collections', made.client_reference)).toMatchObject({
    status: 'EXPIRED',
    failure: null,
    next_action: null,
  });
  isError(await answer(made.transaction_id, '000000'), 422, 'OTP_EXPIRED');
});

test("another client's collection, a reference or nothing is TRANSACTION_NOT_FOUND", async () => {
  const other = await newAccount();
  const theirs = await collect(other, { provider });
  for (const id of [theirs.transaction_id, theirs.client_reference, randomUUID()]) {
    isError(await answer(id, '000000'), 404, 'TRANSACTION_NOT_FOUND');
    isError(await resend(id), 404, 'TRANSACTION_NOT_FOUND');
  }
  expect((await lookUp(other, 'collections', theirs.client_reference)).status).toBe('PENDING');
});

test.each([
  ['100.00', 'SUCCEEDED'],
  ['400.00', 'FAILED'],
  ['408.00', 'EXPIRED'],
  ['499.00', 'CANCELLED'],
])('the right code for the magic amount %s only makes its outcome sooner: %s', async (amount, status) => {
  // On a slow machine the sandbox may be sooner than we are.
  const { made, sooner } = await until('a code comes in time', async () => {
    const made = await awaiting({ amount });
    const sooner = await answer(made.transaction_id, '000000');
    return sooner.status === 200 ? { made, sooner } : undefined;
  });
  expect(sooner.body.data?.status, sooner.text).toBe(status);
  expect((await reaches(api, 'collections', made.client_reference, status)).failure?.code).toBe(
    amount === '400.00' ? 'INSUFFICIENT_FUNDS' : undefined,
  );
});

describe('sending the code again', () => {
  test('sooner than a minute is RATE_LIMITED and says how long to wait', async () => {
    const made = await awaiting();
    const reply = await resend(made.transaction_id);
    isError(reply, 429, 'RATE_LIMITED');
    const wait = Number(reply.headers.get('retry-after'));
    expect(wait).toBeGreaterThan(50);
    expect(wait).toBeLessThanOrEqual(60);
  });

  test('works three times, a minute apart; a fourth time is INVALID_STATE', async () => {
    const made = await awaiting();
    for (let time = 1; time <= 3; time++) {
      await aMinutePasses(made.transaction_id);
      const reply = await resend(made.transaction_id);
      expect(reply.status, reply.text).toBe(200);
      const { next_action, ...rest } = made;
      expect(reply.body.data).toStrictEqual({
        ...rest,
        next_action: {
          ...next_action,
          submit_otp: { ...next_action.submit_otp, resend_after: shape.time },
        },
      });
      expect(Date.parse(reply.body.data.next_action.submit_otp.resend_after)).toBeGreaterThan(
        Date.now() + 50_000,
      );
    }
    await aMinutePasses(made.transaction_id);
    isError(await resend(made.transaction_id), 422, 'INVALID_STATE');
    expect((await answer(made.transaction_id, '000000')).body.data.status).toBe('SUCCEEDED');
  });

  test('does not refill the tries', async () => {
    const made = await awaiting();
    await answer(made.transaction_id, '123456');
    await aMinutePasses(made.transaction_id);
    const reply = await resend(made.transaction_id);
    expect(reply.body.data.next_action.submit_otp.attempts_remaining).toBe(2);
  });

  test('8 times at once sends once', async () => {
    const made = await awaiting();
    await aMinutePasses(made.transaction_id);
    const replies = await Promise.all(Array.from({ length: 8 }, () => resend(made.transaction_id)));
    expect(replies.map((each) => each.status).sort()).toEqual([200, ...Array(7).fill(429)]);
  });
});

test('what the customer paid by code is settled in the figures', async () => {
  const account = await newAccount({ commissionBps: 200 });
  await settle(account, '50.00');
  expect(await balanceOf(account)).toMatchObject({
    total_collected_gmd: '50.00',
    platform_commissions_gmd: '1.00',
  });
});

test('a cancellation that meets one-time passwords on their way ends the collection, and blames no rail', async () => {
  for (let round = 0; round < 8; round++) {
    const { transaction_id: id } = await awaiting();
    const cancel = () => api.post(`/api/v1/collections/${id}/cancel`);
    const replies = await Promise.all([answer(id, '111111'), cancel(), answer(id, '222222'), cancel()]);
    for (const { status, text } of replies) expect([200, 422], text).toContain(status);
    expect((await lookUp(api, 'collections', id)).status).toBe('CANCELLED');
  }
});
