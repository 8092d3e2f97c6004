import { sqlClient } from '#db/client';

/** Counted no further: what is above is "more". */
export const COUNTED = 10_000;

export interface Backlog {
  /** Work with rails that is due, and all of it. */
  operationsDue: number;
  operations: number;
  /** To endpoints that are on; how many are due is told by their own pages. */
  deliveries: number;
  messages: number;
  /** Rows that the next seal takes. */
  unsealed: number;
}

/** What waits, each counted to `COUNTED`. */
export async function readBacklog(): Promise<Backlog> {
  const sql = sqlClient();
  const [row] = await sql`
    select (select count(*) from (select from rail_operations where run_at < now() limit ${COUNTED}) o)::int as "operationsDue",
           (select count(*) from (select from rail_operations limit ${COUNTED}) o)::int as operations,
           -- In the order of its index, or a table of millions might be read to its end.
           (select count(*) from (select from deliveries where status = 'PENDING'
             order by client_id, environment, endpoint_id, run_at limit ${COUNTED}) d)::int as deliveries,
           (select count(*) from (select from messages where run_at is not null limit ${COUNTED}) m)::int as messages,
           (select count(*) from (
             (select from unsealed limit ${COUNTED}) union all (select from unsealed_payments limit ${COUNTED})) u)::int as unsealed`;
  return row as unknown as Backlog;
}
