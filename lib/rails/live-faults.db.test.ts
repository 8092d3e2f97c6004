import { createHmac, randomBytes } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  arrival,
  auditFaults,
  backdateCalls,
  balance,
  callsOf,
  casesOf,
  codeFor,
  collect,
  control,
  ctx,
  keysOf,
  kit,
  operator,
  paidByRail,
  payOut,
  present,
  raiseLiveStage,
  settle,
  simulator,
  sql,
  statusOf,
  strikeLiveStage,
} from '#e2e/setup/live-stage';
import { staffContext } from '#e2e/setup/people';
import type { Context } from '#lib/context';
import { newId } from '#lib/ids';
import type { Outcome, Rail } from '#lib/rails/rail';
import { places } from '#lib/seal';
import type { OperationKind } from '#lib/transactions/decide';
import type { Transaction } from '#lib/transactions/transaction';

// Every fault that a review found in the live flow, once more: what must not happen again. Where the simulator cannot
// bring two things together at the wrong moment, a method of its rail is replaced.

beforeAll(raiseLiveStage, 60_000);
afterAll(strikeLiveStage);
beforeEach(() => control('behave', {}));
afterEach(putBack);

type Wire = Required<Omit<Rail, 'traits'>>;
const replaced: (() => unknown)[] = [];

/** A method of a rail is another one until the test ends; `make` is given the rail's own. */
async function replace<M extends keyof Wire>(
  provider: string,
  method: M,
  make: (real: Wire[M]) => Wire[M],
): Promise<void> {
  const rail = (await kit.findRail('LIVE', provider)) as unknown as Wire;
  const real = rail[method];
  rail[method] = make(real);
  replaced.push(() => {
    rail[method] = real;
  });
}

async function putBack(): Promise<void> {
  for (const each of replaced.splice(0).reverse()) await each();
}

const notSent: Outcome<never> = { kind: 'not_sent', why: 'the connection was refused' };
const lost: Outcome<never> = { kind: 'unknown', why: 'no whole answer came' };

type Asked = (...about: unknown[]) => Promise<Outcome<unknown>>;

/** The next calls do not reach the rail and end so, one after the other; later ones are the rail's own. */
async function next(provider: string, method: keyof Wire, ...ends: Outcome<never>[]): Promise<void> {
  const stand = (real: Asked): Asked => {
    return async (...about) => ends.shift() ?? real(...about);
  };
  await replace(provider, method, stand as never);
}

/** Every call ends so until the test ends. Returns how many there were. */
async function always(provider: string, method: keyof Wire, end: Outcome<unknown>): Promise<() => number> {
  let count = 0;
  const stand = (): Asked => async () => {
    count++;
    return end;
  };
  await replace(provider, method, stand as never);
  return () => count;
}

/** One worker's turn at an operation, whenever it is due; false when there is none. `inMinutes`: what time it is then. */
async function work(about: Transaction, kind: OperationKind, inMinutes = 0): Promise<boolean> {
  await sql`update rail_operations set run_at = now() + interval '2 days', lease_token = null`;
  await sql`update rail_operations set run_at = now() - interval '1 second' where transaction_id = ${about.id} and kind = ${kind}`;
  const [operation] = await kit.claimOperations(1);
  if (operation) await kit.runOperation(operation, () => later(inMinutes));
  return operation !== undefined;
}

/** A process that commits its intent, and goes on 21 seconds later. */
function stoodStill(): Context {
  let looks = 0;
  return { ...ctx, now: () => (++looks <= 2 ? later(-21 / 60) : new Date()) };
}

function later(minutes: number): Date {
  return new Date(Date.now() + minutes * 60_000);
}

/** In how many seconds each is due. */
async function operationsOf({ id }: Transaction): Promise<Record<string, number>> {
  const rows = await sql`
    select kind, extract(epoch from run_at - now())::float8 as seconds from rail_operations
    where transaction_id = ${id} order by kind`;
  return Object.fromEntries(rows.map((row) => [row.kind, row.seconds]));
}

async function journalsOf({ id }: Transaction): Promise<string[]> {
  const rows = await sql`select kind from journals where transaction_id = ${id} order by created_at, id`;
  return rows.map((row) => row.kind);
}

/** Everything that the rail's own book has of one of ours. */
async function atRail(reference: string) {
  const answer = await fetch(`${simulator.url}/control/state?reference=${reference}`);
  return (await answer.json()) as Record<'payments' | 'payouts', { rail_reference: string; state: string }[]>;
}

/** As the rail with a password writes it. */
function localMobile({ mobile }: Transaction): string {
  return mobile?.replace('+220', '') ?? '';
}

async function fail(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => 'it succeeded',
    (error) => (error as { code?: string }).code,
  );
}

