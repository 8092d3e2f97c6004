import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { ensureChromium } from '#scripts/chromium';
import { elapsed } from '#scripts/terminal';

// `npm test`: every check and every test. All of them run, whatever fails; the last line counts them.
// `npm run check` (--check): format, types, boundaries, unused code, secrets and advisories only. `npm run test:long`
// (--long): also the tests of e2e/setup/long-test.ts.

interface Outcome {
  passed: number;
  failed: number;
  skipped?: number;
  /** What there is to tell although nothing failed. */
  note?: string | undefined;
  /** What failed, a line or a paragraph each. Shown before the output, whose head may be all that a log keeps. */
  failures?: string[];
  /** Shown if anything failed. */
  output: string;
}

const root = path.resolve(import.meta.dirname, '..');
const reports = mkdtempSync(path.join(tmpdir(), 'kaira-reports-'));
const sourceFolders = [
  'app',
  'components',
  'lib',
  'db',
  'scripts',
  'simulator',
  'proof',
  'e2e',
  'sdk',
  'server.ts',
];
/** At most so many files are run once more: more of them are no accident. */
const REPEATED_FILES = 5;
/** Of e2e/setup/sound-books.ts. */
const UNSOUND_BOOKS = 'The tests left the books unsound';
const total = { passed: 0, failed: 0 };
const running = new Set<ChildProcess>();

process.chdir(root);
if (process.argv.includes('--long')) process.env.LONG_TESTS = '1';
const startedAt = performance.now();
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    for (const child of running) child.kill('SIGTERM');
    rmSync(reports, { recursive: true, force: true });
    process.exit(1);
  });
}

// Most of them keep one processor busy: half of them run beside the other half. One checker of types does less work than
// several, each of which finds out anew what all need.
const halves = [
  async () => {
    await step('types', checkTypes);
    await step('secrets', () => checkIfPossible('scripts/scan-secrets.ts'));
    await step('advisories', () => checkIfPossible('scripts/audit-dependencies.ts'));
  },
  async () => {
    await step('format', () => check('biome', ['check', '--error-on-warnings']));
    await step('boundaries', () =>
      check('depcruise', [
        '--config',
        '.dependency-cruiser.cjs',
        ...sourceFolders.filter((each) => existsSync(each)),
      ]),
    );
    await step('unused code', () => check('knip', ['--no-config-hints']));
  },
];
await Promise.all(halves.map((half) => half()));
if (!process.argv.includes('--check')) {
  await step('build', () => check('node', ['scripts/build.ts', '--if-needed']));
  await step('unit, database and API tests', runVitest);
  const journeys = globSync('e2e/{pages,client,admin,site}/**/*.{test,spec}.ts');
  if (journeys.length > 0) await step('browser tests', runPlaywright);
}
rmSync(reports, { recursive: true, force: true });
process.stdout.write(
  `\nAll of it took ${elapsed(startedAt)}\n${total.passed} passed, ${total.failed} failed\n`,
);
process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0;

async function step(title: string, work: () => Promise<Outcome>): Promise<void> {
  const stepStartedAt = performance.now();
  const outcome = await work().catch(
    (error: Error): Outcome => ({ passed: 0, failed: 1, output: error.message }),
  );
  total.passed += outcome.passed;
  total.failed += outcome.failed;
  const isWhole = outcome.failed === 0;
  const counts =
    outcome.passed + outcome.failed > 1
      ? `, ${outcome.passed} passed, ${outcome.failed} failed${outcome.skipped ? `, ${outcome.skipped} skipped` : ''}`
      : '';
  const note = outcome.note === undefined ? '' : `, ${outcome.note}`;
  process.stdout.write(`${isWhole ? 'ok  ' : 'FAIL'}  ${title}: ${elapsed(stepStartedAt)}${counts}${note}\n`);
  if (isWhole) return;
  const shown = [...(outcome.failures ?? []), outcome.output.trim()].join('\n');
  process.stdout.write(`${shown.replaceAll(/^/gm, '      ')}\n`);
}

/** A tool that passes or fails as one. */
async function check(program: string, words: string[]): Promise<Outcome> {
  const { code, output } = await run(program, words);
  return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, output };
}

/** A script of ours whose result is its first line. One that could not look has neither passed nor failed. */
async function checkIfPossible(script: string): Promise<Outcome> {
  const outcome = await check('node', [script]);
  const [note] = outcome.output.trim().split('\n', 1);
  return note?.startsWith('not checked') ? { ...outcome, passed: 0, note } : { ...outcome, note };
}

async function checkTypes(): Promise<Outcome> {
  // Writes next-env.d.ts and the types of the routes, which a fresh clone lacks and an older build has wrong.
  const typegen = await run('next', ['typegen']);
  if (typegen.code !== 0) return { passed: 0, failed: 1, output: typegen.output };
  return check('tsc', ['--noEmit', '--pretty', 'false', '--checkers', '1']);
}

/**
 * Files that failed are run once more, when nothing else runs. What passes then counts as passed and is told by name:
 * a test that depends on the machine's moment is a fault of the test, and should not hide among the passed.
 */
async function runVitest(): Promise<Outcome> {
  const first = await runTestFiles([]);
  if (first.failedFiles.length === 0 || first.failedFiles.length > REPEATED_FILES) return first;
  // What all files did to the books together does not show when a few of them are repeated.
  if (first.output.includes(UNSOUND_BOOKS)) return first;
  const second = await runTestFiles(first.failedFiles);
  const isAnyMended = second.failed < first.failed;
  return {
    passed: first.passed - first.passedInFailedFiles + second.passed,
    failed: second.failed,
    skipped: first.skipped ?? 0,
    note: isAnyMended ? `these passed only when repeated:\n${first.failures.join('\n')}` : undefined,
    failures: second.failures,
    output: first.output,
  };
}

