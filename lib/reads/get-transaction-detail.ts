import { sqlClient } from '#db/client';
import { canOfferAgain } from '#lib/collections/find-again';
import { customerUrl } from '#lib/collections/present-collection';

import type { Context } from '#lib/context';
import { naturalBalance } from '#lib/ledger/accounts';
import { formatAmount } from '#lib/money';
import { withQueuePosition } from '#lib/payouts/get-payout';
import { isHeldBack } from '#lib/payouts/held-back';
import { listAdjustments } from '#lib/reads/list-adjustments';
import { findPayback, presentPayback } from '#lib/reads/payback';
import { presentTransaction } from '#lib/reads/present-transaction';
import { listRailCalls, listRailNotices } from '#lib/reads/rail-messages';
import { refundReference } from '#lib/reads/refund-reference';
import { sendingOf, waitsForRail } from '#lib/reads/waits-for-rail';
import { receiptUrl } from '#lib/receipts/receipt-token';
import { presentRefundFacts, presentRefundsOf } from '#lib/refunds/present-refunds-of';
import type { OperationKind } from '#lib/transactions/decide';
import { getAnyTransaction, listAttempts } from '#lib/transactions/read';
import type { TriggerKind } from '#lib/transactions/state';
import type { Status, Transaction } from '#lib/transactions/transaction';
import { listDeliveries, listEvents } from '#lib/webhooks/log';

export type TransactionDetail = Awaited<ReturnType<typeof getTransactionDetail>>;

/** A transaction has a handful of events; an account at most 20 endpoints that hear of each. */
const MOST_EVENTS = 20;
const MOST_DELIVERIES = 100;

/**
 * All that is recorded of one transaction: each status with who caused it, what was asked of the rail and what it
 * said, the journals with their entries, what was adjusted, what is still to be done with the rail, and every event with
 * its deliveries and their attempts. Throws `TRANSACTION_NOT_FOUND`, also for somebody else's.
 */
export async function getTransactionDetail(ctx: Context, id: string) {
  return detailOf(ctx, await getAnyTransaction(ctx, id), 'client');
}

/** The same of one that was read. An operator is also told the names of the house's people, and what its rail takes. */
export async function detailOf(ctx: Context, transaction: Transaction, reader: 'client' | 'operator') {
  const isForOperator = reader === 'operator';
  const transaction_id = transaction.id;
  const [
    attempts,
    earlier,
    refunds,
    view,
    changes,
    calls,
    notices,
    journals,
    adjustments,
    operations,
    events,
    deliveries,
    urls,
    payback,
  ] = await Promise.all([
    listAttempts(ctx, transaction.type, transaction.clientReference, 20),
    findEarlierRefund(ctx, transaction),
    presentRefundsOf(transaction),
    withQueuePosition(transaction),
    listChanges(ctx, transaction_id, isForOperator),
    listRailCalls(transaction),
    listRailNotices(transaction),
    listJournals(ctx, transaction_id, isForOperator),
    listAdjustments(transaction),
    listOperations(ctx, transaction_id),
    listEvents(ctx, { transaction_id, limit: MOST_EVENTS }),
    listDeliveries(ctx, { transaction_id, limit: MOST_DELIVERIES }),
    endpointUrls(ctx),
    findPayback(ctx, transaction),
  ]);
  return {
    transaction: {
      ...presentTransaction(transaction),
      ...presentRail(transaction),
      commission_bps: transaction.commissionBps,
      net: netOf(transaction),
      success_url: transaction.successUrl,
      error_url: transaction.errorUrl,
      metadata: transaction.metadata,
      receipt_url: receiptUrl(transaction),
      held:
        transaction.status === 'AWAITING_LIQUIDITY'
          ? {
              queue_position: view.queuePosition ?? null,
              since: transaction.heldSince?.toISOString() ?? null,
              /** It is not sent, whatever the float has: its customer would have back more than came. */
              is_held_back: await isHeldBack(transaction),
            }
          : null,
      reversal:
        transaction.reversedAt === null
          ? null
          : { at: transaction.reversedAt.toISOString(), reason: transaction.reversalReason },
      delivered_after_failure: transaction.deliveredAfterFailure,
      updated_at: transaction.updatedAt.toISOString(),
    },
    attempts: attempts.map((each) => ({
      transaction_id: each.id,
      attempt: each.attempt,
      status: each.status,
      created_at: each.createdAt.toISOString(),
    })),
    refunds,
    refund: presentRefundFacts(transaction),
    double_payment: doublePayment(transaction, attempts, earlier),
    payback: presentPayback(payback),
    can_cancel: canCancel(transaction),
    /** It ended unpaid, and no other attempt of its reference is open or paid. */
    can_offer_again: canOfferAgain(transaction, attempts),
    /** It has not left us: its rail is closed, and it goes by itself when that is open again. */
    waits_for_rail: await waitsForRail(transaction, calls),
    sending: sendingOf(transaction, calls),
    changes,
    rail_messages: railMessages(calls, notices),
    journals,
    /** Those of the client's balance; what the house bears is its own business. */
    adjustments: adjustments
      .filter(({ borne_by }) => borne_by === 'client')
      .map(({ id, journal_id, amount, reason, created_at }) => ({
        id,
        journal_id,
        amount,
        reason,
        created_at,
      })),
    operations,
    events: events.data.map((event) => ({
      ...event,
      deliveries: deliveries.data
        .filter((each) => each.event_id === event.id)
        .map((each) => ({ ...each, url: urls.get(each.endpoint_id) ?? null })),
    })),
  };
}

