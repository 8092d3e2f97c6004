import { sqlClient } from '#db/client';
import { formatAmount } from '#lib/money';
import type { TransactionType } from '#lib/transactions/transaction';

/** More than this are no day's slips: the tariff is wrong. All of them are booked together all the same. */
const SHOWN = 200;

export interface FeeDifference {
  transactionId: string;
  clientName: string;
  type: TransactionType;
  amountBututs: bigint;
  /** As the statement has it, and as it is booked. */
  toldBututs: bigint;
  bookedBututs: bigint;
}

/**
 * The payments of a day of which the rail's statement has another fee than is booked. What went back with a reversal is
 * left out: its line may mean what it took or what it gave.
 */
export async function listFeeDifferences(provider: string, day: string): Promise<FeeDifference[]> {
  const rows = await sqlClient()`
    select t.id, t.type, c.name as client_name, t.amount_bututs::text as amount, l.fee_bututs::text as told, t.rail_fee_bututs::text as booked
    from rail_statement_lines l
    join transactions t on t.client_id = l.client_id and t.environment = 'LIVE' and t.id = l.transaction_id
    join clients c on c.id = t.client_id
    where l.provider = ${provider} and l.day = ${day} and l.match = 'MATCHED' and l.kind in ('collection', 'payout')
      and t.status = 'SUCCEEDED' and l.fee_bututs <= t.amount_bututs and l.fee_bututs <> t.rail_fee_bututs
    order by l.at, l.rail_reference`;
  return rows.map((row) => ({
    transactionId: row.id,
    clientName: row.client_name,
    type: row.type,
    amountBututs: BigInt(row.amount),
    toldBututs: BigInt(row.told),
    bookedBututs: BigInt(row.booked),
  }));
}

/** Pure: what they come to: more (or less, when below zero) to book, and how much is moved in all. */
export function sumOf(differences: readonly FeeDifference[]) {
  let net = 0n;
  let moved = 0n;
  for (const { toldBututs, bookedBututs } of differences) {
    const more = toldBututs - bookedBututs;
    net += more;
    moved += more < 0n ? -more : more;
  }
  return { net, moved };
}

export function presentFees(differences: readonly FeeDifference[]) {
  return {
    count: differences.length,
    /** What the rail took more than is booked; below zero: less. */
    difference: formatAmount(sumOf(differences).net),
    list: differences.slice(0, SHOWN).map((each) => ({
      transaction_id: each.transactionId,
      client: each.clientName,
      type: each.type,
      amount: formatAmount(each.amountBututs),
      told: formatAmount(each.toldBututs),
      booked: formatAmount(each.bookedBututs),
    })),
  };
}
