import { randomUUID } from 'node:crypto';
import type { Sql } from 'postgres';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { giveBalance } from '#e2e/setup/balance';
import { brokenRules } from '#e2e/setup/broken-rules';
import { newClient, newUser, staffContext } from '#e2e/setup/people';
import { createTestDatabase, superuserSql, type TestDatabase } from '#e2e/setup/test-database';
import { approve, reject } from '#lib/approvals/decide-approval';
import { listQueue } from '#lib/approvals/list-queue';
import { getBalance } from '#lib/clients/account-figures';
import { initiateCollection } from '#lib/collections/initiate-collection';
import type { Context } from '#lib/context';
import { fundFloat } from '#lib/ledger/fund-float';
import { finishApprovedPayments } from '#lib/payment-approvals/carry-out';
import { changeThreshold } from '#lib/payment-approvals/change-threshold';
import { approvePayment, rejectPayment, withdrawPayment } from '#lib/payment-approvals/decide-payment';
import { listPayments } from '#lib/payment-approvals/list-payments';
import { giveBack, isWaiting, payOut, settle, startBatch } from '#lib/payment-approvals/make-payment';
import type { MemberContext } from '#lib/payment-approvals/threshold';
import { createBatch } from '#lib/payout-batches/create-batch';
import { endBatch } from '#lib/payout-batches/end-batch';
import { checkPayout, presentPayoutCheck } from '#lib/payouts/check-payout';
import { initiatePayout } from '#lib/payouts/initiate-payout';
import { readPayout, readQuote } from '#lib/payouts/read-payout';
import { bookCollectionNews } from '#lib/rail-work/book-collection';
import { initiateRefund } from '#lib/refunds/initiate-refund';
import { readRefund } from '#lib/refunds/refund-request';
import {
  addSettlementAccount,
  listAccounts,
  removeSettlementAccount,
} from '#lib/settlements/settlement-accounts';

const DAY_MS = 24 * 60 * 60 * 1000;

let database: TestDatabase;
let sql: Sql;
let client: Context['client'];
let asker: MemberContext;
let owner: MemberContext;
let accountant: MemberContext;

beforeAll(async () => {
  database = await createTestDatabase();
  sql = superuserSql();
});
beforeEach(async () => {
  client = await newClient();
  asker = await newUser('owner', client);
  owner = await newUser('owner', client);
  accountant = await newUser('accountant', client);
  await giveBalance(asker, 1000_00n);
  await fundFloat(asker, 'PROVIDER_W', 1000_00n);
  await changeThreshold(asker, 100_00n);
});
afterAll(() => database.drop());

const later = (ctx: MemberContext, days: number): MemberContext => ({
  ...ctx,
  now: () => new Date(Date.now() + days * DAY_MS),
});
const code = (name: string) => ({ code: name });
const bodyOf = (amount: string, client_reference: string = randomUUID()) => ({
  ...{ amount, client_reference, currency: 'GMD', recipient_mobile: '+2207012345' },
});
const pay = async (ctx: MemberContext, amount: string, reference?: string) =>
  payOut(ctx, await readPayout(ctx, bodyOf(amount, reference)));

async function waiting(result: Promise<object>): Promise<string> {
  const found = await result;
  if (!isWaiting(found)) throw new Error('It did not wait');
  return found.approval.id;
}

const payoutsOf = () => sql`
  select id, client_reference, status, metadata from transactions where client_id = ${client.id} and type = 'payout'`;
const figures = async () => {
  const { available_balance_gmd: available, held_gmd: held } = await getBalance(asker);
  return { available, held };
};
const statusOf = async (id: string) => (await sql`select status from approvals where id = ${id}`)[0]?.status;
const linesOf = async (id: string) =>
  (await sql`select action from audit_log where subject_id = ${id} order by id`).map((row) => row.action);

