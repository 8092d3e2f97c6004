import { describe, expect, test } from 'vitest';
import * as translate from '#lib/rails/provider-w/translate';
import type { RailCollection } from '#lib/rails/rail';

const collection = { id: 'id-1', amountBututs: 150_00n } as RailCollection;

const session = {
  id: 'cos-18qq25rgr100a',
  checkout_status: 'open',
  payment_status: 'processing',
  last_payment_error: null,
  transaction_id: null,
  client_reference: 'id-1',
  amount: '150.00',
  currency: 'GMD',
  wave_launch_url: 'https://pay.example/c/cos-18qq25rgr100a',
  when_created: '2026-11-20T10:00:00Z',
  when_expires: '2026-11-20T10:30:00Z',
  when_completed: null,
  business_name: 'not in the form that we read',
};
const payout = {
  id: 'pt-185sewgm8100t',
  status: 'succeeded',
  client_reference: 'id-1',
  receive_amount: '150',
  fee: '1.50',
  currency: 'GMD',
  mobile: '+2207012345',
  timestamp: '2026-11-20T10:00:00Z',
  payout_error: null,
};

describe('a session', () => {
  test('that was opened sends the customer to its address', () => {
    expect(translate.translateStart(ok(session), collection)).toEqual({
      kind: 'done',
      value: {
        railReference: 'cos-18qq25rgr100a',
        step: { type: 'redirect', url: 'https://pay.example/c/cos-18qq25rgr100a' },
        expiresAt: new Date('2026-11-20T10:30:00Z'),
        decidedAt: null,
      },
    });
  });

  test('that is about something else sends nobody anywhere', () => {
    for (const wrong of [{ amount: '15.00' }, { currency: 'XOF' }, { client_reference: 'id-2' }]) {
      expect(translate.translateStart(ok({ ...session, ...wrong }), collection)).toMatchObject({
        kind: 'unknown',
      });
    }
  });

  test('that is refused says why, and a key that is refused has done nothing', () => {
    const ask = {
      start: (answer: { status: number; json: unknown }) => translate.translateStart(answer, collection),
      resume: (answer: { status: number; json: unknown }) => translate.translateResume(answer, collection),
      session: translate.translateSession,
      expire: translate.translateExpire,
      recipient: translate.translateRecipient,
      balance: translate.translateBalance,
      statement: translate.translateStatement,
    };
    expect(ask.start(error(400, 'request-validation-error'))).toMatchObject({
      kind: 'refused',
      failure: { code: 'PROVIDER_ERROR' },
    });
    for (const translated of Object.values(ask)) {
      expect(translated(error(401, 'invalid-auth'))).toEqual({
        kind: 'not_sent',
        why: 'the rail refused our credentials (401: invalid-auth)',
      });
      // No word of the rail's own on that.
      expect(translated(error(401, 'recipient-minor'))).toMatchObject({ kind: 'unknown' });
      expect(translated(error(500, 'invalid-auth'))).toMatchObject({ kind: 'unknown' });
    }
  });

  test('is paid, expired or pending by both of its words together', () => {
    const states = (checkout_status: string, payment_status: string) => {
      const answer = translate.translateSession(ok({ ...session, checkout_status, payment_status }));
      return answer.kind === 'done' && answer.value !== 'absent' && answer.value.news.state;
    };
    expect(states('complete', 'succeeded')).toBe('SUCCEEDED');
    expect(states('expired', 'cancelled')).toBe('EXPIRED');
    expect(states('expired', 'processing')).toBe('EXPIRED');
    expect(states('open', 'processing')).toBe('PENDING');
    expect(states('open', 'cancelled')).toBe('PENDING');
    for (const [checkout, payment] of [
      ['open', 'succeeded'],
      ['expired', 'succeeded'],
      ['complete', 'cancelled'],
      ['complete', 'processing'],
      ['COMPLETE', 'succeeded'],
      ['complete', 'success'],
      ['expired', 'refunded'],
    ] as const) {
      expect(states(checkout, payment)).toBe('PENDING');
    }
  });

  test('with a failed try is still pending', () => {
    const tried = { ...session, last_payment_error: { code: 'insufficient-funds', message: 'No money' } };
    expect(translate.translateSession(ok(tried))).toMatchObject({ value: { news: { state: 'PENDING' } } });
  });

  test('tells its own facts, whatever we asked for', () => {
    expect(translate.translateSession(ok({ ...session, amount: '150.5', currency: 'XOF' }))).toMatchObject({
      value: {
        railReference: session.id,
        reference: 'id-1',
        amountBututs: 150_50n,
        currency: 'XOF',
      },
    });
  });

  test('with an amount that is no amount is unknown', () => {
    for (const amount of [150, '1e2', '-150.00', '150.001', '', null, '１５０']) {
      expect(translate.translateSession(ok({ ...session, amount }))).toMatchObject({ kind: 'unknown' });
    }
  });

  test('is absent only where the rail says so in its own words', () => {
    const missing = { code: 'checkout-session-not-found', message: '' };
    expect(translate.translateSession({ status: 404, json: missing })).toEqual({
      kind: 'done',
      value: 'absent',
    });
    expect(translate.translateSession({ status: 404, json: undefined })).toMatchObject({ kind: 'unknown' });
    expect(translate.translateSession({ status: 404, json: { code: 'x' } })).toMatchObject({
      kind: 'unknown',
    });
  });

  test('that was found again is the paid one, or the newest', () => {
    const older = { ...session, id: 'cos-2', checkout_status: 'complete', payment_status: 'succeeded' };
    expect(translate.translateResume(ok({ result: [session, older] }), collection)).toMatchObject({
      value: { railReference: 'cos-2' },
    });
    expect(translate.translateResume(ok({ result: [session] }), collection)).toMatchObject({
      value: { railReference: session.id },
    });
    expect(translate.translateResume(ok({ result: [] }), collection)).toEqual({
      kind: 'done',
      value: 'absent',
    });
  });

  test('is closed, was paid, or had ended', () => {
    expect(translate.translateExpire({ status: 200, json: undefined })).toMatchObject({ value: 'closed' });
    expect(translate.translateExpire(error(409, 'checkout-session-complete'))).toMatchObject({
      value: 'already_paid',
    });
    expect(translate.translateExpire(error(409, 'checkout-session-expired'))).toMatchObject({
      value: 'ended',
    });
    expect(translate.translateExpire(error(409, 'something-else'))).toMatchObject({ kind: 'unknown' });
  });
});

