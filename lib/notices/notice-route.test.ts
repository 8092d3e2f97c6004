import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { AppError } from '#lib/errors';
import { socketFacts } from '#lib/http/peer';
import { noticeRoute } from '#lib/notices/notice-route';
import { receiveNotice } from '#lib/notices/receive-notice';

// What of a notice is the rail's is for live-rails.test.ts: here one body is, and all others are strangers'.
vi.mock('#lib/notices/receive-notice', () => ({
  receiveNotice: vi.fn(
    async (_rail: string, raw: Uint8Array, _headers: Headers, _now: Date, beforeRefusal: () => void) => {
      if (Buffer.from(raw).toString() === 'signed') return { stored: true };
      beforeRefusal();
      throw new AppError('UNAUTHORIZED', 'The signature of this notice is missing, wrong or too old.');
    },
  ),
}));

beforeEach(() => {
  vi.stubEnv('DATABASE_URL', 'postgres://127.0.0.1/nowhere');
  vi.stubEnv('KAIRA_SECRET', 'a secret of the tests, 32 characters or more');
});
afterEach(() => vi.unstubAllEnvs());

async function statusOf(body: string, address = '127.0.0.1'): Promise<number> {
  const request = new Request('http://127.0.0.1/rails/provider-w/notify', { method: 'POST', body });
  const params = Promise.resolve({ rail: 'provider-w' });
  const answer = await socketFacts.run({ address, encrypted: true }, () => noticeRoute(request, { params }));
  return answer.status;
}

test('an address is told so often that a notice is not signed, and what a rail signed is taken however many come', async () => {
  const refused = await Promise.all(Array.from({ length: 300 }, () => statusOf('forged')));
  expect(new Set(refused)).toEqual(new Set([401, 429]));
  expect(refused.filter((status) => status === 401).length).toBeLessThan(230);
  // Also from the very address, as behind a proxy that nobody told us of.
  const signed = await Promise.all(Array.from({ length: 300 }, () => statusOf('signed')));
  expect(new Set(signed)).toEqual(new Set([200]));
  expect(await statusOf('forged', '127.0.0.2')).toBe(401);
  expect(vi.mocked(receiveNotice)).toHaveBeenCalledTimes(601);
});