describe('whoever approves is told that the same may be paid already', () => {
  const twinsOf = async (id: string) => {
    const { approvals } = await listPayments(owner);
    const { twins } = approvals.find((each) => each.id === id) ?? {};
    return { paid: twins?.paid.map(({ client_reference }) => client_reference), waiting: twins?.waiting };
  };

  it('by a payout of the same amount to the number, in any of its spellings, shortly before it was asked for or since', async () => {
    const before = { ...asker, now: () => new Date(Date.now() - 20 * 60 * 1000) };
    for (const [ctx, reference, mobile] of [
      [before, 'long ago', '+2207012345'],
      [asker, 'before', '+2207012345'],
      [asker, 'renumbered', '+220877012345'],
      [asker, 'another', '+2207012346'],
    ] as const) {
      const own = { ...bodyOf('150.00', reference), recipient_mobile: mobile };
      await initiatePayout(ctx, await readPayout(ctx, own));
    }
    const id = await waiting(pay(asker, '150.00'));
    expect(await twinsOf(id)).toEqual({ paid: ['renumbered', 'before'], waiting: 0 });
    await initiatePayout(asker, await readPayout(asker, bodyOf('150.00', 'since')));
    expect((await twinsOf(id)).paid).toEqual(['since', 'renumbered', 'before']);
    // Of what has ended nothing is said, nor does it count itself.
    const done = await approvePayment(accountant, id);
    expect(done.status).toBe('DONE');
    expect(await twinsOf(id)).toEqual({ paid: [], waiting: 0 });
  });

  it('by a refund that went as a payout, and by another request that waits', async () => {
    const { transaction: made } = await initiateCollection(
      { ...asker, now: () => new Date(Date.now() - 60_000) },
      {
        ...{ amount: 300_00n, currency: 'GMD', client_reference: randomUUID(), provider: 'PROVIDER_A' },
        ...{ customer_mobile: '+2207012345', metadata: {} },
      },
    );
    await bookCollectionNews(asker, made, { state: 'SUCCEEDED' });
    await fundFloat(asker, 'PROVIDER_A', 1000_00n);
    const back = { collection: made.id, client_reference: 'given back', amount: '150.00' };
    const { transaction: refund } = await initiateRefund(asker, readRefund(back));
    expect(refund.refundMethod).toBe('payout');
    const first = await waiting(pay(asker, '150.00'));
    const second = await waiting(pay(owner, '150.00'));
    expect(await twinsOf(first)).toEqual({ paid: ['given back'], waiting: 1 });
    await withdrawPayment(owner, second);
    expect(await twinsOf(first)).toEqual({ paid: ['given back'], waiting: 0 });
    const check = await checkPayout(
      asker,
      await readPayout(asker, bodyOf('150.00')),
      await readQuote(asker, bodyOf('150.00')),
    );
    expect(presentPayoutCheck(check).recent_twins).toMatchObject([
      { type: 'refund', client_reference: 'given back', transaction_id: refund.id },
    ]);
  });

  it('of a settlement to a wallet too', async () => {
    await addSettlementAccount(asker, {
      ...{ kind: 'wallet', holder: 'Boats', provider: 'PROVIDER_W', mobile: '+2207012345' },
    });
    const [to] = await listAccounts(asker);
    await initiatePayout(asker, await readPayout(asker, bodyOf('150.00', 'before')));
    const form = { accountId: to?.id ?? '', amountBututs: 150_00n, clientReference: randomUUID() };
    const id = await waiting(settle(asker, form));
    expect((await twinsOf(id)).paid).toEqual(['before']);
  });
});

