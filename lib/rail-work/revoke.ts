import type { Context } from '#lib/context';
import { run } from '#lib/rail-work/run';
import { traitsOf } from '#lib/rails/registry';
import { amend } from '#lib/transactions/decide';
import { toRailCollection } from '#lib/transactions/rail-side';
import type { Transaction } from '#lib/transactions/transaction';

/** Gives the leave to charge back to the rail, and forgets the token. `again`: the rail has not taken it. */
export async function revokeLeave(ctx: Context, collection: Transaction): Promise<'done' | 'again'> {
  if (collection.railStateSealed === null || traitsOf(collection.provider).style !== 'otp') return 'done';
  const { answer } = await run<'revoked'>(ctx, 'revoke', collection, {
    ask: async (rail, call, present) =>
      rail.revoke?.(toRailCollection(present), call) ?? {
        kind: 'unknown',
        why: 'this rail gives no such leave',
      },
    // What the rail refuses to take back is no longer worth anything.
    book: (present, told, { now }) =>
      told.kind === 'done' || told.kind === 'refused'
        ? { changes: [amend(present, { railStateSealed: null }, now)] }
        : null,
  });
  return answer?.kind === 'done' || answer?.kind === 'refused' ? 'done' : 'again';
}

/** Gives back a leave that is not stored, because another one is used. Not tried again: it ends by itself. */
export async function revokeUnused(
  ctx: Context,
  collection: Transaction,
  railState: string | null,
): Promise<void> {
  await run<'revoked'>(ctx, 'revoke', collection, {
    ask: async (rail, call, present) =>
      rail.revoke?.({ ...toRailCollection(present), railState }, call) ?? { kind: 'done', value: 'revoked' },
    book: () => null,
  });
}
