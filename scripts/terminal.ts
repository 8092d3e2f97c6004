// Every command loads this file first: what it imports, each of them waits for.
import { OneSentenceError } from '#db/one-sentence-error';

/** Somebody asked us to stop while we were still starting. */
export class StoppedError extends Error {}

const saidEveryMs = 5_000;
const clearToEndOfLine = '\u001b[K';

export function elapsed(sinceMs: number): string {
  const seconds = (performance.now() - sinceMs) / 1000;
  return seconds < 60
    ? `${seconds.toFixed(1)} s`
    : `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`;
}

/** Shows what is being done while it takes its time, then how long it took. */
export async function step<T>(title: string, work: () => Promise<T>): Promise<T> {
  const startedAt = performance.now();
  const isTerminal = process.stdout.isTTY;
  if (isTerminal) process.stdout.write(`  ${title} …`);
  const ticker = isTerminal
    ? setInterval(() => process.stdout.write(`\r  ${title} … ${elapsed(startedAt)}`), 1000)
    : setInterval(() => process.stdout.write(`  ${title}: ${elapsed(startedAt)} so far\n`), saidEveryMs);
  try {
    const result = await work();
    const line = `  ${title}: ${elapsed(startedAt)}`;
    process.stdout.write(isTerminal ? `\r${line}${clearToEndOfLine}\n` : `${line}\n`);
    return result;
  } catch (error) {
    if (isTerminal) process.stdout.write('\n');
    throw error;
  } finally {
    clearInterval(ticker);
  }
}

/** Says what is waited for, every five seconds, where that takes so long. */
export async function sayWhileWaiting<T>(what: string, work: () => Promise<T>): Promise<T> {
  const startedAt = performance.now();
  const ticker = setInterval(
    () => process.stdout.write(`  Waiting for ${what}: ${elapsed(startedAt)}\n`),
    saidEveryMs,
  );
  try {
    return await work();
  } finally {
    clearInterval(ticker);
  }
}

/** Prints why a command ended, without a stack where a person can put it right, and sets the exit code to 1. */
export function reportFailure(error: unknown): void {
  process.stderr.write(`${sentenceOf(error)}\n`);
  if (process.env.LOG_LEVEL === 'debug' && error instanceof Error) process.stderr.write(`${error.stack}\n`);
  process.exitCode = 1;
}

function sentenceOf(error: unknown): string {
  if (!(error instanceof Error)) return `Kaira stopped because of ${String(error)}.`;
  if (error instanceof OneSentenceError) return error.message;
  // Drizzle's own message is the whole statement with its parameters; the cause is what the database said.
  const isDrizzle = 'query' in error && error.cause instanceof Error;
  if (isDrizzle) return sentenceOf(error.cause);
  const { code, path, errcode } = error as { code?: string; path?: string; errcode?: number };
  const where = path ? ` at ${path}` : '';
  // 8, 13 and 14: https://www.sqlite.org/rescode.html
  if (code === 'ENOSPC' || code === 'EDQUOT' || code === '53100' || errcode === 13) {
    return `The disk is full${where}: free some space and start again.`;
  }
  if (code === 'EROFS' || errcode === 8) {
    return `The disk is read-only${where}: start from a folder that can be written, or set KAIRA_DATA_DIR to one.`;
  }
  if (code === 'EACCES' || code === 'EPERM' || errcode === 14) {
    return `This user may not write${where || ` in ${process.cwd()}`}: give it the folder, or start as its owner.`;
  }
  return `Kaira could not go on: ${error.name}: ${error.message || code || 'no reason given'} (LOG_LEVEL=debug shows where).`;
}
