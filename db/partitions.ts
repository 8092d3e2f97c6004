import type { Sql } from 'postgres';

/**
 * To attach or to drop a partition, all who use the table have to be done with it, and who comes meanwhile waits behind.
 * Beside a backup that would be for long, so that it is given up and tried again at the next turn.
 */
const LOCK_TIMEOUT = '200ms';
const LOCK_NOT_AVAILABLE = '55P03';

/**
 * Guarantee: each append-only table has partitions for now and the time to come, unless somebody is in the way: rows
 * without a partition of their own are kept in `…_other`. Returns the names of those that were made.
 */
export async function createPartitions(sql: Sql, at?: Date): Promise<string[]> {
  const tables = await sql<{ name: string }[]>`select name from partitioned_tables`;
  const made: string[] = [];
  // A statement for each: whoever holds the locks of several tables may wait for one who does so in another order.
  for (const { name } of tables) {
    const rows = await unlessInTheWay(
      sql`select create_partitions(${name}, coalesce(${at?.toISOString() ?? null}::timestamptz, now())) as name from set_config('lock_timeout', ${LOCK_TIMEOUT}, true)`,
    );
    made.push(...rows.map((row) => row.name));
  }
  return made;
}

/** Drops the months of delivery attempts that ended so many days ago; returns their names. */
export async function dropAttempts(sql: Sql, days: number): Promise<string[]> {
  const rows = await unlessInTheWay(
    sql`select drop_attempts(${days}) as name from set_config('lock_timeout', ${LOCK_TIMEOUT}, true)`,
  );
  return rows.map((row) => row.name);
}

async function unlessInTheWay<T>(asked: PromiseLike<T[]>): Promise<T[]> {
  try {
    return await asked;
  } catch (error) {
    if ((error as { code?: string }).code === LOCK_NOT_AVAILABLE) return [];
    throw error;
  }
}