describe('a payout in doubt', () => {
  it.each(['PROVIDER_W', 'PROVIDER_C'])(
    'stays so on %s while its repeats do not get through, and is paid once with one key',
    async (provider) => {
      await control('misbehave', { rail: provider, operation: 'payout', kind: 'error_500_done', times: 1 });
      const sent = await payOut(21_00n, provider);
      await next(provider, 'fetchPayout', lost, lost);
      await next(provider, 'sendPayout', notSent, notSent);
      for (let turn = 0; turn < 2; turn++) {
        await work(sent, 'look_up');
        expect(await callsOf(sent, 'send')).toEqual(['unknown', ...Array(turn + 1).fill('not_sent')]);
        expect(Object.keys(await operationsOf(sent))).toEqual(['look_up']);
      }
      await settle(2);
      expect(await statusOf(sent)).toBe('SUCCEEDED');
      expect(await keysOf(sent)).toEqual([sent.id]);
      expect((await atRail(sent.id)).payouts).toHaveLength(1);
      expect(await paidByRail(provider, sent.id)).toBe(1);
    },
  );

  it('that the rail does late, after it said that it is short, is paid once', async () => {
    let doLate = async () => {};
    await replace('PROVIDER_C', 'sendPayout', (real) => {
      let isFirst = true;
      return async (...about) => {
        if (!isFirst) return real(...about);
        isFirst = false;
        doLate = async () => {
          await real(...about);
        };
        return lost;
      };
    });
    const sent = await payOut(22_00n, 'PROVIDER_C');
    await control('float', { rail: 'PROVIDER_C', amount: '1.00' });
    await work(sent, 'look_up');
    // That the rail is short now says nothing of the first call.
    expect([await statusOf(sent), await callsOf(sent, 'send')]).toEqual(['PENDING', ['unknown', 'refused']]);
    expect(await fail(kit.cancelPayout(ctx, sent.id))).toBe('INVALID_STATE');
    expect(await fail(kit.cancelAsOperator(staffContext(), sent.id, 'It waits.'))).toBe('INVALID_STATE');
    await control('float', { rail: 'PROVIDER_C', amount: '90000.00' });
    await control('misbehave', { rail: 'PROVIDER_C', operation: 'notice', kind: 'lost', times: 1 });
    await doLate();
    await sql`update rail_wallets set short_until = null`;
    await settle(3);
    expect(await statusOf(sent)).toBe('SUCCEEDED');
    expect((await atRail(sent.id)).payouts).toHaveLength(1);
  });

  it('that surely was not sent is tried within five minutes, however long its rail was away before', async () => {
    await next('PROVIDER_W', 'sendPayout', notSent, notSent);
    const unsent = await payOut(24_00n);
    // A rail that is away for minutes is spared, and each turn counts.
    await sql`update rail_operations set attempts = 9 where transaction_id = ${unsent.id}`;
    await work(unsent, 'send');
    const { send } = await operationsOf(unsent);
    expect(send).toBeGreaterThan(3);
    expect(send).toBeLessThanOrEqual(300);
    await work(unsent, 'send');
    expect(await statusOf(unsent)).toBe('SUCCEEDED');
    expect(await paidByRail('PROVIDER_W', unsent.id)).toBe(1);
  });

  it('is sent once on a rail without a key, however many settle it at once', async () => {
    await next('PROVIDER_A', 'sendPayout', notSent);
    const sent = await payOut(23_00n, 'PROVIDER_A');
    let calls = 0;
    await replace('PROVIDER_A', 'sendPayout', (real) => async (...about) => {
      calls++;
      await new Promise((resolve) => setTimeout(resolve, 100));
      return real(...about);
    });
    // Each has read that nothing was sent yet.
    await Promise.all([1, 2, 3].map(() => kit.send(ctx, sent)));
    await work(sent, 'look_up');
    expect([calls, await statusOf(sent)]).toEqual([1, 'SUCCEEDED']);
    expect(await callsOf(sent, 'send')).toEqual(['not_sent', 'done']);
    expect(await paidByRail('PROVIDER_A', localMobile(sent))).toBe(1);
  });

  it.each([-60, 60])('is known by the database’s clock, where ours is %i minutes off', async (minutes) => {
    await next('PROVIDER_A', 'sendPayout', lost);
    const wrong: Context = { ...ctx, now: () => later(minutes) };
    const sent = await payOut(25_00n, 'PROVIDER_A', `clock-${minutes}`, wrong);
    const [row] = await sql`
      select abs(extract(epoch from c.started_at - now())) < 20 as called, o.run_at between now() and now() + interval '1 min' as due
      from rail_calls c join rail_operations o on o.transaction_id = c.transaction_id where c.transaction_id = ${sent.id}`;
    expect(row).toEqual({ called: true, due: true });
  });

  it('opens no case once it has ended', async () => {
    const sent = await payOut(24_00n);
    expect(sent.status).toBe('SUCCEEDED');
    await kit.openDoubt({ ...sent, status: 'PENDING' }, new Date(), 'send');
    expect(await casesOf(sent)).toEqual([]);
  });

  it.each(['PROVIDER_W', 'PROVIDER_A'])(
    'is not sent on %s by a process that stood still',
    async (provider) => {
      await next(provider, 'sendPayout', notSent);
      const sent = await payOut(25_00n, provider);
      let calls = 0;
      await replace(provider, 'sendPayout', (real) => async (...about) => {
        calls++;
        return real(...about);
      });
      const after = (await kit.send(stoodStill(), await present(sent))).transaction;
      expect([calls, after.status]).toEqual([0, 'PENDING']);
      await work(sent, 'send');
      expect([calls, await statusOf(sent)]).toEqual([1, 'SUCCEEDED']);
    },
  );
});

describe('an operation whose worker stood still past its lease', () => {
  it('is neither dropped nor put off by it, because another one has it in hand', async () => {
    await next('PROVIDER_W', 'sendPayout', notSent);
    const sent = await payOut(25_50n);
    await sql`update rail_operations set run_at = now() + interval '2 days', lease_token = null`;
    const overdue = () =>
      sql`update rail_operations set run_at = now() - interval '1 second' where transaction_id = ${sent.id}`;
    await overdue();
    const [late] = await kit.claimOperations(1);
    if (late === undefined) throw new Error('There is no operation to take');
    await overdue();
    const [taken] = await kit.claimOperations(1);
    expect([taken?.transaction.id, taken?.leaseToken === late.leaseToken]).toEqual([sent.id, false]);
    const before = await operationsOf(sent);
    // It finds nothing to send, and would drop it; a rail that is gone, and would try again.
    await kit.runOperation({ ...late, transaction: { ...late.transaction, status: 'AWAITING_LIQUIDITY' } });
    await kit.runOperation({ ...late, transaction: { ...late.transaction, provider: 'PROVIDER_X' } });
    const after = await operationsOf(sent);
    expect(Object.keys(after)).toEqual(['send']);
    expect(Math.abs((after.send ?? 0) - (before.send ?? 0))).toBeLessThan(5);
    await kit.runOperation(taken as typeof late);
    expect(await statusOf(sent)).toBe('SUCCEEDED');
  });
});

