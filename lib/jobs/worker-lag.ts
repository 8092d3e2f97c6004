import type { Sql } from 'postgres';

/** A worker is thought dead when something has been due for longer than this. */
export const MAX_LAG_SECONDS = 60;

/** For how long the oldest job with a rail has been due; 0 when none is. By the index of what is due. */
export async function readWorkerLag(sql: Sql): Promise<number> {
  const [row] = await sql`
    select coalesce(extract(epoch from now() - min(run_at)), 0)::float8 as lag from rail_operations where run_at < now()`;
  return Math.round(row?.lag ?? 0);
}
