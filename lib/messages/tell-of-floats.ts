import { sqlClient } from '#db/client';
import { money } from '#lib/browser/format';
import { banjulDay } from '#lib/clock';
import { HOUSE_CLIENT_ID } from '#lib/ledger/accounts';
import { queueMessage } from '#lib/messages/queue-message';
import { peopleOf } from '#lib/messages/recipients';
import { formatAmount } from '#lib/money';
import { railDefinitions } from '#lib/rails/registry';

const DAYS = 7;
const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Tells operators, once a day for each rail, of a live float that has less left than payouts took on an average day of the
 * last seven. What was collected at the rail counts where it pays payouts too.
 */
export async function tellOfLowFloats(now: Date): Promise<void> {
  const since = banjulDay(new Date(now.getTime() - DAYS * DAY_MS));
  const oneWallet = railDefinitions
    .map(({ traits }) => traits)
    .filter((each) => each.oneWallet)
    .map((each) => each.provider);
  const sql = sqlClient();
  const rows = await sql`
    with paid as (
      select provider, sum(amount_bututs) as amount from (
        select t.provider, t.amount_bututs from clients c cross join lateral (
          select * from tallies where client_id = c.id and environment = 'LIVE' and day >= ${since}::text::date
        ) t where t.type = 'payout' and t.status = 'SUCCEEDED'
        union all
        select provider, amount_bututs from unfolded_tallies
        where environment = 'LIVE' and type = 'payout' and status = 'SUCCEEDED' and day >= ${since}::text::date
      ) taken group by 1
    ), room as (
      select p.provider, (p.amount / ${DAYS})::bigint as day, a.balance_bututs - a.reserved_bututs 
          + case when p.provider = any (${oneWallet}) then cover_on(p.provider) else 0 end + coalesce((
        select sum(amount_bututs - reserved_bututs) from unfolded_entries
        where client_id = a.client_id and environment = 'LIVE' and account = a.name), 0) as bututs
      from paid p join accounts a on a.client_id = ${HOUSE_CLIENT_ID} and a.environment = 'LIVE' and a.name = 'rail_float:' || p.provider
    )
    select provider, day::text, bututs::bigint::text as left from room where bututs < day`;
  for (const row of rows) {
    const kind = 'float_low' as const;
    const event = `${kind}:${row.provider}:${banjulDay(now)}`;
    const [left, day] = [row.left, row.day].map((bututs) => money(formatAmount(BigInt(bututs)))) as [
      string,
      string,
    ];
    await queueMessage(
      now,
      { kind, event, facts: { provider: row.provider, left, day } },
      peopleOf(kind, null, sql`true`),
    );
  }
}