interface TestRun extends Outcome {
  failures: string[];
  failedFiles: string[];
  passedInFailedFiles: number;
}

async function runTestFiles(files: string[]): Promise<TestRun> {
  const report = path.join(reports, 'vitest.json');
  rmSync(report, { force: true });
  const { code, output } = await run('vitest', [
    ...['run', '--reporter=default', '--reporter=json'],
    `--outputFile.json=${report}`,
    ...files,
  ]);
  const told = { failures: [], failedFiles: [], passedInFailedFiles: 0, output };
  if (!existsSync(report)) return { passed: 0, failed: 1, ...told };
  const { numPassedTests, numFailedTests, numPendingTests, testResults } = JSON.parse(
    readFileSync(report, 'utf8'),
  ) as {
    numPassedTests: number;
    numFailedTests: number;
    numPendingTests: number;
    testResults: {
      name: string;
      status: string;
      message: string;
      assertionResults: { status: string; fullName: string; failureMessages: string[] }[];
    }[];
  };
  const failedFiles = testResults.filter(({ status }) => status === 'failed');
  const failures = failedFiles.flatMap((each) => {
    const tests = each.assertionResults.filter(({ status }) => status === 'failed');
    // A file that could not even be loaded, or set up, has no tests to fail.
    if (tests.length === 0) return [failure(each.name, 'as a whole', each.message)];
    return tests.map((test) => failure(each.name, test.fullName, test.failureMessages.join('\n')));
  });
  const brokenFiles = failures.length - numFailedTests;
  const failed = numFailedTests + brokenFiles;
  // Such as an error outside any test, or a set-up that failed.
  const failedElsewhere = code !== 0 && failed === 0 ? 1 : 0;
  const [, elsewhere] = /⎯ Unhandled Errors ⎯+\n([\s\S]*?)\n Test Files/.exec(output) ?? [];
  if (elsewhere) failures.push(failure('.', 'outside any test', elsewhere));
  return {
    passed: numPassedTests,
    failed: failed + failedElsewhere,
    skipped: numPendingTests,
    failures,
    failedFiles: failedFiles.map(({ name }) => path.relative(root, name)),
    passedInFailedFiles: failedFiles
      .flatMap(({ assertionResults }) => assertionResults)
      .filter(({ status }) => status === 'passed').length,
    output,
  };
}

async function runPlaywright(): Promise<Outcome> {
  const CHROMIUM_PATH = await ensureChromium();
  const file = path.join(reports, 'playwright.json');
  const { code, output } = await run('playwright', ['test', '--reporter=list,json'], {
    CHROMIUM_PATH,
    PLAYWRIGHT_JSON_OUTPUT_FILE: file,
  });
  if (!existsSync(file)) return { passed: 0, failed: 1, output };
  const { stats, errors, suites } = JSON.parse(readFileSync(file, 'utf8')) as {
    stats: { expected: number; unexpected: number; flaky: number; skipped: number };
    errors: unknown[];
    suites: Suite[];
  };
  const failed = stats.unexpected + errors.length;
  const repeated = suites.flatMap((suite) => specsThat(suite, ({ ok, tests }) => ok && hasErrors(tests)));
  return {
    passed: stats.expected + stats.flaky,
    failed: code !== 0 && failed === 0 ? 1 : failed,
    skipped: stats.skipped,
    note: stats.flaky > 0 ? `these passed only when repeated:\n${repeated.join('\n')}` : undefined,
    failures: suites.flatMap((suite) => specsThat(suite, ({ ok }) => !ok)),
    output,
  };
}

/** As far as it is read here: https://playwright.dev/docs/test-reporters#json-reporter */
interface Suite {
  suites?: Suite[];
  specs: {
    title: string;
    file: string;
    ok: boolean;
    tests: { results: { errors: { message?: string }[] }[] }[];
  }[];
}

type Spec = Suite['specs'][number];

function hasErrors(tests: Spec['tests']): boolean {
  return tests.some(({ results }) => results.some(({ errors }) => errors.length > 0));
}

function specsThat(suite: Suite, fits: (spec: Spec) => boolean): string[] {
  const own = suite.specs.filter(fits).map((spec) => {
    const errors = spec.tests.flatMap((test) => test.results.flatMap((result) => result.errors));
    return failure(spec.file, spec.title, errors.map((each) => each.message).join('\n'));
  });
  return [...own, ...(suite.suites ?? []).flatMap((each) => specsThat(each, fits))];
}

/** The test, and the first lines of what was wrong with it. */
function failure(file: string, title: string, message: string): string {
  const lines = stripVTControlCharacters(message).trim().split('\n').slice(0, 12);
  return [`${path.relative(root, file)}: ${title}`, ...lines.map((line) => `    ${line}`)].join('\n');
}

/** Runs a program of node_modules/.bin, or node itself, and answers with all it wrote. */
async function run(
  program: string,
  words: string[],
  environment: Record<string, string> = {},
): Promise<{ code: number | null; output: string }> {
  const isWindows = process.platform === 'win32';
  const binaries = path.join(root, 'node_modules/.bin');
  const child = spawn(program === 'node' ? process.execPath : program, words, {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      PATH: `${binaries}${path.delimiter}${process.env.PATH}`,
      NEXT_TELEMETRY_DISABLED: '1',
      ...environment,
    },
    shell: isWindows && program !== 'node',
  });
  running.add(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      output += chunk;
    });
  }
  const [code] = await once(child, 'close');
  running.delete(child);
  return { code, output: stripVTControlCharacters(output) };
}