describe('a payout that its rail sent back for want of money', () => {
  async function held(provider: string, amount: bigint): Promise<Transaction> {
    await control('float', { rail: provider, amount: '5.00' });
    const sent = await payOut(amount, provider);
    expect(sent.status).toBe('AWAITING_LIQUIDITY');
    await control('float', { rail: provider, amount: '90000.00' });
    return sent;
  }

  /** The rail does what it had turned down, behind our back. */
  async function pay(payout: Transaction): Promise<void> {
    const rail = (await kit.findRail('LIVE', payout.provider)) as Wire;
    await rail.sendPayout(kit.toRailPayout(payout), {
      key: payout.id,
      deadlineMs: 10_000,
      now: new Date(),
    });
  }

  it('and paid after all is booked as delivered by a look-up', async () => {
    const sent = await held('PROVIDER_W', 26_00n);
    await pay(sent);
    const looked = await kit.lookUpPayout(ctx, sent);
    expect([looked.moved, looked.transaction.status]).toEqual([true, 'SUCCEEDED']);
    expect(await journalsOf(sent)).toEqual(['payout_accepted', 'payout_delivered']);
  });

  it('and paid after all is booked as delivered by its notice', async () => {
    const sent = await held('PROVIDER_C', 27_00n);
    await sql`update rail_wallets set short_until = now() + interval '1 hour'`;
    await pay(sent);
    await settle(2);
    expect(await statusOf(sent)).toBe('SUCCEEDED');
    expect(await casesOf(sent)).toEqual([]);
  });

  it.each(['PROVIDER_W', 'PROVIDER_A', 'PROVIDER_C'])('on %s can be cancelled at once', async (provider) => {
    const before = await balance();
    const unpaid = await held(provider, 28_00n);
    expect((await kit.cancelPayout(ctx, unpaid.id)).transaction.status).toBe('FAILED');
    expect(await balance()).toBe(before);
  });

  it('and paid after all is not cancelled, where the rail can be asked', async () => {
    const paid = await held('PROVIDER_W', 29_00n);
    await pay(paid);
    expect(await fail(kit.cancelPayout(ctx, paid.id))).toBe('INVALID_STATE');
    expect(await statusOf(paid)).toBe('SUCCEEDED');
  });

  it('keeps its age when it comes back a second time', async () => {
    const sent = await held('PROVIDER_W', 30_00n);
    const { heldSince } = await present(sent);
    await control('float', { rail: 'PROVIDER_W', amount: '5.00' });
    await sql`update rail_wallets set short_until = null`;
    await settle(1);
    await settle(1);
    const again = await present(sent);
    expect(again.status).toBe('AWAITING_LIQUIDITY');
    expect(again.version).toBeGreaterThan(sent.version);
    expect(again.heldSince).toEqual(heldSince);
    await control('float', { rail: 'PROVIDER_W', amount: '90000.00' });
    await sql`update rail_wallets set short_until = null`;
    await settle();
    expect(await statusOf(sent)).toBe('SUCCEEDED');
  });

  it('is no case for having waited so long, when it goes out at last and its rail takes its time', async () => {
    const sent = await held('PROVIDER_C', 32_00n);
    await backdateCalls(sent, 60);
    await sql`update rail_wallets set short_until = null`;
    await control('misbehave', { rail: 'PROVIDER_C', operation: 'payout', kind: 'pending', times: 1 });
    await settle(1);
    await work(sent, 'send');
    await work(sent, 'look_up', 1);
    expect([await statusOf(sent), await casesOf(sent)]).toEqual(['PENDING', []]);
    await work(sent, 'look_up', 16);
    expect(await casesOf(sent)).toEqual(['unknown_outcome']);
    await control('payout-end', { rail: 'PROVIDER_C', reference: sent.id, state: 'paid' });
    await settle(1);
    expect([await statusOf(sent), await casesOf(sent)]).toEqual(['SUCCEEDED', []]);
  });

  it('goes out alone to see whether the rail is still short', async () => {
    const both = [await held('PROVIDER_W', 31_00n), await held('PROVIDER_W', 31_50n)];
    await sql`update rail_wallets set short_until = now() - interval '1 second'`;
    // Two workers at once, and once more before the rail has answered.
    const look = async () => {
      for (const queue of await kit.listReleasableQueues()) await kit.releaseHeldPayouts(queue);
    };
    await Promise.all([look(), look()]);
    await look();
    const statuses = await Promise.all(both.map(statusOf));
    expect(statuses.toSorted()).toEqual(['AWAITING_LIQUIDITY', 'PENDING']);
    // It got through, so the rest follows.
    await settle();
    expect(await Promise.all(both.map(statusOf))).toEqual(['SUCCEEDED', 'SUCCEEDED']);
  });
});

