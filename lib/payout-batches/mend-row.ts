import { z } from 'zod';
import { sqlClient } from '#db/client';
import { isUnused } from '#lib/approvals/approval';
import { auditLine, type Fragment } from '#lib/auth/audit-log';
import type { UserContext } from '#lib/auth/user-context';
import type { Context } from '#lib/context';
import { AppError } from '#lib/errors';
import { type PayoutBatch, requireBatch } from '#lib/payout-batches/batch';
import { cleanRow, type RawRow } from '#lib/payout-batches/batch-file';
import { checkBatch } from '#lib/payout-batches/check-batch';
import type { FileRow } from '#lib/payout-batches/check-rows';
import { storedRow, sumGood } from '#lib/payout-batches/create-batch';

/** Far longer than anything right: what is wrong with a text is said of the row, as of one in a file. */
const typed = z.string('This must be a text.').max(1_000, 'This is too long.');

/** What is left out stays as it is. */
export const rowChange = z.object({
  reference: typed.optional(),
  mobile: typed.optional(),
  amount: typed.optional(),
  name: typed.nullable().optional(),
  provider: typed.nullable().optional(),
  note: typed.nullable().optional(),
  /** True: it is not paid. False: it is one of the file again. */
  removed: z.boolean('This must be true or false.').optional(),
});

interface StoredRow extends RawRow {
  removed: boolean;
}

/** Others who mend the same file at the same moment come first so often, and then this is refused. */
const MAX_TRIES = 10;

/**
 * Guarantee: the row is as it was asked for and the whole file is checked anew, in one statement, or nothing changed; no
 * money moves. What others mend at the same time is kept. Throws `NOT_FOUND`, and `INVALID_STATE` for a file that was
 * confirmed or discarded, or waits for a second person, who judges what was asked for.
 */
export async function mendRow(
  ctx: Context & UserContext,
  id: string,
  lineText: string,
  change: z.output<typeof rowChange>,
): Promise<PayoutBatch> {
  const line = /^\d{1,9}$/.test(lineText) ? Number(lineText) : 0;
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const batch = await requireBatch(ctx, id);
    if (batch.status !== 'CHECKED') {
      throw new AppError('INVALID_STATE', `This file is ${batch.status}: its rows can no longer be changed.`);
    }
    if (await isAskedFor(ctx, id)) {
      throw new AppError(
        'INVALID_STATE',
        'This file waits for a second person: its rows cannot be changed until they decide. Withdraw the request to change them.',
      );
    }
    const rows = await readRows(ctx, id);
    const row = rows.find((each) => each.line === line);
    if (row === undefined) throw new AppError('NOT_FOUND', 'This file has no such line.');
    const mended = rows.map((each) => (each === row ? changed(row, change) : each));
    if (await store(ctx, batch, mended, line)) return requireBatch(ctx, id);
  }
  throw new AppError(
    'INVALID_STATE',
    'Others are changing this file at this moment. Nothing was changed; try again.',
  );
}

function changed(row: StoredRow, { removed, ...change }: z.output<typeof rowChange>): StoredRow {
  const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
  return { ...cleanRow({ ...row, ...given }), removed: removed ?? row.removed };
}

async function readRows(ctx: Context, batchId: string): Promise<StoredRow[]> {
  const rows = await sqlClient()`
    select line, reference, mobile, amount, name, provider, note, removed_at is not null as removed
    from payout_batch_rows where client_id = ${ctx.client.id} and batch_id = ${batchId} order by line`;
  return rows.map(({ line, reference, mobile, amount, name, provider, note, removed }) => ({
    line,
    reference,
    mobile,
    amount,
    name,
    provider,
    note,
    removed,
  }));
}

async function isAskedFor(ctx: Context, id: string): Promise<boolean> {
  const [row] = await sqlClient()`select ${askedFor(ctx, id)} as asked`;
  return row?.asked === true;
}

/** Whether somebody has asked a second person for it, who has not decided yet or has agreed. */
function askedFor({ client, environment }: Context, id: string): Fragment {
  return sqlClient()`exists (
    select from approvals a
    where a.client_id = ${client.id} and a.environment = ${environment} and a.kind = 'payout_batch'
      and a.status in ('PENDING', 'APPROVED') and a.details ->> 'client_reference' = ${id} and not ${isUnused()})`;
}

const REMOVED = 'Taken out.';

/** False: somebody was first since `batch` was read, and nothing was changed. */
async function store(
  ctx: Context & UserContext,
  batch: PayoutBatch,
  rows: StoredRow[],
  line: number,
): Promise<boolean> {
  const kept = await checkBatch(
    ctx,
    batch.provider,
    rows.filter((row) => !row.removed),
  );
  const { count, bututs } = sumGood(kept);
  const byLine = new Map(kept.map((row) => [row.line, row]));
  const verdicts = rows.map((row) => ({
    ...storedRow(byLine.get(row.line) ?? takenOut(row)),
    removed: row.removed,
  }));
  const sql = sqlClient();
  const entry = {
    action: 'payout_batch.row_changed',
    environment: ctx.environment,
    subjectId: batch.id,
    before: sql`(select ${shown(sql`o`)} from payout_batch_rows o
                 where o.client_id = ${ctx.client.id} and o.batch_id = ${batch.id} and o.line = ${line})`,
    after: sql`(select ${shown(sql`w`)} from written w where w.line = ${line})`,
  };
  const [stored] = await sql`
    with held as (
      update payout_batches
      set rows_good = ${count}, good_bututs = ${bututs.toString()}, version = version + 1
      where client_id = ${ctx.client.id} and environment = ${ctx.environment} and id = ${batch.id}
        and status = 'CHECKED' and version = ${batch.version} and not ${askedFor(ctx, batch.id)}
      returning client_id, id
    ), written as (
      update payout_batch_rows r
      set reference = n.reference, mobile = n.mobile, amount = n.amount, name = n.name, provider = n.provider,
          note = n.note, amount_bututs = n.bututs, status = case when n.reason is null then 'READY' else 'BAD' end,
          reason = n.reason, warning = n.warning,
          -- What the rail said was of another number, name or wallet.
          name_check = case when (r.mobile, r.provider, r.name) is not distinct from (n.mobile, n.provider, n.name) then r.name_check end,
          removed_at = case when n.removed then coalesce(r.removed_at, ${ctx.now().toISOString()}) end
      from held h, jsonb_to_recordset(${JSON.stringify(verdicts)}::jsonb) as n
        (line int, reference text, mobile text, amount text, name text, provider text, note text, bututs bigint,
         reason text, warning text, removed boolean)
      where r.client_id = h.client_id and r.batch_id = h.id and r.line = n.line
        and (r.line = ${line} or (r.reason, r.warning) is distinct from (n.reason, n.warning)
             or (r.mobile, r.provider, r.name) is distinct from (n.mobile, n.provider, n.name))
      returning r.*
    ), noted as (${auditLine(ctx, entry, sql`from held`)})
    select id from held`;
  return stored !== undefined;
}

/** Nothing is said of it but that; it can come back as it was. */
function takenOut({ removed: _, ...row }: StoredRow): FileRow {
  return { ...row, amountBututs: null, reason: REMOVED, warning: null };
}

function shown(row: ReturnType<ReturnType<typeof sqlClient>>) {
  const sql = sqlClient();
  return sql`jsonb_build_object('line', ${row}.line, 'reference', ${row}.reference, 'mobile', ${row}.mobile,
    'amount', ${row}.amount, 'name', ${row}.name, 'provider', ${row}.provider, 'note', ${row}.note,
    'removed', ${row}.removed_at is not null)`;
}
