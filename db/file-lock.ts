import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';

const pollMs = 100;

/**
 * Takes the lock at `file`, waiting up to `waitMs`; answers with its release, or undefined if another process holds it.
 * Node offers no file lock, but SQLite takes one, and the system frees it however the process ends.
 */
export async function holdLock(
  file: string,
  options: { waitMs: number; onWait?: () => void; signal?: AbortSignal | undefined },
): Promise<(() => void) | undefined> {
  mkdirSync(path.dirname(file), { recursive: true });
  const lock = new DatabaseSync(file, { timeout: 0 });
  const deadline = Date.now() + options.waitMs;
  let waits = false;
  try {
    while (!tryLock(lock)) {
      if (Date.now() >= deadline || options.signal?.aborted) {
        lock.close();
        return undefined;
      }
      if (!waits) options.onWait?.();
      waits = true;
      await sleep(pollMs);
    }
  } catch (error) {
    lock.close();
    throw error;
  }
  return () => lock.close();
}

/** Takes the lock of an open file at once, or says that another process has it; closing the file gives it back. */
export function tryLock(lock: DatabaseSync): boolean {
  try {
    lock.exec('begin exclusive');
    return true;
  } catch (error) {
    // SQLITE_BUSY, https://www.sqlite.org/rescode.html#busy
    if (error instanceof Error && 'errcode' in error && error.errcode === 5) return false;
    throw error;
  }
}
