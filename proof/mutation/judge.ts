import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createVitest, type TestSpecification, type Vitest } from 'vitest/node';
import { markOf } from '#proof/mutation/sql-stage';
import {
  type Ask,
  askFile,
  journalFile,
  type Note,
  type Reach,
  reachFile,
} from '#proof/mutation/switch-notes';
import type { Planned } from '#proof/mutation/switch-plan';

/** The tests that are asked, from where the repository stands. */
const asked = /^lib\//;
/** A process that has said nothing for so long is at something that never ends. */
const SILENT_MS = 90_000;
const CLOSES_WITHIN_MS = 15_000;
/** A file of tests that takes longer is not asked as a whole, and a test not at all. */
const LONGEST_MS = 15_000;
/** What is in another folder and does not name the file. */
const FAR_MS = 1_000;
/** Of each mutant so many tests of so many files are asked at most, one wave after the other. */
const waves = [
  { tests: 8, files: 3 },
  { tests: 16, files: 6 },
];

export interface Fate {
  /** The file of tests that noticed it. */
  by?: string;
  /** Whether any test comes by it. */
  isReached: boolean;
}

interface TestFile {
  specification: TestSpecification;
  names: Set<string>;
  reach?: Reach;
  /** By mutant, the places of the tests that come by it. */
  comeBy: Map<number, number[]>;
  /** Tests that say nothing when they run again. */
  once: Set<number>;
}

type Said = Note & { file: string; pid: number };

export interface Judge {
  vitest: Vitest;
  tests: Map<string, TestFile>;
  /** Of all mutants, which are numbered through. */
  planMark: string;
}

/** `all` are the mutants that `switch.config.ts` plants. */
export async function openJudge(root: string, folder: string, all: Planned[]): Promise<Judge> {
  process.env.KAIRA_MUTANTS = folder;
  mkdirSync(folder, { recursive: true });
  const config = path.join(import.meta.dirname, 'switch.config.ts');
  const vitest = await createVitest(
    'test',
    { root, config, watch: false, reporters: [{}], silent: true } as never,
    { logLevel: 'silent' },
  );
  const specifications = await vitest.globTestSpecifications();
  const tests = new Map(
    specifications
      .map((each) => [path.relative(root, each.moduleId), each] as const)
      .filter(([file]) => asked.test(file))
      .map(([file, specification]) => [
        file,
        {
          specification,
          names: modulesNamedBy(specification.moduleId, root),
          comeBy: new Map<number, number[]>(),
          once: new Set<number>(),
        },
      ]),
  );
  opened = vitest;
  return { vitest, tests, planMark: markOf(JSON.stringify(all)) };
}

/** Of which there is one at most. */
let opened: Vitest | undefined;

/** Its processes, of which one may be in an endless loop, and their PostgreSQL. */
export async function closeJudge(): Promise<void> {
  await Promise.race([opened?.close(), sleep(CLOSES_WITHIN_MS)]);
}

/**
 * Which mutants the tests near to these files come by; what is known from a run before, of the same mutants and tests,
 * stays.
 */
export async function findReach({ vitest, tests, planMark }: Judge, sources: string[]): Promise<void> {
  const isNear = (file: string, { names }: TestFile) =>
    sources.some((source) => distance(file, names, source) < FAR_MS);
  const markOfTest = ({ specification }: TestFile) =>
    markOf(planMark + readFileSync(specification.moduleId, 'utf8'));
  const markFile = (file: string) => `${reachFile(file)}.mark`;
  const near = [...tests].filter(([file, test]) => test.reach === undefined && isNear(file, test));
  const unknown = near.filter(
    ([file, test]) =>
      !existsSync(markFile(file)) || readFileSync(markFile(file), 'utf8') !== markOfTest(test),
  );
  for (const [file] of unknown) rmSync(reachFile(file), { force: true });
  await run(vitest, tests, new Map(unknown.map(([file]) => [file, undefined])));
  for (const [file, test] of near) {
    if (!existsSync(reachFile(file))) continue;
    test.reach = JSON.parse(readFileSync(reachFile(file), 'utf8')) as Reach;
    test.reach.tests.forEach((each, index) => {
      // One that is skipped has none.
      if (!each?.isSound || each.ms > LONGEST_MS) return;
      for (const number of each.reach) test.comeBy.set(number, [...(test.comeBy.get(number) ?? []), index]);
    });
    writeFileSync(markFile(file), markOfTest(test));
  }
}

/** What became of each of these, the nearest and fastest tests of those that come by it asked first. */
export async function judgeAll(
  { vitest, tests }: Judge,
  wanted: Planned[],
  onNoticed: (mutant: Planned, by: string) => void,
): Promise<Map<Planned, Fate>> {
  const byNumber = new Map(wanted.map((each) => [each.number, each]));
  const fates = new Map(wanted.map((each): [Planned, Fate] => [each, { isReached: false }]));
  const done = new Set<string>();
  for (const wave of waves) {
    const asks = new Map<string, Ask>();
    for (const [mutant, fate] of fates) {
      if (fate.by === undefined) plan(tests, mutant, fate, wave, done, asks);
    }
    if (asks.size === 0) continue;
    await run(vitest, tests, asks, (said) => {
      const mutant = 'number' in said ? byNumber.get(said.number) : undefined;
      if (said.kind === 'once') tests.get(said.file)?.once.add(said.test);
      if (said.kind !== 'noticed' || mutant === undefined) return;
      const fate = fates.get(mutant);
      if (fate && fate.by === undefined) {
        fate.by = said.file;
        onNoticed(mutant, said.file);
      }
    });
  }
  return fates;
}