describe('a payout', () => {
  test.each([
    ['succeeded', 'SUCCEEDED'],
    ['reversed', 'REVERSED'],
    ['processing', 'PENDING'],
    ['failed', 'FAILED'],
    ['paused', 'PENDING'],
  ])('that is %s is %s', (status, state) => {
    expect(translate.translatePayout(ok({ ...payout, status }))).toMatchObject({
      kind: 'done',
      value: { news: { state }, railReference: payout.id, reference: 'id-1', amountBututs: 150_00n },
    });
  });

  test.each([
    ['recipient-minor', 'RECIPIENT_NOT_ELIGIBLE'],
    ['recipient-account-blocked', 'ACCOUNT_BLOCKED'],
    ['recipient-account-inactive', 'RECIPIENT_INACTIVE'],
    ['recipient-limit-exceeded', 'LIMIT_REACHED'],
    ['recipient-not-found', 'RECIPIENT_NOT_FOUND'],
  ])('that is refused for %s says so at once and later', (code, meaning) => {
    expect(translate.translatePayout(error(422, code))).toMatchObject({
      kind: 'refused',
      failure: { code: meaning },
      why: code,
    });
    const later = { ...payout, status: 'failed', payout_error: { error_code: code, error_message: '' } };
    expect(translate.translatePayoutById(ok(later))).toMatchObject({
      value: { news: { state: 'FAILED', failure: { code: meaning } } },
    });
  });

  test('for which our wallet is short is no failure', () => {
    expect(translate.translatePayout(error(422, 'insufficient-funds'))).toEqual({
      kind: 'done',
      value: 'float_short',
    });
  });

  test('is unknown after every answer whose meaning is in doubt', () => {
    for (const answer of [
      error(409, 'idempotency-mismatch'),
      error(429, 'too-many-requests'),
      error(408, 'timeout'),
      error(422, 'a-code-of-next-year'),
      error(422, 'constructor'),
      error(400, 'recipient-minor'),
      error(500, 'recipient-minor'),
      { status: 200, json: undefined },
      { status: 201, json: payout },
      { status: 302, json: undefined },
      { status: 404, json: undefined },
      { status: 502, json: undefined },
    ]) {
      expect(translate.translatePayout(answer)).toMatchObject({ kind: 'unknown' });
    }
  });

  test('may have been paid also where the rail says that it did not let us in', () => {
    expect(translate.translatePayout(error(401, 'no-matching-api-key'))).toEqual({
      kind: 'unknown',
      why: 'the rail refused our credentials (401: no-matching-api-key)',
    });
    expect(translate.translatePayout({ status: 403, json: undefined })).toMatchObject({ kind: 'unknown' });
    expect(translate.translatePayout(error(403, 'recipient-minor'))).toMatchObject({ kind: 'unknown' });
  });

  test('that was found several times is the one that moved money', () => {
    const result = [{ ...payout, status: 'failed' }, { ...payout, status: 'processing' }, payout];
    expect(translate.translatePayoutSearch(ok({ result }))).toMatchObject({
      value: { news: { state: 'SUCCEEDED' } },
    });
    expect(translate.translatePayoutSearch(ok({ result: result.slice(0, 2) }))).toMatchObject({
      value: { news: { state: 'PENDING' } },
    });
    expect(translate.translatePayoutSearch(ok({ result: result.slice(0, 1) }))).toMatchObject({
      value: { news: { state: 'FAILED', failure: { code: 'PROVIDER_ERROR' } } },
    });
    expect(translate.translatePayoutSearch(ok({ result: [] }))).toEqual({ kind: 'done', value: 'absent' });
  });

  test('is absent only in the rail’s own words', () => {
    for (const translated of [translate.translatePayoutById, translate.translatePayoutSearch]) {
      expect(translated(error(404, 'payout-not-found'))).toEqual({ kind: 'done', value: 'absent' });
      expect(translated(error(404, 'not-found'))).toMatchObject({ kind: 'unknown' });
      expect(translated(error(500, 'payout-not-found'))).toMatchObject({ kind: 'unknown' });
    }
  });

  test('is taken back, or the refusal says why not', () => {
    expect(translate.translateReversal({ status: 200, json: undefined })).toMatchObject({
      value: 'reversed',
    });
    expect(translate.translateReversal(error(422, 'insufficient-funds'))).toMatchObject({
      kind: 'refused',
      failure: { code: 'INSUFFICIENT_FUNDS' },
    });
    expect(translate.translateReversal(error(422, 'payout-reversal-time-limit-exceeded'))).toMatchObject({
      kind: 'refused',
      why: 'payout-reversal-time-limit-exceeded',
    });
    expect(translate.translateReversal(error(500, 'internal'))).toMatchObject({ kind: 'unknown' });
  });

  test('or a session is given back by an empty yes, or by its record', () => {
    for (const answer of [{ status: 200, json: undefined }, ok(session)]) {
      expect(translate.translateRefund(answer)).toEqual({ kind: 'done', value: { state: 'done' } });
    }
  });

  test('or a session may have been given back also where the rail says that it did not let us in, or a yes has an error in it', () => {
    for (const translated of [translate.translateReversal, translate.translateRefund]) {
      for (const answer of [
        error(401, 'invalid-auth'),
        error(403, 'disabled-wallet'),
        error(200, 'internal'),
      ]) {
        expect(translated(answer)).toMatchObject({ kind: 'unknown' });
      }
    }
  });
});

