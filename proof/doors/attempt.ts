/** Statements that must be refused, each tried and undone. */
import type postgres from 'postgres';
import { attack, type Finding } from './score.ts';

export const verdict = (done: string[], tried: string): Finding => [
  done.length === 0,
  `expected all refused, seen ${done.length === 0 ? 'so' : `done: ${done.join(', ')}`} (${tried})`,
];

/** Tries each statement, or each of several that would do the same; one line for all of them. */
export async function each(sql: postgres.Sql, title: string, statements: Record<string, string | string[]>) {
  await attack(title, async () => {
    const done: string[] = [];
    const reasons = new Map<string, number>();
    for (const [name, ways] of Object.entries(statements)) {
      for (const statement of [ways].flat()) {
        const why = await attempt(sql, statement);
        if (why === '') {
          done.push(name);
          break;
        }
        reasons.set(why, (reasons.get(why) ?? 0) + 1);
      }
    }
    const why = [...reasons].map(([code, times]) => `${code}×${times}`).join(' ');
    return [verdict(done, `${Object.keys(statements).length} tried; ${why}`)];
  });
}

class Undo extends Error {}

/** One try, undone. Empty: it ran, touched a row, and the checks of a commit let it through; else why not. */
export async function attempt(sql: postgres.Sql, statement: string): Promise<string> {
  let rows = 0;
  try {
    await sql.begin(async (tx) => {
      await tx.unsafe("set local lock_timeout = '3s'; set local statement_timeout = '20s'");
      const result = await tx.unsafe(statement);
      const counted = !Array.isArray(result[0]) && /^(update|delete|insert)/i.test(statement);
      rows = counted ? result.count : 1;
      await tx.unsafe('set constraints all immediate');
      throw new Undo();
    });
  } catch (error) {
    if (!(error instanceof Undo)) {
      return String((error as { code?: string }).code ?? error);
    }
  }
  return rows > 0 ? '' : 'no-rows';
}