describe('a payout that came back', () => {
  const reverse = async (payout: Transaction) =>
    kit.reversePayout(operator(), ctx, await present(payout), 'sent twice');
  const hours = 60;

  it('stays in hand while the repeat of a reversal in doubt does not get through', async () => {
    const sent = await payOut(33_00n);
    await next('PROVIDER_W', 'reversePayout', lost, notSent);
    expect((await reverse(sent)).status).toBe('SUCCEEDED');
    await work(sent, 'reverse');
    expect(await callsOf(sent, 'reverse')).toEqual(['unknown', 'not_sent']);
    expect(Object.keys(await operationsOf(sent))).toEqual(['reverse']);
    await expect(reverse(sent)).rejects.toMatchObject({ code: 'INVALID_STATE' });
    await work(sent, 'reverse');
    expect(await statusOf(sent)).toBe('REVERSED');
  });

  it('is booked when it was asked for in time and answered later', async () => {
    const sent = await payOut(34_00n);
    await next('PROVIDER_W', 'reversePayout', lost);
    await reverse(sent);
    await work(sent, 'reverse', 80 * hours);
    expect(await present(sent)).toMatchObject({ status: 'REVERSED', reversalReason: 'sent twice' });
    expect(await casesOf(sent)).toEqual([]);
  });

  it('under a refused key is in doubt while its repeats are refused, and REVERSED by the record for the operator’s reason', async () => {
    const before = await balance();
    const sent = await payOut(34_50n);
    const lies = { rail: 'PROVIDER_W', operation: 'reverse', times: 1 };
    await control('misbehave', { ...lies, kind: 'done_then_401' });
    await control('misbehave', { ...lies, kind: 'duplicate_refused', times: 99 });
    await control('misbehave', { ...lies, operation: 'notice', kind: 'lost' });
    await control('misbehave', { ...lies, operation: 'payout_lookup', kind: 'error_500_not_done' });
    expect((await reverse(sent)).status).toBe('SUCCEEDED');
    await expect(reverse(sent)).rejects.toThrow('its answer is awaited');
    await work(sent, 'reverse');
    expect(await callsOf(sent, 'reverse')).toEqual(['unknown', 'refused']);
    expect([await statusOf(sent), Object.keys(await operationsOf(sent))]).toEqual(['SUCCEEDED', ['reverse']]);
    await work(sent, 'reverse');
    expect(await present(sent)).toMatchObject({ status: 'REVERSED', reversalReason: 'sent twice' });
    expect([await balance(), await casesOf(sent)]).toEqual([before, []]);
  });

  it.each([false, true])(
    'by the rail itself after 72 hours is booked as what it is (refused before: %s)',
    async (isRefused) => {
      const sent = await payOut(isRefused ? 35_00n : 35_01n);
      if (isRefused) {
        await control('misbehave', { rail: 'PROVIDER_W', operation: 'reverse', kind: 'refusal', times: 1 });
        expect(await fail(reverse(sent))).toBe('INVALID_STATE');
      }
      await control('reverse', { rail: 'PROVIDER_W', reference: sent.id });
      await arrival();
      for (let turn = 0; turn < 14; turn++) {
        await sql`update rail_notices set run_at = now() - interval '1 second' where run_at is not null`;
        for (const notice of await kit.claimNotices(10))
          await kit.workNotice(notice, () => later(80 * hours));
      }
      const reversalReason = 'The rail took the payout back.';
      expect(await present(sent)).toMatchObject({ status: 'REVERSED', reversalReason });
      expect(await casesOf(sent)).toEqual([]);
    },
  );

  it('is booked also by whoever looked at it before it was delivered', async () => {
    await control('misbehave', { rail: 'PROVIDER_W', operation: 'payout', kind: 'error_500_done', times: 1 });
    const pending = await payOut(36_00n);
    await settle(2);
    await control('misbehave', { rail: 'PROVIDER_W', operation: 'notice', kind: 'lost', times: 1 });
    await control('reverse', { rail: 'PROVIDER_W', reference: pending.id });
    const first = await kit.lookUpPayout(ctx, pending);
    expect([first.moved, first.transaction.status]).toEqual([true, 'REVERSED']);
    const second = await kit.lookUpPayout(ctx, pending);
    expect([second.moved, second.transaction.status]).toEqual([false, 'REVERSED']);
    expect(await casesOf(pending)).toEqual([]);
    expect(await journalsOf(pending)).toEqual(['payout_accepted', 'payout_delivered', 'payout_reversed']);
  });
});

