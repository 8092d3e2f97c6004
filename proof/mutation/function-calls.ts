import { existsSync, globSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { createVitest } from 'vitest/node';
import { functionsOf } from '#proof/mutation/sql-mutants';

// Which tests of the database have which SQL functions called: found once, by PostgreSQL's own counts while all of them run.

/** What is noted by e2e/setup/test-database.ts of a test file. */
interface Noted {
  /** From the root of the repository. */
  test: string;
  ms: number;
  functions: string[];
}

const file = '.data/proof/function-calls.jsonl';

/** Of every test of `lib`, in the order in which they end; from what was found before, if anything was, unless `anew`, which takes as long as those tests. */
export async function readFunctionCalls(root: string, anew: boolean): Promise<Noted[]> {
  const where = path.join(root, file);
  if (anew) await note(root, where);
  if (!existsSync(where)) return [];
  return readFileSync(where, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Noted)
    .map((each) => ({ ...each, test: path.relative(root, path.resolve(root, each.test)) }));
}

async function note(root: string, where: string): Promise<void> {
  mkdirSync(path.dirname(where), { recursive: true });
  rmSync(where, { force: true });
  process.env.KAIRA_FUNCTION_CALLS = where;
  const vitest = await createVitest(
    'test',
    {
      root,
      project: ['db', 'db-alone'],
      watch: false,
      maxWorkers: 2,
      reporters: [{}],
      silent: true,
    } as never,
    { logLevel: 'silent' },
  );
  try {
    const all = await vitest.globTestSpecifications();
    await vitest.runTestSpecifications(
      all.filter(({ moduleId }) => moduleId.startsWith(path.join(root, 'lib/'))),
    );
  } finally {
    delete process.env.KAIRA_FUNCTION_CALLS;
    await vitest.close();
  }
}

/**
 * The tests that can notice a mistake in a function, those first that name it themselves, then those whose names begin as `near` says, and the short ones before the
 * long ones. A function that PostgreSQL has put into the one that calls it is not counted: who calls that one can notice it.
 */
export function testsOf(noted: Noted[], root: string, name: string, near: string[]): string[] {
  const all = withCallers(root, name);
  const isCalled = ({ functions }: Noted) => functions.includes(name);
  const tests = globSync('lib/**/*.db.test.ts', { cwd: root }).sort();
  const nearby = near.flatMap((beginning) => tests.filter((test) => test.startsWith(beginning)));
  const calling = noted.some(isCalled)
    ? noted.filter(isCalled)
    : noted.filter(({ functions }) => functions.some((each) => all.has(each)));
  const distance = ({ test }: Noted) => {
    const found = near.findIndex((beginning) => test.startsWith(beginning));
    return found < 0 ? near.length : found;
  };
  const naming = tests.filter((test) => readFileSync(path.join(root, test), 'utf8').includes(`${name}(`));
  const nearest = calling.sort((a, b) => distance(a) - distance(b) || a.ms - b.ms).map(({ test }) => test);
  return [...new Set([...naming, ...(noted.length > 0 ? nearest : nearby)])];
}

/** The function and all that call it, whether PostgreSQL counts it there or has put it into them. */
export function withCallers(root: string, name: string): Set<string> {
  const callers = callersOf(root);
  const all = new Set([name]);
  for (const each of all) for (const caller of callers.get(each) ?? []) all.add(caller);
  return all;
}

let known: Map<string, string[]> | undefined;

/** Which functions name which in what they do. */
function callersOf(root: string): Map<string, string[]> {
  if (known) return known;
  const bodies = globSync('db/functions/*.sql', { cwd: root }).flatMap((each) => {
    const source = readFileSync(path.join(root, each), 'utf8');
    return functionsOf(source).map(({ name, from, to }) => ({ name, body: source.slice(from, to) }));
  });
  known = new Map(
    bodies.map(({ name }) => [
      name,
      bodies
        .filter((other) => other.name !== name && new RegExp(`\\b${name}\\(`).test(other.body))
        .map((other) => other.name),
    ]),
  );
  return known;
}
