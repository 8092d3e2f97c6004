import { afterEach, expect, test, vi } from 'vitest';
import { ApiError, callApi } from '#lib/browser/api';

afterEach(() => vi.unstubAllGlobals());

const answer = (status: number, body: string) => vi.fn(async () => new Response(body, { status }));

async function refusalOf(method: 'GET' | 'POST', fetcher: typeof fetch, onLine = true): Promise<ApiError> {
  vi.stubGlobal('navigator', { onLine });
  vi.stubGlobal('fetch', fetcher);
  const error = await callApi('/api/dashboard/payouts', { method }).catch((thrown: unknown) => thrown);
  if (!(error instanceof ApiError)) throw new Error('It was not refused.');
  return error;
}

test('without a line nothing is sent, and that is said', async () => {
  const fetcher = answer(200, '{}');
  const error = await refusalOf('POST', fetcher, false);
  expect(error).toMatchObject({ code: 'OFFLINE', mayBeDone: false });
  expect(error.message).toBe('You are offline. Nothing was sent.');
  expect(fetcher).not.toHaveBeenCalled();
});

test.each([
  ['the line was cut', vi.fn(() => Promise.reject(new TypeError('Failed to fetch')))],
  ['the answer was cut', answer(200, '{"data":')],
  ['a proxy gave up', answer(504, '<html>')],
  ['a proxy had nobody to ask', answer(503, '<html>')],
  ['the server failed', answer(500, '{"error":{"code":"INTERNAL_ERROR","message":"It failed."}}')],
])('what was sent may have been done where %s', async (_, fetcher) => {
  expect(await refusalOf('POST', fetcher)).toMatchObject({ mayBeDone: true });
  expect(await refusalOf('GET', fetcher)).toMatchObject({ mayBeDone: false });
});

test('an answer is waited for so long and no longer', async () => {
  vi.stubGlobal('navigator', { onLine: true });
  const never = (_: unknown, { signal }: RequestInit) =>
    new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));
  vi.stubGlobal('fetch', never);
  await expect(callApi('/api/x', { method: 'POST', patienceMs: 1 })).rejects.toMatchObject({
    code: 'NO_ANSWER',
    mayBeDone: true,
  });
});

test.each([
  [400, '{"error":{"code":"VALIDATION_ERROR","message":"x"}}'],
  [422, '{"error":{"code":"INSUFFICIENT_BALANCE","message":"x"}}'],
  [403, '{"error":"Forbidden","message":"x"}'],
  [503, '{"error":{"code":"SERVICE_UNAVAILABLE","message":"x"}}'],
])('what was refused with %i was not done', async (status, body) => {
  expect(await refusalOf('POST', answer(status, body))).toMatchObject({ status, mayBeDone: false });
});

test('a refusal is told without the names that programs use', async () => {
  const fields = [
    {
      path: 'amount',
      code: 'invalid_amount',
      message: 'The amount must be a decimal string such as "150.00".',
    },
    {
      path: 'customer_mobile',
      code: 'required',
      message: 'customer_mobile is required on PROVIDER_A: the one-time password is sent there.',
    },
    { path: 'recipient_mobile', code: 'invalid_mobile', message: 'This must be …' },
    {
      path: 'amount',
      code: 'invalid_amount',
      message: 'The amount must be from 1.00 to 5.00 GMD on this rail.',
    },
  ];
  const body = { error: { code: 'VALIDATION_ERROR', message: 'amount: …', details: { fields } } };
  const error = await refusalOf('POST', answer(400, JSON.stringify(body)));
  expect(error.fields.map((each) => each.message)).toEqual([
    'Write the amount like 1500, 1,500 or 1500.50: a point before the bututs, a comma or a space only between thousands.',
    'The customer’s mobile number is needed: the one-time password is sent there.',
    'This must be a Gambian mobile number, such as 701 2345 or +220 701 2345.',
    'The amount must be from 1.00 to 5.00 GMD on this rail.',
  ]);
  expect(error.message).not.toMatch(/_|decimal string/);
});
