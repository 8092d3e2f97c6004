import type { Sql } from 'postgres';
import { connect } from '#db/client';

const CANCEL_EVERY_MS = 200;

export interface Waiting {
  /** Told what is waited for, every three seconds if `tellEveryMs` does not say otherwise. */
  tell?: (sentence: string) => void;
  tellEveryMs?: number;
  /** Ends the statement that waits or works, which fails with 57014. */
  signal?: AbortSignal;
}

/**
 * While it lasts, says who keeps the session `pid` from a lock, or that it works. Answers with how to end it, which never
 * throws: what keeps the looks from succeeding keeps the work as well.
 */
export function watchLockWaits(
  url: string,
  pid: number,
  { tell, tellEveryMs = 3_000, signal }: Waiting,
): () => Promise<void> {
  const startedAt = performance.now();
  let sql: Sql | undefined;
  const ask = async (text: string): Promise<string | undefined> => {
    sql ??= connect(url, 1, 'kaira look');
    const [row] = await sql.unsafe(text, [pid]).catch(() => []);
    return row?.answer;
  };
  const look = async () => {
    const holders = await ask(`
      select string_agg(format('process %s (%s, the role %s, since %s UTC)', pid, coalesce(nullif(application_name, ''), 'no name'),
                               usename, to_char(backend_start at time zone 'utc', 'YYYY-MM-DD HH24:MI:SS')), ', ') as answer
      from pg_stat_activity where pid = any(pg_blocking_pids($1))`);
    const seconds = Math.round((performance.now() - startedAt) / 1000);
    tell?.(
      holders
        ? `Waiting for ${seconds} s for a lock of the database that is held by ${holders}; pg_terminate_backend(number of the process) would end that one.`
        : `Still bringing the database to this release, for ${seconds} s.`,
    );
  };
  // Again and again: between two statements there is nothing to end.
  const cancel = () => {
    if (signal?.aborted) void ask('select pg_cancel_backend($1)::text as answer');
  };
  const timers = [setInterval(cancel, CANCEL_EVERY_MS), tell && setInterval(() => void look(), tellEveryMs)];
  return async () => {
    for (const timer of timers) clearInterval(timer);
    await sql?.end({ timeout: 1 }).catch(() => {});
  };
}
