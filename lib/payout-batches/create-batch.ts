import { z } from 'zod';
import { sqlClient } from '#db/client';
import { auditLine } from '#lib/auth/audit-log';
import type { UserContext } from '#lib/auth/user-context';
import type { Context } from '#lib/context';
import { providerField } from '#lib/fields';
import { validationError } from '#lib/http/respond';
import { newId } from '#lib/ids';
import { formatAmount } from '#lib/money';
import { type PayoutBatch, requireBatch } from '#lib/payout-batches/batch';
import { addReason, addWarning, type FileRow, readBatchFile } from '#lib/payout-batches/batch-file';
import { findRecentTwins } from '#lib/payouts/find-recent-twins';
import { railSetting, requireRail } from '#lib/rails/rail-settings';
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
  const bounds = await railSetting(ctx.environment, request.provider, 'payout');
  const rows = readBatchFile(request.csv, request.provider, bounds);
  if (!Array.isArray(rows)) throw validationError([rows]);
  await markUsedReferences(ctx, rows);
  await markRecentTwins(ctx, rows);

  const now = ctx.now();
  const id = newId(now);
  const good = rows.filter((row) => row.reason === null);
  const goodBututs = good.reduce((sum, row) => sum + (row.amountBututs ?? 0n), 0n);
  const stored = rows.map(({ amountBututs, ...row }) => ({
    ...row,
    bututs: amountBututs?.toString() ?? null,
  }));
  const sql = sqlClient();
  const entry = {
    action: 'payout_batch.uploaded',
    environment: ctx.environment,
    subjectId: id,
    after: { file_name: request.file_name, rows: rows.length, total: formatAmount(goodBututs) },
  };
  await sql`
    with batch as (
      insert into payout_batches (client_id, environment, id, file_name, provider, status, rows_total, rows_good,
                                  good_bututs, created_by, created_at)
      values (${ctx.client.id}, ${ctx.environment}, ${id}, ${request.file_name}, ${request.provider}, 'CHECKED',
              ${rows.length}, ${good.length}, ${goodBututs.toString()}, ${ctx.user.id}, ${now.toISOString()})
      returning client_id, id
    ), noted as (${auditLine(ctx, entry, sql`from batch`)})
    insert into payout_batch_rows (client_id, batch_id, line, reference, mobile, amount, name, amount_bututs, status,
                                   reason, warning)
    select b.client_id, b.id, r.line, r.reference, r.mobile, r.amount, r.name, r.bututs,
           case when r.reason is null then 'READY' else 'BAD' end, r.reason, r.warning
    from batch b, jsonb_to_recordset(${JSON.stringify(stored)}::jsonb) as r
      (line int, reference text, mobile text, amount text, name text, bututs bigint, reason text, warning text)`;
  return requireBatch(ctx, id);
}

async function markUsedReferences(ctx: Context, rows: FileRow[]): Promise<void> {
  const candidates = rows.filter((row) => row.reason === null);
  const found = await sqlClient()`
    select r.reference from unnest(${candidates.map((row) => row.reference)}::text[]) as r (reference)
    where exists (
      select from transactions t
      where t.client_id = ${ctx.client.id} and t.environment = ${ctx.environment} and t.type = 'payout'
        and t.client_reference = r.reference
    )`;
  const used = new Set(found.map((row) => row.reference));
  for (const row of candidates) {
    if (used.has(row.reference)) addReason(row, 'This reference was already used for a payout.');
  }
}

async function markRecentTwins(ctx: Context, rows: FileRow[]): Promise<void> {
  const payments = rows.flatMap(({ reason, mobile, amountBututs }) =>
    reason === null && amountBututs !== null ? [{ mobile, amountBututs }] : [],
  );
  const twins = await findRecentTwins(ctx, payments);
  const paid = new Map(twins.map((twin) => [`${twin.mobile} ${twin.amountBututs}`, twin.clientReference]));
  for (const row of rows) {
    const reference = row.reason === null ? paid.get(`${row.mobile} ${row.amountBututs}`) : undefined;
    if (reference !== undefined) {
      addWarning(row, `The same amount was paid out to this number in the last 10 minutes (${reference}).`);
    }
  }
}
