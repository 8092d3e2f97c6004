import { sqlClient } from '#db/client';
import { type ApprovalRow, approvalColumns, presentApproval } from '#lib/approvals/approval';
import { HOUSE_CLIENT_ID } from '#lib/ledger/accounts';
import { isSettled, lastDayOf, monthAfter } from '#lib/ledger/periods';
import { formatAmount } from '#lib/money';

interface CloseRow {
  first_day: string | null;
  last_day: string;
  asked_by_name: string;
  closed_by_name: string;
  closed_at: string;
  debit_bututs: string;
  entries: string;
  digest: string;
  audit_checks: number;
  accounts: number;
}

/** The live periods that are closed, the newest first; the months that can be; and the request that waits, if one does. */
export async function listPeriods(now: Date) {
  const sql = sqlClient();
  const [closes, [begun], [open]] = await Promise.all([
    sql<CloseRow[]>`
      select first_day::text, last_day::text, asked_by_name, closed_by_name, closed_at, debit_bututs::text, entries::text, digest,
             audit_checks, jsonb_array_length(lines) as accounts
      from period_closes where environment = 'LIVE' order by last_day desc`,
    sql`select to_char(min(created_at) at time zone 'UTC', 'YYYY-MM') as month from clients`,
    sql<ApprovalRow[]>`
      select ${approvalColumns()} from approvals a
      where a.client_id = ${HOUSE_CLIENT_ID} and a.kind = 'period_close' and a.status = 'PENDING'`,
  ]);
  const last = closes[0]?.last_day.slice(0, 7);
  return {
    closed: closes.map((row) => ({
      /** Null: from the first journal. */
      first_day: row.first_day,
      last_day: row.last_day,
      asked_by: row.asked_by_name,
      closed_by: row.closed_by_name,
      closed_at: new Date(row.closed_at).toISOString(),
      total: formatAmount(BigInt(row.debit_bututs)),
      accounts: row.accounts,
      entries: Number(row.entries),
      digest: row.digest,
      audit_checks: row.audit_checks,
    })),
    told_at: now.toISOString(),
    /** The oldest first. */
    closable: closableFrom(last === undefined ? (begun?.month ?? null) : monthAfter(last), now),
    request: open ? { ...presentApproval(open), month: (open.details.last_day as string).slice(0, 7) } : null,
  };
}

export type Periods = Awaited<ReturnType<typeof listPeriods>>;

/** Pure: the months from the first that have been over for a day. */
export function closableFrom(first: string | null, now: Date): string[] {
  const months: string[] = [];
  for (let month = first; month !== null && isSettled(lastDayOf(month), now); month = monthAfter(month)) {
    months.push(month);
  }
  return months;
}
