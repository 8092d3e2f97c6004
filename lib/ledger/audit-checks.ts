import { machineDifferences, shippedMachine } from '#db/machine';
import { accessChecks } from '#lib/ledger/access-checks';
import { type AuditCheck, check, HOUSE } from '#lib/ledger/audit-check';
import { callChecks } from '#lib/ledger/call-checks';
import { destinationChecks } from '#lib/ledger/destination-checks';
import { eventChecks } from '#lib/ledger/event-checks';
import { factChecks } from '#lib/ledger/fact-checks';
import { fourEyesChecks } from '#lib/ledger/four-eyes-checks';
import { givenBackCheck } from '#lib/ledger/given-back-check';
import { jobChecks } from '#lib/ledger/job-checks';
import { feeChecks, moneyChecks } from '#lib/ledger/money-checks';
import { paymentChecks } from '#lib/ledger/payment-checks';
import { sealChecks } from '#lib/ledger/seal-checks';

/** A trial of the other checks that plants mistakes into the machine itself leaves this one out. */
export const MACHINE = 'what enforces the rules is as this release ships it';

/**
 * What several checks ask for; each runs only where it is named. design.md §4, written down a second time on purpose.
 */
export const sharedTables: Record<string, string> = {
  edges: `(type, from_status, trigger, to_status, posting, event) as (values
  ('collection', '', 'initiated', 'PENDING', null, null),
  ('collection', 'PENDING', 'rail_succeeded', 'SUCCEEDED', 'collection_settled', 'payment.succeeded'),
  ('collection', 'PENDING', 'rail_failed', 'FAILED', null, 'payment.failed'),
  ('collection', 'PENDING', 'rail_expired', 'EXPIRED', null, 'payment.expired'),
  ('collection', 'PENDING', 'rail_cancelled', 'CANCELLED', null, 'payment.cancelled'),
  ('collection', 'PENDING', 'cancelled_by_client', 'CANCELLED', null, 'payment.cancelled'),
  ('collection', 'EXPIRED', 'rail_succeeded', 'SUCCEEDED', 'collection_settled', 'payment.succeeded'),
  ('collection', 'CANCELLED', 'rail_succeeded', 'SUCCEEDED', 'collection_settled', 'payment.succeeded'),
  ('collection', 'FAILED', 'rail_succeeded', 'SUCCEEDED', 'collection_settled', 'payment.succeeded'),
  ('payout', '', 'initiated', 'PENDING', 'payout_accepted', null),
  ('payout', '', 'initiated_float_short', 'AWAITING_LIQUIDITY', 'payout_accepted', 'payout.pending'),
  ('payout', 'AWAITING_LIQUIDITY', 'float_funded', 'PENDING', null, 'payout.pending'),
  ('payout', 'AWAITING_LIQUIDITY', 'payout_cancelled', 'FAILED', 'payout_returned', 'payout.failed'),
  ('payout', 'PENDING', 'payout_cancelled', 'FAILED', 'payout_returned', 'payout.failed'),
  ('payout', 'PENDING', 'payout_in_flight', 'PENDING', null, 'payout.pending'),
  ('payout', 'PENDING', 'payout_delivered', 'SUCCEEDED', 'payout_delivered', 'payout.succeeded'),
  ('payout', 'PENDING', 'payout_refused', 'FAILED', 'payout_returned', 'payout.failed'),
  ('payout', 'PENDING', 'payout_float_short', 'AWAITING_LIQUIDITY', null, 'payout.pending'),
  ('payout', 'SUCCEEDED', 'payout_reversed', 'REVERSED', 'payout_reversed', 'payout.reversed'),
  ('refund', '', 'reversal_asked', 'PENDING', 'refund_accepted', null),
  ('refund', 'PENDING', 'reversal_done', 'SUCCEEDED', 'refund_reversed', 'refund.succeeded'),
  ('refund', 'PENDING', 'reversal_refused', 'FAILED', 'refund_returned', 'refund.failed'),
  ('refund', '', 'initiated', 'PENDING', 'refund_accepted', null),
  ('refund', '', 'initiated_float_short', 'AWAITING_LIQUIDITY', 'refund_accepted', 'refund.pending'),
  ('refund', 'AWAITING_LIQUIDITY', 'float_funded', 'PENDING', null, 'refund.pending'),
  ('refund', 'AWAITING_LIQUIDITY', 'payout_cancelled', 'FAILED', 'refund_returned', 'refund.failed'),
  ('refund', 'PENDING', 'payout_cancelled', 'FAILED', 'refund_returned', 'refund.failed'),
  ('refund', 'PENDING', 'payout_in_flight', 'PENDING', null, 'refund.pending'),
  ('refund', 'PENDING', 'payout_delivered', 'SUCCEEDED', 'refund_paid', 'refund.succeeded'),
  ('refund', 'PENDING', 'payout_refused', 'FAILED', 'refund_returned', 'refund.failed'),
  ('refund', 'PENDING', 'payout_float_short', 'AWAITING_LIQUIDITY', null, 'refund.pending'),
  ('refund', 'SUCCEEDED', 'adjusted', 'SUCCEEDED', 'adjustment', 'balance.adjusted'),
  ('refund', 'FAILED', 'adjusted', 'FAILED', 'adjustment', 'balance.adjusted'),
  ('collection', 'SUCCEEDED', 'adjusted', 'SUCCEEDED', 'adjustment', 'balance.adjusted'),
  ('collection', 'FAILED', 'adjusted', 'FAILED', 'adjustment', 'balance.adjusted'),
  ('collection', 'EXPIRED', 'adjusted', 'EXPIRED', 'adjustment', 'balance.adjusted'),
  ('collection', 'CANCELLED', 'adjusted', 'CANCELLED', 'adjustment', 'balance.adjusted'),
  ('payout', 'SUCCEEDED', 'adjusted', 'SUCCEEDED', 'adjustment', 'balance.adjusted'),
  ('payout', 'FAILED', 'adjusted', 'FAILED', 'adjustment', 'balance.adjusted'),
  ('payout', 'REVERSED', 'adjusted', 'REVERSED', 'adjustment', 'balance.adjusted')
)`,
  /** What moves the money of floats beside all transactions: which accounts, and of how many rails. */
  float_moves: `(kind, debit, credit, rails) as (values
  ('float_funded', 'rail_float:', 'float_funding', 1),
  ('float_withdrawn', 'float_funding', 'rail_float:', 1),
  ('float_transferred', 'rail_float:', 'rail_float:', 2),
  ('float_covered', 'rail_float:', 'rail_collections:', 1),
  ('collections_moved', 'rail_float:', 'rail_collections:', 1),
  ('collections_withdrawn', 'float_funding', 'rail_collections:', 1)
)`,
  settlement_edges: `(from_status, to_status, posting, debit, credit) as (values
  ('', 'REQUESTED', 'settlement_accepted', 'available', 'held'),
  ('REQUESTED', 'CANCELLED', 'settlement_returned', 'held', 'available'),
  ('SENT', 'CONFIRMED', 'settlement_paid', 'held', 'float_funding'),
  ('SENT', 'FAILED', 'settlement_returned', 'held', 'available'),
  ('CONFIRMED', 'RETURNED', 'settlement_came_back', 'float_funding', 'available')
)`,
  changes: `as (
  select c.*, coalesce(c.from_status, '') as from_name, t.type, t.environment
  from transaction_changes c join transactions t on t.client_id = c.client_id and t.id = c.transaction_id
)`,
  balances: `as (
  select client_id, environment, account, sum(amount_bututs) as bututs from entries group by 1, 2, 3
)`,
  in_flight: `as (
  select case environment when 'LIVE' then '${HOUSE}'::uuid else client_id end as client_id, environment,
         'rail_float:' || provider as account, sum(amount_bututs + rail_fee_bututs) as bututs
  from transactions where (type = 'payout' or refund_method = 'payout') and status = 'PENDING' group by 1, 2, 3
)`,
  attempts_kept: `as (
  -- Whole months of attempts are dropped when they are old; of the deliveries from this id on, all are there.
  select case when bool_or(b.bound like '%FROM (MINVALUE)%') then '00000000-0000-0000-0000-000000000000'::uuid
         else min(substring(b.bound from $$FROM \\('([^']+)'\\)$$))::uuid end as from_id
  from pg_inherits i join pg_class c on c.oid = i.inhrelid
  cross join lateral (select pg_get_expr(c.relpartbound, c.oid) as bound) b
  where i.inhparent = to_regclass('delivery_attempts')
)`,
};

/** Every check, in the order of safety.md §1. What is said of payouts holds for refunds too, which leave as they do. */
export function auditChecks(serverVersion: number): AuditCheck[] {
  // PostgreSQL 15 cannot try a cast by itself.
  const isJson = (column: string) =>
    serverVersion >= 160_000 ? `pg_input_is_valid(${column}, 'jsonb')` : `is_json(${column})`;
  return [
    ...moneyChecks,
    machine(),
    ...sealChecks,
    ...feeChecks,
    ...paymentChecks,
    givenBackCheck,
    ...jobChecks,
    ...factChecks,
    ...callChecks,
    ...eventChecks(isJson),
    ...accessChecks,
    ...fourEyesChecks,
    ...destinationChecks,
  ];
}

/** Whatever the guards refuse, they are there, and nobody may go round them. */
function machine(): AuditCheck {
  const shipped = Object.keys(shippedMachine()).length;
  return check(4, MACHINE, `select ${shipped}`, machineDifferences());
}
