import { AsyncLocalStorage } from 'node:async_hooks';
import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import timersPromises from 'node:timers/promises';
import { createChance } from './chance.ts';

// Virtual time. Everything that waits, waits here: a timer, an answer of the database, of a rail or of a merchant. One
// event is run at a time, to the point where nothing more can happen without the next one, so that a run is a pure
// function of its seed. The clock, the timers and the sources of chance of this Node process are replaced by ours.

/** One of the processes that are simulated: they share this one's memory, and nothing else of them survives a crash. */
export interface SimulatedProcess {
  name: string;
  isAlive: boolean;
  /** Its clock is off by so much. */
  skewMs: number;
  /** It stands still until then (SIGSTOP), milliseconds of virtual time. */
  pausedUntil: number;
  /** What waits in it, told when it dies. */
  waits: Set<(fault: Error) => void>;
}

interface Moment {
  time: number;
  order: number;
  work: () => unknown;
  process: SimulatedProcess | undefined;
  isCancelled: boolean;
}

/**
 * What ends the code of a process that was killed. Whatever it tries afterwards fails in the same way. Another process
 * that waits for the same, because the memory of modules is shared, sees it as a connection that broke.
 */
export class Killed extends Error {
  readonly code = 'CONNECTION_CLOSED';

  constructor({ name }: SimulatedProcess) {
    super(`${name} was killed`);
  }
}

/** Of an error, however deep: whether this simulation made it. */
export function isSimulated(error: unknown): boolean {
  for (let at = error, depth = 0; at instanceof Error && depth < 6; at = at.cause, depth++) {
    if (at instanceof Killed || at.message.startsWith(SIMULATED)) return true;
  }
  return false;
}

export const SIMULATED = 'simulated: ';

/** In which of the simulated processes the code at hand runs; in none: the world outside. */
export const within = new AsyncLocalStorage<SimulatedProcess>();

const real = { setImmediate, Date };

export class Timeline {
  now: number;
  /** How many events were run. */
  steps = 0;
  readonly startedAt: number;
  readonly #moments: Moment[] = [];
  #order = 0;
  #held: Promise<unknown> | undefined;

  constructor(startsAt: number) {
    this.now = startsAt;
    this.startedAt = startsAt;
  }

