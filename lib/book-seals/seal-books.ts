import { appendFile } from 'node:fs/promises';
import path from 'node:path';
import { connect, sqlClient } from '#db/client';
import { describeError, log } from '#lib/log';
import { settings } from '#lib/settings';

/** So many statements' writes are put into one seal: a few tens of thousands of rows, and less than a second. */
const MOST = 5_000;

interface NewSeal {
  id: number;
  sealed_at: string;
  leaves: number;
  root: string;
  chain: string;
  more: boolean;
}

/**
 * Seals what was written since the last seal (db/functions/46_seals.sql), and tells its root to the log and, where there
 * is a folder, to its `seals.log`. Returns whether more waits.
 */
export async function sealBooks(folder?: string): Promise<boolean> {
  const sql = sqlClient();
  const [beginning] = await sql`select queued_at is not null as has_begun from seal_beginning`;
  if (!beginning?.has_begun && !(await queueHistory())) return true;
  const [row] = await sql<{ seal: NewSeal | null }[]>`select seal_books(${MOST}) as seal`;
  if (!row?.seal) return false;
  const { more, ...seal } = row.seal;
  log.info({ seal }, 'the books were sealed');
  if (folder !== undefined) {
    await appendFile(path.join(folder, 'seals.log'), `${JSON.stringify(seal)}\n`).catch((error) =>
      log.error(describeError(error), 'a seal could not be written beside the database; the log has it'),
    );
  }
  return more;
}

/** What was written before this release is sealed as it stands; of many millions of rows it takes minutes, once. */
async function queueHistory(): Promise<boolean> {
  const sql = connect(settings().DATABASE_URL, 1, 'kaira seals');
  try {
    await sql`set statement_timeout = 0`;
    const [row] = await sql`select queue_history() as done`;
    return row?.done;
  } finally {
    await sql.end({ timeout: 5 });
  }
}
