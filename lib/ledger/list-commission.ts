import { z } from 'zod';
import { endOf, lastDayOf, monthField, startOf } from '#lib/ledger/periods';
import { readWhole } from '#lib/ledger/read-whole';
import { formatAmount } from '#lib/money';

export const commissionListQuery = z.object({
  month: monthField,
  environment: z.enum(['SANDBOX', 'LIVE'], 'The environment must be SANDBOX or LIVE.').default('LIVE'),
});

/**
 * The commission of a month by client, the most first: each as its statement has it, and together what the profit and
 * loss of the month has as commission, earned and returned.
 */
export async function listCommission({ month, environment }: z.output<typeof commissionListQuery>) {
  const from = startOf(`${month}-01`).toISOString();
  const until = endOf(lastDayOf(month)).toISOString();
  const rows = await readWhole(
    (tx) => tx<{ id: string; name: string | null; total: string }[]>`
      select e.client_id as id, (select name from clients where id = e.client_id) as name, (-sum(e.amount_bututs))::text as total
      from entries e
      where e.environment = ${environment} and e.account = 'commission'
        and e.created_at >= ${from}::text::timestamptz and e.created_at < ${until}::text::timestamptz
      group by 1 order by sum(e.amount_bututs), 1`,
  );
  return {
    month,
    environment,
    clients: rows.map(({ id, name, total }) => ({
      id,
      name: name ?? '',
      total: formatAmount(BigInt(total)),
    })),
    total: formatAmount(rows.reduce((sum, { total }) => sum + BigInt(total), 0n)),
  };
}

export type CommissionList = Awaited<ReturnType<typeof listCommission>>;
