import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createVitest, type TestCase } from 'vitest/node';
import { type Covered, inventory } from '#proof/locks/inventory';
import { siteOf, withoutLock } from '#proof/locks/sites';
import type { CopyRunner } from '#proof/mutation/copy-runner';

export interface LockScore {
  file: string;
  locks: number;
  planted: number;
  noticed: number;
  /** What nobody could tell the difference of. */
  equivalent: number;
  missed: string[];
}

/**
 * Takes every lock of the inventory away, one at a time, and asks its test. Where that is a scenario of its own
 * (`lockTest`), function or query is changed while it runs; else the file is changed in the copy that `openCopy` makes.
 */
export async function scoreLocks(
  root: string,
  only: string[],
  openCopy: () => Promise<CopyRunner>,
): Promise<LockScore[]> {
  const files = Object.keys(inventory).filter(
    (file) => only.length === 0 || only.some((each) => file.startsWith(each)),
  );
  const { verdicts, broken } = await runScenarios(root, files);
  if (broken.length > 0) throw new Error(`These fail with every lock in its place: ${broken.join('; ')}`);
  const elsewhere = files.flatMap((file) =>
    (inventory[file] ?? [])
      .filter((lock) => !lock.why && !isScenario(root, lock))
      .map((lock) => ({ file, lock })),
  );
  if (elsewhere.length > 0) {
    const runner = await openCopy();
    for (const { file, lock } of elsewhere) await judgeInCopy(runner, root, file, lock, verdicts);
  }
  return files.map((file) => {
    const locks = inventory[file] ?? [];
    const names = namesOf(root, file, locks);
    return {
      file,
      locks: locks.length,
      planted: names.length,
      noticed: names.filter((name) => verdicts.get(name) === true).length,
      equivalent: locks.filter(({ why }) => why).length,
      missed: names.filter((name) => verdicts.get(name) !== true),
    };
  });
}

/** Whether the lock is planted away beside its test. */
function isScenario(root: string, { test = '', title }: Covered): boolean {
  const text = readFileSync(path.join(root, test), 'utf8');
  return [...text.matchAll(/lockTest\(\s*'([^']+)'/g)].some(([, name]) => name === title);
}

function namesOf(root: string, file: string, locks: Covered[]): string[] {
  const source = readFileSync(path.join(root, file), 'utf8');
  return locks
    .filter(({ why }) => !why)
    .flatMap((each) => {
      const site = siteOf(file, source, each);
      return site ? site.without.map((put) => nameOf(file, site.lineNumber, site.text, put)) : [];
    });
}

/** As `plantsOf` names it. */
function nameOf(file: string, line: number, text: string, put: string): string {
  return `${file}:${line} ${text.trim()}${put && ` → ${put.trim()}`}`;
}

async function runScenarios(root: string, files: string[]) {
  const wanted = new Set(files.flatMap((file) => (inventory[file] ?? []).map(({ title }) => title)));
  const scenarios = files.flatMap((file) =>
    (inventory[file] ?? []).filter((lock) => lock.test && isScenario(root, lock)).map(({ test }) => test),
  );
  const verdicts = new Map<string, boolean>();
  const broken: string[] = [];
  process.env.KAIRA_WITHOUT_LOCKS = '1';
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
    const specifications = (await vitest.globTestSpecifications()).filter(({ moduleId }) =>
      scenarios.includes(path.relative(root, moduleId)),
    );
    const { testModules } = await vitest.runTestSpecifications(specifications);
    for (const each of testModules.flatMap((module) => [...module.children.allTests()] as TestCase[])) {
      const isPassed = each.result().state === 'passed';
      if (each.name.startsWith('without ')) verdicts.set(each.name.slice('without '.length), isPassed);
      else if (!isPassed && wanted.has(each.name)) broken.push(each.fullName);
    }
  } finally {
    delete process.env.KAIRA_WITHOUT_LOCKS;
    await vitest.close();
  }
  return { verdicts, broken };
}

/** In the test of the product that shows it, whose name is the title. */
async function judgeInCopy(
  { vitest, specifications, root: copy }: CopyRunner,
  root: string,
  file: string,
  lock: Covered,
  verdicts: Map<string, boolean>,
): Promise<void> {
  const source = readFileSync(path.join(root, file), 'utf8');
  const site = siteOf(file, source, lock);
  if (site === undefined) return;
  const { test = '', title = '' } = lock;
  const where = path.join(copy, file);
  const specification = specifications.find((each) => each.moduleId.endsWith(`/${test}`));
  if (specification === undefined) throw new Error(`${test} is no test of the database.`);
  const { project, moduleId } = specification;
  const pattern = new RegExp(title.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  try {
    for (const put of site.without) {
      writeFileSync(where, withoutLock(source, site, put));
      vitest.invalidateFile(where);
      const { testModules } = await vitest.runTestSpecifications([
        project.createSpecification(moduleId, { testNamePattern: pattern }),
      ]);
      const module = testModules.find((each) => each.moduleId === moduleId);
      verdicts.set(nameOf(file, site.lineNumber, site.text, put), module?.state() === 'failed');
    }
  } finally {
    writeFileSync(where, source);
    vitest.invalidateFile(where);
  }
}

export function reportOfLocks(scores: LockScore[]): string {
  const line = ({ file, locks, planted, noticed, equivalent, missed }: LockScore) =>
    `| ${file} | ${locks} | ${planted} | ${noticed} | ${equivalent} | ${missed.length} |`;
  const sum = scores.reduce((all, each) => ({
    file: '**all**',
    locks: all.locks + each.locks,
    planted: all.planted + each.planted,
    noticed: all.noticed + each.noticed,
    equivalent: all.equivalent + each.equivalent,
    missed: [...all.missed, ...each.missed],
  }));
  return [
    '| file | locks | taken away | noticed | nobody could tell | missed |',
    '|---|---|---|---|---|---|',
    ...scores.map(line),
    line(sum),
  ].join('\n');
}