describe('a payout above the threshold', () => {
  it('waits, holds nothing and stores nothing, and is made once another person says yes', async () => {
    const reference = randomUUID();
    const id = await waiting(pay(asker, '100.01', reference));
    expect(await payoutsOf()).toEqual([]);
    expect(await figures()).toEqual({ available: '1000.00', held: '0.00' });
    const done = await approvePayment(accountant, id);
    expect(done).toMatchObject({
      status: 'DONE',
      decided_by: accountant.user.name,
      payment: { amount: '100.01', client_reference: reference, recipient: '+2207012345', refusal: null },
    });
    expect(await payoutsOf()).toMatchObject([
      { id: done.payment?.transaction_id, client_reference: reference, metadata: { approval: id } },
    ]);
    expect(await linesOf(id)).toEqual(['approval.requested', 'approval.approved']);
  });

  it('at the threshold or below does not wait, nor does a payout of a key', async () => {
    expect(isWaiting(await pay(asker, '100.00'))).toBe(false);
    const { user: _, ...key } = asker;
    expect((await initiatePayout(key, await readPayout(key, bodyOf('100.01')))).replayed).toBe(false);
  });

  it('is asked for once, however often the form is sent, and not with other fields', async () => {
    const reference = randomUUID();
    const asked = await Promise.all(
      Array.from({ length: 16 }, () => waiting(pay(asker, '150.00', reference))),
    );
    expect(new Set(asked).size).toBe(1);
    await expect(pay(asker, '151.00', reference)).rejects.toMatchObject(code('DUPLICATE_REFERENCE'));
    await expect(pay(owner, '150.00', reference)).rejects.toMatchObject(code('DUPLICATE_REFERENCE'));
  });

  it('that was approved answers its form as it stands, with any threshold, and no other person or fields', async () => {
    const reference = randomUUID();
    const id = await waiting(pay(asker, '150.00', reference));
    await approvePayment(owner, id);
    const [paid] = await payoutsOf();
    for (const above of ['10000', null, '99999']) {
      await sql`update clients set payout_approval_above_bututs = ${above} where id = ${client.id}`;
      const again = await Promise.all(Array.from({ length: 8 }, () => pay(asker, '150.00', reference)));
      for (const each of again) expect(each).toMatchObject({ transaction: { id: paid?.id }, replayed: true });
      await expect(pay(asker, '151.00', reference)).rejects.toMatchObject(code('DUPLICATE_REFERENCE'));
      await expect(pay(owner, '150.00', reference)).rejects.toMatchObject(code('DUPLICATE_REFERENCE'));
    }
    expect(await payoutsOf()).toHaveLength(1);
    expect((await listPayments(asker)).approvals).toMatchObject([{ id, status: 'DONE' }]);
  });

  it('is no repeat of a payout of a key that names its approval', async () => {
    const reference = randomUUID();
    const id = await waiting(pay(asker, '150.00'));
    await approvePayment(owner, id);
    const forged = { ...bodyOf('150.00', reference), metadata: { approval: id } };
    await initiatePayout(asker, await readPayout(asker, forged));
    await expect(pay(asker, '150.00', reference)).rejects.toMatchObject(code('DUPLICATE_REFERENCE'));
  });
});

