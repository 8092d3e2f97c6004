import { appendFile, mkdir, readFile, rename, stat } from 'node:fs/promises';
import path from 'node:path';
import { describeError, log } from '#lib/log';
import type { Transaction } from '#lib/transactions/transaction';

/** A change of a transaction of which somebody was told that it is done; enough to look it up, and to find it elsewhere. */
export interface Acknowledged {
  clientId: string;
  environment: string;
  id: string;
  version: number;
  /** When it was decided, as it stands in the row. */
  at: string;
  type: string;
  status: string;
  provider: string;
  clientReference: string;
  amountBututs: string;
}

/** A crash of the process forgets what is younger; the disk is not waited for. */
const WRITE_EVERY_MS = 250;
/** Some 12,000 changes. The file before it is kept as well. */
const MOST_BYTES = 4 * 1024 * 1024;

export function acknowledgedOf(after: Transaction): Acknowledged {
  const { clientId, environment, id, version, type, status, provider, clientReference } = after;
  const at = after.updatedAt.toISOString();
  const amountBututs = after.amountBututs.toString();
  return { clientId, environment, id, version, at, type, status, provider, clientReference, amountBututs };
}

export interface WitnessFile {
  /** Never throws: a file that cannot be written is said once, and memory is what remains. */
  add(booksId: string, entry: Acknowledged): void;
  /** Writes what is not written yet. */
  flush(): Promise<void>;
}

/**
 * What the processes of this machine acknowledged, a line each, for the next process and for the audit. A line begins
 * with its line feed, so that one that was cut spoils no other.
 */
export function openWitnessFile(dataFolder: string): WitnessFile {
  let unwritten: { booksId: string; line: string }[] = [];
  let timer: NodeJS.Timeout | undefined;
  let writing = Promise.resolve();
  let isFailing = false;

  const write = async () => {
    timer = undefined;
    const lines = unwritten;
    unwritten = [];
    for (const [booksId, own] of Map.groupBy(lines, (each) => each.booksId)) {
      try {
        await append(fileOf(dataFolder, booksId), own.map(({ line }) => line).join(''));
        isFailing = false;
      } catch (error) {
        if (!isFailing) log.warn(describeError(error), 'what is acknowledged is remembered in memory only');
        isFailing = true;
      }
    }
  };
  const flush = () => {
    clearTimeout(timer);
    writing = writing.then(write);
    return writing;
  };
  return {
    add(booksId, entry) {
      unwritten.push({ booksId, line: `\n${JSON.stringify(entry)}` });
      timer ??= setTimeout(flush, WRITE_EVERY_MS).unref();
    },
    flush,
  };
}

/** Oldest first, of the newest `most`; none where nothing was written. */
export async function readWitnessFile(
  dataFolder: string,
  booksId: string,
  most = Number.POSITIVE_INFINITY,
): Promise<Acknowledged[]> {
  const file = fileOf(dataFolder, booksId);
  const texts = await Promise.all([before(file), file].map((each) => readFile(each, 'utf8').catch(() => '')));
  const lines = texts.flatMap((text) => text.split('\n').filter((line) => line !== ''));
  return lines.slice(-Math.min(most, lines.length)).flatMap(entryOf);
}

function fileOf(dataFolder: string, booksId: string): string {
  return path.join(dataFolder, 'acknowledged', `${booksId}.jsonl`);
}

const before = (file: string) => `${file}.before`;

/** Several processes write here: what is added in one go stays together. */
async function append(file: string, text: string): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true });
  const { size } = await stat(file).catch(() => ({ size: 0 }));
  if (size > MOST_BYTES) await rename(file, before(file));
  await appendFile(file, text, { mode: 0o600 });
}

/** None of a line that a full disk or a crash has cut. */
function entryOf(line: string): Acknowledged[] {
  try {
    return [JSON.parse(line)];
  } catch {
    return [];
  }
}
