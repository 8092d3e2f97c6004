import { hostname } from 'node:os';
import type { Sql } from 'postgres';
import type { Acknowledged } from '#lib/history/witness';
import { newId } from '#lib/ids';

export interface Loss {
  id: string;
  found_at: string;
  found_by: string;
  missing_count: number;
  missing: Acknowledged[];
  decided_at: string | null;
  decided_by_name: string | null;
  reason: string | null;
}

export interface Books {
  id: string;
  /** When an operator last accepted a loss; what is missing from before is part of it. */
  decidedAt: string | null;
  isUndecided: boolean;
}

/** Of a loss, so many are listed in the database. */
const LISTED = 1_000;

/** Which books the database has, what was decided about them, and which of `entries` are not there. */
export async function lookAtBooks(
  sql: Sql,
  entries: Acknowledged[],
): Promise<{ books: Books; missing: Acknowledged[] }> {
  const asked = entries.map(({ id, version, at }, n) => ({ n, id, version, at }));
  // By the id alone, as in lib/transactions/commit-together.ts.
  const [row] = await sql`
    select books_id, ${moment(sql, sql`(select max(decided_at) from history_losses)`)} as decided_at,
           exists (select from history_losses where decided_at is null) as is_undecided,
           (select json_agg(w.n) from jsonb_to_recordset(${JSON.stringify(asked)}::text::jsonb)
              as w (n int, id uuid, version int, at timestamptz)
            where (select bool_or(t.version > w.version or t.version = w.version and t.updated_at = w.at)
                   from transactions t where t.id = w.id) is not true) as missing
    from event_position_base`;
  if (row === undefined) throw new Error('The database does not say which books it has.');
  return {
    books: { id: row.books_id, decidedAt: row.decided_at, isUndecided: row.is_undecided },
    missing: ((row.missing ?? []) as number[]).map((n) => entries[n] as Acknowledged),
  };
}

/** Tells all processes. Of each that finds a loss, one waits for a decision at a time. */
export async function recordLoss(sql: Sql, missing: Acknowledged[]): Promise<void> {
  const foundBy = `${hostname()} ${process.pid}`;
  const listed = JSON.stringify(missing.slice(-LISTED));
  await sql`
    insert into history_losses (id, found_at, found_by, missing_count, missing)
    select ${newId()}::uuid, now(), ${foundBy}::text, ${missing.length}::int, ${listed}::text::jsonb
    where not exists (select from history_losses where decided_at is null and found_by = ${foundBy})`;
}

/** Newest first. */
export async function listLosses(sql: Sql): Promise<Loss[]> {
  return sql<Loss[]>`
    select id, ${moment(sql, sql`found_at`)} as found_at, found_by, missing_count, missing,
           ${moment(sql, sql`decided_at`)} as decided_at, decided_by_name, reason
    from history_losses order by id desc`;
}

/** Whether its loss was accepted, by whichever process it was found. */
export function isAccepted({ at }: Acknowledged, { decidedAt }: Books): boolean {
  return decidedAt !== null && at <= decidedAt;
}

/** As JavaScript writes it, so that such texts sort by time. */
function moment(sql: Sql, time: ReturnType<Sql>) {
  return sql`to_char(${time} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}
