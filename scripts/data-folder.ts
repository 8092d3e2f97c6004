import { randomBytes } from 'node:crypto';
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { holdLock } from '#db/file-lock';
import { OneSentenceError } from '#db/one-sentence-error';
import type { Settings } from '#lib/settings';

const folderFreeWithinMs = 10_000;

/** Made once and kept: what the database holds is sealed with it. */
export function localSecret(folder: string): string {
  const file = path.join(folder, 'secret');
  if (!existsSync(file)) {
    makeFolder(folder);
    const partial = `${file}.${process.pid}`;
    writeFileSync(partial, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600 });
    try {
      // Unlike a rename, a link leaves alone the secret that another start made in between.
      linkSync(partial, file);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    } finally {
      rmSync(partial, { force: true });
    }
  }
  const secret = readFileSync(file, 'utf8').trim();
  if (secret.length < 32) {
    throw new OneSentenceError(
      `The secret in ${file} is too short to be the one Kaira made: put the right one back, or remove ${folder} to start anew.`,
    );
  }
  return secret;
}

/** The recursive mkdir of Node hides a read-only disk behind ENOENT. */
function makeFolder(folder: string): void {
  const full = path.resolve(folder);
  if (existsSync(full)) return;
  makeFolder(path.dirname(full));
  mkdirSync(full);
}

/** Two Kairas on one folder would stop each other's database. */
export async function requireOwnFolder(
  { KAIRA_DATA_DIR }: Settings,
  signal: AbortSignal,
): Promise<() => void> {
  makeFolder(KAIRA_DATA_DIR);
  const release = await holdLock(path.join(KAIRA_DATA_DIR, 'kaira.lock'), {
    waitMs: folderFreeWithinMs,
    onWait: () => process.stdout.write(`  Another Kaira uses ${KAIRA_DATA_DIR}; waiting for it to stop\n`),
    signal,
  });
  signal.throwIfAborted();
  if (release) return release;
  throw new OneSentenceError(
    `Another Kaira is running on the data in ${path.resolve(KAIRA_DATA_DIR)}: stop it, or set KAIRA_DATA_DIR to another folder.`,
  );
}
