import { sqlClient } from '#db/client';
import { auditLine } from '#lib/auth/audit-log';
import { readSpellings } from '#lib/customers/customer';
import { AppError } from '#lib/errors';
import type { DashboardContext } from '#lib/http/session-route';
import { isUuid } from '#lib/ids';

/** Guarantee: the note is gone, with its words. Throws `NOT_FOUND`, also for one of another customer. */
export async function removeNote(ctx: DashboardContext, mobile: string, id: string): Promise<{ id: string }> {
  const spellings = readSpellings(mobile);
  const sql = sqlClient();
  const entry = { action: 'customer.note_removed', environment: ctx.environment, subjectId: id };
  const [row] = isUuid(id)
    ? await sql<{ id: string }[]>`
        with changed as (
          delete from customer_notes
          where client_id = ${ctx.client.id} and environment = ${ctx.environment} and id = ${id}
            and mobile = any (${spellings})
          returning id
        ), noted as (${auditLine(ctx, entry, sql`from changed`)})
        select id from changed`
    : [];
  if (row) return { id: row.id };
  throw new AppError(
    'NOT_FOUND',
    'This customer has no note with that id. It may have been removed already.',
  );
}
