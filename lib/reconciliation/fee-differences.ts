import { sqlClient } from '#db/client';
import { formatAmount } from '#lib/money';
import { fromRow } from '#lib/transactions/row';
import { bookedFee, isMoved, type TransactionType } from '#lib/transactions/transaction';

/** More than this are no day's slips: the tariff is wrong. All of them are booked together all the same. */
const SHOWN = 200;

export interface FeeDifference {
  transactionId: string;
  clientName: string;
  type: TransactionType;
  /** Of what did not succeed, what two operators booked of it. */
  amountBututs: bigint;
  isAdjusted: boolean;
  /** As the statement has it, and as it is booked. */
  toldBututs: bigint;
  bookedBututs: bigint;
}

/**
 * The payments of a day of which the rail's statement has another fee than is booked: those that succeeded, and those that
 * did not, of which two operators have booked what moved all the same. What went back with a reversal is left out: its line
 * may mean what it took or what it gave.
 */
export async function listFeeDifferences(provider: string, day: string): Promise<FeeDifference[]> {
  const sql = sqlClient();
  const lines = await sql`
    select client_id, transaction_id, fee_bututs::text as told from rail_statement_lines
    where provider = ${provider} and day = ${day} and match = 'MATCHED' and kind in ('collection', 'payout')
      and fee_bututs is not null and transaction_id is not null
    order by at, rail_reference`;
  const clients = [...new Set(lines.map((line) => line.client_id))];
  const ids = lines.map((line) => line.transaction_id);
  // Not one statement: of lines that have just come the planner knows nothing, and may read a client's payments anew for
  // each of them.
  const rows = await sql`
    select t.*, c.name as client_name, a.bututs::text as adjusted
    from transactions t join clients c on c.id = t.client_id
    left join (
      select client_id, transaction_id, abs(sum(rail_bututs)) as bututs from adjustments
      where client_id = any (${clients}::uuid[]) and transaction_id = any (${ids}::uuid[]) group by 1, 2
    ) a on a.client_id = t.client_id and a.transaction_id = t.id
    where t.client_id = any (${clients}::uuid[]) and t.environment = 'LIVE' and t.id = any (${ids}::uuid[])
      and (t.status = 'SUCCEEDED' or t.status in ('FAILED', 'EXPIRED', 'CANCELLED') and a.transaction_id is not null)`;
  const payments = new Map(rows.map((row) => [row.id, row]));
  return lines.flatMap(({ transaction_id: transactionId, told }) => {
    const row = payments.get(transactionId);
    if (row === undefined) return [];
    const payment = fromRow(row);
    const difference = {
      transactionId,
      clientName: row.client_name,
      type: payment.type,
      amountBututs: isMoved(payment) ? payment.amountBututs : BigInt(row.adjusted),
      isAdjusted: row.adjusted !== null,
      toldBututs: BigInt(told),
      bookedBututs: bookedFee(payment),
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
