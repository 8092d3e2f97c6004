import { typedAmount } from '#lib/browser/amounts';
import { money } from '#lib/browser/format';
import type { CaseDetail } from '#lib/cases/get-case';

export type Outcome = CaseDetail['possible_outcomes'][number];
export type Transaction = NonNullable<CaseDetail['transaction']>;
type Proposal = NonNullable<CaseDetail['proposal']>;
export type Adjustment = NonNullable<Proposal['adjustment']>;

/** What is settled, on a heading and on the button that does it. */
export function settlingOf({ outcome, adjustment }: Proposal, { amount }: Transaction): string {
  if (outcome === 'nothing') return 'the case as our books have it';
  if (!adjustment) return `${money(amount)} as ${outcome}`;
  return `an adjustment of ${money(adjustment.amount)}`;
}

/** What somebody proposes, after their name. */
export function proposalOf({ outcome, adjustment }: Proposal, { type, status }: Transaction): string {
  if (outcome === 'nothing') {
    return status === 'PENDING' ? 'what came goes back to the customer' : 'our books are right as they are';
  }
  if (!adjustment) return `the ${type} ${outcome}`;
  return adjustment.direction === 'in'
    ? `${money(adjustment.amount)} came in`
    : `${money(adjustment.amount)} has left`;
}

/** What an outcome says of the payment, to choose from. */
export function meaningOf({ type, status }: Transaction, outcome: Outcome): string {
  const isCollection = type === 'collection';
  switch (outcome) {
    case 'succeeded':
      return isCollection
        ? 'Succeeded: the rail has the customer’s money'
        : 'Succeeded: the recipient has the money';
    case 'failed':
      return isCollection
        ? 'Failed: the customer was surely not charged'
        : 'Failed: the recipient was surely not paid';
    case 'refunded':
      return 'Refunded: the customer gets back what is left of it, out of the client’s balance';
    case 'reversed':
      return 'Reversed: the money is back in our wallet at the rail';
    case 'adjusted':
      return status === 'PENDING'
        ? 'Another amount came: it fails, and what came is credited'
        : 'Adjust: money moved at the rail that our books lack';
    case 'nothing':
      return status === 'PENDING'
        ? 'What came goes back to the customer: it fails, and nothing is credited'
        : 'Nothing: our books are right as they are';
  }
}

/** Exactly what will be booked, and who is told. */
export function consequenceOf(
  detail: CaseDetail,
  proposal: Pick<Proposal, 'outcome' | 'adjustment'>,
): string {
  const { transaction, client } = detail;
  if (transaction === null) return '';
  const amount = money(transaction.amount);
  const who = client?.name ?? 'The client';
  const { outcome, adjustment } = proposal;
  if (adjustment) return adjustmentOf(transaction, adjustment, who);
  if (outcome === 'nothing' && detail.kind === 'delivered_after_failure') {
    return `Nothing is booked. Unless something was booked of it before, ${who} no longer reads that the wallet has paid it, and can pay it anew. The case is closed.`;
  }
  if (outcome === 'nothing') {
    return transaction.status === 'PENDING'
      ? `The collection ends as failed; nothing is booked, so send the customer’s money back. ${who} is told payment.failed.`
      : 'Nothing is booked, and nobody is told. The case is closed.';
  }
  if (outcome === 'refunded') {
    return `What is left of ${amount} goes back to the customer out of the balance of ${who}, as a refund of the collection; its endpoints are told of the refund. The case is closed.`;
  }
  if (outcome === 'reversed') {
    return `The payout ends as reversed: ${amount} is in our float on the rail again, and credited to ${who}, who is told payout.reversed.`;
  }
  if (transaction.type === 'collection') {
    return outcome === 'succeeded'
      ? `${amount}, less the commission, is credited to ${who}, and its endpoints are told payment.succeeded.`
      : `The collection ends as failed; nothing is credited. ${who} is told payment.failed.`;
  }
  const { type } = transaction;
  return outcome === 'succeeded'
    ? `The ${type} ends as succeeded: ${amount} that was held has left for good. ${who} is told ${type}.succeeded.`
    : `${amount} goes back to ${who}, who can ${type === 'refund' ? 'refund it' : 'pay it out'} again. Its endpoints are told ${type}.failed.`;
}

function adjustmentOf(transaction: Transaction, adjustment: Adjustment, who: string): string {
  const { direction, borne_by: bearer } = adjustment;
  const amount = money(adjustment.amount);
  const wallet = transaction.type === 'payout' ? 'our float on the rail' : 'what was collected on the rail';
  const ends =
    transaction.status === 'PENDING' ? 'The collection ends as failed. ' : 'The transaction stays as it is. ';
  const told = transaction.status === 'PENDING' ? 'payment.failed and balance.adjusted' : 'balance.adjusted';
  if (bearer === 'house') {
    return direction === 'in'
      ? `${ends}${amount} goes into ${wallet}, and our losses are so much less. ${who} is not told.`
      : `${ends}${amount} leaves ${wallet} and is our loss. ${who} keeps its balance and is not told.`;
  }
  return direction === 'in'
    ? `${ends}${amount} goes into ${wallet} and is credited to ${who}, without a commission. ${who} is told ${told}.`
    : `${ends}${amount} leaves ${wallet} and is taken from the balance of ${who}, who is told ${told}.`;
}

/** `90` and `90.5` → `90.50`; undefined for what is no amount above zero. */
export function amountOf(text: string): string | undefined {
  const [, whole, fraction = ''] = /^(0|[1-9]\d{0,8})(?:\.(\d{1,2}))?$/.exec(typedAmount(text)) ?? [];
  if (whole === undefined || !/[1-9]/.test(whole + fraction)) return undefined;
  return `${whole}.${fraction.padEnd(2, '0')}`;
}