describe('a charge', () => {
  it.each(['cancelled_by_client', 'rail_expired'] as const)(
    'that begins while the collection is %s is not overlooked',
    async (ending) => {
      const opened = await collect(41_00n, 'PROVIDER_A');
      const code = await codeFor(opened);
      const begun = Promise.withResolvers<void>();
      const goOn = Promise.withResolvers<void>();
      let submitted: Promise<unknown> | undefined;
      await replace('PROVIDER_A', 'charge', (real) => async (...about) => {
        begun.resolve();
        await goOn.promise;
        return real(...about);
      });
      await replace('PROVIDER_A', 'closeCollection', (real) => async (...about) => {
        submitted = kit.submitOtp(ctx, opened.id, code);
        await begun.promise;
        return real(...about);
      });
      const closed = await kit.closeCollection(ctx, await present(opened), ending);
      expect([closed.moved, await statusOf(opened)]).toEqual([false, 'PENDING']);
      goOn.resolve();
      await submitted;
      expect(await statusOf(opened)).toBe('SUCCEEDED');
    },
  );

  it('that is answered after the collection has ended leaves what it can be asked by', async () => {
    const opened = await collect(42_00n, 'PROVIDER_A');
    await control('misbehave', { rail: 'PROVIDER_A', operation: 'charge', kind: 'pending', times: 1 });
    await replace('PROVIDER_A', 'charge', (real) => async (...about) => {
      const answered = await real(...about);
      await kit.bookCollectionNews(ctx, await present(opened), { state: 'EXPIRED' });
      return answered;
    });
    await kit.submitOtp(ctx, opened.id, await codeFor(opened));
    const ended = await present(opened);
    expect(ended).toMatchObject({ status: 'EXPIRED', railReference: expect.any(String) });
    expect(await callsOf(opened, 'charge')).toEqual(['done']);
    expect(Object.keys(await operationsOf(opened))).toEqual(['look_up', 'revoke']);
    await control('pay', { rail: 'PROVIDER_A', rail_reference: ended.railReference });
    await settle(2);
    expect(await present(opened)).toMatchObject({ status: 'SUCCEEDED', late: true, railStateSealed: null });
  });

  it('in doubt is not ended by a third, wrong code that was under way with it', async () => {
    const opened = await collect(43_00n, 'PROVIDER_A');
    const code = await codeFor(opened);
    const confirms = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const charged = Promise.withResolvers<void>();
    let begun = 0;
    await replace('PROVIDER_A', 'confirmOtp', (real) => async (about, otp, call) => {
      begun++;
      if (begun === 1) confirms[0]?.resolve();
      if (begun === 3) confirms[1]?.resolve();
      await (otp === code ? confirms[1]?.promise : charged.promise);
      return real(about, otp, call);
    });
    await replace('PROVIDER_A', 'charge', (real) => async (...about) => {
      await real(...about);
      return lost;
    });
    const first = kit.submitOtp(ctx, opened.id, code);
    await confirms[0]?.promise;
    const wrong = ['0000', '1111'].map((otp) => kit.submitOtp(ctx, opened.id, otp));
    const right = await first;
    charged.resolve();
    await Promise.allSettled(wrong);
    expect([right.transaction.status, await statusOf(opened)]).toEqual(['PENDING', 'PENDING']);
    expect(await casesOf(opened)).toEqual(['unknown_outcome']);
    expect(await callsOf(opened, 'charge')).toEqual(['unknown']);
    expect(await fail(kit.cancelCollection(ctx, opened.id))).toBe('PROVIDER_UNAVAILABLE');
  });

  it('is not made by a process that stood still', async () => {
    const opened = await collect(44_00n, 'PROVIDER_A');
    const calls = await always('PROVIDER_A', 'charge', lost);
    await kit.charge(stoodStill(), await present(opened), {});
    expect([calls(), await callsOf(opened, 'charge')]).toEqual([0, ['not_sent']]);
  });
});

describe('leave to charge', () => {
  async function chargePending(amount: bigint): Promise<Transaction> {
    const opened = await collect(amount, 'PROVIDER_A');
    await control('misbehave', { rail: 'PROVIDER_A', operation: 'charge', kind: 'pending', times: 1 });
    await kit.submitOtp(ctx, opened.id, await codeFor(opened));
    return present(opened);
  }

  it('is given back also when that failed once and the rail decided in between', async () => {
    const pending = await chargePending(45_00n);
    await next('PROVIDER_A', 'revoke', lost);
    await work(pending, 'revoke');
    await control('pay', { rail: 'PROVIDER_A', rail_reference: pending.railReference });
    await work(pending, 'look_up');
    expect(await statusOf(pending)).toBe('SUCCEEDED');
    expect((await present(pending)).railStateSealed).not.toBeNull();
    await work(pending, 'revoke');
    expect((await present(pending)).railStateSealed).toBeNull();
    expect(await operationsOf(pending)).toEqual({});
  });

  it('is given back when the collection expires after a charge that did not reach the rail', async () => {
    const opened = await collect(46_00n, 'PROVIDER_A');
    await next('PROVIDER_A', 'charge', notSent);
    await kit.submitOtp(ctx, opened.id, await codeFor(opened));
    await work(opened, 'close', 31);
    expect(await statusOf(opened)).toBe('EXPIRED');
    await work(opened, 'revoke');
    expect((await present(opened)).railStateSealed).toBeNull();
    // The customer's wallet asks anew for the next one.
    expect(await operationsOf(opened)).toEqual({});
  });

  it('is asked for no more once a code was right', async () => {
    const pending = await chargePending(47_00n);
    const inTwoMinutes = { ...ctx, now: () => later(2) };
    expect(await fail(kit.resendOtp(inTwoMinutes, pending.id))).toBe('INVALID_STATE');
    await control('pay', { rail: 'PROVIDER_A', rail_reference: pending.railReference });
    await settle(2);
  });

  it('is not given back by a second right code while the first one charges with it', async () => {
    const opened = await collect(48_00n, 'PROVIDER_A');
    const code = await codeFor(opened);
    let both: Promise<unknown>[] = [];
    const confirmed = Promise.withResolvers<void>();
    const begun = Promise.withResolvers<void>();
    let confirms = 0;
    await replace('PROVIDER_A', 'confirmOtp', (real) => async (...about) => {
      const answer = await real(...about);
      if (++confirms === 2) {
        confirmed.resolve();
        await begun.promise;
      } else {
        await confirmed.promise;
      }
      return answer;
    });
    await replace('PROVIDER_A', 'charge', (real) => async (...about) => {
      begun.resolve();
      // The other one's turn comes to its end.
      await Promise.race(both);
      return real(...about);
    });
    both = [kit.submitOtp(ctx, opened.id, code), kit.submitOtp(ctx, opened.id, code)];
    await Promise.all(both);
    expect(await statusOf(opened)).toBe('SUCCEEDED');
  });
});

