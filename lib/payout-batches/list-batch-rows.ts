import { z } from 'zod';
import { sqlClient } from '#db/client';
import type { Context } from '#lib/context';
import { csvRecord } from '#lib/csv';
import { limitField } from '#lib/http/paging';
import { type PayoutBatch, requireBatch } from '#lib/payout-batches/batch';
import { MAX_ROWS } from '#lib/payout-batches/batch-file';
import { isNameDoubtedSql, nameWarning } from '#lib/payout-batches/name-checks';
import { type Outcome, outcomeSql, outcomes, rowsSql } from '#lib/payout-batches/outcome';
import type { RecipientCheck } from '#lib/rails/rail';

export const batchRowsQuery = z.object({
  show: z
    .enum([...outcomes, 'all', 'warning'], `Show one of ${outcomes.join(', ')}, warning, all.`)
    .default('all'),
  /** The line after which the page begins. */
  after: z
    .string()
    .regex(/^\d{1,9}$/, 'This must be the line at which the page before ended.')
    .transform(Number)
    .default(0),
  limit: limitField.default(50),
});

export interface BatchRow {
  line: number;
  reference: string;
  mobile: string;
  amount: string;
  name: string | null;
  /** Where it is another than the batch's. */
  provider: string | null;
  note: string | null;
  outcome: Outcome;
  reason: string | null;
  /** Also where the rail knows the number by another name. */
  warning: string | null;
  /** Null: the rail was not asked, or not yet. */
  name_check: RecipientCheck | null;
  transaction_id: string | null;
  completed_at: string | null;
}

/** A page of a batch's rows in the order of the file. Throws `NOT_FOUND`. */
export async function listBatchRows(ctx: Context, id: string, query: z.output<typeof batchRowsQuery>) {
  const batch = await requireBatch(ctx, id);
  const rows = await rowsOf(ctx, batch, { ...query, limit: query.limit + 1 });
  const page = rows.slice(0, query.limit);
  return {
    status: 'success',
    data: page,
    pagination: {
      limit: query.limit,
      next_cursor: rows.length > query.limit ? String(page.at(-1)?.line) : null,
    },
  };
}

/** All rows with their results as a CSV text that a spreadsheet can open safely and that can be uploaded again. */
export async function makeResultFile(ctx: Context, id: string): Promise<{ fileName: string; text: string }> {
  const batch = await requireBatch(ctx, id);
  const rows = await rowsOf(ctx, batch, { show: 'all', after: 0, limit: MAX_ROWS });
  const columns = [
    'line',
    'reference',
    'mobile',
    'amount',
    'name',
    'result',
    'reason',
    'transaction_id',
    'completed_at',
    'provider',
    'note',
  ];
  const lines = rows.map((row) =>
    csvRecord([
      String(row.line),
      row.reference,
      row.mobile,
      row.amount,
      row.name,
      row.outcome === 'waiting' && batch.status !== 'RUNNING' ? 'not_paid' : row.outcome,
      row.reason ?? row.warning,
      row.transaction_id,
      row.completed_at,
      row.provider ?? batch.provider,
      row.note,
    ]),
  );
  const stem = batch.fileName.replace(/\.[^.]*$/, '').replaceAll(/[^A-Za-z0-9 _.-]/g, '_');
  return { fileName: `${stem}-results.csv`, text: csvRecord(columns) + lines.join('') };
}

async function rowsOf(
  ctx: Context,
  batch: PayoutBatch,
  { show, after, limit }: { show: string; after: number; limit: number },
): Promise<BatchRow[]> {
  const rows = await sqlClient()`
    select * from (
      select r.line, r.reference, r.mobile, r.amount, r.name, r.provider, r.note, r.warning, r.name_check,
             ${isNameDoubtedSql()} as is_name_doubted, r.transaction_id, t.completed_at,
             coalesce(r.reason, t.failure_message) as reason, ${outcomeSql()} as outcome
      from ${rowsSql(ctx, batch.id, after)}
    ) rows
    where ${show} = 'all' or outcome = ${show} or (${show} = 'warning' and (warning is not null or is_name_doubted))
    order by line limit ${limit}`;
  return rows.map((row) => ({
    line: row.line,
    reference: row.reference,
    mobile: row.mobile,
    amount: row.amount,
    name: row.name,
    provider: row.provider,
    note: row.note,
    outcome: row.outcome,
    reason: row.reason,
    // What stands against it by itself, and what the rail said of its name.
    warning:
      [
        row.warning,
        row.is_name_doubted && nameWarning(row.name, row.provider ?? batch.provider, row.name_check),
      ]
        .filter(Boolean)
        .join(' ') || null,
    name_check: row.name_check,
    transaction_id: row.transaction_id,
    completed_at: row.completed_at === null ? null : new Date(row.completed_at).toISOString(),
  }));
}