describe('who decides', () => {
  it('is nobody who asked, nobody of another client, and no operator', async () => {
    const id = await waiting(pay(asker, '150.00'));
    await expect(approvePayment(asker, id)).rejects.toMatchObject(code('FORBIDDEN'));
    await expect(rejectPayment(asker, id, 'mine')).rejects.toMatchObject(code('FORBIDDEN'));
    const stranger = await newUser('owner', await newClient());
    for (const decide of [approvePayment, withdrawPayment]) {
      await expect(decide(stranger, id)).rejects.toMatchObject(code('NOT_FOUND'));
    }
    const operator = { ...(await newUser('admin')), clientId: undefined };
    await expect(approve(operator, id)).rejects.toMatchObject(code('FORBIDDEN'));
    await expect(reject(operator, id, 'no')).rejects.toMatchObject(code('FORBIDDEN'));
    expect((await listQueue({ state: 'open', client_id: client.id, limit: 50 })).data).toEqual([]);
    expect(await statusOf(id)).toBe('PENDING');
  });

  it.each(['developer', 'viewer'] as const)('is no %s', async (role) => {
    const id = await waiting(pay(asker, '150.00'));
    const member = await newUser(role, client);
    await expect(approvePayment(member, id)).rejects.toMatchObject(code('FORBIDDEN'));
    await expect(rejectPayment(member, id, 'no')).rejects.toMatchObject(code('FORBIDDEN'));
  });

  it('is nobody whom the asker has let in within 30 days, nor who let in the asker', async () => {
    const letIn = (user: string, by: string) => sql`
      insert into access_grants (id, user_id, kind, by_user_id, by_name, at)
      values (${randomUUID()}, ${user}, 'link', ${by}, 'Some owner', now())`;
    await letIn(accountant.user.id, asker.user.id);
    await letIn(asker.user.id, owner.user.id);
    const id = await waiting(pay(asker, '150.00'));
    await expect(approvePayment(accountant, id)).rejects.toMatchObject(code('FORBIDDEN'));
    await expect(approvePayment(owner, id)).rejects.toMatchObject(code('FORBIDDEN'));
    const afterwards = await waiting(pay(later(asker, 31), '150.00'));
    expect(await approvePayment(later(accountant, 31), afterwards)).toMatchObject({ status: 'DONE' });
  });

  it('decides nothing of an asker who is gone', async () => {
    const id = await waiting(pay(asker, '150.00'));
    await sql`update users set disabled_at = now() where id = ${asker.user.id}`;
    await expect(approvePayment(owner, id)).rejects.toMatchObject(code('INVALID_STATE'));
    expect(await rejectPayment(owner, id, 'They left us.')).toMatchObject({ reason: 'They left us.' });
    expect(await payoutsOf()).toEqual([]);
  });
});

describe('at the same time', () => {
  it('64 approvals make one payout', async () => {
    const id = await waiting(pay(asker, '150.00'));
    const results = await Promise.allSettled(
      Array.from({ length: 64 }, (_, index) => approvePayment(index % 2 ? owner : accountant, id)),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await payoutsOf()).toHaveLength(1);
    expect(await linesOf(id)).toEqual(['approval.requested', 'approval.approved']);
  });

  it('a yes, a no and a withdrawal: one of them holds, and money moves only with the yes', async () => {
    for (let round = 0; round < 8; round++) {
      const before = (await payoutsOf()).length;
      const id = await waiting(pay(asker, '100.01'));
      await Promise.allSettled([
        approvePayment(owner, id),
        withdrawPayment(asker, id),
        rejectPayment(accountant, id, 'no'),
      ]);
      const status = await statusOf(id);
      expect(['DONE', 'WITHDRAWN', 'REJECTED']).toContain(status);
      expect((await payoutsOf()).length - before).toBe(status === 'DONE' ? 1 : 0);
    }
  });

  it('two requests that the balance covers only once: one is made, the other waits with the reason', async () => {
    const [first, second] = [await waiting(pay(asker, '600.00')), await waiting(pay(asker, '600.00'))];
    const results = await Promise.allSettled([
      approvePayment(owner, first),
      approvePayment(accountant, second),
    ]);
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect([await statusOf(first), await statusOf(second)].toSorted()).toEqual(['DONE', 'PENDING']);
    const { approvals } = await listPayments(owner);
    expect(approvals.find(({ status }) => status === 'PENDING')?.payment?.refusal).toContain('400.00 GMD');
  });
});

