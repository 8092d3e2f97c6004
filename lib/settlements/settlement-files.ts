import { z } from 'zod';
import { sqlClient } from '#db/client';
import type { FileColumn, settlementFiles } from '#db/schema/settlements';
import { auditLine } from '#lib/auth/audit-log';
import { requireSecondPerson } from '#lib/auth/second-person';
import type { UserContext } from '#lib/auth/user-context';
import type { Environment } from '#lib/context';
import { csvRecord } from '#lib/csv';
import { AppError } from '#lib/errors';
import { isUuid, newId } from '#lib/ids';
import { formatAmount } from '#lib/money';
import { cellOf, readTemplate } from '#lib/settlements/file-template';
import { type SettlementRow, settlementColumns } from '#lib/settlements/settlement';

const LISTED = 50;

interface FileRow {
  id: string;
  environment: Environment;
  status: (typeof settlementFiles.$inferSelect)['status'];
  columns: FileColumn[];
  count: number;
  sum_bututs: string;
  made_by_name: string;
  made_at: string;
  sent_by_name: string | null;
  discarded_by_name: string | null;
  downloads: (typeof settlementFiles.$inferSelect)['downloads'];
  ended_at: string | null;
  waiting: number;
}

export const environmentBody = z.object({
  environment: z.enum(['SANDBOX', 'LIVE'], 'The environment must be SANDBOX or LIVE.').default('LIVE'),
});

/**
 * Puts every settlement that waits into one file for the bank, with the columns as they are now; what two operators make
 * at the same time has no settlement in common. Throws `INVALID_STATE` where nothing waits.
 */
export async function makeSettlementFile(
  ctx: UserContext,
  environment: Environment,
): Promise<SettlementFile> {
  const { columns } = await readTemplate(environment);
  const id = newId(ctx.now());
  const order = { id, environment, columns, actor: actorOf(ctx), now: ctx.now() };
  const sql = sqlClient();
  const entry = { action: 'settlement_file.made', environment, subjectId: id };
  const [row] = await sql`
    with made as materialized (select make_settlement_file(${JSON.stringify(order)}::jsonb) as result),
    done as (select result->'count' as count from made where result->>'outcome' = 'done'),
    noted as (${auditLine(ctx, { ...entry, after: sql`(select jsonb_build_object('count', count) from done)` }, sql`from done`)})
    select result->>'outcome' as outcome from made`;
  if (row?.outcome !== 'done') throw new AppError('INVALID_STATE', 'No settlement waits for a file.');
  return requireFile(id);
}

/**
 * The bank has it, or it never will: then its settlements wait again, and nobody says so who has downloaded it, for they
 * may have given it to the bank. Throws `NOT_FOUND`, `INVALID_STATE` and `FORBIDDEN`.
 */
export async function endSettlementFile(
  ctx: UserContext,
  id: string,
  to: 'SENT' | 'DISCARDED',
): Promise<SettlementFile> {
  const file = await requireFile(id);
  if (to === 'DISCARDED') await requireNotInHand(ctx, file);
  const order = { id, to, actor: actorOf(ctx), now: ctx.now() };
  const sql = sqlClient();
  const entry = {
    action: to === 'SENT' ? 'settlement_file.sent' : 'settlement_file.discarded',
    environment: file.environment,
    subjectId: id,
    after: { count: file.count, total: file.amount },
  };
  const [row] = await sql`
    with ended as materialized (select step_settlement_file(${JSON.stringify(order)}::jsonb) as result),
    done as (select from ended where result->>'outcome' = 'done'),
    noted as (${auditLine(ctx, entry, sql`from done`)})
    select result->>'outcome' as outcome, result->>'status' as status from ended`;
  if (row?.outcome === 'done') return requireFile(id);
  if (row?.outcome === 'same_person') throw inHand();
  const was = row?.status === 'SENT' ? 'sent to the bank' : 'discarded';
  throw new AppError('INVALID_STATE', `This file was ${was} already.`);
}

