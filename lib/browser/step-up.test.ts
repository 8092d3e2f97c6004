import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ApiError, call } from '#lib/browser/api';
import { onStepUp } from '#lib/browser/step-up';

/** What a request is answered, in this order. */
let answers: [status: number, body: object][] = [];
const sent: { path: string; body: string }[] = [];
let forget = () => {};

const wanted: [number, object] = [403, { error: 'Forbidden', message: 'No.', code: 'STEP_UP_REQUIRED' }];
const done: [number, object] = [200, { status: 'success', data: { id: 1 } }];
const pay = () =>
  call('/api/dashboard/payouts', { method: 'POST', body: { client_reference: 'order-1', amount: '1.00' } });

beforeEach(() => {
  sent.length = 0;
  vi.stubGlobal('navigator', { onLine: true });
  vi.stubGlobal('fetch', async (path: string, { body }: { body: string }) => {
    sent.push({ path, body });
    const [status, answer] = answers.shift() ?? [500, {}];
    return new Response(JSON.stringify(answer), { status });
  });
});
afterEach(() => {
  forget();
  vi.unstubAllGlobals();
});

describe('what wants the password anew', () => {
  test('has it asked for, and is sent once more as it was', async () => {
    answers = [wanted, done];
    const ask = vi.fn(async () => true);
    forget = onStepUp(ask);
    expect(await pay()).toEqual({ id: 1 });
    expect(ask).toHaveBeenCalledTimes(1);
    expect(sent).toHaveLength(2);
    expect(sent[1]).toEqual(sent[0]);
  });

  test('is sent no more when the person does not give it, or when nobody can be asked', async () => {
    for (const ask of [async () => false, undefined]) {
      answers = [wanted, done];
      sent.length = 0;
      if (ask) forget = onStepUp(ask);
      await expect(pay()).rejects.toMatchObject({
        code: 'STEP_UP_REQUIRED',
        message: expect.stringContaining('Nothing was done'),
      });
      expect(sent).toHaveLength(1);
      forget();
    }
  });

  test('is asked for once: what is refused again is refused', async () => {
    answers = [wanted, wanted, done];
    const ask = vi.fn(async () => true);
    forget = onStepUp(ask);
    await expect(pay()).rejects.toBeInstanceOf(ApiError);
    expect([ask.mock.calls.length, sent.length]).toEqual([1, 2]);
  });

  test('is one question for all that want it at the same time', async () => {
    answers = [wanted, wanted, done, done];
    const ask = vi.fn(() => new Promise<boolean>((resolve) => setTimeout(() => resolve(true))));
    forget = onStepUp(ask);
    expect(await Promise.all([pay(), pay()])).toEqual([{ id: 1 }, { id: 1 }]);
    expect(ask).toHaveBeenCalledTimes(1);
  });

  test('is nothing that any other refusal is', async () => {
    answers = [[403, { error: 'Forbidden', message: 'Your role may not.' }], done];
    const ask = vi.fn(async () => true);
    forget = onStepUp(ask);
    await expect(pay()).rejects.toMatchObject({ code: 'FORBIDDEN' });
    expect([ask.mock.calls.length, sent.length]).toEqual([0, 1]);
  });
});
