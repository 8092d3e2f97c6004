import { sqlClient } from '#db/client';
import { createLanes } from '#lib/together';
import type { Change } from '#lib/transactions/decide';

export type CommitOutcome =
  | { outcome: 'done' | 'exists' | 'stale' | 'float_short' }
  | { outcome: 'insufficient_balance'; available_bututs: string };

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
 * Each needs the lock that the one before has, and writes the same rows of `accounts` three times. More of them in one
 * statement leave more versions of a row than its page holds, and PostgreSQL then looks through them for a minute:
 * measured with 32, 8 and 4 by `npm run bench -- --only e`.
 */
const inTurns = createLanes<Commit, CommitOutcome>({ ...plan, underWay: 1, carries: 8 });

/**
 * As `commit_changes`, alone or with others in one statement: each is done whole or not at all, and its outcome is its
 * own. Locks are taken in one order everywhere: those of new payouts by client, then float; those of collections by id.
 */
export function commitTogether([first]: Change[], payload: string): Promise<CommitOutcome> {
  const { clientId, environment, clientReference, id } = (first as Change).after;
  // Payouts of one client take turns at its balance.
  if (first?.before === null && first.debitAvailableBututs !== null) {
    const order = `${first.float?.account ?? ''} ${clientReference}`;
    return inTurns(`payouts of ${clientId} ${environment}`, { payload, order });
  }
  if (first?.before === null) return spread('new', { payload, order: `${clientId} ${clientReference}` });
  if (first?.after.type === 'collection') return spread('collections', { payload, order: id });
  // A payout that goes on has two locks, and shares the second: together they could wait for each other.
  return plan.alone(sqlClient(), { payload, order: '' });
}
