import { statfs } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { OneSentenceError } from '#db/one-sentence-error';

const diskFullBelowBytes = 1024 * 1024;

export const ownServer = 'set DATABASE_URL to a PostgreSQL server of yours';

export class EmbeddedPostgresError extends OneSentenceError {
  override name = 'EmbeddedPostgresError';
}

/** Such as of a file that is not there: it has a code. */
export function isSystemError(error: unknown): error is NodeJS.ErrnoException & { code: string } {
  return error instanceof Error && 'code' in error && 'syscall' in error;
}

/** Turns what the system says of files and processes into a sentence; all else is a bug and stays as it is. */
export function explained(error: unknown, folder: string): unknown {
  if (!isSystemError(error)) return error;
  return new EmbeddedPostgresError(sentenceOf(error, folder), { cause: error });
}

function sentenceOf(error: NodeJS.ErrnoException, folder: string): string {
  const path = error.path ?? folder;
  switch (error.code) {
    case 'ENOSPC':
    case 'EDQUOT':
      return diskFull(folder);
    case 'EROFS':
      return readOnly(folder);
    case 'EACCES':
    case 'EPERM':
      return `The user "${userInfo().username}" may not write or read ${path}: give it that folder, choose another, or ${ownServer}.`;
    case 'ENOTDIR':
    case 'EEXIST':
      return notAFolder(path);
    default:
      return `PostgreSQL could not be started in ${folder} (${error.message}): choose another folder, or ${ownServer}.`;
  }
}

export function notAFolder(path: string): string {
  return `${path} is a file where a folder for the database is needed: move it away, or choose another folder.`;
}

export function diskFull(folder: string): string {
  return `The disk that holds ${folder} is full: make room and start again.`;
}

/** Asked too when nothing was said, since a full disk swallows the very log that would say it. */
export async function isDiskFull(folder: string): Promise<boolean> {
  const { bavail, bsize, files, ffree } = await statfs(folder);
  return bavail * bsize < diskFullBelowBytes || (files > 0 && ffree === 0);
}

function readOnly(folder: string): string {
  return `${folder} is on a disk that is mounted read-only: choose a folder that can be written, or ${ownServer}.`;
}

interface FailedCluster {
  folder: string;
  binaries: { packageName: string };
}

/** What PostgreSQL said when it could not do `what`, as a sentence. */
export async function explainedOutput(
  cluster: FailedCluster,
  what: string,
  output: string,
): Promise<EmbeddedPostgresError> {
  return new EmbeddedPostgresError(await sentenceOfOutput(cluster, what, output));
}

async function sentenceOfOutput(cluster: FailedCluster, what: string, output: string): Promise<string> {
  const { folder, binaries } = cluster;
  const line = meaningfulLine(output);
  if (/shared memory/.test(line) && /No space left on device/.test(line)) {
    return `There is too little shared memory for PostgreSQL (${line}): give /dev/shm 256 MB (docker run --shm-size=256m), or ${ownServer}.`;
  }
  if (/No space left on device|Disk quota exceeded/.test(output) || (await isDiskFull(folder))) {
    return diskFull(folder);
  }
  if (/Read-only file system/.test(output)) return readOnly(folder);
  if (/error while loading shared libraries|Library not loaded|cannot open shared object/.test(output)) {
    return `PostgreSQL misses a library (${line}): run npm rebuild ${binaries.packageName}, or ${ownServer}.`;
  }
  const said = line ? `it said "${line}"` : 'it said nothing';
  return `PostgreSQL could not ${what}, ${said}: put that right, or ${ownServer}; its log is ${join(folder, 'postgres.log')}.`;
}

function meaningfulLine(output: string): string {
  const lines = output
    .split('\n')
    .map((line) => line.replace(/^\d{4}-\S+ \S+ \S+ \[\d+\] /, '').trim())
    .filter((line) => line !== '' && !/^(HINT|DETAIL|CONTEXT|STATEMENT):/.test(line));
  return lines.findLast((line) => /FATAL|PANIC|ERROR|error:/.test(line)) ?? lines.at(-1) ?? '';
}