describe('the checks are made anew', () => {
  it('what is refused then waits on, with the reason, and goes when it can', async () => {
    const id = await waiting(pay(asker, '900.00'));
    await initiatePayout(asker, await readPayout(asker, bodyOf('500.00')));
    await expect(approvePayment(owner, id)).rejects.toMatchObject(code('INSUFFICIENT_BALANCE'));
    expect(await statusOf(id)).toBe('PENDING');
    await giveBalance(asker, 600_00n);
    expect(await approvePayment(owner, id)).toMatchObject({ status: 'DONE', payment: { refusal: null } });
    expect(await linesOf(id)).toEqual([
      'approval.requested',
      'approval.approved',
      'approval.refused',
      'approval.approved',
    ]);
  });

  it('a reference that a key has used meanwhile, even for the same payout, is not paid twice', async () => {
    const reference = randomUUID();
    const id = await waiting(pay(asker, '150.00', reference));
    await initiatePayout(asker, await readPayout(asker, bodyOf('150.00', reference)));
    await expect(approvePayment(owner, id)).rejects.toMatchObject(code('DUPLICATE_REFERENCE'));
    expect(await payoutsOf()).toHaveLength(1);
  });

  it('the operators’ limit on payouts counts', async () => {
    const id = await waiting(pay(asker, '150.00'));
    await sql`update clients set payout_limit_bututs = 14000 where id = ${client.id}`;
    await expect(approvePayment(owner, id)).rejects.toMatchObject(code('PAYOUT_LIMIT_EXCEEDED'));
    expect(await payoutsOf()).toEqual([]);
  });
});

describe('a request that nobody decides', () => {
  it('ends after 7 days: nobody can approve it any more, and it can be asked for anew', async () => {
    const reference = randomUUID();
    const id = await waiting(pay(asker, '150.00', reference));
    await sql`update approvals set requested_at = requested_at - interval '7 days' where id = ${id}`;
    await expect(approvePayment(owner, id)).rejects.toMatchObject(code('INVALID_STATE'));
    expect((await listPayments(owner)).approvals).toMatchObject([{ id, status: 'EXPIRED' }]);
    const again = await waiting(pay(asker, '150.00', reference));
    expect(again).not.toBe(id);
    expect(await statusOf(id)).toBe('EXPIRED');
  });
});

describe('one who dies in the middle', () => {
  const dieAfterApproval = async (id: string) => {
    await sql`
      update approvals set status = 'APPROVED', decided_by = ${owner.user.id}, decided_by_name = 'Owner',
        decided_at = now() - interval '2 minutes' where id = ${id}`;
  };

  it('leaves a payment that workers make, once, however many they are', async () => {
    const id = await waiting(pay(asker, '150.00'));
    await dieAfterApproval(id);
    await Promise.all(Array.from({ length: 8 }, () => finishApprovedPayments()));
    expect(await statusOf(id)).toBe('DONE');
    expect(await payoutsOf()).toHaveLength(1);
  });

  it('leaves a payment of a suspended client alone until the client is active again', async () => {
    const id = await waiting(pay(asker, '150.00'));
    await sql`
      update approvals set status = 'APPROVED', decided_by = ${owner.user.id}, decided_by_name = 'Owner',
        decided_at = now() - interval '2 minutes' where id = ${id}`;
    await sql`update clients set status = 'SUSPENDED' where id = ${client.id}`;
    await finishApprovedPayments();
    expect([await statusOf(id), await payoutsOf()]).toEqual(['APPROVED', []]);
    await sql`update clients set status = 'ACTIVE' where id = ${client.id}`;
    await finishApprovedPayments();
    expect([await statusOf(id), (await payoutsOf()).length]).toEqual(['DONE', 1]);
  });

  it('after the payment and before its note leaves the same payment', async () => {
    const id = await waiting(pay(asker, '150.00'));
    const done = await approvePayment(owner, id);
    await dieAfterApproval(id);
    await finishApprovedPayments();
    const [row] = await sql`select status, details from approvals where id = ${id}`;
    expect(row).toMatchObject({ status: 'DONE', details: { transaction_id: done.payment?.transaction_id } });
    expect(await payoutsOf()).toHaveLength(1);
  });
});

