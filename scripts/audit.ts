import { existsSync } from 'node:fs';
import path from 'node:path';
import { connect, isDatabaseAway, sqlState } from '#db/client';
import { startEmbeddedPostgres } from '#db/embedded';
import { EmbeddedPostgresError } from '#db/embedded/faults';
import { type HistoryReport, reportHistory } from '#lib/history/report';
import { type AuditLine, auditLedger, notAuditable } from '#lib/ledger/audit';
import { recordAudit } from '#lib/ledger/run-audit';
import { dataFolder, findSecret } from '#scripts/backup-settings';
import { describeHistory } from '#scripts/history-lines';

// npm run audit [-- --json]: recounts the books, prints every invariant, looks up what this machine's processes have
// acknowledged, and leaves the result for the dashboard and for /metrics. Ends with 1 on any violation and where something
// is missing, and with 2 when it could not look.

/** The sentence that the person at the terminal is owed. */
class AuditImpossible extends Error {}

try {
  const { lines, history } = await audit();
  if (process.argv.includes('--json')) console.log(JSON.stringify({ lines, notAuditable, history }, null, 2));
  else print(lines, history);
  process.exitCode = lines.some((line) => line.violations > 0) || history.missing.length > 0 ? 1 : 0;
} catch (error) {
  console.error(error instanceof Error ? explain(error) : error);
  process.exitCode = 2;
}

interface Audit {
  lines: AuditLine[];
  history: HistoryReport;
}

async function audit(): Promise<Audit> {
  // The one that `npm start` made; without any it says which of its lines could not be looked at.
  const secret = findSecret();
  if (secret !== undefined) process.env.KAIRA_SECRET = secret;
  if (process.env.DATABASE_URL) return auditAt(process.env.DATABASE_URL);
  const folder = path.join(dataFolder(), 'postgres');
  if (!existsSync(path.join(folder, 'data'))) {
    throw new AuditImpossible(
      `DATABASE_URL is not set and there is no database in ${folder} yet: npm start makes one.`,
    );
  }
  const server = await startEmbeddedPostgres({ folder });
  // What the audit unseals reads the settings, which want an address.
  process.env.DATABASE_URL = server.url;
  try {
    return await auditAt(server.url);
  } finally {
    if (!server.reused) await server.stop();
  }
}

async function auditAt(url: string): Promise<Audit> {
  const sql = connect(url, 1, 'kaira audit');
  try {
    const startedAt = performance.now();
    const lines = await auditLedger(sql);
    await recordAudit(sql, lines, performance.now() - startedAt).catch((error) =>
      // As of a standby, which takes no writes, or of a database of an earlier release.
      console.error(`The result could not be kept for the dashboard and /metrics: ${error.message}`),
    );
    return { lines, history: await reportHistory(sql, dataFolder()) };
  } finally {
    await sql.end({ timeout: 5 });
  }
}

function print(lines: AuditLine[], history: HistoryReport): void {
  const rows = [
    ['', 'invariant', 'rows', 'violations'],
    ...lines.map((line) => [
      String(line.invariant),
      line.name,
      line.rowsChecked.toLocaleString('en'),
      line.violations.toLocaleString('en'),
    ]),
  ];
  const width = (column: number) => Math.max(...rows.map((row) => row[column]?.length ?? 0));
  for (const [number = '', name = '', checked = '', violations = ''] of rows) {
    console.log(
      `${number.padStart(width(0))}  ${name.padEnd(width(1))}  ${checked.padStart(width(2))}  ${violations.padStart(width(3))}`,
    );
  }
  const violations = lines.reduce((sum, line) => sum + line.violations, 0);
  console.log(`\n${lines.length} invariants, ${violations.toLocaleString('en')} violations`);
  for (const line of lines) {
    if (line.violations === 0) continue;
    console.log(`\n${line.invariant}  ${line.name}`);
    for (const example of line.examples) console.log(`   ${example}`);
  }
  console.log(`\n${describeHistory(history).join('\n')}`);
}

function explain(error: Error): string {
  if (error instanceof AuditImpossible || error instanceof EmbeddedPostgresError) return error.message;
  if (isDatabaseAway(error)) return `The database is out of reach: ${error.message}`;
  const undefinedTable = '42P01';
  if (sqlState(error) === undefinedTable) {
    return `The database has no books of this release (${error.message}): npm start brings it up to date.`;
  }
  return error.stack ?? error.message;
}
