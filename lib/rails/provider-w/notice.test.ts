import { createHmac } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { readNotice } from '#lib/rails/provider-w/notice';

const now = new Date('2026-11-20T10:05:00Z');
const secrets = ['new-secret', 'old-secret'];
const session = {
  id: 'cos-18qq25rgr100a',
  checkout_status: 'complete',
  payment_status: 'succeeded',
  last_payment_error: null,
  client_reference: 'id-1',
  transaction_id: 'TX1',
  amount: '150.00',
  currency: 'GMD',
  wave_launch_url: 'https://pay.example/c/cos-18qq25rgr100a',
  when_expires: '2026-11-20T10:30:00Z',
};
const completed = { id: 'EV_1', type: 'checkout.session.completed', data: session };
const facts = {
  railReference: 'cos-18qq25rgr100a',
  reference: 'id-1',
  amountBututs: 150_00n,
  currency: 'GMD',
};

describe('a notice', () => {
  test('of a paid session tells its facts', () => {
    expect(receive(completed)).toEqual({
      dedupeId: 'EV_1',
      of: 'collection',
      state: 'SUCCEEDED',
      ...facts,
      paymentReference: 'TX1',
    });
  });

  test('of a failed try is no end, and tells why', () => {
    const data = {
      ...session,
      checkout_status: 'open',
      payment_status: 'processing',
      last_payment_error: { code: 'insufficient-funds', message: '' },
    };
    expect(receive({ id: 'EV_2', type: 'checkout.session.payment_failed', data })).toMatchObject({
      state: 'PENDING',
      failure: { code: 'INSUFFICIENT_FUNDS' },
    });
  });

  test('of a session that leaves out what there is not is read', () => {
    const { last_payment_error: _, transaction_id: __, ...bare } = session;
    const data = { ...bare, checkout_status: 'open', payment_status: 'processing' };
    const notice = receive({ id: 'EV_2', type: 'checkout.session.payment_failed', data });
    expect(notice).toMatchObject({ state: 'PENDING', paymentReference: null });
    expect(notice).not.toHaveProperty('failure');
  });

  test('of a session that was paid after a failed try tells of no failure', () => {
    const data = { ...session, last_payment_error: { code: 'insufficient-funds', message: '' } };
    expect(receive({ ...completed, data })).not.toHaveProperty('failure');
  });

  test('that says more than its session does is pending', () => {
    const data = { ...session, checkout_status: 'open', payment_status: 'processing' };
    expect(receive({ ...completed, data })).toMatchObject({ state: 'PENDING' });
    expect(receive({ ...completed, type: 'checkout.session.payment_failed' })).toMatchObject({
      state: 'PENDING',
    });
  });

  test('of a payout that went back says so', () => {
    const data = {
      id: 'pt-1',
      status: 'reversed',
      client_reference: 'id-1',
      receive_amount: '150.00',
      currency: 'GMD',
    };
    expect(receive({ id: 'EV_3', type: 'payout.reversed', data })).toMatchObject({
      of: 'payout',
      state: 'REVERSED',
      railReference: 'pt-1',
    });
    expect(
      receive({ id: 'EV_3', type: 'payout.reversed', data: { ...data, status: 'succeeded' } }),
    ).toMatchObject({ state: 'PENDING' });
  });

  test('of another type is about nothing of ours', () => {
    expect(receive({ id: 'EV_4', type: 'test.test_event', data: {} })).toEqual({
      ...{ dedupeId: 'EV_4', of: 'none', state: 'PENDING' },
      ...{ railReference: null, reference: null, amountBututs: null, currency: null },
    });
  });

  test('that is signed but not in its form is unreadable', () => {
    expect(receive('not JSON')).toBe('unreadable');
    expect(receive({ type: 'checkout.session.completed', data: session })).toBe('unreadable');
    expect(receive({ ...completed, data: { ...session, amount: 150 } })).toBe('unreadable');
    expect(receive({ id: 'EV_3', type: 'payout.reversed', data: { id: 'pt-1' } })).toBe('unreadable');
  });
});