describe('refunds and files', () => {
  const collected = async (amount: bigint, payer: object = { customer_mobile: '+2207012345' }) => {
    const { transaction } = await initiateCollection(asker, {
      amount,
      currency: 'GMD',
      client_reference: randomUUID(),
      provider: 'PROVIDER_W',
      ...payer,
      metadata: {},
    });
    await bookCollectionNews(asker, transaction, { state: 'SUCCEEDED' });
    return transaction.id;
  };
  const refund = (collection: string, amount?: string) =>
    giveBack(asker, readRefund({ collection, client_reference: randomUUID(), ...(amount && { amount }) }));

  it('a refund above the threshold waits, of the amount that was left when it was asked for', async () => {
    const collection = await collected(300_00n);
    const id = await waiting(refund(collection));
    expect(isWaiting(await refund(collection, '50.00'))).toBe(false);
    await expect(approvePayment(owner, id)).rejects.toMatchObject(code('REFUND_EXCEEDS_COLLECTION'));
    const second = await waiting(refund(collection));
    expect(await approvePayment(owner, second)).toMatchObject({
      status: 'DONE',
      payment: { amount: '250.00' },
    });
    const [sum] = await sql`
      select sum(amount_bututs)::text as bututs from transactions where client_id = ${client.id} and type = 'refund'`;
    expect(sum?.bututs).toBe('30000');
  });

  it('a refund to a number that its form names shows that to the second person, and goes there', async () => {
    const collection = await collected(300_00n, {});
    const fields = { collection, client_reference: randomUUID(), amount: '200.00' };
    const form = readRefund({ ...fields, recipient_mobile: '+2203334455' });
    const id = await waiting(giveBack(asker, form));
    const [asked] = await sql`select details->>'recipient' as recipient from approvals where id = ${id}`;
    expect(asked).toEqual({ recipient: '+2203334455' });
    const done = await approvePayment(owner, id);
    const [made] =
      await sql`select mobile from transactions where id = ${done.payment?.transaction_id ?? null}`;
    expect(made).toEqual({ mobile: '+2203334455' });
    expect(await giveBack(asker, form)).toMatchObject({ replayed: true });
    const another = { ...form, recipient_mobile: '+2203334456' };
    await expect(giveBack(asker, another)).rejects.toMatchObject(code('DUPLICATE_REFERENCE'));
  });

  it('a refund whose form names no number is made as a release before makes it, which may have begun it', async () => {
    const collection = await collected(300_00n);
    const form = readRefund({ collection, client_reference: randomUUID(), amount: '200.00' });
    const id = await waiting(giveBack(asker, form));
    const done = await approvePayment(owner, id);
    const before = { ...form, metadata: { approval: id } };
    expect(await initiateRefund(owner, before)).toMatchObject({
      replayed: true,
      transaction: { id: done.payment?.transaction_id },
    });
  });

  it('a refund that was approved answers its form as it stands, with the amount or without', async () => {
    for (const amount of [undefined, 200_00n]) {
      const collection = await collected(300_00n);
      const form = readRefund({ collection, client_reference: randomUUID() });
      const send = (more = {}, ctx = asker) => giveBack(ctx, { ...form, ...(amount && { amount }), ...more });
      const done = await approvePayment(owner, await waiting(send()));
      const stands = { transaction: { id: done.payment?.transaction_id }, replayed: true };
      expect(await send()).toMatchObject(stands);
      await expect(send({ amount: 120_00n })).rejects.toMatchObject(code('DUPLICATE_REFERENCE'));
      await expect(send({}, owner)).rejects.toMatchObject(code('DUPLICATE_REFERENCE'));
    }
  });

  it('a refund that did not wait is the same one when its form comes again, with the amount or without', async () => {
    for (const above of [100_00n, null]) {
      await sql`update clients set payout_approval_above_bututs = ${above?.toString() ?? null} where id = ${client.id}`;
      const collection = await collected(50_00n);
      const form = readRefund({ collection, client_reference: randomUUID() });
      const all = await Promise.all(Array.from({ length: 8 }, () => giveBack(asker, form)));
      const [id] = all.map((each) => (isWaiting(each) ? '' : each.transaction.id));
      for (const each of [...all, await giveBack(asker, form)]) {
        expect(each).toMatchObject({ transaction: { id, amountBututs: 50_00n } });
      }
      await expect(giveBack(asker, { ...form, amount: 49_00n })).rejects.toMatchObject(
        code('DUPLICATE_REFERENCE'),
      );
    }
  });

  it('a file waits by the sum of its rows, and runs once; one that was discarded never does', async () => {
    const upload = () =>
      createBatch(asker, {
        file_name: 'salaries.csv',
        provider: 'PROVIDER_W',
        csv: `reference,mobile,amount,name\n${randomUUID()},7012345,60.00,Awa\n${randomUUID()},7012346,60.00,Binta`,
      });
    const batch = await upload();
    const id = await waiting(startBatch(asker, batch.id));
    expect(await approvePayment(accountant, id)).toMatchObject({
      status: 'DONE',
      payment: { amount: '120.00' },
    });
    const [row] = await sql`select status, confirmed_by from payout_batches where id = ${batch.id}`;
    expect(row).toEqual({ status: 'RUNNING', confirmed_by: accountant.user.id });
    const discarded = await upload();
    const dead = await waiting(startBatch(asker, discarded.id));
    await endBatch(asker, discarded.id);
    await expect(approvePayment(accountant, dead)).rejects.toMatchObject(code('INVALID_STATE'));
  });
});

