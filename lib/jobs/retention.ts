import { sqlClient } from '#db/client';
import { createPartitions, dropAttempts } from '#db/partitions';
import { log } from '#lib/log';
import { settings } from '#lib/settings';

/** An answer is repeated for so long, and forgotten then. */
const ANSWERS_KEPT = '30 days';

/** Forgets at most `most` answers that are older than 30 days; returns how many it forgot. */
export async function forgetAnswers(most: number): Promise<number> {
  const forgotten = await sqlClient()`
    delete from idempotency_keys where ctid = any (array(
      select ctid from idempotency_keys
      where created_at < now() - ${ANSWERS_KEPT}::interval order by created_at limit ${most} for update skip locked))`;
  return forgotten.count;
}

/** Forgets what servers have noted and nobody used for a day: buckets of keys, which are full then, and marks for standbys. */
export async function forgetNotes(): Promise<void> {
  await sqlClient()`delete from rate_buckets where at < now() - interval '1 day'`;
  await sqlClient()`delete from standby_marks where at < now() - interval '1 day'`;
}

/** So long after a file of payouts ended its faulty rows can be read. */
const FAULTS_KEPT = '30 days';

/**
 * Forgets what stands in the faulty rows of at most `most` files of payouts that ended 30 days before (docs/guides/payouts.md);
 * returns of how many.
 */
export async function forgetFaultyRows(most: number, now = new Date()): Promise<number> {
  const [forgotten] = await sqlClient()`
    select forget_faulty_rows(${now.toISOString()}::timestamptz - ${FAULTS_KEPT}::interval, ${most}) as files`;
  return forgotten?.files;
}

/** Makes the partitions of the time to come, and drops the months of attempts that are older than they are kept. */
export async function keepPartitions(): Promise<void> {
  const sql = sqlClient();
  const made = await createPartitions(sql);
  const dropped = await dropAttempts(sql, settings().WEBHOOK_ATTEMPTS_KEPT_DAYS);
  if (made.length + dropped.length > 0) log.info({ made, dropped }, 'partitions were made and dropped');
}
