import { sqlClient } from '#db/client';
import { banjulDay } from '#lib/clock';
import type { Environment } from '#lib/context';
import { isHistoryLost } from '#lib/history/history';
import { MAX_LAG_SECONDS, readWorkerLag } from '#lib/jobs/worker-lag';
import { HOUSE_CLIENT_ID } from '#lib/ledger/accounts';
import { formatAmount } from '#lib/money';
import { listHeldBack, NAMED } from '#lib/payouts/held-back';
import type { listHealth } from '#lib/rails/list-health';
import { listWalletDifferences, type WalletDifference } from '#lib/rails/where-money-is';

const DAY_MS = 24 * 60 * 60 * 1000;
/** As many as the page of the statements shows. */
const STATEMENT_DAYS = 14;
/** Of a statement's differences, so many are counted; more are "more". */
const MOST_DIFFERENCES = 100;
/** A worker looks after each connected rail every minute. */
const RAILS_UNSEEN_MS = 3 * 60_000;

interface StatementDifference {
  provider: string;
  day: string;
  count: number;
}

/** What no case and no approval tells of, and an operator has to know first; all empty when all is well. */
export interface Alarms {
  /** How many acknowledged payments the database lacks, of those that are listed; null when it has all. Until an operator decides, nothing is taken. */
  history_lost: { missing: number } | null;
  /** Jobs are due and nobody does them, or nobody has looked after the rails; since so many seconds. */
  worker_late_seconds: number | null;
  suspended_clients: { id: string; name: string }[];
  wallet_differences: WalletDifference[];
  statement_differences: StatementDifference[];
  /** What waits and is not sent, for its customer would have back more than came: the oldest, and how many more. */
  held_back: { transaction_id: string; type: string; amount: string; client: string }[];
  held_back_more: number;
}

/**
 * Not covered: payments that our books have and a statement lacks, which only the page of that day looks for, because
 * finding them costs a look at every payment of the day.
 */
export async function listAlarms(
  environment: Environment,
  health: Awaited<ReturnType<typeof listHealth>>,
  now: Date,
): Promise<Alarms> {
  const isLive = environment === 'LIVE';
  const [historyLost, lag, suspended, wallets, statements, heldBack] = await Promise.all([
    isHistoryLost() ? countMissing() : null,
    readWorkerLag(sqlClient()),
    sqlClient()<{ id: string; name: string }[]>`
      select id, name from clients
      where status = 'SUSPENDED' and id <> ${HOUSE_CLIENT_ID} order by id`,
    isLive ? listWalletDifferences() : [],
    isLive ? listStatementDifferences(now) : [],
    isLive ? listHeldBack() : [],
  ]);
  const late = Math.max(lag > MAX_LAG_SECONDS ? lag : 0, unseenSeconds(health, now));
  return {
    history_lost: historyLost === null ? null : { missing: historyLost },
    worker_late_seconds: late === 0 ? null : late,
    suspended_clients: suspended.map(({ id, name }) => ({ id, name })),
    wallet_differences: wallets,
    statement_differences: statements,
    held_back: heldBack.slice(0, NAMED).map(({ id, type, amountBututs, clientName }) => ({
      ...{ transaction_id: id, type, amount: formatAmount(amountBututs), client: clientName },
    })),
    held_back_more: Math.max(0, heldBack.length - NAMED),
  };
}

/** Of what is listed of the losses that wait for a decision. Several processes may have found the same one, and of a payment several steps may be missing. */
export async function countMissing(): Promise<number> {
  const [row] = await sqlClient()`
    select count(distinct each ->> 'id')::int as missing
    from history_losses cross join lateral jsonb_array_elements(missing) each where decided_at is null`;
  return row?.missing;
}

/** 0 when a connected rail was looked after lately, or none ever was. */
function unseenSeconds(health: { probed_at: string | null }[], now: Date): number {
  const seen = health.flatMap(({ probed_at: at }) => (at === null ? [] : [Date.parse(at)]));
  const unseenMs = seen.length === 0 ? 0 : now.getTime() - Math.max(...seen);
  return unseenMs > RAILS_UNSEEN_MS ? Math.round(unseenMs / 1000) : 0;
}

/** Of the days that nobody has closed yet: closing one makes a case of each, and cases have a line of their own. */
function listStatementDifferences(now: Date): Promise<StatementDifference[]> {
  const first = banjulDay(new Date(now.getTime() - (STATEMENT_DAYS - 1) * DAY_MS));
  return sqlClient()<StatementDifference[]>`
    select s.provider, s.day, l.count from rail_statements s
    cross join lateral (
      select count(*)::int as count from (
        select from rail_statement_lines
        where provider = s.provider and day = s.day and match <> 'MATCHED' limit ${MOST_DIFFERENCES}
      ) differing
    ) l
    where s.closed_at is null and s.day >= ${first} and l.count > 0
    order by s.day, s.provider`;
}
