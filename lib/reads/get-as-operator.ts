import { sqlClient } from '#db/client';
import { listCasesOf } from '#lib/cases/list-cases';
import { AppError } from '#lib/errors';
import { isUuid } from '#lib/ids';
import { findJournals } from '#lib/ledger/find-journals';
import { formatAmount } from '#lib/money';
import { getReversalView } from '#lib/payouts/reversal';
import { listAdjustments } from '#lib/reads/list-adjustments';
import { listRailCalls, listRailNotices } from '#lib/reads/rail-messages';
import { sendingOf, waitsForRail } from '#lib/reads/waits-for-rail';
import { presentRefundFacts, presentRefundsOf } from '#lib/refunds/present-refunds-of';
import { fromRow } from '#lib/transactions/row';
import { bookedFee, isMoved, type Transaction } from '#lib/transactions/transaction';

interface ChangeRow {
  sequence: number;
  from_status: string | null;
  to_status: string;
  trigger: string;
  actor: string;
  actor_name: string | null;
  at: string;
}

interface DeliveryRow {
  id: string;
  event: string;
  url: string;
  status: 'PENDING' | 'SUCCEEDED' | 'FAILED' | 'SKIPPED';
  attempts: number;
  last_at: string | null;
  last_status: number | null;
  last_error: string | null;
  created_at: string;
}

/**
 * A transaction of any client as an operator sees it: its facts, each status, what was asked of its rail and what
 * the rail told, its journals, its cases, and each delivery with how the last attempt went. Throws `TRANSACTION_NOT_FOUND`.
 */
export async function getTransactionAsOperator(id: string, now: Date) {
  const sql = sqlClient();
  const [row] = isUuid(id)
    ? await sql`
        select t.*, c.name as client_name from transactions t join clients c on c.id = t.client_id where t.id = ${id}`
    : [];
  if (row === undefined) throw new AppError('TRANSACTION_NOT_FOUND', 'There is no such transaction.');
  const transaction = fromRow(row);
  const { clientId } = transaction;
  const [changes, calls, notices, cases, reversal, refunds, journals, adjustments, deliveries] =
    await Promise.all([
      sql<ChangeRow[]>`
      select h.*, coalesce(u.name, k.prefix || '…' || k.last4) as actor_name
      from transaction_changes h
      left join users u on h.actor = 'user:' || u.id
      left join api_keys k on h.actor = 'api_key:' || k.id
      where h.client_id = ${clientId} and h.transaction_id = ${transaction.id} order by h.sequence`,
      listRailCalls(transaction),
      listRailNotices(transaction),
      listCasesOf(transaction.id),
      getReversalView(transaction, now),
      presentRefundsOf(transaction),
      findJournals(transaction.id),
      listAdjustments(transaction),
      sql<DeliveryRow[]>`
      select d.id, d.event, w.url, d.status, d.attempts, d.created_at, a.at as last_at, a.response_status as last_status,
             a.error as last_error
      from deliveries d
      join webhook_endpoints w on w.client_id = d.client_id and w.environment = d.environment and w.id = d.endpoint_id
      left join delivery_attempts a on a.client_id = d.client_id and a.delivery_id = d.id and a.attempt = d.attempts
      where d.client_id = ${clientId} and d.transaction_id = ${transaction.id} order by d.id`,
    ]);
  return {
    id: transaction.id,
    client: { id: clientId, name: row.client_name as string },
    environment: transaction.environment,
    type: transaction.type,
    reference: transaction.clientReference,
    attempt: transaction.attempt,
    status: transaction.status,
    late: transaction.late,
    provider: transaction.provider,
    rail_reference: transaction.railReference,
    amount: formatAmount(transaction.amountBututs),
    commission: formatAmount(transaction.commissionBututs),
    commission_bps: transaction.commissionBps,
    rail_fee: presentRailFee(transaction),
    customer_name: transaction.customerName,
    mobile: transaction.mobile,
    metadata: transaction.metadata,
    failure: transaction.failureCode && {
      code: transaction.failureCode,
      message: transaction.failureMessage,
    },
    reversal: transaction.reversedAt && {
      reversed_at: transaction.reversedAt.toISOString(),
      reason: transaction.reversalReason,
    },
    delivered_after_failure: transaction.deliveredAfterFailure,
    created_at: transaction.createdAt.toISOString(),
    updated_at: transaction.updatedAt.toISOString(),
    completed_at: transaction.completedAt?.toISOString() ?? null,
    expires_at: transaction.expiresAt?.toISOString() ?? null,
    reversible_until: reversal?.until ?? null,
    can_reverse: reversal?.possible ?? false,
    cannot_reverse_because: reversal?.why_not ?? null,
    /** The rail was asked to take it back, and its answer is awaited. */
    reversal_asked: reversal?.asked ?? null,
    can_cancel: transaction.type === 'payout' && transaction.status === 'AWAITING_LIQUIDITY',
    refunds,
    refund: presentRefundFacts(transaction),
    /** It has not left us: its rail is closed, and it goes by itself when that is open again. */
    waits_for_rail: await waitsForRail(transaction, calls),
    sending: sendingOf(transaction, calls),
    rail_calls: calls,
    rail_notices: notices,
    cases,
    changes: changes.map((change) => ({
      sequence: change.sequence,
      from: change.from_status,
      to: change.to_status,
      trigger: change.trigger,
      actor: change.actor_name ?? actorOf(change.actor),
      at: new Date(change.at).toISOString(),
    })),
    journals,
    adjustments,
    deliveries: deliveries.map((delivery) => ({
      id: delivery.id,
      event: delivery.event,
      url: delivery.url,
      status: delivery.status,
      attempts: delivery.attempts,
      last_attempt_at: delivery.last_at && new Date(delivery.last_at).toISOString(),
      last_response: delivery.last_error ?? delivery.last_status?.toString() ?? null,
      created_at: new Date(delivery.created_at).toISOString(),
    })),
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

/** A key and a person have names of their own. */
function actorOf(actor: string): string {
  if (actor === 'system') return 'Kaira';
  return actor.startsWith('rail:') ? actor.slice('rail:'.length) : actor;
}
