import { z } from 'zod';
import type { Environment } from '#lib/context';
import { isUuid } from '#lib/ids';
import { HOUSE_CLIENT_ID, isAsset } from '#lib/ledger/accounts';
import { formatAmount } from '#lib/money';
import { readingSql } from '#lib/reads/read-apart';

export const chartQuery = z.object({
  environment: z.enum(['SANDBOX', 'LIVE'], 'The environment must be SANDBOX or LIVE.').default('LIVE'),
  client_id: z.string().refine(isUuid, 'This must be an id, a UUID.').optional(),
});

/**
 * Every account with its balance, debit or credit, summed over the clients; the house's apart. The totals are of all
 * that is listed: without a client they are the trial balance, whose difference must be 0.00. Its cost grows with the
 * number of clients, not of transactions.
 */
export async function getChartOfAccounts({ environment, client_id }: z.output<typeof chartQuery>) {
  const sql = readingSql();
  const own = client_id === undefined ? sql`` : sql`and client_id = ${client_id}`;
  // One statement, so that debits and credits are of one instant.
  const rows = await sql<{ name: string; is_house: boolean; owners: number; balance: string }[]>`
    select name, client_id = ${HOUSE_CLIENT_ID} as is_house, count(distinct client_id)::int as owners, sum(amount)::text as balance
    from (
      select client_id, name, balance_bututs as amount from accounts where environment = ${environment} ${own}
      union all
      select client_id, account, amount_bututs from unfolded_entries where environment = ${environment} ${own}
    ) booked
    group by 1, 2 order by is_house, name`;
  let debit = 0n;
  let credit = 0n;
  const accounts = rows.map((row) => {
    const balance = BigInt(row.balance);
    if (balance > 0n) debit += balance;
    else credit -= balance;
    return {
      name: row.name,
      owner: row.is_house ? ('house' as const) : ('clients' as const),
      owners: row.owners,
      side: isAsset(row.name) ? ('debit' as const) : ('credit' as const),
      debit: balance > 0n ? formatAmount(balance) : null,
      credit: balance < 0n ? formatAmount(-balance) : null,
    };
  });
  return {
    environment: environment as Environment,
    accounts,
    totals: {
      debit: formatAmount(debit),
      credit: formatAmount(credit),
      difference: formatAmount(debit - credit),
    },
  };
}

export type ChartOfAccounts = Awaited<ReturnType<typeof getChartOfAccounts>>;
