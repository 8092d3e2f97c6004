import type { Proposal } from '#lib/cases/case';
import type { Environment } from '#lib/context';
import type { Trigger } from '#lib/transactions/decide';
import { findEdge } from '#lib/transactions/state';
import { failure, type Status, type TransactionType } from '#lib/transactions/transaction';

export type SettledOutcome = Proposal['outcome'];

const outcomes = ['succeeded', 'failed'] as const satisfies readonly SettledOutcome[];

/** Pure: the edge that an operators' settlement takes; the same as by the rail's own word. */
export function triggerOfSettlement(
  type: TransactionType,
  { outcome, rail_reference: railReference }: Pick<Proposal, 'outcome' | 'rail_reference'>,
): Trigger {
  if (type === 'collection') {
    return outcome === 'succeeded'
      ? { kind: 'rail_succeeded', railReference }
      : { kind: 'rail_failed', failure: failure('PROVIDER_ERROR') };
  }
  return outcome === 'succeeded'
    ? { kind: 'payout_delivered', railReference }
    : { kind: 'payout_refused', failure: failure('PROVIDER_ERROR') };
}

/** Pure: what operators may still say became of a transaction. Nothing in the sandbox, whose outcomes are never unknown. */
export function possibleOutcomes(transaction: {
  environment: Environment;
  type: TransactionType;
  status: Status;
}): SettledOutcome[] {
  const { environment, type, status } = transaction;
  if (environment !== 'LIVE') return [];
  return outcomes.filter((outcome) => {
    const { kind } = triggerOfSettlement(type, { outcome, rail_reference: null });
    return findEdge(type, status, kind) !== undefined;
  });
}