async function requireNotInHand(ctx: UserContext, { downloads }: SettlementFile): Promise<void> {
  if (downloads.some(({ id }) => id === ctx.user.id)) throw inHand();
  for (const { id: by } of downloads) await requireSecondPerson(ctx, { what: 'download', by });
}

function inHand(): AppError {
  return new AppError(
    'FORBIDDEN',
    'You have downloaded this file, so the bank may have it. An operator who has not downloaded it discards it.',
  );
}

/** The newest files, with how many of each one's settlements the bank has not answered yet. */
export async function listSettlementFiles(environment: Environment): Promise<SettlementFile[]> {
  const rows = await sqlClient()<FileRow[]>`
    select ${fileColumns()} from settlement_files f where f.environment = ${environment} order by f.id desc limit ${LISTED}`;
  return rows.map(presentFile);
}

/**
 * The text for the bank: a line of names, and one for each settlement, the same whenever it is asked for. Whoever gets it
 * is noted before. Throws `NOT_FOUND`, also for one that was discarded.
 */
export async function writeSettlementFile(
  ctx: UserContext,
  id: string,
): Promise<{ fileName: string; text: string }> {
  const file = await findFile(id);
  if (file === undefined || !(await noteDownload(ctx, file))) throw fileNotFound();
  const rows = await sqlClient()<SettlementRow[]>`
    select ${settlementColumns()} from settlements s where s.file_id = ${id} order by s.id`;
  const day = new Date(file.made_at).toISOString().slice(0, 10);
  const records = rows.map((row) => csvRecord(file.columns.map((column) => cellOf(column, row, day))));
  const text = csvRecord(file.columns.map(({ name }) => name)) + records.join('');
  return { fileName: `settlements-${file.environment.toLowerCase()}-${day}-${id.slice(-6)}.csv`, text };
}

/** False: it was discarded. */
async function noteDownload(ctx: UserContext, { id, environment }: FileRow): Promise<boolean> {
  const order = { id, actor: actorOf(ctx), now: ctx.now() };
  const sql = sqlClient();
  const entry = { action: 'settlement_file.downloaded', environment, subjectId: id };
  const [row] = await sql`
    with noted_down as materialized (
      select note_settlement_download(${JSON.stringify(order)}::jsonb)->>'outcome' as outcome
    ), done as (select from noted_down where outcome = 'done'),
    noted as (${auditLine(ctx, entry, sql`from done`)})
    select outcome from noted_down`;
  return row?.outcome === 'done' || row?.outcome === 'again';
}

async function requireFile(id: string): Promise<SettlementFile> {
  const row = await findFile(id);
  if (row === undefined) throw fileNotFound();
  return presentFile(row);
}

async function findFile(id: string): Promise<FileRow | undefined> {
  const [row] = isUuid(id)
    ? await sqlClient()<FileRow[]>`select ${fileColumns()} from settlement_files f where f.id = ${id}`
    : [];
  return row;
}

/** Of `f`, a row of `settlement_files`. */
function fileColumns() {
  return sqlClient()`
    f.*, (select count(*)::int from settlements where file_id = f.id and status in ('IN_FILE', 'SENT')) as waiting`;
}

function presentFile(row: FileRow) {
  return {
    id: row.id,
    environment: row.environment,
    status: row.status,
    count: row.count,
    waiting: row.waiting,
    amount: formatAmount(BigInt(row.sum_bututs)),
    made_by: row.made_by_name,
    made_at: new Date(row.made_at).toISOString(),
    /** Who may have given it to the bank. */
    downloads: row.downloads.map(({ id, name, at }) => ({ id, by: name, at })),
    ended_by: row.sent_by_name ?? row.discarded_by_name,
    ended_at: row.ended_at && new Date(row.ended_at).toISOString(),
  };
}

export type SettlementFile = ReturnType<typeof presentFile>;

function actorOf({ user }: UserContext) {
  return { id: user.id, name: user.name };
}

function fileNotFound(): AppError {
  return new AppError('NOT_FOUND', 'There is no such file of settlements.');
}
