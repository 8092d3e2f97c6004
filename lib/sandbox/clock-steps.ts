import { setTimeout as sleep } from 'node:timers/promises';
import { sqlClient } from '#db/client';
import { endOverdue } from '#lib/collections/unchosen';
import type { Context } from '#lib/context';
import { invariant } from '#lib/errors';
import { room, shareOfConnections } from '#lib/http/room';
import { lowestIdAt } from '#lib/ids';
import { describeError, log } from '#lib/log';
import { runOperation } from '#lib/rail-work/turn';
import { attemptDeliveries } from '#lib/sandbox/clock-deliveries';
import type { OperationKind } from '#lib/transactions/decide';
import { findTransaction } from '#lib/transactions/read';

/** One call works so long, and then ends with what it has done. An attempt at a delivery that is under way is waited for. */
const WORKS_MS = 20_000;
/**
 * So many steps go exactly to the next thing, one after the other. With more than that still to come, what is near goes
 * with it, so that even a year with thousands of things takes some hundred steps.
 */
const EXACT_STEPS = 200;
const COARSE_STEPS = 200;
const LOOK_AGAIN_MS = 20;

interface Step {
  moved_ms: number;
  /** Somebody else is at work in this sandbox: their work is waited for before the clock moves on. */
  is_busy: boolean;
  operations: { transaction_id: string; kind: OperationKind; attempts: number }[];
  deliveries: number;
  /** Payment links of collections whose time is over before anybody chose a wallet. */
  unchosen: string[];
}

export interface Progress {
  movedMs: number;
  done: number;
  /** All of it has happened. */
  isWhole: boolean;
}

/** Moves the clock from one thing that is due to the next, and does each, until the time is over. The caller has the turn. */
export async function doSteps(ctx: Context, token: string, totalMs: number): Promise<Progress> {
  const endsAt = performance.now() + WORKS_MS;
  const since = lowestIdAt(new Date());
  const isMuch = (await countOpen(ctx)) > EXACT_STEPS;
  const touched = new Set<string>();
  const silent = new Set<string>();
  let movedMs = 0;
  let done = 0;
  let isWhole = false;
  for (let steps = 0; !isWhole && performance.now() < endsAt; ) {
    const isExact = !isMuch && steps < EXACT_STEPS;
    const togetherMs = isExact ? 0 : Math.ceil(totalMs / COARSE_STEPS);
    const step = await move(ctx, token, totalMs - movedMs, togetherMs);
    movedMs += step.moved_ms;
    if (step.moved_ms > 0) steps++;
    done += await operate(ctx, token, step, touched);
    if (step.unchosen.length > 0) {
      const ended = await endOverdue({ clientId: ctx.client.id, links: step.unchosen });
      for (const id of ended) touched.add(id);
      done += ended.length;
    }
    if (step.deliveries > 0) {
      const attempted = await attemptDeliveries(ctx, { token, endsAt, silent });
      // First attempts at what this call brought about are counted at the end, whoever made them.
      done += attempted.filter(
        (each) => !touched.has(each.transactionId) || each.attempt > 1 || each.id < since,
      ).length;
    }
    const isIdle = step.operations.length + step.deliveries + step.unchosen.length === 0;
    if (isIdle && step.is_busy) await room.away(() => sleep(LOOK_AGAIN_MS));
    isWhole = isIdle && !step.is_busy && movedMs >= totalMs;
  }
  return { movedMs, done: done + (await countFirstAttempts(ctx, touched, since)), isWhole };
}

async function move({ client }: Context, token: string, mostMs: number, togetherMs: number): Promise<Step> {
  const [row] = await sqlClient()`
    select move_sandbox_clock(${client.id}, ${token}, ${mostMs}::bigint, ${togetherMs}::bigint) as step`;
  invariant(row?.step, 'the turn lasts as long as it is used');
  return row.step;
}

/** In the order in which they were due; many at once in a few lanes. */
async function operate(
  ctx: Context,
  token: string,
  { operations }: Step,
  touched: Set<string>,
): Promise<number> {
  const lanes = operations.length > EXACT_STEPS ? shareOfConnections() : 1;
  const left = operations.values();
  await Promise.all(
    Array.from({ length: lanes }, async () => {
      for (const operation of left) {
        touched.add(operation.transaction_id);
        await doOperation(ctx, token, operation);
      }
    }),
  );
  return operations.length;
}

async function doOperation(
  { client }: Context,
  token: string,
  { transaction_id: id, kind, attempts }: Step['operations'][number],
): Promise<void> {
  const transaction = await findTransaction(client.id, 'SANDBOX', id);
  invariant(transaction, 'an operation is of a transaction that is kept');
  const claimed = { kind, leaseToken: token, attempts, lagSeconds: 0, transaction, client, isActive: true };
  try {
    await runOperation(claimed);
  } catch (error) {
    log.error(
      { job: 'sandbox_clock', kind, ...describeError(error) },
      'an operation failed; a worker repeats it',
    );
    await sqlClient()`
      update rail_operations set lease_token = null, run_at = now() + interval '15 seconds'
      where client_id = ${client.id} and transaction_id = ${id} and kind = ${kind} and lease_token = ${token}`;
  }
}

async function countOpen({ client }: Context): Promise<number> {
  const [row] = await sqlClient()`
    select (select count(*) from rail_operations where client_id = ${client.id} and environment = 'SANDBOX')::int
      + (select count(*) from payment_links where client_id = ${client.id} and environment = 'SANDBOX' and reserved_id is not null)::int
      + (select count(*) from deliveries where client_id = ${client.id} and environment = 'SANDBOX' and status = 'PENDING')::int as open`;
  return row?.open ?? 0;
}

/** A worker may have made them before this call saw them. */
async function countFirstAttempts({ client }: Context, touched: Set<string>, since: string): Promise<number> {
  const [row] = await sqlClient()`
    select count(*)::int as attempted from deliveries
    where client_id = ${client.id} and transaction_id = any (${[...touched]}::uuid[]) and id >= ${since} and attempts > 0`;
  return row?.attempted ?? 0;
}