describe('a collection that ends', () => {
  it.each([
    ['PROVIDER_C', 'before'],
    ['PROVIDER_C', 'after'],
    ['PROVIDER_W', 'before'],
    ['PROVIDER_W', 'after'],
    ['PROVIDER_C_CARD', 'after'],
  ])(
    'while it is being opened on %s (%s the rail has done it) is never paid unseen',
    async (provider, when) => {
      await replace(provider, 'startCollection', (real) => async (about, links, call) => {
        if (when === 'before') await fail(kit.cancelCollection(ctx, about.id));
        const answer = await real(about, links, call);
        if (when === 'after') await fail(kit.cancelCollection(ctx, about.id));
        return answer;
      });
      const opened = await collect(51_00n, provider);
      await control('misbehave', { rail: provider, operation: 'notice', kind: 'lost', times: 1 });
      await control('pay', { rail: provider, reference: opened.id });
      await settle(2);
      if (provider === 'PROVIDER_C_CARD') await work(opened, 'close', 31);
      expect(await statusOf(opened)).toBe('SUCCEEDED');
    },
  );

  it('is looked back at until the rail has answered plainly', async () => {
    const left = await collect(52_00n, 'PROVIDER_C');
    await kit.cancelCollection(ctx, left.id);
    await control('misbehave', { rail: 'PROVIDER_C', operation: 'notice', kind: 'lost', times: 1 });
    await control('pay', { rail: 'PROVIDER_C', reference: left.id });
    await next('PROVIDER_C', 'fetchCollection', lost, lost, lost, lost, lost, lost);
    for (let look = 0; look < 6; look++) expect(await work(left, 'look_up')).toBe(true);
    expect(await statusOf(left)).toBe('CANCELLED');
    await work(left, 'look_up');
    expect(await present(left)).toMatchObject({ status: 'SUCCEEDED', late: true });
  });

  it('and of which the rail never says anything afterwards is a case', async () => {
    const left = await collect(53_00n, 'PROVIDER_C');
    await kit.cancelCollection(ctx, left.id);
    await always('PROVIDER_C', 'fetchCollection', lost);
    for (let look = 0; look < 12; look++) expect(await work(left, 'look_up')).toBe(true);
    expect(await casesOf(left)).toEqual(['unknown_outcome']);
    expect(await work(left, 'look_up')).toBe(false);
  });

  it.each(['PROVIDER_W', 'PROVIDER_C', 'PROVIDER_C_CARD'])(
    'unpaid on %s is looked back at four times, and is no case',
    async (provider) => {
      const left = await collect(54_00n, provider);
      if (provider === 'PROVIDER_C_CARD') {
        await control('decline', { rail: provider, reference: left.id });
        await settle(1);
        await work(left, 'close', 31);
      } else {
        await kit.cancelCollection(ctx, left.id);
      }
      expect(await statusOf(left)).toBe(provider === 'PROVIDER_C_CARD' ? 'FAILED' : 'CANCELLED');
      // The link may still say that it waits for somebody; its end has passed.
      let looks = 0;
      while (looks < 20 && (await work(left, 'look_up', 120))) looks++;
      expect([looks, await casesOf(left)]).toEqual([4, []]);
    },
  );

  it('and that its rail does not let us end becomes a case', async () => {
    const opened = await collect(55_00n);
    await always('PROVIDER_W', 'closeCollection', lost);
    for (let turn = 0; turn < 6; turn++) await work(opened, 'close', 31);
    expect(await statusOf(opened)).toBe('PENDING');
    expect(await casesOf(opened)).toEqual(['unknown_outcome']);
    const { close = 0 } = await operationsOf(opened);
    expect(close).toBeGreaterThan(300);
  });

  it('and was captured on the card in another amount is a case and credited to nobody', async () => {
    const opened = await collect(56_00n, 'PROVIDER_C_CARD');
    await control('misbehave', { rail: 'PROVIDER_C_CARD', operation: 'notice', kind: 'lost', times: 1 });
    await control('pay', { rail: 'PROVIDER_C_CARD', reference: opened.id });
    await replace('PROVIDER_C_CARD', 'fetchCollection', (real) => async (...about) => {
      const found = await real(...about);
      if (found.kind !== 'done' || found.value === 'absent') return found;
      return { kind: 'done', value: { ...found.value, amountBututs: 57_00n } };
    });
    await work(opened, 'close', 31);
    expect(await statusOf(opened)).toBe('PENDING');
    expect(await casesOf(opened)).toEqual(['mismatch']);
    expect(await journalsOf(opened)).toEqual([]);
  });

  it('is waited for while somebody is about to pay by card', async () => {
    const opened = await collect(57_00n, 'PROVIDER_C_CARD');
    await control('misbehave', { rail: 'PROVIDER_C_CARD', operation: 'notice', kind: 'lost', times: 1 });
    await next('PROVIDER_C_CARD', 'closeCollection', { kind: 'done', value: 'still_open' as never });
    await work(opened, 'close', 31);
    expect(await statusOf(opened)).toBe('PENDING');
    await control('pay', { rail: 'PROVIDER_C_CARD', reference: opened.id });
    await work(opened, 'close', 32);
    expect(await statusOf(opened)).toBe('SUCCEEDED');
  });
});