describe('a signature', () => {
  test('by any of the secrets is good, and one of several is enough', () => {
    for (const secret of secrets) {
      expect(receive(completed, { secret })).toMatchObject({ state: 'SUCCEEDED' });
    }
    const body = JSON.stringify(completed);
    const header = `t=${seconds()},v1=${'0'.repeat(64)},v1=${sign(seconds(), body, 'old-secret')}`;
    expect(read(body, header)).toMatchObject({ state: 'SUCCEEDED' });
  });

  test('by another secret, over other bytes, or of another form is bad', () => {
    const body = JSON.stringify(completed);
    const good = sign(seconds(), body, 'new-secret');
    expect(receive(completed, { secret: 'forged' })).toBe('bad_signature');
    expect(read(`${body} `, `t=${seconds()},v1=${good}`)).toBe('bad_signature');
    expect(read(body, `t=${Number(seconds()) + 1},v1=${good}`)).toBe('bad_signature');
    expect(read(body, `t=${seconds()},v2=${good}`)).toBe('bad_signature');
    expect(read(body, `t=${seconds()},t=${seconds()},v1=${good}`)).toBe('bad_signature');
    expect(read(body, `t=${seconds()},v1=${good.slice(0, 62)}`)).toBe('bad_signature');
    expect(read(body, `t=${seconds()},v1=${good}zz`)).toBe('bad_signature');
    expect(read(body, `v1=${good}`)).toBe('bad_signature');
    // Over no time at all, which no rail would sign.
    expect(read(body, `v1=${sign('', body, 'new-secret')}`)).toBe('bad_signature');
    expect(read(body, `t=${seconds()}${',v1=0'.repeat(9)},v1=${good}`)).toMatchObject({ state: 'SUCCEEDED' });
    expect(read(body, `t=${seconds()}${',v1=0'.repeat(10)},v1=${good}`)).toBe('bad_signature');
    expect(read(body, '')).toBe('bad_signature');
    expect(readNotice(Buffer.from(body), new Headers(), now, secrets)).toBe('bad_signature');
    // With a dot between the time and the body, as some integrators have it.
    const dotted = createHmac('sha256', 'new-secret').update(`${seconds()}.${body}`).digest('hex');
    expect(read(body, `t=${seconds()},v1=${dotted}`)).toBe('bad_signature');
  });

  test('without a secret to check it by is bad', () => {
    const body = JSON.stringify(completed);
    const header = `t=${seconds()},v1=${sign(seconds(), body, '')}`;
    expect(readNotice(Buffer.from(body), new Headers({ 'wave-signature': header }), now, [])).toBe(
      'bad_signature',
    );
  });

  test('holds five minutes either way', () => {
    const at = (offset: number) => String(Math.floor(now.getTime() / 1_000) + offset);
    expect(receive(completed, { time: at(-300) })).toMatchObject({ state: 'SUCCEEDED' });
    expect(receive(completed, { time: at(300) })).toMatchObject({ state: 'SUCCEEDED' });
    expect(receive(completed, { time: at(-301) })).toBe('stale');
    expect(receive(completed, { time: at(301) })).toBe('stale');
  });
});

function receive(notice: unknown, { secret = 'new-secret', time = seconds() } = {}) {
  const body = typeof notice === 'string' ? notice : JSON.stringify(notice);
  return read(body, `t=${time},v1=${sign(time, body, secret)}`);
}

function read(body: string, header: string) {
  return readNotice(Buffer.from(body), new Headers({ 'wave-signature': header }), now, secrets);
}

function sign(time: string, body: string, secret: string): string {
  return createHmac('sha256', secret).update(`${time}${body}`).digest('hex');
}

function seconds(): string {
  return String(now.getTime() / 1_000);
}
