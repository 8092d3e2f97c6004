import type { Row } from 'postgres';

/** A seal with all that its chain is made of. */
export function presentSeal(row: Row) {
  return {
    id: Number(row.id),
    sealed_at: new Date(row.sealed_at).toISOString(),
    leaves: Number(row.leaves),
    root: row.root.toString('hex') as string,
    previous_chain: (row.previous_chain?.toString('hex') ?? null) as string | null,
    chain: row.chain.toString('hex') as string,
  };
}
