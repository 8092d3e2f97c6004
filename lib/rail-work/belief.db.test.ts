import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  arrival,
  auditFaults,
  balance,
  callsOf,
  casesOf,
  codeFor,
  collect,
  control,
  ctx,
  kit,
  operator,
  paidByRail,
  payOut,
  present,
  raiseLiveStage,
  settle,
  sql,
  statusOf,
  strikeLiveStage,
} from '#e2e/setup/live-stage';
import type { Transaction } from '#lib/transactions/transaction';

// What a rail may answer after it has acted, and what must not come of it. Each of these once paid twice, gave back what
// was paid, or credited what was not.

beforeAll(raiseLiveStage, 60_000);
afterAll(strikeLiveStage);
beforeEach(() => control('behave', {}));

const local = ({ mobile }: Transaction) => mobile?.replace('+220', '') ?? '';
const lie = (rail: string, operation: string, kind: string, more: object = {}) =>
  control('misbehave', { rail, operation, kind, times: 1, ...more });

describe('a rail without keys that has acted and then answers badly', () => {
  const answers = ['done_then_401', 'done_then_403_html', 'done_then_429', 'done_then_302', 'html', 'empty'];

  it.each(answers)('%s: a payout is never sent again, and people are called', async (kind) => {
    await lie('PROVIDER_A', 'payout', kind);
    const sent = await payOut(51_00n, 'PROVIDER_A');
    expect(sent.status).toBe('PENDING');
    await settle(8);
    expect([await statusOf(sent), await casesOf(sent)]).toEqual(['PENDING', ['unknown_outcome']]);
    expect(await callsOf(sent, 'send')).toEqual(['unknown']);
    expect(await paidByRail('PROVIDER_A', local(sent))).toBe(1);
  });

  it.each(answers)('%s: a wallet is never charged again, and people are called', async (kind) => {
    const opened = await collect(52_00n, 'PROVIDER_A');
    await lie('PROVIDER_A', 'charge', kind);
    await kit.submitOtp(ctx, opened.id, await codeFor(opened));
    await settle(8);
    expect([await statusOf(opened), await casesOf(opened)]).toEqual(['PENDING', ['unknown_outcome']]);
    expect(await callsOf(opened, 'charge')).toEqual(['unknown']);
  });
});

describe('a rail that has acted, answers badly and refuses the repeats', () => {
  const lies = [
    'done_then_401',
    'done_then_403_html',
    'done_then_429',
    'done_then_302',
    'html',
    'error_500_done',
  ];
  const works = {
    'PROVIDER_W pays out': ['payout', 'SUCCEEDED', () => payOut(63_00n)],
    'PROVIDER_C pays out': ['payout', 'SUCCEEDED', () => payOut(64_00n, 'PROVIDER_C')],
    'PROVIDER_W gives back': ['refund', 'SUCCEEDED', async () => refund(await paid(65_00n))],
    'PROVIDER_W takes back': ['reverse', 'REVERSED', async () => reverse(await payOut(66_00n))],
  } as const;

  async function paid(amount: bigint): Promise<Transaction> {
    const opened = await collect(amount);
    await control('pay', { rail: 'PROVIDER_W', reference: opened.id });
    await settle(1);
    return present(opened);
  }

  async function refund(collection: Transaction): Promise<Transaction> {
    const { initiateRefund } = await import('#lib/refunds/initiate-refund');
    const { readRefund } = await import('#lib/refunds/refund-request');
    const request = { collection: collection.id, client_reference: `of ${collection.id}` };
    return (await initiateRefund(ctx, readRefund(request))).transaction;
  }

  async function reverse(payout: Transaction): Promise<Transaction> {
    await lie('PROVIDER_W', 'payout_lookup', 'error_500_not_done', { times: 2 });
    return kit.reversePayout(operator(), ctx, payout, 'sent twice');
  }

  const table = Object.keys(works).flatMap((work) =>
    lies.map((kind) => [work as keyof typeof works, kind] as const),
  );

  it.each(table)(
    '%s, %s: our books never say that it did not, and in the end that it did',
    async (work, kind) => {
      const [operation, end, act] = works[work];
      const rail = work.slice(0, 'PROVIDER_W'.length);
      await lie(rail, operation, kind);
      await lie(rail, operation, 'duplicate_refused', { times: 99 });
      await lie(rail, 'notice', 'lost', { times: 9 });
      if (operation === 'payout')
        await control('misbehave', { rail, kind: 'search_behind', seconds: 1, times: 1 });
      const about = await act();
      const before = await balance();
      await settle(2);
      const open = operation === 'reverse' ? 'SUCCEEDED' : 'PENDING';
      expect([open, end]).toContain(await statusOf(about));
      const asked = await callsOf(about, operation === 'payout' ? 'send' : operation);
      expect([asked[0], asked.includes('not_sent')]).toEqual(['unknown', false]);
      if ((await statusOf(about)) === open) expect(await balance()).toBe(before);
      await control('behave', {});
      await settle(2);
      expect([await statusOf(about), await casesOf(about)]).toEqual([end, []]);
      expect((await balance()) - before).toBe(operation === 'reverse' ? about.amountBututs : 0n);
    },
  );
});

