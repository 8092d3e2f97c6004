import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createVitest, type TestSpecification, type Vitest } from 'vitest/node';
import { type Mutant, plant } from '#proof/mutation/mutants';

/** A mutant that never ends has been noticed. */
const ENDS_WITHIN_MS = 60_000;
const CLOSES_WITHIN_MS = 15_000;

export interface Runner {
  root: string;
  projects: string[];
  vitest: Vitest;
  tests: TestFile[];
}

interface TestFile {
  specification: TestSpecification;
  /** The modules that its text names. */
  names: Set<string>;
}

/** Runs tests of the copy in `root`, as often as they are asked for. */
export async function openRunner(root: string, withDatabase: boolean): Promise<Runner> {
  process.chdir(root);
  const projects = ['unit', 'unit-alone', ...(withDatabase ? ['db', 'db-alone'] : [])];
  return { root, projects, ...(await open(root, projects)) };
}

async function open(root: string, project: string[]): Promise<Pick<Runner, 'vitest' | 'tests'>> {
  const vitest = await createVitest(
    'test',
    { root, project, watch: false, maxWorkers: 2, reporters: [{}] } as never,
    { logLevel: 'silent' },
  );
  const specifications = await vitest.globTestSpecifications();
  const tests = specifications.map((specification) => ({
    specification,
    names: modulesNamedBy(specification.moduleId, root),
  }));
  return { vitest, tests };
}

/** One of its processes may be in an endless loop. */
export async function closeRunner({ vitest }: Runner): Promise<void> {
  await Promise.race([vitest.close(), sleep(CLOSES_WITHIN_MS)]);
}

function modulesNamedBy(file: string, root: string): Set<string> {
  const text = readFileSync(file, 'utf8');
  const names = [...text.matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g)].map(([, name = '']) => {
    if (name.startsWith('#')) return `${name.slice(1)}.ts`;
    if (name.startsWith('.')) return path.relative(root, path.resolve(path.dirname(file), name));
    return name;
  });
  return new Set(names);
}

export function isNamed({ tests }: Runner, file: string): boolean {
  return tests.some(({ names }) => names.has(file));
}

/** That tests which fail without a mistake can say nothing of one. */
export class FailsByItself extends Error {}

/** The tests that have the file's name, the others that name it, and the rest of its folder, which may use it through another. */
const nearness = ['own', 'naming', 'beside'] as const;

/** Whether each mutant of a file is noticed by one of its tests, the nearest of which are asked first. */
export async function judge(runner: Runner, file: string, mutants: Mutant[]): Promise<Map<Mutant, boolean>> {
  const where = path.join(runner.root, file);
  const source = readFileSync(where, 'utf8');
  const fate = new Map<Mutant, boolean>();
  const isNoticed = async (text: string) => {
    for (const near of nearness) if (!(await everyPasses(runner, file, near, text))) return true;
    return false;
  };
  try {
    if (await isNoticed(source)) throw new FailsByItself(`The tests of ${file} fail by themselves.`);
    for (const mutant of mutants) fate.set(mutant, await isNoticed(plant(source, mutant)));
  } finally {
    writeFileSync(where, source);
    runner.vitest.invalidateFile(where);
  }
  return fate;
}

/** With this text in the place of the file's, in those tests. */
async function everyPasses(
  runner: Runner,
  file: string,
  near: (typeof nearness)[number],
  text: string,
): Promise<boolean> {
  const specifications = runner.tests
    .filter((test) => nearnessOf(test, file) === near)
    .map(({ specification }) => specification);
  if (specifications.length === 0) return true;
  const where = path.join(runner.root, file);
  writeFileSync(where, text);
  const { vitest } = runner;
  vitest.invalidateFile(where);
  const run = vitest.runTestSpecifications(specifications);
  const result = await Promise.race([run, sleep(ENDS_WITHIN_MS, undefined, { ref: false })]);
  if (result !== undefined) {
    // Among them are those of runs before.
    const asked = new Set(specifications.map(({ moduleId }) => moduleId));
    const modules = result.testModules.filter(({ moduleId }) => asked.has(moduleId));
    return result.unhandledErrors.length === 0 && modules.every((each) => each.state() !== 'failed');
  }
  run.catch(() => {});
  await closeRunner(runner);
  Object.assign(runner, await open(runner.root, runner.projects));
  return false;
}

function nearnessOf({ names, specification }: TestFile, file: string): (typeof nearness)[number] | undefined {
  const stem = file.replace(/\.ts$/, '');
  if (names.has(file)) return specification.moduleId.includes(`/${stem}.`) ? 'own' : 'naming';
  const isBeside = path.dirname(specification.moduleId).endsWith(`/${path.dirname(file)}`);
  return isBeside ? 'beside' : undefined;
}
