import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type RunnerTestCase, TestRunner, vi } from 'vitest';
import { type Ask, askFile, journalFile, type Note, type Reach, reachFile } from './switch-notes.ts';

// Runs a file of tests to ask it of mutants, all of which its process has loaded behind switches (switches.ts). What is to
// be asked stands in the folder of switch-notes.ts, and what came of it goes there; vitest itself is told nothing of it.
//
// - reach: each test runs once, and which switches it comes by is written down;
// - in place: a test that reaches a mutant runs again and again on its file's database, with one mutant after the other.
//   It has passed right before without any. Once some are noticed it runs without one again: where it passes, they left
//   nothing behind that could have failed it, so that each was noticed by itself. Where it does not, only the first is
//   certain, and the others are asked anew in a new database.
// - whole: for what is decided when a module is loaded, and tests that pass once only, the file runs from its beginning.

type Files = Parameters<TestRunner['onAfterRunFiles']>[0];
/** Its files are a list that the worker goes through, while it may grow. */
type Worker = { ctx: { files: { filepath: string }[] } };

/** A test that takes so much longer than without a mutant never ends. */
const patience = (ms: number) => Math.max(5_000, 10 * ms);
/** A loop that comes by switches so often never ends. */
const MOST_SWITCHES = 20_000_000;
/** So many are noticed before it is looked whether the test still passes. */
const MOST_UNSURE = 8;

const planted = { active: -1, left: Number.POSITIVE_INFINITY, seen: undefined as Set<number> | undefined };
Object.assign(globalThis, {
  __mutant: (number: number) => {
    planted.seen?.add(number);
    if (--planted.left < 0) throw new Error('The mutant does not end.');
    return number === planted.active;
  },
});

function plantOnly(number: number): void {
  planted.active = number;
  planted.left = number < 0 ? Number.POSITIVE_INFINITY : MOST_SWITCHES;
}

interface Job {
  file: string;
  ask: Ask | undefined;
  /** How often the file has begun. */
  turns: number;
  mode: 'reach' | 'place' | 'whole';
  reach: Reach;
}

export default class SwitchRunner extends TestRunner {
  #job: Job | undefined;
  #order: RunnerTestCase[] = [];
  /** Of the test that runs. */
  #step: 'first' | 'again' | 'mutant' | 'check' = 'first';
  #ms = 0;
  #beganAt = 0;
  #fileBeganAt = 0;
  #unsure: number[] = [];
  #hasFailed = false;
  #journalRead = 0;
  readonly #noticed = new Set<number>();

  onBeforeCollect(paths: string[]): void {
    const file = path.relative(this.config.root, paths[0] ?? '');
    if (this.#job?.file !== file) {
      const ask = (JSON.parse(readFileSync(askFile(), 'utf8')) as Record<string, Ask>)[file];
      this.#job = {
        file,
        ask,
        turns: 0,
        mode: 'reach',
        reach: { tests: [], atImport: [], isSound: true, ms: 0 },
      };
    }
    const job = this.#job;
    job.turns++;
    const { ask } = job;
    job.mode = ask === undefined ? 'reach' : this.#left(ask).length > 0 ? 'place' : 'whole';
    vi.resetModules();
    for (const name of Object.keys(globalThis))
      if (name.startsWith('kaira')) Reflect.deleteProperty(globalThis, name);
    planted.seen = job.mode === 'reach' ? new Set() : undefined;
    plantOnly(-1);
    this.#hasFailed = false;
    this.#ms = 0;
    this.#fileBeganAt = performance.now();
    if (ask === undefined || job.mode !== 'whole') return;
    this.#readJournal();
    ask.whole = ask.whole.filter((number) => !this.#noticed.has(number));
    const [number] = ask.whole;
    if (number === undefined) return;
    this.#note({ kind: 'begun', number });
    plantOnly(number);
  }