describe('a no after a doubt', () => {
  it('of PROVIDER_C, which says "Duplicate transaction", gives nothing back', async () => {
    const before = await balance();
    await lie('PROVIDER_C', 'payout', 'reset_done');
    await lie('PROVIDER_C', 'payout', 'duplicate_refused', { times: 99 });
    await lie('PROVIDER_C', 'notice', 'lost', { times: 99 });
    const sent = await payOut(53_00n, 'PROVIDER_C');
    await settle(8);
    expect(await statusOf(sent)).toBe('PENDING');
    const calls = await callsOf(sent, 'send');
    // What came later stands beside the doubt, and not in its place.
    expect(calls[0]).toBe('unknown');
    expect(calls.slice(1)).not.toContain('done');
    expect(before - (await balance())).toBe(53_00n);
    expect(await paidByRail('PROVIDER_C', sent.id)).toBe(1);
  });

  it('of PROVIDER_W, whose search is behind, counts for nothing until its record says what became of it', async () => {
    await lie('PROVIDER_W', 'payout', 'reset_done');
    await lie('PROVIDER_W', 'payout', 'duplicate_refused', { times: 99 });
    await control('misbehave', { rail: 'PROVIDER_W', kind: 'search_behind', seconds: 2, times: 1 });
    const sent = await payOut(54_00n, 'PROVIDER_W');
    await settle(3);
    expect(await statusOf(sent)).toBe('PENDING');
    const settled = async () => {
      await settle(1);
      return statusOf(sent);
    };
    await expect.poll(settled, { timeout: 15_000, interval: 300 }).toBe('SUCCEEDED');
    expect(await paidByRail('PROVIDER_W', sent.id)).toBe(1);
  });

  it.each(['PROVIDER_C', 'PROVIDER_W'] as const)(
    'of %s, which has paid and then says that our key is wrong, gives nothing back',
    async (rail) => {
      const before = await balance();
      await lie(rail, 'payout', 'done_then_401');
      await lie(rail, 'payout', 'duplicate_refused', { times: 99 });
      await lie(rail, 'notice', 'lost', { times: 99 });
      await control('misbehave', { rail, kind: 'search_behind', seconds: 2, times: 1 });
      const sent = await payOut(55_50n, rail);
      await settle(3);
      expect(await statusOf(sent)).not.toBe('FAILED');
      expect((await callsOf(sent, 'send'))[0]).toBe('unknown');
      expect(before - (await balance())).toBe(55_50n);
      expect(await paidByRail(rail, sent.id)).toBe(1);
    },
  );

  it('cannot be written over: how a call ended is said once', async () => {
    await lie('PROVIDER_W', 'payout', 'reset_done');
    const sent = await payOut(55_00n);
    const [call] = await sql`select id from rail_calls where transaction_id = ${sent.id}`;
    const refusal = /only added to/;
    await expect(sql`update rail_calls set outcome = 'refused' where id = ${call?.id}`).rejects.toThrow(
      refusal,
    );
    await expect(sql`delete from rail_calls where id = ${call?.id}`).rejects.toThrow(refusal);
    await settle();
    expect(await statusOf(sent)).toBe('SUCCEEDED');
  });
});

