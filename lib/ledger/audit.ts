import type { Sql, TransactionSql } from 'postgres';
import type { AuditCheck } from '#lib/ledger/audit-check';
import { auditChecks, sharedTables } from '#lib/ledger/audit-checks';
import { checkClosedPeriods, PERIODS_KEPT } from '#lib/ledger/closed-periods';
import { checkStoredAnswers } from '#lib/ledger/stored-answers';

/** What one check found. */
export interface AuditLine {
  /** The number that the invariant has in the list of safety.md. */
  invariant: number;
  name: string;
  rowsChecked: number;
  violations: number;
  /** Identifiers of up to five of them. */
  examples: string[];
}

interface AuditOptions {
  now?: Date;
  /** Names of lines that are not wanted. */
  without?: readonly string[];
  /** Told all lines so far, after each of them. */
  onLine?(lines: AuditLine[]): void;
}

/** What no look at the database can tell, and where it is shown instead. */
export const notAuditable: readonly { invariant: number; why: string }[] = [
  { invariant: 8, why: 'What a rail was really paid stands in the rail’s own books, not in ours.' },
  {
    invariant: 19,
    why: 'The order of the events is that of the history (11, 17). The headers of an attempt are not kept.',
  },
  {
    invariant: 24,
    why: 'The balance at the instant of a refusal is not kept, because a refusal stores nothing.',
  },
  { invariant: 26, why: 'A refused session leaves no row.' },
  { invariant: 27, why: 'A refused code leaves no row.' },
  { invariant: 31, why: 'Which clock a decision was made by does not stand in its result.' },
];

/**
 * Guarantee: every invariant that can be checked on data is recounted from the rows themselves, and all lines see
 * the same instant. Changes nothing. `now` is what "overdue" is measured against; without it, the database's clock.
 */
export async function auditLedger(sql: Sql, options: AuditOptions = {}): Promise<AuditLine[]> {
  const lines = await sql.begin('isolation level repeatable read read only', (tx) =>
    auditSnapshot(tx, options),
  );
  return lines as AuditLine[];
}

/** The same within a transaction of the caller's, whose own changes it sees. */
export async function auditSnapshot(tx: TransactionSql, options: AuditOptions = {}): Promise<AuditLine[]> {
  // A recount reads whole tables: it may take longer than a request may, and gains from memory; and of what came after
  // PostgreSQL last looked at a table, its planner expects a single row, and would read all of one for each of another.
  const [server] = await tx`
    select set_config('statement_timeout', '0', true), set_config('work_mem', '128MB', true), set_config('jit', 'off', true),
           set_config('enable_nestloop', 'off', true), set_config('timezone', 'UTC', true), set_config('bytea_output', 'hex', true),
           set_config('kaira.audit_now', coalesce(${options.now?.toISOString() ?? null}::text, now()::text), true),
           current_setting('server_version_num')::int as version`;
  const lines: AuditLine[] = [];
  const add = async (line: Promise<AuditLine>) => {
    lines.push(await line);
    options.onLine?.(lines);
  };
  const isWanted = ({ name }: { name: string }) => !options.without?.includes(name);
  // Sent at once, they are answered one after the other, without a way there and back between them.
  await Promise.all(
    auditChecks(server?.version)
      .filter(isWanted)
      .map((check) => add(run(tx, check))),
  );
  if (isWanted({ name: PERIODS_KEPT })) await add(checkClosedPeriods(tx));
  await add(checkStoredAnswers(tx));
  return lines;
}

async function run(tx: TransactionSql, check: AuditCheck): Promise<AuditLine> {
  const tables = Object.entries(sharedTables).filter(([name]) =>
    new RegExp(`\\b${name}\\b`).test(`${check.rows} ${check.violations}`),
  );
  const [found] = await tx.unsafe(
    `with clock (now) as (select current_setting('kaira.audit_now')::timestamptz),
     ${tables.map(([name, table]) => `${name} ${table},`).join('\n')}
     violations (id) as (${check.violations})
     select (${check.rows})::float8 as rows_checked,
            (select count(*) from violations)::float8 as violations,
            array(select id::text from violations order by id::text limit 5) as examples`,
  );
  return {
    invariant: check.invariant,
    name: check.name,
    rowsChecked: found?.rows_checked,
    violations: found?.violations,
    examples: found?.examples,
  };
}