describe('what did not work is done again', () => {
  it('less and less often, where a start stays unknown', async () => {
    await always('PROVIDER_C', 'startCollection', lost);
    const started = await collect(61_00n, 'PROVIDER_C');
    const waits: number[] = [];
    for (let turn = 0; turn < 5; turn++) {
      await work(started, 'start');
      waits.push((await operationsOf(started)).start ?? 0);
    }
    expect(waits).toEqual(waits.toSorted((a, b) => a - b));
    expect(waits.at(-1)).toBeGreaterThan(60);
  });

  it('four times at most, where each try sends the customer a password', async () => {
    const sent = await always('PROVIDER_A', 'startCollection', lost);
    const started = await collect(62_00n, 'PROVIDER_A', 'passwords');
    while (await work(started, 'start')) expect(sent()).toBeLessThanOrEqual(4);
    expect(sent()).toBeLessThanOrEqual(4);
    const other = await collect(62_01n, 'PROVIDER_A', 'more passwords');
    const before = sent();
    // A client that repeats its request is no reason for more.
    for (let turn = 0; turn < 8; turn++) {
      await sql`update rail_operations set run_at = now() - interval '1 second', lease_token = null where transaction_id = ${other.id}`;
      await kit.initiateCollection(ctx, requestOf(other));
    }
    expect(sent() - before).toBeLessThanOrEqual(3);
  });

  it('less and less often, where a payout does not reach its rail, and is a case after a while', async () => {
    await always('PROVIDER_W', 'sendPayout', notSent);
    const sent = await payOut(63_00n);
    const waits: number[] = [];
    for (let turn = 0; turn < 6; turn++) {
      await work(sent, 'send');
      waits.push((await operationsOf(sent)).send ?? 0);
    }
    expect(waits).toEqual(waits.toSorted((a, b) => a - b));
    expect(waits.at(-1)).toBeGreaterThan(60);
    expect(await casesOf(sent)).toEqual([]);
    await work(sent, 'send', 16);
    expect(await casesOf(sent)).toEqual(['unknown_outcome']);
    await putBack();
    await work(sent, 'send');
    expect(await statusOf(sent)).toBe('SUCCEEDED');
    expect(await casesOf(sent)).toEqual([]);
  });

  function requestOf({ amountBututs, clientReference, provider, mobile }: Transaction) {
    return {
      amount: amountBututs,
      currency: 'GMD',
      client_reference: clientReference,
      provider,
      customer_mobile: mobile ?? '',
      metadata: {},
    } as const;
  }
});

describe('notices', () => {
  /** Signed as PROVIDER_C signs. */
  async function tell(body: unknown) {
    const raw = Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
    const secret = simulator.settings.RAIL_C_NOTICE_SECRETS ?? '';
    const signature = createHmac('sha512', secret).update(raw).digest('hex');
    return kit.receiveNotice('PROVIDER_C', raw, new Headers({ 'x-modem-signature': signature }), new Date());
  }

  async function storedAs(name: string) {
    const rows = await sql`select status, note from rail_notices where dedupe_id like ${`${name}%`}`;
    return rows.map((row) => row.status);
  }

  it('that nobody can work on hold up no other, and become a case', async () => {
    const card = await collect(71_00n, 'PROVIDER_C_CARD');
    const facts = { railReference: null, reference: card.id, amountBututs: null, currency: null };
    const thrown = { dedupeId: 'throws', of: 'collection', state: 'REVERSED', ...facts } as const;
    const put = (provider: string, name: string, body: Buffer) => sql`
      insert into rail_notices (provider, dedupe_id, body_sealed, received_at, status, attempts, run_at)
      values (${provider}, ${name}, ${body}, now(), 'RECEIVED', 11, now() - interval '1 hour')`;
    await put('PROVIDER_W', 'other-secret', randomBytes(100));
    await put(
      'PROVIDER_C_CARD',
      'throws',
      kit.sealNotice(places.railNotice('PROVIDER_C_CARD', 'throws'), thrown, Buffer.from('{}')),
    );
    const good = await collect(72_00n);
    await control('pay', { rail: 'PROVIDER_W', reference: good.id });
    await settle(1);
    expect(await statusOf(good)).toBe('SUCCEEDED');
    expect([await storedAs('other-secret'), await storedAs('throws')]).toEqual([['RECEIVED'], ['RECEIVED']]);
    await settle(1);
    expect([await storedAs('other-secret'), await storedAs('throws')]).toEqual([['CASE'], ['CASE']]);
    const cases = await sql`
      select subject from cases where kind = 'unknown_reference' and status = 'OPEN' order by opened_at, subject`;
    expect(cases.map((row) => row.subject).toSorted()).toEqual([card.id, 'other-secret'].toSorted());
  });

  it('that are signed and cannot be read are kept', async () => {
    expect(await fail(tell('{"event": 1}'))).toBe('VALIDATION_ERROR');
    expect(await fail(tell('{"event": 1}'))).toBe('VALIDATION_ERROR');
    expect(await storedAs('unreadable')).toEqual(['IGNORED']);
    const [kept] = await sql`select repeats from rail_notices where dedupe_id like 'unreadable%'`;
    expect(kept?.repeats).toBe(1);
  });

  it('with the same name and another body are two', async () => {
    const first = { id: 'evt_same', event: 'account.updated', payload: { at: 1 } };
    expect(await tell(first)).toEqual({ stored: true });
    expect(await tell(first)).toEqual({ stored: false });
    expect(await tell({ ...first, payload: { at: 2 } })).toEqual({ stored: true });
    expect(await storedAs('evt_same')).toHaveLength(2);
  });

  it.each([
    ['cancel', 'IGNORED', []],
    ['pay', 'CASE', ['mismatch']],
  ])('of a session whose answer was lost (%s) end as %s', async (choice, status, cases) => {
    await control('misbehave', { rail: 'PROVIDER_C', operation: 'open', kind: 'error_500_done', times: 1 });
    const opened = await collect(choice === 'pay' ? 73_00n : 73_01n, 'PROVIDER_C');
    await work(opened, 'start');
    const { payments } = await atRail(opened.id);
    expect(payments).toHaveLength(2);
    await control(choice, { rail: 'PROVIDER_C', rail_reference: payments[0]?.rail_reference });
    await settle(2);
    const notices = await sql`select status from rail_notices where transaction_id = ${opened.id}`;
    expect(notices.map((row) => row.status)).toEqual([status]);
    expect([await statusOf(opened), await casesOf(opened)]).toEqual(['PENDING', cases]);
  });
});

