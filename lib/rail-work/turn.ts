import { sqlClient } from '#db/client';
import type { Context } from '#lib/context';
import { AppError } from '#lib/errors';
import { newId } from '#lib/ids';
import { releaseFromScenario } from '#lib/payouts/release-held-payouts';
import { callsTo, isInDoubt, readCalls } from '#lib/rail-work/calls';
import { chargeAgain } from '#lib/rail-work/charge';
import { closeCollection } from '#lib/rail-work/close';
import { openDoubt } from '#lib/rail-work/doubt';
import { askWhetherPaid } from '#lib/rail-work/look-back';
import { lookUpCollection, lookUpPayout } from '#lib/rail-work/look-up';
import { refundByRail } from '#lib/rail-work/refund';
import { reverseAgain } from '#lib/rail-work/reverse';
import { revokeLeave } from '#lib/rail-work/revoke';
import { send } from '#lib/rail-work/send';
import { startAgain } from '#lib/rail-work/start';
import { CALL_LEASE_MS, KEY_HOLDS_MS, LOOKS_BACK, timetable } from '#lib/rail-work/timetable';
import { healthOf } from '#lib/rails/rail-settings';
import { railDefinitions, traitsOf } from '#lib/rails/registry';
import type { OperationKind } from '#lib/transactions/decide';
import { reread } from '#lib/transactions/read';
import { fromRow } from '#lib/transactions/row';
import { isFinal, isSent, type Transaction } from '#lib/transactions/transaction';
import { releaseHeldBack } from '#lib/webhooks/held-back';

/** A worker has so many calls to one rail under way at most, so that a slow rail holds up no other. */
const SLOTS_PER_RAIL = 32;
const JITTER = 0.2;
/** What is held back is looked at so often, and leaves as soon after its rail or its client is open again. */
const HELD_BACK_SECONDS = 30;

export interface ClaimedOperation {
  kind: OperationKind;
  leaseToken: string;
  /** How often it was taken up, this time included. */
  attempts: number;
  lagSeconds: number;
  transaction: Transaction;
  client: Context['client'];
  /** A suspended client's payouts stay. */
  isActive: boolean;
}

const underWay = new Map<string, number>();

/** Each rail's operations are a queue of their own, in each environment. */
export function queuesOfOperations() {
  return (['SANDBOX', 'LIVE'] as const).flatMap((environment) =>
    railDefinitions.map(({ traits: { provider } }) => ({ environment, provider })),
  );
}

