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
  const sql = sqlClient();
  const lines = await sql`
    select client_id, transaction_id, fee_bututs::text as told from rail_statement_lines
    where provider = ${provider} and day = ${day} and match = 'MATCHED' and kind in ('collection', 'payout')
      and fee_bututs is not null and transaction_id is not null
    order by at, rail_reference`;
  // Not one statement: of lines that have just come the planner knows nothing, and may read a client's payments anew for
  // each of them.
  const rows = await sql`
    select t.id, t.type, c.name as client_name, t.amount_bututs::text as amount, t.rail_fee_bututs::text as booked
    from transactions t join clients c on c.id = t.client_id
    where t.client_id = any (${[...new Set(lines.map((line) => line.client_id))]}::uuid[]) and t.environment = 'LIVE'
      and t.id = any (${lines.map((line) => line.transaction_id)}::uuid[]) and t.status = 'SUCCEEDED'`;
  const payments = new Map(rows.map((row) => [row.id, row]));
  return lines.flatMap(({ transaction_id: transactionId, told }) => {
    const payment = payments.get(transactionId);
    if (payment === undefined) return [];
    const difference = {
      transactionId,
      clientName: payment.client_name,
      type: payment.type,
      amountBututs: BigInt(payment.amount),
      toldBututs: BigInt(told),
      bookedBututs: BigInt(payment.booked),
    };
    return difference.toldBututs === difference.bookedBututs ? [] : [difference];
  });
}

/** Pure: whether the statement has a fee of more than its payment, which is odd, though it may be so. */
export function isAnyAbovePayment(differences: readonly FeeDifference[]): boolean {
  return differences.some(({ amountBututs, toldBututs }) => toldBututs > amountBututs);
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
