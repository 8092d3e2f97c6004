import type { Sql } from 'postgres';
import { sqlClient } from '#db/client';
import { AppError } from '#lib/errors';
import { isAccepted, lookAtBooks, recordLoss } from '#lib/history/losses';
import { type Acknowledged, openWitnessFile, readWitnessFile, type WitnessFile } from '#lib/history/witness';
import { describeError, log } from '#lib/log';
import { historyLost } from '#lib/metrics';

// A database that has gone back in time looks whole: its books add up. Only who was told of something that is not there
// any more can see it. So each process remembers what it has acknowledged, looks it up, and writes nothing where it is
// missing, until an operator has decided (docs/operations/incidents.md).

const LOOK_EVERY_MS = 1_000;
/**
 * Looked up each time. What a database loses is what it committed last, and of statements at work at the same time the
 * last to commit need not be the last to be heard of: as many as a process can have at work.
 */
const LOOKED_UP = 256;
/** Remembered, so that what is missing can be named. */
const REMEMBERED = 5_000;

interface State {
  /** What follows is about this pool's database. */
  pool?: Sql;
  booksId?: string;
  /** Oldest first. */
  entries: Acknowledged[];
  isLost: boolean;
  file?: WitnessFile;
  dataFolder?: string;
  checking?: Promise<void>;
  next?: Promise<void>;
}

/** Kept on `globalThis`, because Next bundles its own copy of this module beside the one that server.ts loads. */
const shared = globalThis as { kairaHistory?: State };
shared.kairaHistory ??= { entries: [], isLost: false };
const state = shared.kairaHistory;

/** Whether something that was acknowledged is known to be missing, and nobody has decided about it. */
export function isHistoryLost(): boolean {
  return state.isLost;
}

/** Throws `SERVICE_UNAVAILABLE` while history is lost: for whatever writes. */
export function requireHistory(): void {
  if (!state.isLost) return;
  throw new AppError(
    'SERVICE_UNAVAILABLE',
    'Kaira takes nothing new at the moment: its database has lost payments that it had acknowledged, and an operator has to decide what follows. Nothing was done. Repeat the request with the same reference later.',
    { retryAfterSeconds: 60 },
  );
}

/**
 * Guarantee: what `commit` writes is written to a database that has what this process was last told is committed.
 * `commit` gets that change and must look it up in its own statement, without a row where it is missing. Throws as
 * `requireHistory`.
 */
export async function onKnownHistory<Row>(
  sql: Sql,
  commit: (newest: Acknowledged | undefined) => Promise<Row | undefined>,
): Promise<Row> {
  for (;;) {
    if (state.pool !== sql || state.booksId === undefined) await checkHistory();
    requireHistory();
    const row = await commit(state.entries.at(-1));
    if (row !== undefined) return row;
    await checkHistory();
  }
}

/** Remembers what somebody is about to be told. */
export function acknowledge(entry: Acknowledged): void {
  state.entries.push(entry);
  if (state.entries.length > 2 * REMEMBERED) state.entries.splice(0, REMEMBERED);
  if (state.booksId !== undefined) state.file?.add(state.booksId, entry);
}

/**
 * Looks up what this process has acknowledged, and whether any process misses something. Afterwards `isHistoryLost`
 * says how it was at a moment after the call. Throws where the database does not answer.
 */
export function checkHistory(): Promise<void> {
  if (state.checking === undefined) {
    state.checking = check().finally(() => delete state.checking);
    return state.checking;
  }
  state.next ??= state.checking
    .catch(() => {})
    .then(() => {
      delete state.next;
      return checkHistory();
    });
  return state.next;
}

/**
 * From now on this process looks every second, and what it acknowledges is also written below `dataFolder`, where the
 * next one finds it. `stop` resolves when all is written.
 */
export function watchHistory(dataFolder: string): { stop(): Promise<void> } {
  state.dataFolder = dataFolder;
  state.file = openWitnessFile(dataFolder);
  const look = () =>
    checkHistory().catch((error) => log.debug(describeError(error), 'history was not looked at'));
  void look();
  const timer = setInterval(look, LOOK_EVERY_MS);
  return {
    async stop() {
      clearInterval(timer);
      await state.file?.flush();
    },
  };
}

async function check(): Promise<void> {
  const sql = sqlClient();
  if (state.pool !== sql) {
    state.pool = sql;
    delete state.booksId;
    state.entries = [];
  }
  const { books, missing } = await lookAtBooks(sql, state.entries.slice(-LOOKED_UP));
  if (books.id !== state.booksId) {
    // A wholly different database has a history of its own.
    if (state.booksId !== undefined) log.warn('the database is another one now');
    const { dataFolder } = state;
    state.entries = dataFolder === undefined ? [] : await readWitnessFile(dataFolder, books.id, REMEMBERED);
    state.booksId = books.id;
    return check();
  }
  const lost = missing.length === 0 ? [] : await nameMissing(sql);
  setLost(lost.length > 0 || books.isUndecided, lost);
}

/** All that is missing; it is told to the other processes, and what an operator has accepted is forgotten. */
async function nameMissing(sql: Sql): Promise<Acknowledged[]> {
  const { books, missing } = await lookAtBooks(sql, state.entries);
  const accepted = new Set(missing.filter((each) => isAccepted(each, books)));
  state.entries = state.entries.filter((each) => !accepted.has(each));
  const lost = missing.filter((each) => !accepted.has(each));
  if (lost.length > 0) await recordLoss(sql, lost);
  return lost;
}

function setLost(isLost: boolean, missing: Acknowledged[]): void {
  historyLost.set(isLost ? 1 : 0);
  if (isLost === state.isLost) return;
  state.isLost = isLost;
  if (isLost) {
    log.error(
      { missing: missing.length, newest: missing.at(-1)?.id },
      'the database has gone back in time; nothing is written until an operator has decided: npm run history',
    );
  } else log.info('nothing is missing any more, or its loss was accepted; writes are taken again');
}
