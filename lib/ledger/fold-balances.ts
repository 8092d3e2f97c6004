import { sqlClient } from '#db/client';

/**
 * Adds a batch of booked amounts into their accounts and tallies; returns how many. Balances read the same before and
 * after. Two statements, so that no account stays locked while the tallies are added up.
 */
export async function foldBalances(): Promise<number> {
  const sql = sqlClient();
  const [entries] = await sql`select fold_entries() as folded`;
  const [tallies] = await sql`select fold_tallies() as folded`;
  return Number(entries?.folded) + Number(tallies?.folded);
}
