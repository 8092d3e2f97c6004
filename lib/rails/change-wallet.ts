import { z } from 'zod';
import { sqlClient } from '#db/client';
import { auditLine } from '#lib/auth/audit-log';
import type { UserContext } from '#lib/auth/user-context';
import { AppError } from '#lib/errors';
import { wakeWorker } from '#lib/jobs/wake';
import { railDefinitions } from '#lib/rails/registry';

export const walletChange = z.object({
  collections_cover_payouts: z.boolean('This must be true or false.'),
});
export type WalletChange = z.output<typeof walletChange>;

/**
 * Says whether what was collected on a live rail pays payouts too, where both lie in one wallet; from the next payout
 * on, at every server. A line in the audit log where it changes something. Throws `NOT_FOUND` for any other rail.
 */
export async function changeWallet(
  ctx: UserContext,
  provider: string,
  { collections_cover_payouts: covers }: WalletChange,
): Promise<WalletChange> {
  const definition = railDefinitions.find(({ traits }) => traits.provider === provider);
  if (!definition?.paysOut || !definition.traits.oneWallet) {
    throw new AppError('NOT_FOUND', 'There is no rail with one wallet for both by this name.');
  }
  const entry = {
    action: 'rail.wallet_changed',
    environment: 'LIVE' as const,
    subjectId: provider,
    before: { collections_cover_payouts: !covers },
    after: { collections_cover_payouts: covers },
  };
  const sql = sqlClient();
  await sql`
    with changed as (
      insert into rail_wallets as w (provider, collections_cover_payouts)
      select ${provider}::text, ${covers}::boolean where not ${covers}::boolean or exists (select from rail_wallets where provider = ${provider})
      on conflict (provider) do update set collections_cover_payouts = excluded.collections_cover_payouts
      where w.collections_cover_payouts <> excluded.collections_cover_payouts
      returning 1
    )
    ${auditLine(ctx, entry, sql`from changed`)}`;
  if (covers) wakeWorker('held_payouts');
  return { collections_cover_payouts: covers };
}
