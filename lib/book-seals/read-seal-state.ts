import { sqlClient } from '#db/client';
import { CHAINED, SEALED } from '#lib/ledger/seal-checks';

/**
 * The newest seal, whether something waits for the next one, and up to which one the last whole recount found all as it was
 * sealed. Null before the first seal.
 */
export async function readSealState() {
  const sql = sqlClient();
  const clean = [SEALED, CHAINED].map((name) => JSON.stringify([{ name, violations: 0 }]));
  const [row] = await sql`
    with recount as (
      select started_at, finished_at from ledger_audits
      where finished_at is not null and lines @> ${clean[0]!}::text::jsonb and lines @> ${clean[1]!}::text::jsonb
      order by id desc limit 1
    )
    select s.id, s.sealed_at, s.leaves, encode(s.chain, 'hex') as chain,
           exists (select from unsealed) or exists (select from unsealed_payments) as waits,
           (select finished_at from recount) as recounted_at,
           (select max(id) from book_seals where sealed_at <= (select started_at from recount)) as recounted
    from book_seals s order by s.id desc limit 1`;
  if (row === undefined) return null;
  return {
    id: Number(row.id),
    sealed_at: new Date(row.sealed_at).toISOString(),
    leaves: row.leaves as number,
    chain: row.chain as string,
    waits: row.waits as boolean,
    recounted: row.recounted === null ? null : Number(row.recounted),
    recounted_at: row.recounted_at && new Date(row.recounted_at).toISOString(),
  };
}

export type SealState = Awaited<ReturnType<typeof readSealState>>;