describe('a file at the threshold whose row is made more at the same moment', () => {
  const upload = () =>
    createBatch(asker, {
      file_name: 'salaries.csv',
      provider: 'PROVIDER_W',
      csv: `reference,mobile,amount,name\n${randomUUID()},7012345,60.00,Awa`,
    });
  const isStopped = async () => {
    const stopped = await sql`
      select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
        and query like '%payout_approval_above_bututs%'`;
    return stopped.length === 1;
  };

  it.each([
    { named: 'no version', more: undefined },
    { named: 'the version that was looked at', more: 0 },
    { named: 'the version to come', more: 1 },
  ])('is not started alone with $named', async ({ more }) => {
    const { id, version } = await upload();
    const shown = more === undefined ? undefined : version + more;
    let started: Promise<unknown> | undefined;
    let ended: unknown;
    await sql.begin(async (tx) => {
      // The file has been read and the threshold has not, when the row is changed.
      await tx`lock table clients in access exclusive mode`;
      started = startBatch(asker, id, shown)
        .catch((error) => error)
        .then((result) => {
          ended = result;
        });
      await expect.poll(async () => ended !== undefined || (await isStopped())).toBe(true);
      await tx`update payout_batch_rows set amount = '160.00', amount_bututs = 16000 where batch_id = ${id}`;
      await tx`update payout_batches set good_bututs = 16000, version = version + 1 where id = ${id}`;
    });
    await started;
    expect(ended).toMatchObject(code('INVALID_STATE'));
    expect(await waiting(startBatch(asker, id, version + 1))).toBeTruthy();
    expect(await payoutsOf()).toEqual([]);
  });
});

