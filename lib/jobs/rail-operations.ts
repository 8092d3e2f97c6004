import { sqlClient } from '#db/client';
import { openDoubt } from '#lib/cases/open-case';
import { applyCollectionNews } from '#lib/collections/apply-news';
import { revokeLeave, settleCharge } from '#lib/collections/charge-again';
import { closeCollection } from '#lib/collections/close-collection';
import { lookBack } from '#lib/collections/look-back';
import { lookUpCollection } from '#lib/collections/look-up-collection';
import { intendToOpenAgain, openAtRail } from '#lib/collections/open-at-rail';
import type { Context } from '#lib/context';
import { newId } from '#lib/ids';
import { settlePayout } from '#lib/payouts/look-up-payout';
import { reverseAgain } from '#lib/payouts/reverse-payout';
import { healthOf } from '#lib/rails/rail-settings';
import { findRail, getRail, railDefinitions } from '#lib/rails/registry';
import type { OperationKind } from '#lib/transactions/decide';
import { firstCall } from '#lib/transactions/rail-calls';
import { CALL_LEASE_MS, toRailCollection } from '#lib/transactions/rail-side';
import { reread } from '#lib/transactions/read';
import { fromRow } from '#lib/transactions/row';
import { isFinal, type Transaction } from '#lib/transactions/transaction';

/** A worker has so many calls to one rail under way at most, so that a slow rail holds up no other. */
const SLOTS_PER_RAIL = 32;
/** When what did not settle is done again, by how often that was; the last for ever after. */
const AGAIN_SECONDS: Record<OperationKind, readonly number[]> = {
  // The simulator's clock may be a little behind.
  notice: [1],
  start: [15, 15, 30, 60],
  send: [5, 10, 15, 30, 60],
  look_up: [15, 30, 60, 120, 300, 600, 1_800, 3_600, 7_200, 21_600, 43_200, 86_400],
  close: [15, 30, 60, 120, 300, 600, 1_800, 3_600],
  revoke: [15, 60, 300, 3_600],
  reverse: [15, 30, 60, 300, 3_600],
};
/** A payment whose fate is unknown for so long is a case, until the rail says what became of it. */
const CASE_AFTER_MS = 15 * 60_000;
/** A collection that ended without money is looked at so often afterwards, if the rail answers plainly. */
const LOOKS_BACK = 4;
/** A collection that its rail does not let us end is a case after so many tries. */
const CLOSES = 6;
const JITTER = 0.2;

export interface ClaimedOperation {
  kind: OperationKind;
  leaseToken: string;
  /** How often it was taken up, this time included. */
  attempts: number;
  lagSeconds: number;
  transaction: Transaction;
  client: Context['client'];
}

const underWay = new Map<string, number>();

/** Takes operations that are due under a lease, each with its transaction, in one statement; rail by rail. */
export async function claimOperations(limit: number): Promise<ClaimedOperation[]> {
  const queues = (['SANDBOX', 'LIVE'] as const).flatMap((environment) =>
    railDefinitions.map(({ traits: { provider } }) => ({
      environment,
      provider,
      room: SLOTS_PER_RAIL - (underWay.get(`${environment}:${provider}`) ?? 0),
    })),
  );
  const rows = await sqlClient()`
    with due as (
      select d.* from jsonb_to_recordset(${JSON.stringify(queues)}::jsonb) as q (environment text, provider text, room int)
      cross join lateral (
        select client_id, transaction_id, kind, run_at from rail_operations o
        where o.environment = q.environment and o.provider = q.provider and o.run_at <= now()
        order by o.run_at limit greatest(0, least(q.room, ${limit})) for update skip locked
      ) d
      order by d.run_at limit ${limit}
    ), claimed as (
      update rail_operations o
      set lease_token = ${newId()}, run_at = now() + make_interval(secs => ${CALL_LEASE_MS / 1000}),
          -- A process that died with it has not tried: the ladder is for rails, not for us.
          attempts = o.attempts + case when o.lease_token is null then 1 else 0 end
      from due where o.client_id = due.client_id and o.transaction_id = due.transaction_id and o.kind = due.kind
      returning o.*, due.run_at as due_at
    )
    select t.*, c.kind, c.lease_token, c.attempts, extract(epoch from now() - c.due_at)::float8 as lag,
           l.name as client_name, l.commission_bps as client_commission_bps
    from claimed c
    join transactions t on t.client_id = c.client_id and t.environment = c.environment and t.id = c.transaction_id
    join clients l on l.id = c.client_id`;
  return rows.map((row) => ({
    kind: row.kind,
    leaseToken: row.lease_token,
    attempts: row.attempts,
    lagSeconds: row.lag,
    transaction: fromRow(row),
    client: { id: row.client_id, name: row.client_name, commissionBps: row.client_commission_bps },
  }));
}

/**
 * Does one operation. The commit of a final status removes the transaction's operations, so only what is still open
 * is put back; a worker that died is followed by another when its lease ends.
 */
export async function runOperation(operation: ClaimedOperation, now = () => new Date()): Promise<void> {
  const { environment, provider } = operation.transaction;
  const queue = `${environment}:${provider}`;
  underWay.set(queue, (underWay.get(queue) ?? 0) + 1);
  try {
    const ctx: Context = {
      client: operation.client,
      environment,
      actor: { type: 'rail', provider },
      now,
    };
    const next = await act(ctx, operation);
    if (next === 'done') await dropOperation(operation);
    if (next === 'again') await postponeOperation(operation);
  } finally {
    underWay.set(queue, (underWay.get(queue) ?? 1) - 1);
  }
}