  /** Runs `work` after `delayMs`, unless `process` is dead by then; later while it stands still. */
  after(delayMs: number, work: () => unknown, process?: SimulatedProcess): Moment {
    const moment = {
      time: this.now + Math.max(0, delayMs),
      order: this.#order++,
      work,
      process,
      isCancelled: false,
    };
    push(this.#moments, moment);
    return moment;
  }

  /** What really happens outside, such as in PostgreSQL: nothing else does before it is over. */
  hold(real: Promise<unknown>): void {
    this.#held = real.catch(() => {});
  }

  wait(delayMs: number): Promise<void> {
    return new Promise((resolve) => void this.after(delayMs, resolve));
  }

  /** Runs events in the order of their times until `isOver`, asked before each. False: nothing is left to happen. */
  async run(isOver: () => boolean): Promise<boolean> {
    while (!isOver()) {
      const moment = pop(this.#moments);
      if (moment === undefined) return false;
      const { process } = moment;
      if (moment.isCancelled || process?.isAlive === false) continue;
      if (process !== undefined && process.pausedUntil > moment.time) {
        moment.time = process.pausedUntil;
        push(this.#moments, moment);
        continue;
      }
      this.now = Math.max(this.now, moment.time);
      this.steps++;
      moment.work();
      await this.#held;
      await calm();
    }
    return true;
  }

  /** The callbacks of the timers of a process that has died, which are run at once so that its code can end. */
  takeTimersOf(process: SimulatedProcess): (() => unknown)[] {
    const mine = this.#moments.filter((each) => each.process === process && !each.isCancelled);
    for (const each of mine) each.isCancelled = true;
    return mine.map((each) => each.work);
  }
}

/** Until all promises that could be settled are. */
export async function calm(): Promise<void> {
  for (let turns = 0; turns < 2; turns++) await new Promise<void>((resolve) => real.setImmediate(resolve));
}

/** Puts the timeline in the place of the clock and the timers, and the seed in the place of chance; returns how to undo it. */
export function installTimeline(timeline: Timeline, seed: number): () => void {
  const undo = [
    keep(globalThis, ['Date', 'setTimeout', 'setInterval', 'clearTimeout', 'clearInterval']),
    keep(performance, ['now']),
    keep(timersPromises, ['setTimeout']),
    keep(Math, ['random']),
    keep(crypto, ['randomBytes', 'randomFillSync', 'randomUUID', 'randomInt']),
    keep(globalThis.crypto, ['randomUUID', 'getRandomValues']),
  ];
  const time = () => timeline.now + (within.getStore()?.skewMs ?? 0);
  class VirtualDate extends real.Date {
    constructor(...given: unknown[]) {
      if (given.length === 0) super(time());
      else super(...(given as [string]));
    }
    static override now(): number {
      return time();
    }
  }
  globalThis.Date = VirtualDate as DateConstructor;
  performance.now = () => timeline.now - timeline.startedAt;

  const start = (
    work: (...words: unknown[]) => unknown,
    delayMs: number,
    words: unknown[],
    again: boolean,
  ) => {
    const run = AsyncLocalStorage.snapshot();
    const process = within.getStore();
    const timer = new VirtualTimer();
    const schedule = () => {
      timer.moment = timeline.after(
        Math.max(1, Number(delayMs) || 0),
        () => {
          if (again) schedule();
          run(work, ...words);
        },
        process,
      );
    };
    schedule();
    return timer;
  };
  const clear = (timer: unknown) => {
    if (timer instanceof VirtualTimer && timer.moment) timer.moment.isCancelled = true;
  };
  Object.assign(globalThis, {
    setTimeout: (work: () => void, delayMs = 0, ...words: unknown[]) => start(work, delayMs, words, false),
    setInterval: (work: () => void, delayMs = 0, ...words: unknown[]) => start(work, delayMs, words, true),
    clearTimeout: clear,
    clearInterval: clear,
  });
  timersPromises.setTimeout = ((delayMs: number, value: unknown) =>
    new Promise((resolve) => start(() => resolve(value), delayMs, [], false))) as never;
  installChance(seed);
  syncBuiltinESMExports();
  return () => {
    for (const each of undo) each();
    syncBuiltinESMExports();
  };
}

function keep(of: object, names: readonly string[]): () => void {
  const before = names.map((name) => [name, Reflect.get(of, name)] as const);
  return () => void Object.assign(of, Object.fromEntries(before));
}

class VirtualTimer {
  moment: Moment | undefined;
  ref() {
    return this;
  }
  unref() {
    return this;
  }
  hasRef() {
    return true;
  }
}

function installChance(seed: number): void {
  const chance = createChance(seed, 'app');
  Math.random = () => chance.number();
  const fill = <T extends ArrayBufferView>(target: T): T => {
    const bytes = new Uint8Array(target.buffer, target.byteOffset, target.byteLength);
    for (let index = 0; index < bytes.length; index++) bytes[index] = chance.below(256);
    return target;
  };
  const uuid = () => {
    const bytes = fill(new Uint8Array(16));
    bytes[6] = (bytes[6]! & 0x0f) | 0x40;
    bytes[8] = (bytes[8]! & 0x3f) | 0x80;
    const hex = Buffer.from(bytes).toString('hex');
    return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
  };
  Object.assign(crypto, {
    randomBytes: (size: number) => Buffer.from(fill(new Uint8Array(size))),
    randomFillSync: fill,
    randomUUID: uuid,
    randomInt: (low: number, high?: number) =>
      high === undefined ? chance.below(low) : low + chance.below(high - low),
  });
  Object.assign(globalThis.crypto, { randomUUID: uuid, getRandomValues: fill });
}

function isBefore(one: Moment, other: Moment): boolean {
  return one.time < other.time || (one.time === other.time && one.order < other.order);
}

// A binary heap: https://en.wikipedia.org/wiki/Binary_heap
function push(heap: Moment[], moment: Moment): void {
  let at = heap.push(moment) - 1;
  while (at > 0) {
    const above = (at - 1) >> 1;
    if (!isBefore(moment, heap[above]!)) break;
    heap[at] = heap[above]!;
    at = above;
  }
  heap[at] = moment;
}

function pop(heap: Moment[]): Moment | undefined {
  const first = heap[0];
  const last = heap.pop();
  if (first === undefined || last === undefined || heap.length === 0) return first;
  let at = 0;
  for (;;) {
    let below = 2 * at + 1;
    if (below >= heap.length) break;
    if (below + 1 < heap.length && isBefore(heap[below + 1]!, heap[below]!)) below++;
    if (!isBefore(heap[below]!, last)) break;
    heap[at] = heap[below]!;
    at = below;
  }
  heap[at] = last;
  return first;
}
