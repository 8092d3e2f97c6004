import { sqlClient } from '#db/client';
import type { Environment } from '#lib/context';
import { naturalBalance } from '#lib/ledger/accounts';
import type { TransactionType } from '#lib/transactions/transaction';

/** How many transactions, what they are worth, and the commission of them. */
export interface Sums {
  count: number;
  amountBututs: bigint;
  commissionBututs: bigint;
}

/** Transactions of one client that stand in one status, by rail. */
export interface Tally extends Sums {
  type: TransactionType;
  status: string;
  provider: string;
}

/** Those of them that completed on one day. */
export interface DayTally extends Tally {
  /** `YYYY-MM-DD`. */
  day: string;
}

export interface Books {
  /** By account name, as positive figures. */
  balances: Map<string, bigint>;
  /** What two people booked by hand to the client's balance, less what they took of it. */
  adjustedBututs: bigint;
  /** What the bank has paid of settlements, and how many there were. */
  settled: { count: number; amountBututs: bigint };
  /** Of all time. */
  tallies: Tally[];
  /** Of the days that were asked for. */
  days: DayTally[];
}

type TallyRow = Omit<DayTally, 'amountBututs' | 'commissionBututs'> & { amount: string; commission: string };

/**
 * A client's balances and tallies at one instant, and the tallies of each of `days` (`YYYY-MM-DD`): one
 * statement, so that the figures agree with each other. Its cost grows neither with the number of
 * transactions nor with the days that have passed.
 */
export async function readBooks(
  clientId: string,
  environment: Environment,
  days: string[] = [],
): Promise<Books> {
  const [row] = await sqlClient()`
    select (
      select coalesce(jsonb_agg(jsonb_build_object('name', name, 'balance', balance::text)), '[]') from (
        select name, sum(amount) as balance from (
          select name, balance_bututs as amount from accounts
          where client_id = ${clientId} and environment = ${environment}
          union all
          select account, amount_bututs from unfolded_entries
          where client_id = ${clientId} and environment = ${environment}
        ) a group by name
      ) b
    ) as balances, (
      -- Few rows: each was booked by two people.
      select coalesce(sum(client_bututs), 0)::text from adjustments
      where client_id = ${clientId} and environment = ${environment}
    ) as adjusted, (
      -- Few rows: a schedule makes 24 a day at most.
      select jsonb_build_object('count', count(*), 'amount', coalesce(sum(amount_bututs), 0)::text) from settlements
      where client_id = ${clientId} and environment = ${environment} and status = 'CONFIRMED'
    ) as settled, (
      select coalesce(jsonb_agg(jsonb_build_object('type', type, 'status', status, 'provider', provider,
        'count', count, 'amount', amount::text, 'commission', commission::text)), '[]') from (
        select type, status, provider, sum(count) as count, sum(amount_bututs) as amount, sum(commission_bututs) as commission
        from (
          select type, status, provider, count, amount_bututs, commission_bututs from tally_totals
          where client_id = ${clientId} and environment = ${environment}
          union all
          select type, status, provider, count, amount_bututs, commission_bututs from unfolded_tallies
          where client_id = ${clientId} and environment = ${environment}
        ) u group by 1, 2, 3
      ) t
    ) as tallies, (
      select coalesce(jsonb_agg(jsonb_build_object('type', type, 'status', status, 'provider', provider, 'day', day,
        'count', count, 'amount', amount::text, 'commission', commission::text)), '[]') from (
        select type, status, provider, day, sum(count) as count, sum(amount_bututs) as amount, sum(commission_bututs) as commission
        from (
          select type, status, provider, day, count, amount_bututs, commission_bututs from tallies
          where client_id = ${clientId} and environment = ${environment} and day = any(${days}::text[]::date[])
          union all
          select type, status, provider, day, count, amount_bututs, commission_bututs from unfolded_tallies
          where client_id = ${clientId} and environment = ${environment} and day = any(${days}::text[]::date[])
        ) u group by 1, 2, 3, 4
      ) d
    ) as days`;
  const balances = row?.balances as { name: string; balance: string }[];
  const tallyOf = ({ amount, commission, ...rest }: TallyRow): DayTally => ({
    ...rest,
    amountBututs: BigInt(amount),
    commissionBututs: BigInt(commission),
  });
  return {
    balances: new Map(balances.map((each) => [each.name, naturalBalance(each.name, BigInt(each.balance))])),
    adjustedBututs: BigInt(row?.adjusted),
    settled: { count: row?.settled.count, amountBututs: BigInt(row?.settled.amount) },
    tallies: row?.tallies.map(tallyOf),
    days: row?.days.map(tallyOf),
  };
}

/**
 * What the collections paid on each of `days` (`YYYY-MM-DD`) come to; a day without one is left out. One row a day
 * leaves the database, however many rails and statuses there are.
 */
export async function readPaidCollections(
  clientId: string,
  environment: Environment,
  days: string[],
): Promise<(Sums & { day: string })[]> {
  const rows = await sqlClient()<{ day: string; count: number; amount: string; commission: string }[]>`
    select day::text, sum(count)::integer as count, sum(amount_bututs)::text as amount, sum(commission_bututs)::text as commission
    from (
      select day, count, amount_bututs, commission_bututs from tallies
      where client_id = ${clientId} and environment = ${environment} and day = any(${days}::text[]::date[])
        and type = 'collection' and status = 'SUCCEEDED'
      union all
      select day, count, amount_bututs, commission_bututs from unfolded_tallies
      where client_id = ${clientId} and environment = ${environment} and day = any(${days}::text[]::date[])
        and type = 'collection' and status = 'SUCCEEDED'
    ) u group by 1`;
  return rows.map(({ day, count, amount, commission }) => ({
    day,
    count,
    amountBututs: BigInt(amount),
    commissionBututs: BigInt(commission),
  }));
}

/** The sum of the balances of all accounts whose name begins so. */
export function sumOf(books: Books, prefix: string): bigint {
  let sum = 0n;
  for (const [name, balance] of books.balances) if (name.startsWith(prefix)) sum += balance;
  return sum;
}

/** Count, amount and commission of the tallies that match. */
export function total<T extends Sums>(tallies: T[], matches: (tally: T) => boolean): Sums {
  const sum = { count: 0, amountBututs: 0n, commissionBututs: 0n };
  for (const tally of tallies) {
    if (!matches(tally)) continue;
    sum.count += tally.count;
    sum.amountBututs += tally.amountBututs;
    sum.commissionBututs += tally.commissionBututs;
  }
  return sum;
}