test('a try that failed says why, as far as we know its word', () => {
  const failureOf = (code: string) => {
    const answer = { ...session, last_payment_error: { code, message: '' } };
    return translate.lastFailureOf(answer as unknown as Parameters<typeof translate.lastFailureOf>[0])?.code;
  };
  expect(failureOf('insufficient-funds')).toBe('INSUFFICIENT_FUNDS');
  expect(failureOf('a-code-of-next-year')).toBe('PROVIDER_ERROR');
});

describe('the books', () => {
  const item = {
    timestamp: '2026-11-20T10:00:00Z',
    transaction_id: 'T_1',
    transaction_type: 'merchant_payment',
    amount: '150.00',
    fee: '1.50',
    currency: 'GMD',
    counterparty_mobile: '+2207012345',
    client_reference: 'id-1',
  };

  test('of a day are read by the page, and leave out what is none of ours', () => {
    const json = {
      page_info: { has_next_page: true, end_cursor: 'abc' },
      items: [
        item,
        { transaction_type: 'merchant_sweep', amount: 'all' },
        { ...item, transaction_type: 'api_payout' },
      ],
    };
    expect(translate.translateStatement(ok(json))).toMatchObject({
      value: {
        next: 'abc',
        lines: [{ kind: 'collection', railReference: 'T_1', mobile: '+2207012345' }, { kind: 'payout' }],
      },
    });
    const last = { page_info: { has_next_page: false, end_cursor: 'abc' }, items: [] };
    expect(translate.translateStatement(ok(last))).toEqual({
      kind: 'done',
      value: { lines: [], next: null },
    });
    const { counterparty_mobile: _, ...nobodys } = item;
    expect(translate.translateStatement(ok({ ...last, items: [nobodys] }))).toMatchObject({
      value: { lines: [{ mobile: null }] },
    });
  });

  test('with a line that cannot be read are unknown, not shorter', () => {
    const page_info = { has_next_page: false, end_cursor: null };
    const json = { page_info, items: [item, { ...item, amount: '-150.00' }] };
    expect(translate.translateStatement(ok(json))).toMatchObject({ kind: 'unknown' });
    const endless = { page_info: { has_next_page: true, end_cursor: null }, items: [] };
    expect(translate.translateStatement(ok(endless))).toMatchObject({ kind: 'unknown' });
  });

  test('hold a balance in our currency only', () => {
    expect(translate.translateBalance(ok({ amount: '10', currency: 'GMD' }))).toEqual({
      kind: 'done',
      value: 10_00n,
    });
    expect(translate.translateBalance(ok({ amount: '10', currency: 'XOF' }))).toMatchObject({
      kind: 'unknown',
    });
  });
});

