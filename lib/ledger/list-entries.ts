import { z } from 'zod';
import { sqlClient } from '#db/client';
import type { Context } from '#lib/context';
import { limitField } from '#lib/http/paging';
import { naturalBalance } from '#lib/ledger/accounts';
import { ledgerCursorField, makeLedgerCursor, readSnapshot, wasVisible } from '#lib/ledger/ledger-cursor';
import { formatAmount, moneyFields } from '#lib/money';

export const ledgerQuery = z.object({
  account: z
    .string()
    .regex(
      /^[a-z_]+(:[A-Z_]+)?$/,
      'The account must be available, held, commission, float_funding, rail_collections:… or rail_float:… with a provider, such as rail_float:PROVIDER_W.',
    )
    .default('available')
    .meta({ description: 'Whose entries: one of your accounts.', examples: ['available'] }),
  limit: limitField.default(50),
  cursor: ledgerCursorField.optional(),
});

/**
 * The entries of one account, newest first, each with the balance after it. An entry that raises the balance has a
 * positive amount. A page costs the same wherever it is: the balance is carried in the cursor.
 *
 * Guarantee: the first page's first balance is the account's, and all pages of a listing together are what was booked
 * when its first page was read, each balance without its amount being the next one, whatever is committed meanwhile.
 */
export async function listEntries(ctx: Context, query: z.output<typeof ledgerQuery>) {
  const { account, limit, cursor } = query;
  const sql = sqlClient();
  // One statement, so that balance and snapshot are those of the rows.
  const rows = await sql`
    select e.journal_id, e.amount_bututs, e.created_at, j.kind, j.transaction_id, (
      select sum(amount) from (
        select balance_bututs as amount from accounts
        where client_id = ${ctx.client.id} and environment = ${ctx.environment} and name = ${account}
        union all
        select amount_bututs from unfolded_entries
        where client_id = ${ctx.client.id} and environment = ${ctx.environment} and account = ${account}
      ) booked
    )::text as balance, pg_current_snapshot()::text as snapshot
    from (
      select * from entries e
      where e.client_id = ${ctx.client.id} and e.environment = ${ctx.environment} and e.account = ${account}
        and e.journal_id < ${cursor?.beforeJournal ?? 'ffffffff-ffff-ffff-ffff-ffffffffffff'}
        ${cursor?.snapshot ? sql`and ${wasVisible(cursor.snapshot)}` : sql``}
      order by e.journal_id desc limit ${limit + 1}
    ) e join journals j on j.id = e.journal_id and j.client_id = e.client_id
    order by e.journal_id desc`;
  let balance = cursor?.balanceBututs ?? naturalBalance(account, BigInt(rows[0]?.balance ?? 0));
  const page = rows.slice(0, limit).map((row) => {
    const amount = naturalBalance(account, BigInt(row.amount_bututs));
    const entry = {
      journal_id: row.journal_id as string,
      transaction_id: row.transaction_id as string | null,
      account,
      kind: row.kind as string,
      amount: formatAmount(amount),
      ...moneyFields('balance_after', balance),
      created_at: new Date(row.created_at).toISOString(),
    };
    balance -= amount;
    return entry;
  });
  const last = page.at(-1);
  const nextCursor =
    rows.length > limit && last
      ? makeLedgerCursor({
          beforeJournal: last.journal_id,
          balanceBututs: balance,
          snapshot: cursor?.snapshot ?? readSnapshot(rows[0]?.snapshot, ctx.now()),
        })
      : null;
  return { status: 'success', data: page, pagination: { limit, next_cursor: nextCursor } };
}