/** `gone`: the commit that ended the transaction has removed it. */
type Next = 'done' | 'again' | 'gone';

async function act(ctx: Context, operation: ClaimedOperation): Promise<Next> {
  const { kind, transaction } = operation;
  const { environment, provider } = transaction;
  const isLive = environment === 'LIVE';
  // A rail whose connection was taken away leaves what was begun for the time when it is back.
  if ((await findRail(environment, provider)) === undefined) return 'again';
  switch (kind) {
    case 'notice':
      return takeNotice(ctx, transaction);
    case 'close': {
      if (isFinal(transaction.status)) return 'done';
      const { transaction: after } = await closeCollection(ctx, transaction, 'rail_expired');
      if (!isFinal(after.status) && operation.attempts >= CLOSES && isLive) {
        const reason = 'It should have ended, and the rail has not said whether it was paid.';
        await openDoubt(after, ctx.now(), reason, 'collection');
      }
      return untilFinal(after);
    }
    case 'start':
      return startAgain(ctx, transaction);
    case 'send':
      return send(ctx, transaction);
    case 'look_up':
      return lookUp(ctx, operation);
    case 'revoke':
      return revokeLeave(ctx, transaction);
    case 'reverse':
      return reverseAgain(ctx, transaction);
  }
}

/** What is not final keeps the operation, unless its commit has put another one in its place. */
function untilFinal(after: Transaction): Next {
  return isFinal(after.status) ? 'done' : 'again';
}

async function takeNotice(ctx: Context, transaction: Transaction): Promise<Next> {
  if (isFinal(transaction.status)) return 'done';
  const rail = await getRail(transaction.environment, transaction.provider);
  const news = rail.dueNotice?.(toRailCollection(transaction), ctx.now()) ?? { state: 'PENDING' };
  const { transaction: after, moved } = await applyCollectionNews(ctx, transaction, news);
  return moved && isFinal(after.status) ? 'gone' : untilFinal(after);
}

async function startAgain(ctx: Context, start: Transaction): Promise<Next> {
  const intended = await intendToOpenAgain(ctx, start);
  if (intended === null) return 'done';
  const rail = await getRail(start.environment, start.provider);
  const { outcome } = await openAtRail(ctx, rail, intended.transaction, {
    call: intended.call,
    resume: true,
  });
  return outcome === 'opened' || outcome === 'refused' ? 'done' : 'again';
}

async function send(ctx: Context, payout: Transaction): Promise<Next> {
  if (payout.status !== 'PENDING') return 'done';
  if ((await healthOf(payout.environment, payout.provider, 'payout')) === 'CLOSED') return 'again';
  const after = await settlePayout(ctx, payout);
  if (after.status === 'PENDING') await raiseAlarm(ctx, after);
  return stillSending(after);
}

/** Once the rail has answered in some way, the operation was replaced by a look-up. */
function stillSending(after: Transaction): Next {
  return after.status === 'PENDING' ? 'again' : 'done';
}

async function lookUp(ctx: Context, { transaction, attempts }: ClaimedOperation): Promise<Next> {
  if (transaction.type === 'payout') {
    if (transaction.status !== 'PENDING') return 'done';
    const after = await settlePayout(ctx, transaction);
    if (after.status === 'PENDING') await raiseAlarm(ctx, after);
    return stillSending(after);
  }
  if (isFinal(transaction.status)) {
    if (transaction.status === 'SUCCEEDED') return 'done';
    const { transaction: after, isPlain } = await lookBack(ctx, transaction);
    if (after.status === 'SUCCEEDED' || (isPlain && attempts >= LOOKS_BACK)) return 'done';
    if (attempts < AGAIN_SECONDS.look_up.length) return 'again';
    const reason = 'It has ended, and the rail has not said whether it was paid.';
    await openDoubt(after, ctx.now(), reason, 'collection');
    return 'done';
  }
  if (transaction.nextStep === 'submit_otp' && transaction.railReference === null) {
    return untilFinal(await settleCharge(ctx, transaction));
  }
  const { transaction: after } = await lookUpCollection(ctx, transaction);
  return untilFinal(after);
}

/** A payout that nobody could ask about for long, or that the rail has kept in the air for a day. */
async function raiseAlarm(ctx: Context, payout: Transaction): Promise<void> {
  const sent = await firstCall(payout, 'send');
  if (sent === undefined || ctx.now().getTime() - sent.startedAt.getTime() < CASE_AFTER_MS) return;
  const present = await reread(payout);
  if (present.status !== 'PENDING') return;
  await openDoubt(present, ctx.now(), 'The rail has not said its final word for long.');
}

async function dropOperation({ transaction, kind, leaseToken }: ClaimedOperation): Promise<void> {
  await sqlClient()`
    delete from rail_operations
    where client_id = ${transaction.clientId} and transaction_id = ${transaction.id} and kind = ${kind}
      and lease_token = ${leaseToken}`;
}

async function postponeOperation({
  transaction,
  kind,
  leaseToken,
  attempts,
}: ClaimedOperation): Promise<void> {
  const ladder = AGAIN_SECONDS[kind];
  const seconds = ladder[Math.max(0, Math.min(attempts, ladder.length) - 1)] ?? 1;
  // Not all at once again, where many wait for one rail.
  const later = transaction.environment === 'LIVE' ? seconds * (1 + JITTER * Math.random()) : seconds;
  await sqlClient()`
    update rail_operations set run_at = now() + make_interval(secs => ${later}), lease_token = null
    where client_id = ${transaction.clientId} and transaction_id = ${transaction.id} and kind = ${kind}
      and lease_token = ${leaseToken}`;
}