function ok(json: unknown) {
  return { status: 200, json };
}

function error(status: number, code: string) {
  return { status, json: { code, message: 'Some sentence' } };
}

test('a word on a name that is new to us is no word, and an error is none either', () => {
  const said = (name_match: string) => translate.translateRecipient(ok({ within_limits: true, name_match }));
  expect(said('MATCH')).toEqual({ kind: 'done', value: 'MATCH' });
  expect(said('NO_MATCH')).toEqual({ kind: 'done', value: 'NO_MATCH' });
  for (const word of ['NAME_NOT_KNOWN', 'MAYBE', 'match']) {
    expect(said(word)).toEqual({ kind: 'done', value: 'UNAVAILABLE' });
  }
  for (const [status, code] of [
    [429, 'too-many-requests'],
    [422, 'recipient-not-found'],
    [500, 'x'],
  ] as const) {
    expect(translate.translateRecipient(error(status, code)).kind).not.toBe('done');
  }
});

test('a look-up of a session names the movement of money, once there is one', () => {
  const paid = { ...session, transaction_id: 'T_1' };
  expect(translate.translateSession(ok(paid))).toMatchObject({ value: { paymentReference: 'T_1' } });
  expect(translate.translateSession(ok(session))).toMatchObject({ value: { paymentReference: null } });
});
