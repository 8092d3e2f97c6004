import type { Sql } from 'postgres';
import { isAccepted, type Loss, listLosses, lookAtBooks } from '#lib/history/losses';
import { type Acknowledged, readWitnessFile } from '#lib/history/witness';

export interface HistoryReport {
  /** How many changes the processes of this machine have noted as acknowledged. */
  noted: number;
  /** What waits for a decision, of those and of what other machines' processes have told; oldest first. */
  missing: Acknowledged[];
  /** Those of `missing` that no process has told of. */
  untold: Acknowledged[];
  /** Every loss that was found, newest first. */
  losses: Loss[];
}

/** Compares the database with what this machine's processes have written below `dataFolder`. Changes nothing. */
export async function reportHistory(sql: Sql, dataFolder: string): Promise<HistoryReport> {
  const { books: of } = await lookAtBooks(sql, []);
  const noted = await readWitnessFile(dataFolder, of.id);
  const { books, missing } = await lookAtBooks(sql, noted);
  const losses = await listLosses(sql);
  const own = missing.filter((each) => !isAccepted(each, books));
  const told = losses.filter((each) => each.decided_at === null).flatMap((each) => each.missing);
  const known = new Set(told.map(keyOf));
  const all = new Map([...told, ...own].map((each) => [keyOf(each), each]));
  return {
    noted: noted.length,
    missing: [...all.values()].toSorted((a, b) => (a.at < b.at ? -1 : 1)),
    untold: own.filter((each) => !known.has(keyOf(each))),
    losses,
  };
}

const keyOf = ({ id, version }: Acknowledged) => `${id} ${version}`;
