import { parseArgs } from 'node:util';
import { closeDatabase, sqlClient } from '#db/client';
import type { EmbeddedPostgres } from '#db/embedded';
import { OneSentenceError } from '#db/one-sentence-error';
import { acceptLoss, findOperator } from '#lib/history/accept-loss';
import { recordLoss } from '#lib/history/losses';
import { reportHistory } from '#lib/history/report';
import { settings } from '#lib/settings';
import { findDatabase } from '#scripts/find-database';
import { describeHistory } from '#scripts/history-lines';
import { reportFailure } from '#scripts/terminal';

// npm run history: what was acknowledged and is not in the database. Ends with 1 while that waits for a decision.
// npm run history:accept -- --by awa@example.com --why "…": decides that Kaira goes on without it.

const usage = 'Use it so: npm run history:accept -- --by awa@example.com --why "what was found out"';

/** As of a case that is closed. */
const LEAST_REASON = 10;

let postgres: EmbeddedPostgres | undefined;
try {
  const { positionals, values } = readArguments();
  ({ postgres } = await findDatabase());
  const sql = sqlClient();
  const report = await reportHistory(sql, settings().KAIRA_DATA_DIR);
  process.stdout.write(`${describeHistory(report, await nameClients()).join('\n')}\n`);
  if (positionals[0] === 'accept') {
    // What this machine alone knows of is told before it is decided about.
    if (report.untold.length > 0) await recordLoss(sql, report.untold);
    await accept(values);
  } else if (isWaiting(report)) process.exitCode = 1;
} catch (error) {
  reportFailure(error);
} finally {
  await closeDatabase();
  // A server that was running already serves somebody else.
  if (postgres && !postgres.reused) await postgres.stop();
}

/** Empty where the table cannot be read: what is missing is told all the same. */
async function nameClients(): Promise<Map<string, string>> {
  const rows = await sqlClient()<{ id: string; name: string }[]>`select id, name from clients`.catch(
    () => [],
  );
  return new Map(rows.map(({ id, name }) => [id, name]));
}

function readArguments() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: { by: { type: 'string' }, why: { type: 'string' } },
    });
  } catch (error) {
    throw new OneSentenceError(`${(error as Error).message}. ${usage}`);
  }
}

function isWaiting({ missing, losses }: Awaited<ReturnType<typeof reportHistory>>): boolean {
  return missing.length > 0 || losses.some((each) => each.decided_at === null);
}

async function accept({ by, why }: { by?: string; why?: string }): Promise<void> {
  const reason = why?.trim();
  if (!by || !reason) throw new OneSentenceError(`Say who decides, and why. ${usage}`);
  if (reason.length < LEAST_REASON) {
    throw new OneSentenceError(
      `The reason is kept for good: say in ${LEAST_REASON} characters or more what was found out. ${usage}`,
    );
  }
  const operator = await findOperator(by);
  if (operator === undefined) {
    throw new OneSentenceError(`${by} is no confirmed operator of this gateway; nothing was accepted.`);
  }
  if (!(await acceptLoss(operator, reason))) {
    throw new OneSentenceError('Nothing waits for a decision; nothing was accepted.');
  }
  process.stdout.write(
    `\nAccepted in the name of ${operator.name}. Every process takes writes again within seconds. What is missing stays missing: compare it with the statements of the rails, as docs/operations/incidents.md says.\n`,
  );
}