describe('what a rail has said', () => {
  /** A request whose idempotency key somebody else has taken over. */
  const overtaken = (): Context => ({
    ...ctx,
    idempotency: {
      key: 'overtaken',
      leaseToken: newId(),
      place: places.answer(ctx.client.id, ctx.environment, 'overtaken'),
      render: () => ({ responseStatus: 201, body: '{}' }),
      stored: false,
    },
  });

  it('is booked although the lease of the idempotency key was lost', async () => {
    const sent = await payOut(81_00n, 'PROVIDER_A', 'overtaken', overtaken());
    expect(sent.status).toBe('SUCCEEDED');
    expect([await statusOf(sent), await callsOf(sent, 'send')]).toEqual(['SUCCEEDED', ['done']]);

    const opened = await collect(82_00n, 'PROVIDER_A', 'overtaken', overtaken());
    expect((await present(opened)).nextStep).toBe('submit_otp');
    await kit.submitOtp(overtaken(), opened.id, await codeFor(opened));
    expect([await statusOf(opened), await callsOf(opened, 'charge')]).toEqual(['SUCCEEDED', ['done']]);
  });

  /** Every change of a payment fails for so long as while the database starts. */
  async function databaseAway(id: string, seconds: number): Promise<void> {
    const until = new Date(Date.now() + seconds * 1000).toISOString();
    await sql.unsafe(`
      create or replace function test_away() returns trigger language plpgsql as $$
      begin
        if clock_timestamp() < '${until}' then
          raise exception 'the database system is starting up' using errcode = '57P03';
        end if;
        return new;
      end $$;
      create or replace trigger test_away before update on transactions
        for each row when (old.id = '${id}') execute function test_away();
      create or replace trigger test_away before insert or update on rail_wallets
        for each row execute function test_away()`);
    replaced.push(() =>
      sql.unsafe(
        'drop trigger test_away on transactions; drop trigger test_away on rail_wallets; drop function test_away()',
      ),
    );
  }

  it.each(['at once', 'after it was held'])(
    'is booked although the database was away for a second (%s)',
    async (when) => {
      const isHeld = when !== 'at once';
      if (isHeld) await control('float', { rail: 'PROVIDER_A', amount: '5.00' });
      const first = isHeld ? await payOut(83_00n, 'PROVIDER_A') : undefined;
      expect(first?.status).toBe(isHeld ? 'AWAITING_LIQUIDITY' : undefined);
      await control('float', { rail: 'PROVIDER_A', amount: '90000.00' });
      await replace('PROVIDER_A', 'sendPayout', (real) => async (about, call) => {
        const answer = await real(about, call);
        await databaseAway(about.id, 1);
        return answer;
      });
      if (first) {
        await sql`update rail_wallets set short_until = now() - interval '1 second'`;
        for (const queue of await kit.listReleasableQueues()) await kit.releaseHeldPayouts(queue);
        await work(first, 'send');
      }
      const sent = first ?? (await payOut(84_00n, 'PROVIDER_A'));
      expect([await statusOf(sent), await callsOf(sent, 'send').then((calls) => calls.at(-1))]).toEqual([
        'SUCCEEDED',
        'done',
      ]);
    },
  );
});

describe('a rail whose connection was taken away', () => {
  it('does not stop the queue of another, nor the sandbox', async () => {
    await control('float', { rail: 'PROVIDER_C', amount: '5.00' });
    const live = await payOut(85_00n, 'PROVIDER_C');
    await control('float', { rail: 'PROVIDER_C', amount: '90000.00' });
    await sql`update rail_wallets set short_until = null`;
    const sandbox: Context = { ...ctx, environment: 'SANDBOX' };
    const { transaction: credit } = await kit.initiateCollection(sandbox, {
      amount: 100_00n,
      currency: 'GMD',
      client_reference: 'for the sandbox',
      provider: 'PROVIDER_W',
      customer_mobile: '+2207012345',
      metadata: {},
    });
    await kit.bookCollectionNews(sandbox, credit, { state: 'SUCCEEDED' });
    const held = await payOut(10_00n, 'PROVIDER_W', 'in the sandbox', sandbox);
    expect([live.status, held.status]).toEqual(['AWAITING_LIQUIDITY', 'AWAITING_LIQUIDITY']);
    await kit.fundFloat(sandbox, 'PROVIDER_W', 50_00n);

    const settings = kit.settings() as { rails: Readonly<Record<string, string>> };
    const { rails } = settings;
    settings.rails = Object.fromEntries(
      Object.entries(rails).filter(([name]) => !/^RAIL_C_(?!CARD)/.test(name)),
    );
    kit.forgetConnections();
    try {
      expect(await kit.findRail('LIVE', 'PROVIDER_C')).toBeUndefined();
      const queues = await kit.listReleasableQueues();
      expect(queues.map((queue) => queue.environment).toSorted()).toContain('LIVE');
      for (const queue of queues.toSorted((a, b) => a.environment.localeCompare(b.environment))) {
        await kit.releaseHeldPayouts(queue);
      }
      expect(await statusOf(held)).toBe('SUCCEEDED');
      expect(await statusOf(live)).toBe('AWAITING_LIQUIDITY');
    } finally {
      settings.rails = rails;
      kit.forgetConnections();
    }
    await settle();
    expect(await statusOf(live)).toBe('SUCCEEDED');
  });
});

describe('in the end', () => {
  it('the books are whole', async () => {
    expect(await auditFaults()).toEqual([]);
  });
});
