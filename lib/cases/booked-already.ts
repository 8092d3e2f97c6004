import { sqlClient } from '#db/client';
import type { Proposal } from '#lib/cases/case';
import { namesOfPayment } from '#lib/cases/names-of-payment';
import { AppError, invariant } from '#lib/errors';
import { formatAmount, parseAmount } from '#lib/money';
import { isSent, type Transaction } from '#lib/transactions/transaction';

/**
 * Throws `INVALID_STATE` where an adjustment would book a payment of the rail once more: together with what is booked of
 * the transaction it would be more than the rail says that it has, or, where it has said nothing, than was asked for. More
 * than that is another payment, and is booked by that one's name. What was taken out again is free to be booked anew.
 */
export async function requireUnbookedPayment(
  transaction: Transaction,
  { adjustment, rail_reference: name, based_on: basis }: Proposal,
): Promise<void> {
  if (!adjustment || (adjustment.direction === 'in') === isSent(transaction)) return;
  const { count, bookedBututs, saidBututs, isOwnName } = await readBooked(transaction, name);
  // It is looked at anew, whatever it says.
  if (basis && (basis.adjustments !== count || basis.status !== transaction.status)) return;
  const most = saidBututs ?? transaction.amountBututs;
  // The first word on a payment of which the rail has said nothing is the operators' own.
  if (saidBututs === null && bookedBututs === 0n) return;
  const bututs = parseAmount(adjustment.amount);
  invariant(bututs, 'an adjustment is of an amount');
  if (bookedBututs + bututs <= most || (name !== null && !isOwnName)) return;
  const [booked, left] = [bookedBututs, most > bookedBututs ? most - bookedBututs : 0n].map(formatAmount);
  const has = saidBututs === null ? 'was asked for' : 'the rail says that it has';
  throw new AppError(
    'INVALID_STATE',
    `${formatAmount(most)} GMD ${has}, ${booked} GMD of it are booked, so ${left} GMD are left to book. One payment is booked once, by whichever name: what came beyond it is booked by the rail’s name of that other payment.`,
  );
}

/** What of it is booked by its edges and by hand, and what the rail has said that there is. */
async function readBooked({ clientId, id, type, status, amountBututs }: Transaction, name: string | null) {
  const edge = status === 'SUCCEEDED' ? amountBututs : 0n;
  const [row] = await sqlClient()`
    select a.count, a.bututs::text, greatest(
             (select max(replace(c.details->>'theirs', '.', '')::bigint) from cases c
              where c.transaction_id = ${id} and c.kind = 'mismatch' and c.details->>'what' = 'amount'
                and c.details->>'theirs' ~ '^[0-9]{1,12}[.][0-9]{2}$' and coalesce(c.details->>'currency', 'GMD') = 'GMD'),
             (select sum(bututs)::bigint from (${linesByPayment(clientId, id, type)}) l),
             case when ${edge.toString()}::bigint > 0 then ${edge.toString()}::bigint end)::text as said,
           coalesce(lower(${name}::text) in (${namesOfPayment(clientId, id)}), false) as is_own_name
    from (
      select count(*)::int as count, coalesce(sum(rail_bututs), 0)::bigint as bututs from adjustments
      where client_id = ${clientId} and transaction_id = ${id}
    ) a`;
  const moved = BigInt(row?.bututs);
  return {
    count: row?.count as number,
    bookedBututs: edge + (type === 'collection' ? moved : -moved),
    saidBututs: row?.said === null ? null : BigInt(row?.said),
    isOwnName: row?.is_own_name as boolean,
  };
}

/**
 * Selects `bututs`: what statements have of it. What stands there as its session and as the money that moved, on whichever
 * days, is one payment under two names; under any other name stands another one.
 */
function linesByPayment(clientId: string, id: string, type: Transaction['type']) {
  return sqlClient()`
    with named as (
      select lower(t.rail_reference) as session, lower(t.rail_payment_reference) as moved from transactions t
      where t.client_id = ${clientId} and t.environment = 'LIVE' and t.id = ${id}
      union
      select lower(c.details ->> 'rail_reference'), lower(c.details ->> 'payment_reference') from cases c
      where c.transaction_id = ${id} and c.kind = 'mismatch'
    ), lines as (
      select l.amount_bututs, lower(l.rail_reference) in (select session from named) as is_session,
             lower(l.rail_reference) in (select moved from named) as is_moved
      from rail_statement_lines l
      where l.transaction_id = ${id} and l.kind = ${type === 'collection' ? 'collection' : 'payout'} and l.currency = 'GMD'
    )
    select greatest(sum(amount_bututs) filter (where is_session and is_moved is not true), sum(amount_bututs) filter (where is_moved)) as bututs from lines
    union all
    select sum(amount_bututs) from lines where is_session is not true and is_moved is not true`;
}
