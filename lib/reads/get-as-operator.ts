import { sqlClient } from '#db/client';
import { listCasesOf } from '#lib/cases/list-cases';
import { systemContext } from '#lib/context';
import { AppError } from '#lib/errors';
import { isUuid } from '#lib/ids';
import { formatAmount } from '#lib/money';
import { getReversalView } from '#lib/payouts/reversal';
import { detailOf } from '#lib/reads/get-transaction-detail';
import { listAdjustments } from '#lib/reads/list-adjustments';
import { listRailCalls, listRailNotices } from '#lib/reads/rail-messages';
import { fromRow } from '#lib/transactions/row';
import { bookedFee, isMoved, type Transaction } from '#lib/transactions/transaction';

/**
 * A transaction of any client as an operator sees it: all that the client sees, without the links that are the client's
 * to hand out, and what is the house's: each word with the rail, the cases, every adjustment, the rail's fee, and whether
 * a payout can be taken back. Throws `TRANSACTION_NOT_FOUND`.
 */
export async function getTransactionAsOperator(id: string, now: Date) {
  const [row] = isUuid(id)
    ? await sqlClient()`
        select t.*, c.name as client_name, c.commission_bps as client_commission_bps
        from transactions t join clients c on c.id = t.client_id where t.id = ${id}`
    : [];
  if (row === undefined) throw new AppError('TRANSACTION_NOT_FOUND', 'There is no such transaction.');
  const transaction = fromRow(row);
  const { environment, clientId } = transaction;
  const client = { id: clientId, name: row.client_name as string };
  const ctx = systemContext({ ...client, commissionBps: row.client_commission_bps }, environment, () => now);
  const [detail, rail_calls, rail_notices, cases, reversal, adjustments] = await Promise.all([
    detailOf(ctx, transaction, 'operator'),
    listRailCalls(transaction),
    listRailNotices(transaction),
    listCasesOf(transaction.id),
    getReversalView(transaction, now),
    listAdjustments(transaction),
  ]);
  return {
    ...detail,
    transaction: { ...detail.transaction, checkout_url: null, receipt_url: null },
    client,
    environment,
    rail_fee: presentRailFee(transaction),
    reversible_until: reversal?.until ?? null,
    can_reverse: reversal?.possible ?? false,
    cannot_reverse_because: reversal?.why_not ?? null,
    /** The rail was asked to take it back, and its answer is awaited. */
    reversal_asked: reversal?.asked ?? null,
    can_cancel: transaction.type === 'payout' && transaction.status === 'AWAITING_LIQUIDITY',
    rail_calls,
    rail_notices,
    cases,
    adjustments,
  };
}

export type OperatorTransaction = Awaited<ReturnType<typeof getTransactionAsOperator>>;

/**
 * What a live rail takes for it, at the house's expense: expected while it is open, booked once it succeeded, or once the
 * statement told it of what two operators had booked; and what the house keeps of it, which is the commission less the fee.
 * Null: no money of a live rail moves.
 */
function presentRailFee(transaction: Transaction) {
  const { environment, type, status, commissionBututs, railFeeToldBututs: told } = transaction;
  const isOpen = status === 'PENDING' || status === 'AWAITING_LIQUIDITY';
  const isBooked = isMoved(transaction) || (!isOpen && told !== null);
  if (environment !== 'LIVE' || !(isOpen || isBooked)) return null;
  const fee = isBooked ? bookedFee(transaction) : transaction.railFeeBututs;
  // A refund's commission is what the client gets back of it.
  const earned = type === 'refund' ? -commissionBututs : commissionBututs;
  return {
    amount: formatAmount(fee),
    is_booked: isBooked,
    /** As the rail itself said it, where that is something else; null: it did not say, or said the same. */
    told: told === null || told === fee || status === 'REVERSED' ? null : formatAmount(told),
    margin: isBooked ? formatAmount(earned - fee) : null,
  };
}