/** Which tests are asked of a mutant in this wave, of those that were not. */
function plan(
  tests: Map<string, TestFile>,
  { file: source, number }: Planned,
  fate: Fate,
  wave: { tests: number; files: number },
  done: Set<string>,
  asks: Map<string, Ask>,
): void {
  const inPlace: { file: string; index: number; cost: number }[] = [];
  const whole: { file: string; cost: number }[] = [];
  for (const [file, { names, reach, comeBy, once }] of tests) {
    if (!reach) continue;
    const far = distance(file, names, source);
    const those = comeBy.get(number) ?? [];
    const isAtImport = reach.atImport.includes(number);
    if (isAtImport || those.length > 0) fate.isReached = true;
    for (const index of those) {
      if (once.has(index) || done.has(`${number} ${file} ${index}`)) continue;
      inPlace.push({ file, index, cost: far + (reach.tests[index]?.ms ?? 0) });
    }
    const isWhole = those.every((index) => once.has(index)) && (isAtImport || those.length > 0);
    const mayBeAsked = reach.isSound && reach.ms <= LONGEST_MS && !done.has(`${number} ${file} whole`);
    if (isWhole && mayBeAsked) whole.push({ file, cost: 2 * far + reach.ms });
  }
  const files = new Set<string>();
  let left = wave.tests;
  for (const { file, index } of inPlace.sort((one, other) => one.cost - other.cost)) {
    if (left === 0) break;
    if (!files.has(file) && files.size === wave.files) continue;
    files.add(file);
    left--;
    done.add(`${number} ${file} ${index}`);
    const { place } = ask(asks, file);
    place[index] = [...(place[index] ?? []), number];
  }
  const [nearest] = whole.sort((one, other) => one.cost - other.cost);
  if (nearest && inPlace.length === 0) {
    done.add(`${number} ${nearest.file} whole`);
    ask(asks, nearest.file).whole.push(number);
  }
}

function ask(asks: Map<string, Ask>, file: string): Ask {
  const found = asks.get(file) ?? { place: {}, whole: [] };
  asks.set(file, found);
  return found;
}

/** How much slower, in milliseconds, a test may be that is so much nearer. */
function distance(test: string, names: Set<string>, source: string): number {
  if (test.startsWith(`${source.replace(/\.ts$/, '')}.`)) return 0;
  // Of a rail's folder, those of all rails as well.
  if (source.startsWith(`${path.dirname(test)}/`)) return names.has(source) ? 100 : 200;
  return names.has(source) ? 300 : FAR_MS;
}

/** By itself, or by what sets it up. */
function modulesNamedBy(file: string, root: string): Set<string> {
  const text = readFileSync(file, 'utf8');
  const names = [...text.matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g)].flatMap(([, name = '']) => {
    const named = name.startsWith('#')
      ? `${name.slice(1)}.ts`
      : path.relative(root, path.resolve(path.dirname(file), name));
    return named.startsWith('e2e/setup/live') ? [...modulesNamedBy(path.join(root, named), root)] : [named];
  });
  return new Set(names);
}

/** Until each file has been asked all, or its process has come to nothing twice. */
async function run(
  vitest: Vitest,
  tests: Map<string, TestFile>,
  asks: Map<string, Ask | undefined>,
  onNote: (said: Said) => void = () => {},
): Promise<void> {
  let left = asks;
  const fruitless = new Map<string, number>();
  writeFileSync(journalFile(), '');
  let read = 0;
  while (left.size > 0) {
    const open = new Map(left);
    const fruitful = new Set<string>();
    const lastWord = new Map<number, { at: number; said: Said }>();
    writeFileSync(askFile(), JSON.stringify(Object.fromEntries(open)));
    const listen = () => {
      const text = readFileSync(journalFile(), 'utf8');
      const end = text.lastIndexOf('\n') + 1;
      for (const line of text.slice(read, end).split('\n').filter(Boolean)) {
        const said = JSON.parse(line) as Said;
        lastWord.set(said.pid, { at: Date.now(), said });
        if (said.kind === 'finished') open.delete(said.file);
        else if (said.kind !== 'begun') {
          fruitful.add(said.file);
          strike(left.get(said.file), said);
        }
        onNote(said);
      }
      read = end;
    };
    const watch = setInterval(() => {
      listen();
      for (const [pid, { at, said }] of lastWord) {
        if (said.kind !== 'begun' || Date.now() - at < SILENT_MS) continue;
        lastWord.delete(pid);
        const noticed: Said = { kind: 'noticed', number: said.number, test: -1, file: said.file, pid };
        strike(left.get(said.file), noticed);
        onNote(noticed);
        kill(pid);
      }
    }, 1_000);
    await vitest.runTestSpecifications(
      [...left.keys()].flatMap((file) => tests.get(file)?.specification ?? []),
    );
    clearInterval(watch);
    listen();
    for (const file of open.keys()) {
      if (!fruitful.has(file)) fruitless.set(file, (fruitless.get(file) ?? 0) + 1);
    }
    left = new Map([...open].filter(([file]) => (fruitless.get(file) ?? 0) < 2));
  }
}

/** What was answered need not be asked again. */
function strike(ask: Ask | undefined, said: Said): void {
  if (ask === undefined) return;
  if (said.kind === 'once') delete ask.place[said.test];
  if (said.kind === 'noticed' || (said.kind === 'passed' && said.test < 0)) {
    ask.whole = ask.whole.filter((each) => each !== said.number);
  }
  for (const [index, numbers] of Object.entries(ask.place)) {
    const isAnswered = said.kind === 'noticed' || (said.kind === 'passed' && said.test === Number(index));
    if (isAnswered) ask.place[Number(index)] = numbers.filter((each) => each !== said.number);
  }
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended meanwhile.
  }
}