/** Takes operations that are due under a lease, each with its transaction, in one statement; rail by rail. */
export async function claimOperations(limit: number): Promise<ClaimedOperation[]> {
  const queues = queuesOfOperations().map(({ environment, provider }) => ({
    environment,
    provider,
    room: Math.max(0, Math.min(limit, SLOTS_PER_RAIL - (underWay.get(`${environment}:${provider}`) ?? 0))),
  }));
  const rows = await sqlClient()`
    with due as (
      select d.* from jsonb_to_recordset(${JSON.stringify(queues)}::jsonb) as q (environment text, provider text, room int)
      cross join lateral (
        select client_id, transaction_id, kind, run_at from rail_operations o
        where o.environment = q.environment and o.provider = q.provider and o.run_at <= now()
        order by o.run_at limit q.room for update skip locked
      ) d
      -- A limit that the planner does not know: else it would plan anew for each, which costs more than the look.
      order by d.run_at limit (select ${limit}::int)
    ), claimed as (
      update rail_operations o
      set lease_token = ${newId()}, run_at = now() + make_interval(secs => ${CALL_LEASE_MS / 1000}),
          -- A process that died with it has not tried: the ladder is for rails, not for us.
          attempts = o.attempts + case when o.lease_token is null then 1 else 0 end
      from due where o.client_id = due.client_id and o.transaction_id = due.transaction_id and o.kind = due.kind
      returning o.*, due.run_at as due_at
    )
    select t.*, c.kind, c.lease_token, c.attempts, extract(epoch from now() - c.due_at)::float8 as lag,
           l.name as client_name, l.commission_bps as client_commission_bps, l.status = 'ACTIVE' as is_active
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
    isActive: row.is_active,
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
    const next = await act(ctx, operation).catch((error) => whileDisconnected(error, operation));
    if (next === 'done') await dropOperation(operation);
    if (next === 'again') await postponeOperation(operation);
    if (next === 'held_back') await holdOperation(operation);
  } finally {
    underWay.set(queue, (underWay.get(queue) ?? 1) - 1);
  }
}

/** What was begun at a wallet that cannot be reached waits for it. */
function whileDisconnected(error: unknown, { kind }: ClaimedOperation): Next {
  if (!(error instanceof AppError && error.code === 'PROVIDER_UNAVAILABLE')) throw error;
  return kind === 'send' || kind === 'refund' ? 'held_back' : 'again';
}

/**
 * `done`: nothing more is to be done; `gone`: nor is it there any more, since whatever ended the transaction removed it;
 * `again`: not settled, unless its commit has put something else in its place; `held_back`: nothing was asked, for its
 * client or its rail is closed, which is no step of a ladder: else it would leave the later, the longer they were.
 */
type Next = 'done' | 'gone' | 'again' | 'held_back';

async function act(ctx: Context, operation: ClaimedOperation): Promise<Next> {
  const { kind, transaction, attempts } = operation;
  switch (kind) {
    case 'start':
      return startAgain(ctx, transaction, attempts).then(({ answer }) => (isOpen(answer) ? 'again' : 'done'));
    case 'charge':
      return chargeAgain(ctx, transaction, attempts);
    case 'send':
    case 'look_up':
      return isSent(transaction) ? pursuePayout(ctx, operation) : lookUp(ctx, operation);
    case 'close':
      return close(ctx, operation);
    case 'revoke':
      return revokeLeave(ctx, transaction);
    case 'reverse':
      return reverse(ctx, operation);
    case 'refund':
      return pursueReversal(ctx, operation);
  }
}

function isOpen(answer: { kind: string } | null): boolean {
  return answer !== null && answer.kind !== 'done' && answer.kind !== 'refused';
}

/**
 * Finds out about a payout that may have been sent, or sends it. In doubt, a rail that does a key once is sent the same
 * key again where it knows of nothing, or cannot be asked by what we have; any other is asked only, and left to people.
 */
async function pursuePayout(ctx: Context, operation: ClaimedOperation): Promise<Next> {
  const { transaction: payout, attempts, kind, isActive } = operation;
  if (isFinal(payout.status)) return kind === 'send' ? 'done' : lookBack(ctx, operation);
  if (payout.status !== 'PENDING') {
    if (payout.environment === 'SANDBOX') await releaseFromScenario(ctx, payout);
    return 'done';
  }
  const sent = callsTo(payout.environment === 'LIVE' ? await readCalls(payout) : [], 'send');
  const first = sent.find(({ outcome }) => outcome !== 'refused');
  const isSimulated = payout.environment === 'SANDBOX' && kind === 'look_up';
  const mayHavePaid =
    isSimulated || isInDoubt(sent, 'send') || sent.some(({ outcome }) => outcome === 'done');
  let after = payout;
  if (mayHavePaid) {
    const found = await lookUpPayout(ctx, payout);
    after = found.transaction;
    const isUnknown = (found.word === 'absent' || found.word === 'silent') && after.railReference === null;
    const isKeyOld = first !== undefined && ctx.now().getTime() - first.startedAt.getTime() > KEY_HOLDS_MS;
    const mayRepeat = traitsOf(payout.provider).payoutRepeat === 'by_key' && !isKeyOld;
    if (isUnknown && !mayRepeat) await openDoubt(after, ctx.now(), 'charge');
    if (isUnknown && mayRepeat)
      after = (await send(ctx, after, { turns: attempts, taken: kind })).transaction;
  } else {
    // What was surely never sent waits for its client, and for its rail.
    if (!isActive || (await healthOf(payout.environment, payout.provider, 'payout')) === 'CLOSED')
      return 'held_back';
    after = (await send(ctx, payout, { turns: attempts, taken: kind })).transaction;
  }
  if (after.status !== 'PENDING') return isFinal(after.status) ? 'gone' : 'done';
  await callPeople(ctx, after, 'send', first?.startedAt);
  return 'again';
}

async function lookUp(ctx: Context, operation: ClaimedOperation): Promise<Next> {
  const { transaction } = operation;
  if (isFinal(transaction.status)) return lookBack(ctx, operation);
  const { transaction: after } = await lookUpCollection(ctx, transaction);
  return isFinal(after.status) ? 'gone' : 'again';
}

/** What has ended without money is asked about some more times, and people are called if the rail never answers plainly. */
async function lookBack(ctx: Context, { transaction, attempts }: ClaimedOperation): Promise<Next> {
  if (transaction.environment === 'SANDBOX') return followScenario(ctx, transaction);
  if (transaction.status === 'SUCCEEDED' || transaction.status === 'REVERSED') return 'done';
  if (isSent(transaction)) {
    if (!transaction.deliveredAfterFailure) await lookUpPayout(ctx, transaction);
    return attempts >= LOOKS_BACK ? 'done' : 'again';
  }
  const { transaction: after, isPlain } = await askWhetherPaid(ctx, transaction);
  if (after.status === 'SUCCEEDED' || (isPlain && attempts >= LOOKS_BACK)) return 'done';
  if (attempts < (timetable.look_up.next.unknown?.seconds.length ?? 0)) return 'again';
  await openDoubt(after, ctx.now(), 'close');
  return 'done';
}

/** What a scenario has in store for what has ended in the sandbox: another word of the rail, or a webhook held back. */
async function followScenario(ctx: Context, ended: Transaction): Promise<Next> {
  if (ended.type !== 'collection') {
    const { transaction: after } = await lookUpPayout(ctx, ended);
    return after.status === ended.status ? 'again' : 'done';
  }
  if (ended.status === 'SUCCEEDED') return (await releaseHeldBack(ended)) ? 'done' : 'again';
  const { transaction: after } = await lookUpCollection(ctx, ended);
  return after.status === ended.status ? 'again' : 'done';
}

async function close(ctx: Context, { transaction, attempts }: ClaimedOperation): Promise<Next> {
  if (isFinal(transaction.status)) return 'done';
  // Before its time: its payment link has all its payments.
  const { expiresAt, paymentLinkId } = transaction;
  const isSurplus = paymentLinkId !== null && (expiresAt === null || expiresAt > ctx.now());
  const ending = isSurplus ? 'rail_cancelled' : 'rail_expired';
  const { transaction: after } = await closeCollection(ctx, transaction, ending);
  if (isFinal(after.status)) return 'done';
  const { case: due } = timetable.close;
  const isDue = due !== null && 'afterTurns' in due && attempts >= due.afterTurns;
  if (isDue && after.environment === 'LIVE') await openDoubt(after, ctx.now(), 'close');
  return 'again';
}

async function reverse(ctx: Context, { transaction, attempts }: ClaimedOperation): Promise<Next> {
  const asked = callsTo(await readCalls(transaction), 'reverse');
  await reverseAgain(ctx, transaction, attempts);
  const after = await reread(transaction);
  // Its own commit has put what is still to be done in the place of this.
  if (after.status !== 'SUCCEEDED') return 'done';
  if (isInDoubt(asked, 'reverse')) await callPeople(ctx, after, 'reverse', asked[0]?.startedAt);
  return 'again';
}

/** Has the rail give a collection back, or asks it once more whether it did. */
async function pursueReversal(
  ctx: Context,
  { transaction, attempts, isActive }: ClaimedOperation,
): Promise<Next> {
  if (transaction.status !== 'PENDING') return 'done';
  const asked = callsTo(transaction.environment === 'LIVE' ? await readCalls(transaction) : [], 'refund');
  // What was surely never asked for waits for its client.
  const isAsked = asked.some(({ outcome }) => outcome !== 'not_sent');
  if (!isActive && !isAsked) return 'held_back';
  const { transaction: after } = await refundByRail(ctx, transaction, { turns: attempts });
  if (after.status !== 'PENDING') return 'done';
  await callPeople(ctx, after, 'refund', asked[0]?.startedAt);
  return 'again';
}

/** People are called when a matter has been open for as long as the timetable says. */
async function callPeople(
  ctx: Context,
  open: Transaction,
  kind: OperationKind,
  since: Date | undefined,
): Promise<void> {
  const { case: due } = timetable[kind];
  if (since === undefined || due === null || !('afterMinutes' in due)) return;
  if (ctx.now().getTime() - since.getTime() < due.afterMinutes * 60_000) return;
  const present = await reread(open);
  if (present.status === open.status) await openDoubt(present, ctx.now(), kind);
}

async function dropOperation({ transaction, kind, leaseToken }: ClaimedOperation): Promise<void> {
  await sqlClient()`
    delete from rail_operations
    where client_id = ${transaction.clientId} and transaction_id = ${transaction.id} and kind = ${kind}
      and lease_token = ${leaseToken}`;
}

async function postponeOperation(operation: ClaimedOperation): Promise<void> {
  const { kind, attempts } = operation;
  const ladder = timetable[kind].next.unknown?.seconds ?? timetable[kind].next.not_sent?.seconds ?? [60];
  const seconds = ladder[Math.max(0, Math.min(attempts, ladder.length) - 1)] ?? 60;
  await putBack(operation, seconds, attempts);
}

function holdOperation(operation: ClaimedOperation): Promise<void> {
  return putBack(operation, HELD_BACK_SECONDS, Math.max(0, operation.attempts - 1));
}

async function putBack(
  { transaction, kind, leaseToken }: ClaimedOperation,
  seconds: number,
  attempts: number,
): Promise<void> {
  // Not all at once again, where many wait for one rail. The simulator's clock may be a little behind.
  const later = transaction.environment === 'LIVE' ? seconds * (1 + JITTER * Math.random()) : 1;
  await sqlClient()`
    update rail_operations
    set run_at = now() + make_interval(secs => ${later}), attempts = ${attempts}, lease_token = null
    where client_id = ${transaction.clientId} and transaction_id = ${transaction.id} and kind = ${kind}
      and lease_token = ${leaseToken}`;
}
