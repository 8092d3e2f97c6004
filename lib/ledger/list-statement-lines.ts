import { z } from 'zod';
import type { Context } from '#lib/context';
import { limitField } from '#lib/http/paging';
import { ledgerCursorField, makeLedgerCursor } from '#lib/ledger/ledger-cursor';
import { periodFields, readLines, readStatement, type Statement } from '#lib/ledger/statement';
import { presentLine } from '#lib/ledger/write-statement';

export const statementLinesQuery = z.object({
  ...periodFields,
  limit: limitField.default(50),
  cursor: ledgerCursorField.optional(),
});

/**
 * The lines of a statement by pages, the oldest first, for the dashboard. All pages are of the statement that the first
 * one was read of: `statement`, or one that is read now. Throws as `readStatement` does.
 */
export async function listStatementLines(
  ctx: Context,
  { from, to, limit, cursor }: z.output<typeof statementLinesQuery>,
  statement?: Statement,
) {
  const begun =
    cursor?.snapshot && cursor.balanceBututs !== undefined
      ? { snapshot: cursor.snapshot, openingBututs: cursor.balanceBututs, afterJournal: cursor.beforeJournal }
      : (statement ?? (await readStatement(ctx, { from, to })));
  const place =
    'afterJournal' in begun
      ? { afterJournal: begun.afterJournal, balanceBututs: begun.openingBututs }
      : undefined;
  const found = await readLines(ctx, { ...begun, from, to }, limit + 1, place);
  const lines = found.slice(0, limit);
  const last = lines.at(-1);
  // The cursor of the ledger's other list, of which this one is the other way round.
  const next =
    found.length > limit && last
      ? makeLedgerCursor({
          beforeJournal: last.journalId,
          balanceBututs: last.balanceBututs,
          snapshot: begun.snapshot,
        })
      : null;
  return { status: 'success', data: lines.map(presentLine), pagination: { limit, next_cursor: next } };
}