  onCollected(files: { tasks: unknown[] }[]): void {
    this.#order = files.flatMap((file) => testsIn(file as Suite));
    const { mode, ask, turns } = this.#job as Job;
    if (ask === undefined) return;
    if (mode === 'whole') {
      if (ask.whole.length === 0) for (const test of this.#order) test.mode = 'skip';
      return;
    }
    const last = this.#left(ask).at(-1) ?? -1;
    this.#order.forEach((test, index) => {
      const isAsked = (ask.place[index]?.length ?? 0) > 0;
      if (index > last || (turns > 1 && !isAsked)) test.mode = 'skip';
    });
  }

  override async onBeforeRunTask(test: RunnerTestCase): Promise<void> {
    const { mode, ask } = this.#job as Job;
    if (mode === 'whole' && this.#hasFailed) test.mode = 'skip';
    if (mode === 'place' && (ask?.place[this.#order.indexOf(test)]?.length ?? 0) > 0) test.repeats = 1e9;
    this.#step = 'first';
    this.#unsure = [];
    await super.onBeforeRunTask(test);
  }

  override onBeforeTryTask(test: RunnerTestCase, options: { retry: number; repeats: number }): void {
    super.onBeforeTryTask(test, options);
    const { mode, reach } = this.#job as Job;
    if (mode === 'whole') return;
    if (mode === 'reach') {
      for (const number of planted.seen ?? []) reach.atImport.push(number);
      planted.seen = new Set();
    }
    const number = this.#step === 'mutant' ? (this.#todo(test)[0] ?? -1) : -1;
    if (number >= 0) this.#note({ kind: 'begun', number });
    plantOnly(number);
    this.#beganAt = performance.now();
  }

  async runTask(test: RunnerTestCase): Promise<void> {
    const run = TestRunner.getTestFn(test) as () => Promise<void>;
    const number = planted.active;
    if (number < 0) return run();
    let timer: NodeJS.Timeout | undefined;
    const ended = new Promise<void>((resolve) => {
      timer = setTimeout(
        () => {
          this.#note({ kind: 'noticed', number, test: this.#order.indexOf(test) });
          // What it goes on with would be in the way of the next.
          process.kill(process.pid, 'SIGKILL');
          resolve();
        },
        patience(this.#ms || 3_000),
      );
    });
    try {
      await Promise.race([run(), ended]);
    } finally {
      clearTimeout(timer);
    }
  }

  override async onAfterRetryTask(test: RunnerTestCase, options: never): Promise<void> {
    const { mode, reach } = this.#job as Job;
    const isPassed = test.result?.state === 'pass';
    if (!isPassed) this.#hasFailed = true;
    if (mode === 'reach') {
      reach.tests[this.#order.indexOf(test)] = {
        ms: Math.round(performance.now() - this.#beganAt),
        isSound: isPassed,
        reach: [...(planted.seen ?? [])],
      };
      planted.seen = new Set();
    }
    if (mode === 'place' && (test.repeats ?? 0) > 0) this.#step = this.#goOn(test, isPassed);
    await super.onAfterRetryTask(test, options);
  }

  /** What the test is run for next; it has no more to say where it is made pending. */
  #goOn(test: RunnerTestCase, isPassed: boolean): 'again' | 'mutant' | 'check' {
    const number = planted.active;
    plantOnly(-1);
    const result = test.result as NonNullable<RunnerTestCase['result']>;
    Object.assign(result, { state: 'pass', errors: undefined, attempts: [] });
    const todo = this.#todo(test);
    const index = this.#order.indexOf(test);
    const end = () => {
      Object.assign(result, { pending: true });
      return 'check' as const;
    };
    if (this.#step === 'first' || this.#step === 'again') {
      if (!isPassed) {
        // It passes once only, or not without the tests before it.
        this.#note({ kind: 'once', test: index, numbers: todo.splice(0) });
        return end();
      }
      if (this.#step === 'first') {
        this.#ms = performance.now() - this.#beganAt;
        return 'again';
      }
    } else if (this.#step === 'mutant') {
      todo.shift();
      if (isPassed) this.#note({ kind: 'passed', number, test: index });
      else this.#unsure.push(number);
    } else if (!isPassed) {
      const [first, ...others] = this.#unsure.splice(0);
      if (first !== undefined) this.#note({ kind: 'noticed', number: first, test: index });
      todo.push(...others);
      return end();
    } else {
      for (const each of this.#unsure.splice(0)) this.#note({ kind: 'noticed', number: each, test: index });
    }
    this.#readJournal();
    const left = todo.filter((each) => !this.#noticed.has(each));
    todo.splice(0, todo.length, ...left);
    if (this.#unsure.length >= MOST_UNSURE || (todo.length === 0 && this.#unsure.length > 0)) return 'check';
    return todo.length === 0 ? end() : 'mutant';
  }

  override onAfterRunFiles(files: Files): void {
    const job = this.#job as Job;
    const { mode, ask, file } = job;
    const [ran] = files as { result?: { state: string } }[];
    const isFailed = ran?.result?.state === 'fail';
    if (mode === 'reach') {
      for (const number of planted.seen ?? []) job.reach.atImport.push(number);
      Object.assign(job.reach, {
        atImport: [...new Set(job.reach.atImport)],
        isSound: !isFailed,
        ms: Math.round(performance.now() - this.#fileBeganAt),
      });
      writeFileSync(reachFile(file), JSON.stringify(job.reach));
    } else if (mode === 'whole') {
      const number = ask?.whole.shift();
      if (number !== undefined) this.#note({ kind: isFailed ? 'noticed' : 'passed', number, test: -1 });
    } else if (ask && isFailed && this.#left(ask).length > 0 && this.#order.every(({ result }) => !result)) {
      // It does not even begin.
      ask.place = {};
    }
    planted.seen = undefined;
    plantOnly(-1);
    const isLeft = ask !== undefined && (this.#left(ask).length > 0 || ask.whole.length > 0);
    if (isLeft) {
      const list = (this as unknown as { workerState: Worker }).workerState.ctx.files;
      const at = list.findIndex(({ filepath }) => path.relative(this.config.root, filepath) === file);
      const own = list[at];
      if (own) list.splice(list.lastIndexOf(own) + 1, 0, own);
    } else {
      this.#note({ kind: 'finished' });
    }
    super.onAfterRunFiles(files);
  }

  #left({ place }: Ask): number[] {
    return Object.keys(place)
      .map(Number)
      .filter((index) => (place[index]?.length ?? 0) > 0)
      .sort((one, other) => one - other);
  }

  #todo(test: RunnerTestCase): number[] {
    return this.#job?.ask?.place[this.#order.indexOf(test)] ?? [];
  }

  #note(note: Note): void {
    if (note.kind === 'noticed') this.#noticed.add(note.number);
    appendFileSync(
      journalFile(),
      `${JSON.stringify({ file: this.#job?.file, pid: process.pid, ...note })}\n`,
    );
  }

  /** What the other process has found noticed need not be asked. */
  #readJournal(): void {
    const text = readFileSync(journalFile(), 'utf8');
    const end = text.lastIndexOf('\n') + 1;
    for (const line of text.slice(this.#journalRead, end).split('\n')) {
      if (line.includes('"noticed"')) this.#noticed.add((JSON.parse(line) as { number: number }).number);
    }
    this.#journalRead = end;
  }
}

interface Suite {
  tasks: (Suite | RunnerTestCase)[];
}

function testsIn({ tasks }: Suite): RunnerTestCase[] {
  return tasks.flatMap((each) => ('tasks' in each ? testsIn(each) : [each]));
}
