import { sqlClient } from '#db/client';
import { cursorFieldOf, makeCursor } from '#lib/http/paging';
import { lowestIdAt } from '#lib/ids';

/** Where a page of the ledger ended. */
interface LedgerPlace {
  beforeJournal: string;
  /** The balance before that journal, as people read it. */
  balanceBututs: bigint;
  snapshot: Snapshot;
}

/**
 * Which rows a listing shows: those that its first page could see. PostgreSQL numbers transactions in 32 bits and
 * begins anew, so a transaction is told by its distance below `nextXid`.
 * https://www.postgresql.org/docs/current/functions-info.html#FUNCTIONS-PG-SNAPSHOT
 */
export interface Snapshot {
  /** Older journals were committed long before. In milliseconds since 1970. */
  settledBeforeMs: number;
  /** The lowest number that was not given yet. */
  nextXid: number;
  /** The distances of those that were under way. */
  underWay: number[];
}

/**
 * How long after its id was made, at the most, a journal may be committed: statements end after 10 s, the rest is for
 * clocks that are wrong. Fewer than 2³¹ transactions happen in that time, beyond which a number means two of them.
 */
const LATEST_COMMIT_MS = 24 * 60 * 60 * 1000;

/** `snapshot` is PostgreSQL's, as text: `xmin:xmax:` and those under way, with commas between. */
export function readSnapshot(snapshot: string, now: Date): Snapshot {
  const [, next = '', underWay = ''] = snapshot.split(':');
  const distances = underWay.split(',').filter(Boolean);
  return {
    settledBeforeMs: Math.max(0, now.getTime() - LATEST_COMMIT_MS),
    nextXid: Number(BigInt.asUintN(32, BigInt(next))),
    underWay: distances.map((xid) => Number(BigInt(next) - BigInt(xid))),
  };
}

export function makeLedgerCursor({ beforeJournal, balanceBututs, snapshot }: LedgerPlace): string {
  const { settledBeforeMs, nextXid, underWay } = snapshot;
  const numbers = [settledBeforeMs, nextXid, ...underWay].map((each) => each.toString(36));
  return makeCursor([beforeJournal, balanceBututs.toString(), numbers.join('.')]);
}

const FORM =
  /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?: (-?\d{1,15})(?: ([0-9a-z]{1,9})\.([0-9a-z]{1,7})((?:\.[0-9a-z]{1,7})*))?)?$/;

/**
 * The length has room for more than a thousand transactions under way at once. A cursor of the release before has no
 * snapshot, and one of another list no balance either.
 */
export const ledgerCursorField = cursorFieldOf(
  { maxLength: 8_000 },
  (text): (Partial<LedgerPlace> & Pick<LedgerPlace, 'beforeJournal'>) | undefined => {
    const [, beforeJournal, balance, settledBefore, next, underWay = ''] = FORM.exec(text) ?? [];
    if (beforeJournal === undefined) return undefined;
    const place = { beforeJournal, ...(balance !== undefined && { balanceBututs: BigInt(balance) }) };
    if (settledBefore === undefined || next === undefined) return place;
    const number = (digits: string) => Number.parseInt(digits, 36);
    const snapshot = {
      settledBeforeMs: number(settledBefore),
      nextXid: number(next),
      underWay: underWay.split('.').filter(Boolean).map(number),
    };
    return { ...place, snapshot };
  },
);

/**
 * The rows of `entries e` that a snapshot could see, as a condition.
 *
 * An id is made before its journal is committed, so one may appear that is older than a page that was read. Such a row
 * bears the number of a transaction that had not begun for the first page, or was under way. `xmin` is that number as
 * long as no function books within a block of its own that catches exceptions, which has another one.
 */
export function wasVisible({ settledBeforeMs, nextXid, underWay }: Snapshot) {
  const sql = sqlClient();
  const distance = sql`mod(${nextXid} - e.xmin::text::bigint + (1::bigint << 32), 1::bigint << 32)`;
  return sql`(
    e.journal_id < ${lowestIdAt(new Date(settledBeforeMs))}
    or (${distance} between 1 and 1::bigint << 31 and ${distance} <> all(${underWay}::bigint[])))`;
}