/** Before refunds were transactions of their own, a payment too many was given back by a payout of this reference. */
async function findEarlierRefund(
  ctx: Context,
  { type, status, clientReference }: Transaction,
): Promise<Transaction | null> {
  if (type !== 'collection' || status !== 'SUCCEEDED') return null;
  const [payout] = await listAttempts(ctx, 'payout', refundReference(clientReference), 1);
  return payout && payout.status !== 'FAILED' ? payout : null;
}

/** A reference that was paid twice: which other attempt was paid too, and whether this one is the one too many. */
function doublePayment(transaction: Transaction, attempts: Transaction[], earlier: Transaction | null) {
  const { id, type, status, completedAt } = transaction;
  if (type !== 'collection' || status !== 'SUCCEEDED') return null;
  const other = attempts.find((each) => each.id !== id && each.status === 'SUCCEEDED');
  if (other === undefined) return null;
  return {
    other_transaction_id: other.id,
    is_second: placeOf(completedAt, id) > placeOf(other.completedAt, other.id),
    earlier_refund: earlier && { transaction_id: earlier.id, status: earlier.status },
  };
}

/** Sorts by the time of completion; of one instant, by the id. */
const placeOf = (completedAt: Date | null, id: string) => `${completedAt?.toISOString() ?? ''} ${id}`;

/** What a client is told of the talk with its rail: what was asked and how it ended; the notes are the operators'. */
function railMessages(
  calls: Awaited<ReturnType<typeof listRailCalls>>,
  notices: Awaited<ReturnType<typeof listRailNotices>>,
) {
  const asked = calls.map(({ id, operation, started_at, ended_at, outcome }) => ({
    id,
    of: operation,
    at: started_at,
    ended_at,
    outcome,
  }));
  const told = notices.map(({ id, received_at, status }) => ({
    id,
    of: 'notice' as const,
    at: received_at,
    ended_at: null,
    outcome: status,
  }));
  return [...asked, ...told].sort((a, b) => Date.parse(a.at) - Date.parse(b.at));
}

function canCancel({ type, status }: Transaction): boolean {
  return status === (type === 'collection' ? 'PENDING' : 'AWAITING_LIQUIDITY');
}

/** What the client gets of a collection; null while that is not known. */
function netOf({ type, status, amountBututs, commissionBututs }: Transaction): string | null {
  return type === 'collection' && status === 'SUCCEEDED'
    ? formatAmount(amountBututs - commissionBututs)
    : null;
}

