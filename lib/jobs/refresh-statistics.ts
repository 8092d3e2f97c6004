import { connect, sqlClient } from '#db/client';
import { settings } from '#lib/settings';

/** Smaller tables are scanned in no time, whatever their plans are. */
const LEAST_BYTES = 128 * 1024;
/** So many changes, and so much of the table, may be of a client or an environment that is not known yet. */
const MOST_CHANGES = 10_000;
const MOST_SHARE = 0.02;
const LONGEST_MS = 60_000;

/**
 * Has PostgreSQL look anew at each table that has doubled since it last did, or of which much was written, and returns
 * their names. Of a client or an environment that it has not seen it expects a single row, and finds each by reading
 * them all. A session keeps the plans that it made, and one that was made for a small table reads more and more as the
 * table grows: for 4,300 settlements of one client in a new database, 12 million rows of `transactions` and 23 million
 * of `entries`, until autovacuum came. What is known of a table changes the plans of every session. Measured by
 * `npm run bench -- --only h`.
 */
export async function refreshStatistics(): Promise<string[]> {
  const sql = sqlClient();
  // Of a partition the whole table, whose own statistics nothing else refreshes.
  const grown = await sql<{ name: string }[]>`
    select distinct coalesce(parent.relname, c.relname) as name
    from pg_class c
    left join pg_inherits i on i.inhrelid = c.oid left join pg_class parent on parent.oid = i.inhparent
    where c.relkind = 'r' and c.relnamespace = current_schema()::regnamespace
      and (pg_relation_size(c.oid) > greatest(${LEAST_BYTES}, 2 * c.relpages::bigint * current_setting('block_size')::int)
        or pg_stat_get_mod_since_analyze(c.oid) > greatest(${MOST_CHANGES}, ${MOST_SHARE} * c.reltuples))`;
  if (grown.length === 0) return [];
  // With all of its partitions a table takes longer than a request may, and would be tried again without end. A
  // connection of its own: one that is kept from the pool and lost is lost to it.
  const own = connect(settings().DATABASE_URL, 1, 'kaira statistics');
  try {
    await own`select set_config('statement_timeout', ${String(LONGEST_MS)}, false)`;
    // One that somebody else looks at or changes is left to them, or to the next time.
    for (const { name } of grown) await own`select refresh_statistics(${name})`;
  } finally {
    await own.end({ timeout: 5 }).catch(() => {});
  }
  return grown.map(({ name }) => name);
}
