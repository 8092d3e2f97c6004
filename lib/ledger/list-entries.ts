import { z } from 'zod';
import { sqlClient } from '#db/client';
import type { Context } from '#lib/context';
import { cursorField, limitField, makeCursor } from '#lib/http/paging';
import { naturalBalance } from '#lib/ledger/accounts';
import { readBooks } from '#lib/ledger/balances';
import { formatAmount, moneyFields } from '#lib/money';

export const ledgerQuery = z.object({
  account: z
    .string()
    .regex(/^[a-z_]+(:[A-Z_]+)?$/, 'The account must be one of your accounts, such as "available".')
    .default('available'),
  limit: limitField.default(50),
  cursor: cursorField.optional(),
});

/**
 * The entries of one account, newest first, each with the balance after it. The balance is carried in the cursor, so
 * that a page costs the same wherever it is. An entry that raises the balance has a positive amount.
 */
export async function listEntries(ctx: Context, query: z.output<typeof ledgerQuery>) {
  const { account, limit, cursor } = query;
  const [beforeJournal, carried] = cursor ?? ['ffffffff-ffff-ffff-ffff-ffffffffffff', null];
  const rows = await sqlClient()`
    select e.journal_id, e.amount_bututs, e.created_at, j.kind, j.transaction_id
    from entries e join journals j on j.id = e.journal_id and j.client_id = e.client_id
    where e.client_id = ${ctx.client.id} and e.environment = ${ctx.environment} and e.account = ${account}
      and e.journal_id < ${beforeJournal as string}
    order by e.journal_id desc limit ${limit + 1}`;
  let balance =
    carried === null || carried === undefined
      ? ((await readBooks(ctx.client.id, ctx.environment)).balances.get(account) ?? 0n)
      : BigInt(carried);
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
  const nextCursor = rows.length > limit && last ? makeCursor([last.journal_id, balance.toString()]) : null;
  return { status: 'success', data: page, pagination: { limit, next_cursor: nextCursor } };
}
