import type { z } from 'zod';
import { sqlClient } from '#db/client';
import {
  findApplication,
  notWritable,
  type PaperRow,
  type PresentedPaper,
  paperNotFound,
  presentPaper,
  writable,
} from '#lib/applications/application';
import { MAX_PAPERS, type paperRequest, readPaper } from '#lib/applications/read-paper';
import { auditLine } from '#lib/auth/audit-log';
import { countAttempt } from '#lib/auth/login-throttle';
import type { UserContext } from '#lib/auth/user-context';
import type { Context } from '#lib/context';
import { AppError } from '#lib/errors';
import { isUuid, newId } from '#lib/ids';

/**
 * Keeps a file beside what the client writes. Guarantee: never more than ten, however many come at once. Throws
 * `VALIDATION_ERROR` for what is no PDF, JPEG or PNG of at most 5 MB, `INVALID_STATE`, and `RATE_LIMITED` after 60 in an hour.
 */
export async function addPaper(
  ctx: Context & UserContext,
  request: z.output<typeof paperRequest>,
): Promise<PresentedPaper> {
  const { name, type, bytes, sha256 } = readPaper(request);
  await countAttempt({ paper: ctx.client.id });
  const sql = sqlClient();
  const now = ctx.now().toISOString();
  const id = newId(ctx.now());
  const after = { name, type, size_bytes: bytes.length, sha256: sha256.toString('hex') };
  const entry = { action: 'application.file_added', subjectId: id, after };
  await sql`insert into applications (client_id, updated_at) values (${ctx.client.id}, ${now}) on conflict do nothing`;
  const [row] = await sql<PaperRow[]>`
    with counted as (
      update applications set files = files + 1, version = version + 1, updated_at = ${now}
      where client_id = ${ctx.client.id} and status = any (${[...writable]}) and files < ${MAX_PAPERS}
      returning client_id
    ), added as (
      insert into application_files (client_id, id, name, type, size_bytes, sha256, content, added_by, added_by_name, added_at)
      select client_id, ${id}::uuid, ${name}::text, ${type}::text, ${bytes.length}::int, ${sha256}::bytea, ${bytes}::bytea,
             ${ctx.user.id}::uuid, ${ctx.user.name}::text, ${now}::timestamptz
      from counted returning id, name, type, size_bytes, added_by_name, added_at
    ), noted as (${auditLine(ctx, entry, sql`from added`)})
    select * from added`;
  if (row !== undefined) return presentPaper(row);
  const found = await findApplication(ctx.client.id);
  if (found && found.papers.length >= MAX_PAPERS && isWritable(found.status)) {
    throw new AppError('INVALID_STATE', `There are ${MAX_PAPERS} files already. Remove one first.`);
  }
  throw notWritable(found?.status);
}

/** Takes a file away for good. Throws `NOT_FOUND`, also for another client's, and `INVALID_STATE`. */
export async function removePaper(ctx: Context & UserContext, id: string): Promise<{ id: string }> {
  if (!isUuid(id)) throw paperNotFound();
  const sql = sqlClient();
  const now = ctx.now().toISOString();
  const entry = {
    action: 'application.file_removed',
    subjectId: id,
    before: sql`(select jsonb_build_object('name', name, 'sha256', encode(sha256, 'hex')) from removed)`,
  };
  const [row] = await sql`
    with held as (
      select client_id from applications
      where client_id = ${ctx.client.id} and status = any (${[...writable]}) for update
    ), removed as (
      delete from application_files f using held h where f.client_id = h.client_id and f.id = ${id} returning f.*
    ), counted as (
      update applications a set files = files - 1, version = version + 1, updated_at = ${now}
      from removed r where a.client_id = r.client_id
    ), noted as (${auditLine(ctx, entry, sql`from removed`)})
    select id from removed`;
  if (row !== undefined) return { id };
  const found = await findApplication(ctx.client.id);
  if (!found?.papers.some((paper) => paper.id === id)) throw paperNotFound();
  throw notWritable(found.status);
}

export interface StoredPaper {
  name: string;
  type: string;
  content: Buffer;
}

/** A file of the caller's own client. Throws `NOT_FOUND`, also for another client's. */
export async function readOwnPaper(ctx: Context, id: string): Promise<StoredPaper> {
  return findPaper(ctx.client.id, id);
}

/**
 * The same for an operator, of what was handed in; who looked at whose paper stands in the audit log. Throws `NOT_FOUND`.
 */
export async function readPaperAsOperator(
  ctx: UserContext,
  clientId: string,
  id: string,
): Promise<StoredPaper> {
  const handedIn = sqlClient()`and exists (
    select from applications a
    where a.client_id = f.client_id and (a.status <> all (${[...writable]}) or f.added_at <= a.submitted_at))`;
  const paper = await findPaper(clientId, id, handedIn);
  await auditLine(ctx, {
    action: 'application.file_read',
    clientId,
    subjectId: id,
    after: { name: paper.name },
  });
  return paper;
}

async function findPaper(clientId: string, id: string, only = sqlClient()``): Promise<StoredPaper> {
  const [row] =
    isUuid(clientId) && isUuid(id)
      ? await sqlClient()<StoredPaper[]>`
          select name, type, content from application_files f where client_id = ${clientId} and id = ${id} ${only}`
      : [];
  if (row === undefined) throw paperNotFound();
  return row;
}

function isWritable(status: string): boolean {
  return (writable as readonly string[]).includes(status);
}