describe('a link whose answer was lost', () => {
  it('and that its customer paid is a case soon, and does not expire', async () => {
    await control('misbehave', { rail: 'PROVIDER_C', operation: 'open', kind: 'reset_done', times: 1 });
    const opened = await collect(59_50n, 'PROVIDER_C');
    expect([opened.status, opened.redirectUrl]).toEqual(['PENDING', null]);
    // What opens it anew comes later than the notice.
    await sql`update rail_operations set run_at = now() + interval '1 hour' where transaction_id = ${opened.id}`;
    await control('pay', { rail: 'PROVIDER_C', reference: opened.id });
    await arrival();
    for (let turn = 0; turn < 4; turn++) {
      await sql`update rail_notices set run_at = now() - interval '1 second' where status = 'RECEIVED'`;
      for (const notice of await kit.claimNotices(10)) await kit.workNotice(notice);
    }
    expect(await casesOf(opened)).toEqual(['unknown_outcome']);
    await sql`update rail_operations set run_at = now() - interval '1 second'
              where transaction_id = ${opened.id} and kind = 'close'`;
    const ends = (await kit.claimOperations(10)).filter(({ kind }) => kind === 'close');
    expect(ends).toHaveLength(1);
    for (const end of ends) await kit.runOperation(end);
    expect(await statusOf(opened)).toBe('PENDING');
  });
});

describe('one payment of a rail', () => {
  it('that answers two charges is credited once, and the second is a case', async () => {
    const first = await collect(56_00n, 'PROVIDER_A');
    const second = await collect(56_00n, 'PROVIDER_A');
    await kit.submitOtp(ctx, first.id, await codeFor(first));
    await lie('PROVIDER_A', 'charge', 'same_id_twice');
    await kit.submitOtp(ctx, second.id, await codeFor(second));
    await settle(4);
    expect([await statusOf(first), await statusOf(second)]).toEqual(['SUCCEEDED', 'PENDING']);
    expect((await present(second)).railReference).toBeNull();
    expect((await casesOf(second)).toSorted()).toEqual(['same_payment', 'unknown_outcome']);
  });

  it('that answers two payouts is booked once, and the second is a case', async () => {
    const first = await payOut(57_00n, 'PROVIDER_A');
    await lie('PROVIDER_A', 'payout', 'same_id_twice');
    const second = await payOut(57_00n, 'PROVIDER_A');
    await settle(4);
    expect([await statusOf(first), await statusOf(second)]).toEqual(['SUCCEEDED', 'PENDING']);
    expect((await casesOf(second)).toSorted()).toEqual(['same_payment', 'unknown_outcome']);
  });

  it('that two sessions name as their money is credited once, and the second is a case', async () => {
    const both = [await collect(58_50n), await collect(58_50n)];
    const rail = (await kit.findRail('LIVE', 'PROVIDER_W')) as unknown as { fetchCollection: unknown };
    const real = rail.fetchCollection;
    rail.fetchCollection = async ({ id, railReference }: { id: string; railReference: string }) => ({
      kind: 'done',
      value: {
        news: { state: 'SUCCEEDED' },
        railReference,
        paymentReference: 'T_once',
        reference: id,
        amountBututs: 58_50n,
        currency: 'GMD',
      },
    });
    try {
      for (const each of both) await kit.lookUpCollection(ctx, each);
    } finally {
      rail.fetchCollection = real;
    }
    const [first, second] = both as [Transaction, Transaction];
    expect([await statusOf(first), await statusOf(second)]).toEqual(['SUCCEEDED', 'PENDING']);
    expect(await casesOf(second)).toEqual(['same_payment']);
  });

  it('that is told for two at the same moment is booked for one of them', async () => {
    const both = [await collect(58_00n), await collect(58_00n)];
    const told = await Promise.all(
      both.map((each) =>
        kit.bookCollectionNews(ctx, each, { state: 'SUCCEEDED' }, { railReference: 'cos-same' }),
      ),
    );
    expect(told.filter(({ moved }) => moved)).toHaveLength(1);
    expect(told.find(({ moved }) => !moved)?.refusal?.outcome).toBe('same_payment');
  });
});

