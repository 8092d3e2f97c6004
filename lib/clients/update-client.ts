import { z } from 'zod';
import { sqlClient } from '#db/client';
import { auditLine } from '#lib/auth/audit-log';
import { forgetCallers } from '#lib/auth/find-caller';
import type { UserContext } from '#lib/auth/user-context';
import { clientFields } from '#lib/clients/client-fields';
import {
  type ClientFacts,
  type ClientRow,
  clientNotFound,
  editableColumns,
  presentClient,
} from '#lib/clients/client-row';
import { textField } from '#lib/fields';
import { isUuid } from '#lib/ids';
import { HOUSE_CLIENT_ID } from '#lib/ledger/accounts';

export const clientChange = z
  .object(clientFields)
  .partial()
  .refine((body) => Object.values(body).some((value) => value !== undefined), 'Name a field to change.');

/**
 * Changes what is given and nothing else; every server knows within a moment. A commission counts for the collections
 * that are made from now on. Throws `NOT_FOUND`.
 */
export async function updateClient(
  ctx: UserContext,
  id: string,
  body: z.output<typeof clientChange>,
): Promise<ClientFacts> {
  if (!isUuid(id) || id === HOUSE_CLIENT_ID) throw clientNotFound();
  const sql = sqlClient();
  const entry = {
    action: 'client.changed',
    clientId: id,
    subjectId: id,
    before: sql`(select to_jsonb(b) from (select ${editableColumns()} from subject) b)`,
    after: sql`(select to_jsonb(a) from (select ${editableColumns()} from changed) a)`,
  };
  const [row] = await sql<ClientRow[]>`
    with subject as (
      select * from clients where id = ${id} for update
    ), changed as (
      update clients c set (${editableColumns()}) = (
        select ${editableColumns()} from jsonb_populate_record(c, ${JSON.stringify(body)}::jsonb)
      )
      where c.id = (select id from subject) returning c.*
    ), noted as (${auditLine(ctx, entry, sql`from changed`)})
    select * from changed`;
  if (row === undefined) throw clientNotFound();
  forgetCallers(id);
  return presentClient(row);
}

export const suspension = z.object({ reason: textField(500) });

/** Every key of the client is refused from now on, and its people can only read. What is under way goes on. Throws `NOT_FOUND`. */
export function suspendClient(ctx: UserContext, id: string, reason: string): Promise<ClientFacts> {
  return setStatus(ctx, id, 'SUSPENDED', reason);
}

/** The client's keys work again. Throws `NOT_FOUND`. */
export function resumeClient(ctx: UserContext, id: string, reason: string): Promise<ClientFacts> {
  return setStatus(ctx, id, 'ACTIVE', reason);
}

/** A client that is so already is left without a line in the audit log. */
async function setStatus(
  ctx: UserContext,
  id: string,
  status: ClientRow['status'],
  reason: string,
): Promise<ClientFacts> {
  if (!isUuid(id) || id === HOUSE_CLIENT_ID) throw clientNotFound();
  const sql = sqlClient();
  const entry = {
    action: status === 'ACTIVE' ? 'client.resumed' : 'client.suspended',
    clientId: id,
    subjectId: id,
    before: sql`(select jsonb_build_object('status', status) from subject)`,
    after: { status, reason },
  };
  const [row] = await sql<ClientRow[]>`
    with subject as (
      select * from clients where id = ${id} for update
    ), changed as (
      update clients c set status = ${status} from subject s where c.id = s.id and s.status <> ${status} returning c.*
    ), noted as (${auditLine(ctx, entry, sql`from changed`)})
    select * from changed union all select * from subject where not exists (select from changed)`;
  if (row === undefined) throw clientNotFound();
  forgetCallers(id);
  return presentClient(row);
}
