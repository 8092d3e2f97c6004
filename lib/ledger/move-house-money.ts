import { sqlClient, sqlState } from '#db/client';
import type { Fragment } from '#lib/auth/audit-log';
import type { AppError } from '#lib/errors';
import { wakeWorker } from '#lib/jobs/wake';
import { type AccountName, HOUSE_CLIENT_ID } from '#lib/ledger/accounts';
import type { Bututs } from '#lib/money';

const UNIQUE_VIOLATION = '23505';

export interface HouseMove {
  journalId: string;
  /** Of the journal. */
  kind: 'float_withdrawn' | 'float_transferred' | 'collections_moved' | 'collections_withdrawn';
  /** The rail whose float is locked, and what there has to be enough of: what it has free, or what was collected there. */
  provider: string;
  from: 'float' | 'collections';
  amountBututs: Bututs;
  /** Both are the house's; the money goes from the credited account to the debited one. */
  debit: AccountName;
  credit: AccountName;
  now: Date;
}

/** What has to hold for a booking, in the statement that books it: a request that another operator decides, or a limit. */
export interface HouseRequest {
  /** A query that has one row, under its lock, while the request waits, or the limit allows it. */
  waiting: Fragment;
  /** Ends the request; it may name `done`, which has one row if it was booked now. */
  end?: Fragment;
  /** What is thrown where it has none; nothing was booked. */
  refusal: AppError;
}

/** `too_much`: there is `roomBututs` only, and nothing was booked. */
export interface HouseMoved {
  outcome: 'done' | 'booked_before' | 'too_much';
  roomBututs: Bututs;
}

/**
 * Guarantee: the journal is booked once, with no more than there is, whoever else takes from the float at the same time.
 * `also` is written in the same statement; it may name `done`, which has one row if it was booked now. Throws what
 * `request` refuses with.
 */
export async function moveHouseMoney(
  move: HouseMove,
  also: Fragment,
  request?: HouseRequest,
): Promise<HouseMoved> {
  const sql = sqlClient();
  const entry = (account: AccountName, bututs: Bututs) => ({
    client_id: HOUSE_CLIENT_ID,
    account,
    amount_bututs: bututs.toString(),
  });
  const order = {
    client_id: HOUSE_CLIENT_ID,
    environment: 'LIVE',
    account: `rail_float:${move.provider}`,
    from: move.from,
    provider: move.provider,
    amount_bututs: move.amountBututs.toString(),
    journal: {
      id: move.journalId,
      kind: move.kind,
      entries: [entry(move.debit, move.amountBututs), entry(move.credit, -move.amountBututs)],
    },
    now: move.now,
  };
  try {
    const [row] = await sql`
      with asked as materialized (${request?.waiting ?? sql`select 1`}),
      moved as materialized (select move_house_money(${JSON.stringify(order)}::jsonb) as result from asked),
      done as (select from moved where result->>'outcome' = 'done'),
      ${request?.end ? sql`decided as (${request.end}),` : sql``}
      noted as (${also})
      select result->>'outcome' as outcome, result->>'room_bututs' as room from moved`;
    if (row === undefined) throw request?.refusal ?? new Error('a booking without a condition is booked');
    if (row.outcome === 'done') wakeWorker('held_payouts');
    return { outcome: row.outcome, roomBututs: BigInt(row.room ?? 0) };
  } catch (error) {
    // The same id for another rail's float, at the same time.
    if (sqlState(error) === UNIQUE_VIOLATION) return { outcome: 'booked_before', roomBututs: 0n };
    throw error;
  }
}
