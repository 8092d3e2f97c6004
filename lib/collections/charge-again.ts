import { openDoubt } from '#lib/cases/open-case';
import { charge, intentToCharge } from '#lib/collections/submit-otp';
import type { Context } from '#lib/context';
import { askRail } from '#lib/rails/ask-rail';
import { getRail } from '#lib/rails/registry';
import { commitOn } from '#lib/transactions/advance';
import { amend } from '#lib/transactions/decide';
import { lastCall } from '#lib/transactions/rail-calls';
import { newCall, toRailCollection } from '#lib/transactions/rail-side';
import { reread } from '#lib/transactions/read';
import { isFinal, type Transaction } from '#lib/transactions/transaction';

/**
 * Looks into a charge that the rail gave no name to. One that surely did not reach the rail is made now; of any other
 * nobody can ask, so it is a case for a person with the rail's statement, and is never made again.
 */
export async function settleCharge(ctx: Context, transaction: Transaction): Promise<Transaction> {
  if (isFinal(transaction.status)) return transaction;
  const last = await lastCall(transaction, 'charge');
  if (last?.outcome !== 'not_sent') {
    if (last && last.outcome !== 'refused') await openDoubt(transaction, ctx.now());
    return transaction;
  }
  const call = newCall(ctx.now());
  const build = (present: Transaction) =>
    present.status === 'PENDING' ? [intentToCharge(present, call, null)] : null;
  const intended = await commitOn(ctx, transaction, build, reread);
  if (!intended.moved) return intended.transaction;
  const rail = await getRail(transaction.environment, transaction.provider);
  return charge(ctx, rail, intended.transaction, call);
}

/** Gives the leave to charge back to the rail and forgets the token. */
export async function revokeLeave(ctx: Context, transaction: Transaction): Promise<'done' | 'again'> {
  const rail = await getRail(transaction.environment, transaction.provider);
  if (transaction.railStateSealed === null || rail.revoke === undefined) return 'done';
  const revoked = await askRail(transaction, 'revoke', async () =>
    rail.revoke
      ? rail.revoke(toRailCollection(transaction), newCall(ctx.now()))
      : { kind: 'unknown', why: 'this rail gives no such leave' },
  );
  // What the rail refuses to take back is no longer worth anything.
  if (revoked.kind !== 'done' && revoked.kind !== 'refused') return 'again';
  const build = (present: Transaction) => [amend(present, { railStateSealed: null }, ctx.now())];
  await commitOn(ctx, transaction, build, reread);
  return 'done';
}
