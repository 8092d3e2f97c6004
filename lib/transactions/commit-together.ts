import { sqlClient } from '#db/client';
import { createLanes } from '#lib/together';
import type { Change } from '#lib/transactions/decide';

export type CommitOutcome =
  /** `adjusted`: two operators have booked by hand what this would book again. */
  | { outcome: 'done' | 'exists' | 'stale' | 'float_short' | 'adjusted' }
  | { outcome: 'insufficient_balance'; available_bututs: string }
  /** The payment of the rail is another transaction of ours already. */
  | { outcome: 'same_payment'; transaction_id: string };

interface Commit {
  /** The argument of `commit_changes`. */
  payload: string;
  order: string;
}

const plan = {
  alone: async (sql, { payload }) => {
    const [row] = await sql`select commit_changes(${payload}::jsonb) as result`;
    return row?.result;
  },
  together: async (sql, commits) => {
    const all = `[${commits.map(({ payload }) => payload).join(',')}]`;
    const [row] = await sql`select commit_together(${all}::jsonb) as results`;
    return row?.results;
  },
  order: (a, b) => (a.order < b.order ? -1 : a.order > b.order ? 1 : 0),
} satisfies Omit<Parameters<typeof createLanes<Commit, CommitOutcome>>[0], 'underWay' | 'carries'>;

/** They have no lock in common: a few statements at once use all that a server has. */
const spread = createLanes<Commit, CommitOutcome>({ ...plan, underWay: 2, carries: 32 });
/**
 * Each needs the lock that the one before has, and writes the same two rows of `accounts`. More of them in one statement
 * leave more versions of a row than its page holds, and PostgreSQL then looks through them for a minute: measured with
 * 32, 8 and 4 by `npm run bench -- --only e`.
 */
const inTurns = createLanes<Commit, CommitOutcome>({ ...plan, underWay: 1, carries: 8 });

/**
 * As `commit_changes`, alone or with others in one statement: each is done whole or not at all, and its outcome is its
 * own. Locks are taken in one order everywhere: those of new payouts by client, then float; of what goes on, by id.
 */
export function commitTogether(changes: Change[], payload: string): Promise<CommitOutcome> {
  const [first] = changes;
  const { clientId, environment, clientReference, id } = (first as Change).after;
  // Payouts of one client take turns at its balance.
  if (first?.before === null && first.debitAvailableBututs !== null) {
    const order = `${first.float?.account ?? ''} ${clientReference}`;
    return inTurns(`payouts of ${clientId} ${environment}`, { payload, order });
  }
  if (first?.before === null) return spread('new', { payload, order: `${clientId} ${clientReference}` });
  // It takes the lock of a balance after its own: together, two could wait for each other.
  if (changes.some(({ adjustment }) => adjustment)) return plan.alone(sqlClient(), { payload, order: '' });
  if (first?.after.type === 'collection') return spread('collections', { payload, order: id });
  // One that leaves the queue takes the float's lock after its own: together, two could wait for each other.
  const takesFloat = changes.some(({ float }) => float !== null && float.reserveBututs >= 0n);
  if (!takesFloat) return spread('payouts', { payload, order: id });
  return plan.alone(sqlClient(), { payload, order: '' });
}
