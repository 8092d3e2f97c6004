import { z } from 'zod';
import { sqlClient } from '#db/client';
import { auditLine } from '#lib/auth/audit-log';
import type { UserContext } from '#lib/auth/user-context';
import type { Context } from '#lib/context';
import { providerField } from '#lib/fields';
import { validationError } from '#lib/http/respond';
import { newId } from '#lib/ids';
import { type Bututs, formatAmount } from '#lib/money';
import { type PayoutBatch, requireBatch } from '#lib/payout-batches/batch';
import { readBatchFile } from '#lib/payout-batches/batch-file';
import { checkBatch } from '#lib/payout-batches/check-batch';
import type { FileRow } from '#lib/payout-batches/check-rows';
import { requireRail } from '#lib/rails/rail-settings';
import { DEFAULT_PROVIDER } from '#lib/rails/registry';

const SHOWN_NAME = 120;

export const batchRequest = z.object({
  /** Only shown; a name that a file system allows may hold what no other text of ours may. */
  file_name: z
    .string('The file_name must be a string.')
    .transform((name) =>
      [...name.toWellFormed().replaceAll(/[\p{Cc}\p{Cf}]/gu, '')].slice(0, SHOWN_NAME).join(''),
    )
    .transform((name) => name.normalize('NFC').trim() || 'payouts.csv'),
  provider: providerField.default(DEFAULT_PROVIDER),
  csv: z.string('The csv must be the text of the file.'),
});

/**
 * Guarantee: the file is kept with a verdict for each row, in one statement; no money moves before it is confirmed.
 * Throws `provider_not_enabled`, `VALIDATION_ERROR` (`csv`: a file that is none).
 */
export async function createBatch(
  ctx: Context & UserContext,
  request: z.output<typeof batchRequest>,
): Promise<PayoutBatch> {
  await requireRail(ctx, request.provider, 'payout');
  const file = readBatchFile(request.csv);
  if (!Array.isArray(file)) throw validationError([file]);
  const rows = await checkBatch(ctx, request.provider, file);

  const now = ctx.now();
  const id = newId(now);
  const { count, bututs } = sumGood(rows);
  const stored = rows.map(storedRow);
  const sql = sqlClient();
  const entry = {
    action: 'payout_batch.uploaded',
    environment: ctx.environment,
    subjectId: id,
    after: { file_name: request.file_name, rows: rows.length, total: formatAmount(bututs) },
  };
  await sql`
    with batch as (
      insert into payout_batches (client_id, environment, id, file_name, provider, status, rows_total, rows_good,
                                  good_bututs, created_by, created_at)
      values (${ctx.client.id}, ${ctx.environment}, ${id}, ${request.file_name}, ${request.provider}, 'CHECKED',
              ${rows.length}, ${count}, ${bututs.toString()}, ${ctx.user.id}, ${now.toISOString()})
      returning client_id, id
    ), noted as (${auditLine(ctx, entry, sql`from batch`)})
    insert into payout_batch_rows (client_id, batch_id, line, reference, mobile, amount, name, provider, note,
                                   amount_bututs, status, reason, warning)
    select b.client_id, b.id, r.line, r.reference, r.mobile, r.amount, r.name, r.provider, r.note, r.bututs,
           case when r.reason is null then 'READY' else 'BAD' end, r.reason, r.warning
    from batch b, jsonb_to_recordset(${JSON.stringify(stored)}::jsonb) as r
      (line int, reference text, mobile text, amount text, name text, provider text, note text, bututs bigint,
       reason text, warning text)`;
  return requireBatch(ctx, id);
}

/** How many rows would be paid, and what they come to. */
export function sumGood(rows: FileRow[]): { count: number; bututs: Bututs } {
  const good = rows.filter((row) => row.reason === null);
  return { count: good.length, bututs: good.reduce((sum, row) => sum + (row.amountBututs ?? 0n), 0n) };
}

/** A row as JSON that a statement reads. */
export function storedRow({ amountBututs, ...row }: FileRow) {
  return { ...row, bututs: amountBututs?.toString() ?? null };
}
