import type { Sql } from 'postgres';
import { presentPool, sqlClient } from '#db/client';
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

/** What this process knows of one pool's database. */
interface History {
  booksId?: string;
  /** Oldest first. */
  entries: Acknowledged[];
  isLost: boolean;
  checking?: Promise<void>;
  next?: Promise<void>;
}

/** Kept on `globalThis`, because Next bundles its own copy of this module beside the one that server.ts loads. */
const shared = globalThis as {
  kairaHistories?: WeakMap<Sql, History>;
  kairaWitness?: { folder: string; file: WitnessFile };
};
shared.kairaHistories ??= new WeakMap();
const histories = shared.kairaHistories;

function historyOf(sql: Sql): History {
  const history = histories.get(sql) ?? { entries: [], isLost: false };
  histories.set(sql, history);
  return history;
}

/** Whether something that was acknowledged is known to be missing, and nobody has decided about it. */
export function isHistoryLost(): boolean {
  const sql = presentPool();
  return sql !== undefined && historyOf(sql).isLost;
}

/** Throws `SERVICE_UNAVAILABLE` while history is lost: for whatever writes. */
export function requireHistory(): void {
  if (!isHistoryLost()) return;
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
  const history = historyOf(sql);
  // What the process before has written is read by the first look.
  if (shared.kairaWitness !== undefined && history.booksId === undefined) await checkHistory();
  for (;;) {
    requireHistory();
    const row = await commit(history.entries.at(-1));
    if (row !== undefined) return row;
    await checkHistory();
  }
}

/** Remembers what somebody is about to be told. */
export function acknowledge(sql: Sql, entry: Acknowledged): void {
  const { entries, booksId } = historyOf(sql);
  entries.push(entry);
  if (entries.length > 2 * REMEMBERED) entries.splice(0, REMEMBERED);
  if (booksId !== undefined) shared.kairaWitness?.file.add(booksId, entry);
}

/**
 * Looks up what this process has acknowledged, and whether any process misses something. Afterwards `isHistoryLost`
 * says how it was at a moment after the call. Throws where the database does not answer.
 */
export async function checkHistory(): Promise<void> {
  const sql = sqlClient();
  const history = historyOf(sql);
  if (history.checking === undefined) {
    history.checking = check(sql, history).finally(() => delete history.checking);
    return history.checking;
  }
  // The one under way may have looked already.
  history.next ??= history.checking
    .catch(() => {})
    .then(() => {
      delete history.next;
      return checkHistory();
    });
  return history.next;
}

/**
 * From now on this process looks every second, and what it acknowledges is also written below `folder`, where the next
 * one finds it. `stop` resolves when all is written.
 */
export function watchHistory(folder: string): { stop(): Promise<void> } {
  const file = openWitnessFile(folder);
  shared.kairaWitness = { folder, file };
  const look = () =>
    checkHistory().catch((error) => log.debug(describeError(error), 'history was not looked at'));
  void look();
  const timer = setInterval(look, LOOK_EVERY_MS);
  return {
    async stop() {
      clearInterval(timer);
      delete shared.kairaWitness;
      await file.flush();
    },
  };
}

async function check(sql: Sql, history: History): Promise<void> {
  const { books, missing } = await lookAtBooks(sql, history.entries.slice(-LOOKED_UP));
  if (books.id !== history.booksId) {
    const folder = shared.kairaWitness?.folder;
    const written = folder === undefined ? [] : await readWitnessFile(folder, books.id, REMEMBERED);
    if (history.booksId === undefined) history.entries.unshift(...written);
    else {
      // A wholly different database has a history of its own.
      log.warn('the database is another one now');
      history.entries = written;
    }
    history.booksId = books.id;
    return check(sql, history);
  }
  const lost = missing.length === 0 ? [] : await nameMissing(sql, history);
  setLost(history, lost.length > 0 || books.isUndecided, lost);
}

/** All that is missing; it is told to the other processes, and what an operator has accepted is forgotten. */
async function nameMissing(sql: Sql, history: History): Promise<Acknowledged[]> {
  const { books, missing } = await lookAtBooks(sql, [...history.entries]);
  const accepted = new Set(missing.filter((each) => isAccepted(each, books)));
  history.entries = history.entries.filter((each) => !accepted.has(each));
  const lost = missing.filter((each) => !accepted.has(each));
  if (lost.length > 0) await recordLoss(sql, lost);
  return lost;
}

function setLost(history: History, isLost: boolean, missing: Acknowledged[]): void {
  historyLost.set(isLost ? 1 : 0);
  if (isLost === history.isLost) return;
  history.isLost = isLost;
  if (isLost) {
    log.error(
      { missing: missing.length, newest: missing.at(-1)?.id },
      'the database has gone back in time; nothing is written until an operator has decided: npm run history',
    );
  } else log.info('nothing is missing any more, or its loss was accepted; writes are taken again');
}
