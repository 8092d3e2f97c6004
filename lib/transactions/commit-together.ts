import type { Sql } from 'postgres';
import { sqlClient } from '#db/client';
import { acknowledge, onKnownHistory } from '#lib/history/history';
import { type Acknowledged, acknowledgedOf } from '#lib/history/witness';
import { createLanes } from '#lib/together';
import type { Change } from '#lib/transactions/decide';
import type { Transaction } from '#lib/transactions/transaction';

/** What a limit of payouts is of: those of a client, or of a rail's. */
export type LimitName = ClientLimitName | RailLimitName;
export type ClientLimitName = 'per_payout' | 'day' | 'month';
export type RailLimitName = 'rail_day' | 'rail_month';

export type CommitOutcome =
  /** `adjusted`: two operators have booked by hand what this would book again. `link_closed`: its payment link takes no more. */
  | { outcome: 'done' | 'exists' | 'stale' | 'float_short' | 'adjusted' | 'link_closed' }
  /** `left_bututs`: of a payout that gives back what came, what can still go back. */
  | { outcome: 'refund_exceeds'; left_bututs?: string }
  | { outcome: 'insufficient_balance'; available_bututs: string }
  /** A payout that the limits of its client or its rail do not let through. */
  | { outcome: 'limit_exceeded'; limit: LimitName; limit_bututs: string; left_bututs: string }
  /** The payment of the rail is another transaction of ours already. */
  | { outcome: 'same_payment'; transaction_id: string };

interface Commit {
  /** The argument of `commit_changes`. */
  payload: string;
  order: string;
  /** As its transaction stands afterwards. */
  after: Transaction;
}

const plan = {
  alone: async (sql, commit) => {
    const { result } = await onKnownHistory(sql, async (newest) => {
      const [row] = await sql`
        select commit_changes(${commit.payload}::jsonb) as result where ${isThere(sql, newest)}`;
      return row;
    });
    remember(sql, [commit], [result]);
    return result;
  },
  together: async (sql, commits) => {
    const all = `[${commits.map(({ payload }) => payload).join(',')}]`;
    const { results } = await onKnownHistory(sql, async (newest) => {
      const [row] = await sql`select commit_together(${all}::jsonb) as results where ${isThere(sql, newest)}`;
      return row;
    });
    remember(sql, commits, results);
    return results;
  },
  order: (a, b) => (a.order < b.order ? -1 : a.order > b.order ? 1 : 0),
} satisfies Omit<Parameters<typeof createLanes<Commit, CommitOutcome>>[0], 'underWay' | 'carries'>;

/** A condition that PostgreSQL looks at before it calls the function: nothing is committed where it does not hold. */
function isThere(sql: Sql, newest: Acknowledged | undefined) {
  if (newest === undefined) return sql`true`;
  const { id, version, at } = newest;
  // With its client and environment as well, another index that begins with them looks as good to the planner while the
  // table is young, and all of a client's rows are read: 0.5 s for 256 look-ups among 10,000 rows.
  return sql`exists (
    select from transactions
    where id = ${id}::uuid and (version > ${version}::int or version = ${version}::int and updated_at = ${at}::timestamptz))`;
}

function remember(sql: Sql, commits: Commit[], outcomes: CommitOutcome[]): void {
  for (const [index, { after }] of commits.entries()) {
    if (outcomes[index]?.outcome === 'done') acknowledge(sql, acknowledgedOf(after));
  }
}

/**
 * They have no lock in common. One statement is under way all the same, and it waits some milliseconds for company where
 * there is any: the fuller a statement is, the less each change of it costs (`npm run bench -- --only h,l`).
 */
const spread = createLanes<Commit, CommitOutcome>({ ...plan, underWay: 1, carries: 64, waitsMs: 10 });
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
  const commit = { payload, after: (changes.at(-1) as Change).after };
  // A new refund takes the lock of its collection before that of a balance: together, two could wait for each other.
  if (first?.before === null && first.after.type === 'refund') {
    return plan.alone(sqlClient(), { ...commit, order: '' });
  }
  // The same of what is paid back for one (`refuse_payback`).
  if (first?.before === null && first.after.type === 'payout' && clientReference.startsWith('payback-')) {
    return plan.alone(sqlClient(), { ...commit, order: '' });
  }
  // It takes the lock of its payment link beside its own: together, two could wait for each other.
  if (first?.after.paymentLinkId) return plan.alone(sqlClient(), { ...commit, order: '' });
  // Payouts of one client take turns at its balance.
  if (first?.before === null && first.debitAvailableBututs !== null) {
    // By the float whose lock it may want, also where nothing of it is set aside (`exceeded_rail_limit`).
    const order = `${first.after.provider} ${clientReference}`;
    return inTurns(`payouts of ${clientId} ${environment}`, { ...commit, order });
  }
  if (first?.before === null) return spread('new', { ...commit, order: `${clientId} ${clientReference}` });
  // It takes the lock of a balance after its own: together, two could wait for each other.
  if (changes.some(({ adjustment }) => adjustment)) return plan.alone(sqlClient(), { ...commit, order: '' });
  const isOver = changes.some(({ fee }) => (fee?.overBututs ?? 0n) > 0n);
  if (first?.after.type === 'collection' && !isOver) return spread('collections', { ...commit, order: id });
  // One that leaves the queue takes the float's lock after its own: together, two could wait for each other.
  const takesFloat = isOver || changes.some(({ float }) => float !== null && float.reserveBututs >= 0n);
  if (!takesFloat) return spread('payouts', { ...commit, order: id });
  return plan.alone(sqlClient(), { ...commit, order: '' });
}
