import postgres, { type Sql } from 'postgres';
import type { Chance } from './chance.ts';
import type { Faults } from './faults.ts';
import type { Processes } from './processes.ts';
import { SIMULATED, type Timeline, within } from './timeline.ts';

// The real PostgreSQL with the real SQL, one statement at a time: a statement travels to it, is done whole, and its
// answer travels back, all in virtual time. Between two statements anything can happen, as between the statements of
// different connections; the locks of two that run at the same time are left to the tests on a real server.

/** The fields of a query of postgres.js 3.4.9 by which it is run and answered; its types do not know them. */
interface OpenQuery {
  handler(query: OpenQuery): unknown;
  resolve(result: unknown): void;
  reject(error: unknown): void;
  strings: string[] | string;
}

export interface SimulatedDatabase {
  sql: Sql;
  statements: number;
  /** Makes the one connection, before time stands still. */
  open(): Promise<void>;
  /** A number that all statements so far, their times and the sizes of their answers lead to. */
  trace(): string;
  close(): Promise<void>;
}

const refusals = ['40001', '40P01', '55P03', '57014', '53300'];

export function simulateDatabase(
  url: string,
  parts: {
    timeline: Timeline;
    faults: Faults;
    chance: Chance;
    processes: Processes;
    /** Told of each statement that was done. */
    onDone: (text: string) => void;
  },
): SimulatedDatabase {
  const { timeline, faults, chance } = parts;
  const real = postgres(url, { max: 1, onnotice: () => {}, connection: { application_name: 'kaira' } });
  let downUntil = 0;
  let mark = 0;
  const remember = (text: string) => {
    for (let index = 0; index < text.length; index++)
      mark = (Math.imul(mark, 31) + text.charCodeAt(index)) | 0;
  };

  const gate = (query: OpenQuery): OpenQuery => {
    const { handler, resolve, reject } = query;
    query.handler = () => void travel(query, handler, resolve, reject);
    return query;
  };

  const travel = async (
    query: OpenQuery,
    handler: OpenQuery['handler'],
    resolve: OpenQuery['resolve'],
    reject: OpenQuery['reject'],
  ) => {
    const process = within.getStore();
    const processes = parts.processes;
    const isFaulty = process !== undefined;
    try {
      await processes.mayDie();
      const result = await processes.orDeath(ask(query, handler, isFaulty));
      // The answer is there, and nobody has read it.
      await processes.mayDie();
      resolve(result);
    } catch (error) {
      reject(error);
    }
  };

  /** Goes on, and is done, also when the process that asked is dead by then. */
  const ask = (query: OpenQuery, handler: OpenQuery['handler'], isFaulty: boolean): Promise<unknown> => {
    const slow = () => (isFaulty && faults.strikes('statement_slow') ? chance.between(1_000, 60_000) : 0);
    const isLost = isFaulty && faults.strikes('statement_lost');
    const isAnswerLost = isFaulty && faults.strikes('answer_lost');
    const isRefused = isFaulty && faults.strikes('statement_refused');
    return new Promise((resolve, reject) => {
      const fail = (code: string) =>
        timeline.after(chance.between(0.1, 50), () =>
          reject(Object.assign(new Error(SIMULATED + code), { code })),
        );
      const arrive = async () => {
        const outcome = await run(query, handler);
        if (isAnswerLost) return void fail('CONNECTION_CLOSED');
        timeline.after(chance.between(0.1, 1) + slow(), () =>
          'error' in outcome ? reject(outcome.error) : resolve(outcome.result),
        );
      };
      timeline.after(chance.between(0.1, 2) + slow(), () => {
        if (isFaulty && isDown()) fail('ECONNREFUSED');
        else if (isLost) fail('CONNECTION_CLOSED');
        else if (isRefused) fail(chance.of(refusals));
        else timeline.hold(arrive());
      });
    });
  };

  const run = (query: OpenQuery, handler: OpenQuery['handler']) =>
    new Promise<{ result: unknown } | { error: unknown }>((done) => {
      database.statements++;
      const text = typeof query.strings === 'string' ? query.strings : query.strings.join('?');
      const end = (outcome: { result: unknown } | { error: unknown }) => {
        const size = 'result' in outcome ? (outcome.result as unknown[]).length : 'error';
        remember(`${timeline.now} ${text.length} ${text.slice(0, 60)} ${size}`);
        parts.onDone(text);
        done(outcome);
      };
      query.resolve = (result) => end({ result });
      query.reject = (error) => end({ error });
      // Both travel in one packet.
      const at = new Date(timeline.now).toISOString();
      void real.unsafe(`select set_config('sim.now', $1, false)`, [at], { prepare: true }).execute();
      handler.call(query, query);
    });

  const isDown = () => timeline.now < downUntil;
  const goDown = () => {
    if (faults.share('database_down') === 0) return;
    timeline.after(chance.between(0, 3_600_000 / faults.share('database_down')), () => {
      if (faults.share('database_down') === 0) return;
      faults.note('database_down');
      downUntil = timeline.now + chance.between(500, 60_000);
      goDown();
    });
  };
  goDown();

  const made = new Set(['unsafe', 'file']);
  const sql = new Proxy(real, {
    apply(target, self, words) {
      const query = Reflect.apply(target, self, words);
      return isQuery(query) ? gate(query) : query;
    },
    get(target, name) {
      const value = Reflect.get(target, name);
      if (name === 'listen') return async () => ({ unlisten: async () => {} });
      if (name === 'begin' || name === 'reserve') {
        return () => {
          throw new Error('No transaction is held open between statements');
        };
      }
      if (!made.has(name as string)) return value;
      return (...words: unknown[]) => gate(Reflect.apply(value as () => OpenQuery, target, words));
    },
  }) as Sql;
  const database: SimulatedDatabase = {
    sql,
    statements: 0,
    open: async () => void (await real`select 1`),
    trace: () => (mark >>> 0).toString(16).padStart(8, '0'),
    close: () => real.end({ timeout: 5 }),
  };
  return database;
}

/** A statement or a part of one, and no identifier or value. */
function isQuery(thing: unknown): thing is OpenQuery {
  return typeof thing === 'object' && thing !== null && 'handler' in thing && 'resolve' in thing;
}