describe('a settlement on request', () => {
  const bank = { kind: 'bank', holder: 'Boats', bank: 'Trust Bank', account_number: '0011223344' } as const;
  const wallet = { kind: 'wallet', holder: 'Boats', provider: 'PROVIDER_W', mobile: '+2207012345' } as const;
  const formTo = async (account: typeof bank | typeof wallet, ctx = asker) => {
    await addSettlementAccount(ctx, account);
    const accountId = (await listAccounts(ctx)).at(-1)?.id ?? '';
    return { accountId, amountBututs: 150_00n, clientReference: randomUUID() };
  };
  const settlementsOf = () => sql`
    select requested_by from settlements where client_id = ${client.id}`;
  const count = async () => (await settlementsOf()).length + (await payoutsOf()).length;

  it.each([
    { to: 'bank', account: bank },
    { to: 'wallet', account: wallet },
  ])(
    'above the threshold waits, holds nothing, and goes once to its $to, however often it is sent',
    async ({ account }) => {
      const form = await formTo(account);
      const asked = await Promise.all(Array.from({ length: 16 }, () => waiting(settle(asker, form))));
      expect(new Set(asked).size).toBe(1);
      expect([await count(), (await figures()).available]).toEqual([0, '1000.00']);
      const [id = ''] = asked;
      await expect(approvePayment(asker, id)).rejects.toMatchObject(code('FORBIDDEN'));
      const approvals = await Promise.allSettled(
        Array.from({ length: 64 }, (_, index) => approvePayment(index % 2 ? owner : accountant, id)),
      );
      expect(approvals.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      expect(await statusOf(id)).toBe('DONE');
      expect(isWaiting(await settle(asker, form))).toBe(false);
      expect([await count(), (await figures()).available]).toEqual([1, '850.00']);
    },
  );

  it('whose carrying out nobody finished is made once by workers', async () => {
    const id = await waiting(settle(asker, await formTo(bank)));
    await sql`
      update approvals set status = 'APPROVED', decided_by = ${owner.user.id}, decided_by_name = 'Owner',
        decided_at = now() - interval '2 minutes' where id = ${id}`;
    await Promise.all(Array.from({ length: 8 }, () => finishApprovedPayments()));
    expect(await statusOf(id)).toBe('DONE');
    expect(await settlementsOf()).toEqual([{ requested_by: owner.user.id }]);
  });

  it('at the threshold, or to an account that an operator approved, does not wait', async () => {
    const form = await formTo(bank);
    expect(isWaiting(await settle(asker, { ...form, amountBututs: 100_00n }))).toBe(false);
    const live = { ...asker, environment: 'LIVE' as const };
    const { approval } = await addSettlementAccount(live, bank);
    await approve(staffContext(), approval?.id ?? '');
    const inLive = { ...form, accountId: (await listAccounts(live))[0]?.id ?? '' };
    await expect(settle(live, inLive)).rejects.toMatchObject(code('INSUFFICIENT_BALANCE'));
  });

  it('whose account was removed meanwhile waits on, with the reason', async () => {
    const form = await formTo(bank);
    const id = await waiting(settle(asker, form));
    await removeSettlementAccount(asker, form.accountId);
    await expect(approvePayment(owner, id)).rejects.toMatchObject(code('NOT_FOUND'));
    expect(await statusOf(id)).toBe('PENDING');
    expect(await count()).toBe(0);
  });
});

describe('the threshold', () => {
  const present = async () => (await listPayments(asker)).payout_approval_above;

  it('is made stricter at once, and laxer only by two', async () => {
    expect(await changeThreshold(asker, 50_00n)).toMatchObject({ approval: null });
    const { approval } = await changeThreshold(asker, null);
    expect(await present()).toBe('50.00');
    await expect(approvePayment(asker, approval?.id ?? '')).rejects.toMatchObject(code('FORBIDDEN'));
    expect(await approvePayment(accountant, approval?.id ?? '')).toMatchObject({ status: 'DONE' });
    expect(await present()).toBeNull();
  });

  it('that was changed meanwhile is not made what was asked of another one', async () => {
    const { approval } = await changeThreshold(asker, 500_00n);
    await changeThreshold(owner, 20_00n);
    await expect(approvePayment(accountant, approval?.id ?? '')).rejects.toMatchObject(code('INVALID_STATE'));
    expect(await present()).toBe('20.00');
  });

  it('that is lifted while a payment waits lets it wait on', async () => {
    const id = await waiting(pay(asker, '150.00'));
    const { approval } = await changeThreshold(asker, null);
    await approvePayment(owner, approval?.id ?? '');
    expect(await statusOf(id)).toBe('PENDING');
    expect(isWaiting(await pay(asker, '150.00'))).toBe(false);
  });

  it('is not set where nobody could decide', async () => {
    const alone = await newUser('owner', await newClient());
    await expect(changeThreshold(alone, 1_00n)).rejects.toMatchObject(code('INVALID_STATE'));
  });
});

it('the books balance after all of it', async () => {
  expect(await brokenRules(sql)).toEqual([]);
}, 60_000);