/** What the rail told, as far as it is kept. */
function presentRail(transaction: Transaction) {
  return {
    /** Where the customer pays; null on rails without a page. */
    checkout_url: customerUrl(transaction) ?? transaction.cardPageUrl,
    expires_at: transaction.expiresAt?.toISOString() ?? null,
    otp:
      transaction.nextStep === 'submit_otp'
        ? {
            sent_at: (transaction.otpSentAt ?? transaction.createdAt).toISOString(),
            resends: transaction.otpResends,
            attempts_remaining: transaction.otpAttemptsRemaining,
          }
        : null,
  };
}

async function listChanges(ctx: Context, id: string, isForOperator: boolean) {
  const rows = await sqlClient()`
    select c.sequence, c.from_status, c.to_status, c.trigger, c.actor, c.at, u.name as user_name,
           k.prefix || '…' || k.last4 as key_name
    from transaction_changes c
    left join users u on c.actor = 'user:' || u.id and (u.client_id = c.client_id or ${isForOperator})
    left join api_keys k on c.actor = 'api_key:' || k.id and k.client_id = c.client_id
    where c.client_id = ${ctx.client.id} and c.transaction_id = ${id} order by c.sequence`;
  return rows.map((row) => ({
    sequence: row.sequence as number,
    from: row.from_status as Status | null,
    to: row.to_status as Status,
    trigger: row.trigger as TriggerKind,
    actor: actorOf(row.actor, row.user_name, row.key_name),
    at: new Date(row.at).toISOString(),
  }));
}

/** Names for people; somebody of the operators' staff is nobody whom a client knows. */
function actorOf(actor: string, userName: string | null, keyName: string | null) {
  const [kind, id] = actor.split(':');
  if (kind === 'user') return { type: 'user' as const, name: userName ?? 'An operator of Kaira' };
  if (kind === 'api_key') return { type: 'api_key' as const, name: keyName ?? 'An API key' };
  if (kind === 'rail') return { type: 'rail' as const, name: id ?? 'The rail' };
  return { type: 'system' as const, name: 'Kaira' };
}

async function listJournals(ctx: Context, id: string, isForOperator: boolean) {
  const rows = await sqlClient()`
    select j.id, j.kind, j.created_at, e.account, e.amount_bututs, e.client_id = ${ctx.client.id} as is_own
    from journals j join entries e on e.journal_id = j.id
    where j.client_id = ${ctx.client.id} and j.environment = ${ctx.environment} and j.transaction_id = ${id}
      -- What its rail takes is the house's own business.
      and (${isForOperator} or j.kind not like 'rail\\_fee%')
    order by j.id, e.amount_bututs < 0, e.account`;
  return [...Map.groupBy(rows, (row) => row.id as string)].map(([journalId, entries]) => ({
    id: journalId,
    kind: entries[0]?.kind as string,
    created_at: new Date(entries[0]?.created_at).toISOString(),
    entries: entries.map((entry) => {
      const bututs = BigInt(entry.amount_bututs);
      return {
        account: entry.account as string,
        /** False for the float of a live rail, which is Kaira's. */
        is_own: entry.is_own as boolean,
        debit: bututs > 0n ? formatAmount(bututs) : null,
        credit: bututs < 0n ? formatAmount(-bututs) : null,
        /** How the account's balance changed, as it is read everywhere else. */
        change: formatAmount(naturalBalance(entry.account, bututs)),
      };
    }),
    total: formatAmount(
      entries
        .map((each) => BigInt(each.amount_bututs))
        .reduce((sum, each) => sum + (each > 0n ? each : 0n), 0n),
    ),
  }));
}

async function listOperations(ctx: Context, id: string) {
  const rows = await sqlClient()`
    select kind, run_at from rail_operations
    where client_id = ${ctx.client.id} and transaction_id = ${id} and lease_token is null order by run_at`;
  return rows.map((row) => ({
    kind: row.kind as OperationKind,
    run_at: new Date(row.run_at).toISOString(),
  }));
}

/** Also of endpoints that were removed since. */
async function endpointUrls(ctx: Context): Promise<Map<string, string>> {
  const rows = await sqlClient()`
    select id, url from webhook_endpoints where client_id = ${ctx.client.id} and environment = ${ctx.environment}`;
  return new Map(rows.map((row) => [row.id, row.url]));
}
