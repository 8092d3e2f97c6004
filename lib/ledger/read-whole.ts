import type { TransactionSql } from 'postgres';
import { connect } from '#db/client';
import { readingPlace } from '#lib/reads/read-apart';

/**
 * What reads whole tables: on a connection of its own, so that no payment waits for its place, at one instant, and for
 * longer than a request may take. It can write nothing. A receiver that takes nothing for a minute ends it.
 */
export async function readWhole<Result>(read: (tx: TransactionSql) => Promise<Result>): Promise<Result> {
  const { url, requireIt } = readingPlace();
  const sql = connect(url, 1, 'kaira accounts');
  try {
    return (await sql.begin('isolation level repeatable read read only', async (tx) => {
      await tx`
        select set_config('statement_timeout', '0', true), set_config('idle_in_transaction_session_timeout', '60s', true),
               set_config('work_mem', '64MB', true), set_config('jit', 'off', true)`;
      await requireIt(tx);
      return read(tx);
    })) as Result;
  } finally {
    await sql.end({ timeout: 5 }).catch(() => {});
  }
}