describe('a payout that was accepted while its rail was closed', () => {
  const overrule = async (status: string) => {
    await sql`
      insert into rail_health (provider, direction, status, since, figures, override, updated_at)
      values ('PROVIDER_C', 'payout', 'OPERATIONAL', now(), '{}', ${status}, now())
      on conflict (provider, direction) do update set override = excluded.override`;
    const { forgetRailSettings } = await import('#lib/rails/rail-settings');
    forgetRailSettings();
  };
  const suspend = (status: string) => sql`update clients set status = ${status} where id = ${ctx.client.id}`;
  /** Does what a worker would do within so many seconds, and not what is due later. */
  const letPass = async (seconds: number) => {
    await sql`update rail_operations set run_at = run_at - make_interval(secs => ${seconds}) where environment = 'LIVE'`;
    await Promise.all((await kit.claimOperations(100)).map((each) => kit.runOperation(each)));
  };

  it.each([
    ['its rail', () => overrule('CLOSED'), () => overrule('OPERATIONAL')],
    ['its client', () => suspend('SUSPENDED'), () => suspend('ACTIVE')],
  ])('leaves within a minute when %s is open again, however long it waited', async (_whom, close, open) => {
    await overrule('CLOSED');
    const waiting = await payOut(67_00n, 'PROVIDER_C');
    await overrule('OPERATIONAL');
    await close();
    // Each round takes up what is due, and more of them than any ladder has steps.
    await settle(14);
    expect([await statusOf(waiting), await callsOf(waiting, 'send')]).toEqual(['PENDING', []]);
    // So that a first call that does not get through is repeated soon.
    expect(
      await sql`select kind, attempts from rail_operations where transaction_id = ${waiting.id}`,
    ).toEqual([{ kind: 'send', attempts: 0 }]);
    await open();
    await letPass(60);
    expect([await statusOf(waiting), await paidByRail('PROVIDER_C', waiting.id)]).toEqual(['SUCCEEDED', 1]);
  });

  it('was surely never sent: it can be cancelled, and is not sent afterwards', async () => {
    const before = await balance();
    await overrule('CLOSED');
    const waiting = await payOut(59_00n, 'PROVIDER_C');
    expect([waiting.status, await callsOf(waiting, 'send')]).toEqual(['PENDING', []]);
    expect((await kit.cancelPayout(ctx, waiting.id)).transaction.status).toBe('FAILED');
    await overrule('OPERATIONAL');
    await settle();
    expect([await statusOf(waiting), await balance()]).toEqual(['FAILED', before]);
    expect(await paidByRail('PROVIDER_C', waiting.id)).toBe(0);
  });

  it('is not cancelled by whoever comes while it is being sent', async () => {
    const rail = (await kit.findRail('LIVE', 'PROVIDER_W')) as unknown as { sendPayout: unknown };
    const real = rail.sendPayout as (...about: unknown[]) => Promise<unknown>;
    let cancelled: unknown;
    rail.sendPayout = async (payout: { id: string }, ...rest: unknown[]) => {
      cancelled = await kit.cancelPayout(ctx, payout.id).catch((error: { code?: string }) => error.code);
      return real(payout, ...rest);
    };
    try {
      expect((await payOut(60_00n)).status).toBe('SUCCEEDED');
    } finally {
      rail.sendPayout = real;
    }
    expect(cancelled).toBe('INVALID_STATE');
  });
});

describe('the time in which a rail may be asked to take a payout back', () => {
  const reverse = (payout: Transaction, hours: number) => {
    const now = () => new Date(Date.now() + hours * 3_600_000);
    return kit.reversePayout({ ...operator(), now }, { ...ctx, now }, payout, 'sent twice');
  };

  it('is the database’s, whatever our own clock says', async () => {
    expect((await reverse(await payOut(61_00n), 80)).status).toBe('REVERSED');
  });

  it('when it is over, the rail is not asked', async () => {
    const sent = await payOut(62_00n);
    const old = new Date(Date.now() - 72 * 3_600_000 - 1_000);
    await expect(reverse({ ...sent, completedAt: old }, -80)).rejects.toThrow('72 hours');
    expect(await callsOf(sent, 'reverse')).toEqual([]);
  });
});

describe('in the end', () => {
  it('the books are whole', async () => {
    expect(await auditFaults()).toEqual([]);
  });
});
