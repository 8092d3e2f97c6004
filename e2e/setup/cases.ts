import { sqlClient } from '#db/client';
import { move, newLiveCollection } from '#e2e/setup/live';
import { type newClient, staffContext } from '#e2e/setup/people';
import type { UserContext } from '#lib/auth/user-context';
import type { CaseRow } from '#lib/cases/case';
import { confirmSettlement } from '#lib/cases/decide-settlement';
import { openCaseOf } from '#lib/cases/open-case';
import { proposeSettlement } from '#lib/cases/propose-settlement';
import type { Transaction } from '#lib/transactions/transaction';

/** Cases of live transactions and what two operators make of them, for tests of the database. */

export const evidence = 'The statement of 31 July has it, line 7.';

type Proposed = Parameters<typeof proposeSettlement>[2];

/** The open case of this kind, which is opened. */
export async function caseOf(
  transaction: Transaction,
  kind: CaseRow['kind'],
  details: CaseRow['details'] = {},
): Promise<string> {
  await openCaseOf(kind, transaction, details, new Date());
  const [row] = await sqlClient()`
    select id from cases where transaction_id = ${transaction.id} and kind = ${kind} and status = 'OPEN'`;
  return row?.id;
}

export async function paidCollection(
  client: Awaited<ReturnType<typeof newClient>>,
  amountBututs = 100_00n,
): Promise<Transaction> {
  const collection = await newLiveCollection(client, { amountBututs });
  return move(client, collection, { kind: 'rail_succeeded', railReference: `p-${collection.id}` });
}

/** 50.00 have left, and the client bears it; or as it is given. */
export function adjusted(
  given: Partial<NonNullable<Proposed['adjustment']>> = {},
  rail_reference: string | null = null,
) {
  const adjustment = {
    direction: 'out' as const,
    amount: 50_00n,
    borne_by: 'client' as const,
    reason: 'The recipient was paid after all.',
    ...given,
  };
  return { outcome: 'adjusted' as const, rail_reference, evidence, adjustment };
}

export const nothing = { outcome: 'nothing', evidence } as const;

/** By somebody; returns when, which names the proposal. */
export async function propose(id: string, proposal: Proposed, by = staffContext()): Promise<string> {
  const proposed = await proposeSettlement(by, id, proposal);
  return proposed.proposal?.proposed_at ?? '';
}

/** Proposed by one and confirmed by another; who have rows where the books are recounted. */
export async function settleByTwo(
  id: string,
  proposal: Proposed,
  [one, other]: readonly [UserContext, UserContext] = [staffContext(), staffContext()],
) {
  return confirmSettlement(other, id, await propose(id, proposal, one));
}

export const refusal = (message: unknown) => ({ code: 'INVALID_STATE', message });
