import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import postgres, { type Sql } from 'postgres';
import { createVitest, type TestSpecification, type Vitest } from 'vitest/node';
import { TEMPLATE } from '#e2e/setup/throw-away-postgres';
import { readFunctionCalls, testsOf } from '#proof/mutation/function-calls';
import { functionsOf } from '#proof/mutation/sql-mutants';

/** A mutant that never ends has been noticed. */
const ENDS_WITHIN_MS = 180_000;
/** So many files of tests are asked, one after the other for as long as they pass. */
const MOST_TESTS = 3;

/** What a file of functions is about: the tests whose names begin so are asked first. */
const nearest: Record<string, string[]> = {
  'db/functions/20_ledger.sql': ['lib/rails/house-money', 'lib/transactions/commit-together', 'lib/ledger'],
  'db/functions/26_room.sql': [
    'lib/payouts/queue',
    'lib/rails/house-money',
    'lib/transactions/commit-together',
  ],
  'db/functions/27_given_back.sql': [
    'lib/refunds/refunds',
    'lib/reads/payback',
    'lib/customers/erase-given-back',
  ],
  'db/functions/28_write_rows.sql': ['lib/refunds/refunds', 'lib/transactions', 'lib/webhooks'],
  'db/functions/30_commit_changes.sql': [
    'lib/transactions/commit-together',
    'lib/refunds/refunds',
    'lib/payouts',
  ],
  'db/functions/35_payout_limits.sql': ['lib/payouts/limits', 'lib/payouts/rail-limits'],
  'db/functions/40_webhooks.sql': ['lib/webhooks'],
  'db/functions/44_payment_links.sql': ['lib/payment-links', 'lib/payment-requests'],
  'db/functions/44_settlements.sql': ['lib/settlements'],
};

export interface SqlRunner {
  root: string;
  vitest: Vitest;
  specifications: TestSpecification[];
  noted: Awaited<ReturnType<typeof readFunctionCalls>>;
  seen: { hasFailed: boolean };
  /** Tests that pass without a mistake. */
  sound: Map<string, boolean>;
}

export async function openSqlRunner(root: string, anew: boolean): Promise<SqlRunner> {
  const noted = await readFunctionCalls(root, anew);
  const seen = { hasFailed: false };
  let running: Vitest | undefined;
  // The first test that fails says enough; a run that is broken off has no word of its own on that.
  const reporter = {
    onTestCaseResult(test: { result(): { state: string } }) {
      if (test.result().state !== 'failed') return;
      seen.hasFailed = true;
      void running?.cancelCurrentRun('test-failure');
    },
  };
  const vitest = await createVitest(
    'test',
    {
      root,
      project: ['db', 'db-alone'],
      watch: false,
      maxWorkers: 1,
      reporters: [reporter],
      silent: true,
    } as never,
    { logLevel: 'silent' },
  );
  running = vitest;
  return {
    root,
    vitest,
    specifications: await vitest.globTestSpecifications(),
    noted,
    seen,
    sound: new Map(),
  };
}

/**
 * The test that notices it, undefined where none does; null where PostgreSQL makes no such function. Each is made in the
 * template that every database of a test is copied from, while the tests run that can notice it.
 */
export async function askTests(
  runner: SqlRunner,
  file: string,
  right: string,
  mistaken: string,
  of: string,
): Promise<string | undefined | null> {
  for (const test of testsOf(runner.noted, runner.root, of, nearest[file] ?? []).slice(0, MOST_TESTS)) {
    if (!runner.sound.has(test)) runner.sound.set(test, await passes(runner, test));
    if (!runner.sound.get(test)) continue;
    if (!(await replaceFunction(runner, mistaken))) return null;
    try {
      if (!(await passes(runner, test))) return test;
    } finally {
      await replaceFunction(runner, right);
    }
  }
  return undefined;
}

/** The function, so that it takes the place of the one that is there. */
export function statementOf(source: string, name: string): string {
  const found = functionsOf(source).find((each) => each.name === name);
  if (found === undefined) throw new Error(`There is no function ${name}.`);
  return source.slice(found.start, found.end).replace(/^create function/, 'create or replace function');
}

async function passes({ vitest, specifications, root, seen }: SqlRunner, test: string): Promise<boolean> {
  seen.hasFailed = false;
  const those = specifications.filter(({ moduleId }) => path.relative(root, moduleId) === test);
  const run = vitest.runTestSpecifications(those);
  const result = await Promise.race([run, sleep(ENDS_WITHIN_MS, undefined, { ref: false })]);
  if (result === undefined) {
    await vitest.cancelCurrentRun('test-failure');
    await run;
    return false;
  }
  const modules = result.testModules.filter(({ moduleId }) => path.relative(root, moduleId) === test);
  return !seen.hasFailed && modules.length > 0 && modules.every((each) => each.state() !== 'failed');
}

/** False where it is refused. Nobody is connected with the template, so that it can be copied. */
async function replaceFunction({ vitest }: SqlRunner, statement: string): Promise<boolean> {
  const url = await serverOf(vitest);
  const server = postgres(url, { max: 1, onnotice: () => {} });
  const template = new URL(url);
  template.pathname = `/${TEMPLATE}`;
  let inside: Sql | undefined;
  try {
    await server`alter database ${server(TEMPLATE)} with allow_connections true`;
    inside = postgres(template.href, { max: 1, onnotice: () => {} });
    await inside.unsafe(statement);
    return true;
  } catch (error) {
    if (!/^(42|22|2F)/.test(String((error as { code?: unknown }).code))) throw error;
    return false;
  } finally {
    await inside?.end();
    await server`alter database ${server(TEMPLATE)} with allow_connections false`;
    await server.end();
  }
}

/** Of the tests, which begin it with the first run. */
async function serverOf(vitest: Vitest): Promise<string> {
  for (const project of vitest.projects) {
    const { postgresUrl } = project.getProvidedContext();
    if (postgresUrl) return postgresUrl;
  }
  throw new Error('The server of the tests has not begun.');
}
