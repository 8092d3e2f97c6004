import { z } from 'zod';
import { sqlClient } from '#db/client';
import { auditLine } from '#lib/auth/audit-log';
import { readSpellings } from '#lib/customers/customer';
import { type CustomerNote, MOST_NOTES, presentNote } from '#lib/customers/note';
import { requireCustomer } from '#lib/customers/require-customer';
import { AppError } from '#lib/errors';
import { proseField } from '#lib/fields';
import type { DashboardContext } from '#lib/http/session-route';
import { newId } from '#lib/ids';

const MAX_LENGTH = 500;

/** Lines are allowed here: a note is read by people only. */
export const newNote = z.object({ text: proseField(1, MAX_LENGTH) });

/**
 * Notes something about a customer for the client's other people. The line of who did it names the note alone: neither
 * its words nor whom it is about, since that line stays when the customer is forgotten. Throws `NOT_FOUND`, and
 * `INVALID_STATE` where there are too many.
 */
export async function addNote(
  ctx: DashboardContext,
  mobile: string,
  { text }: z.output<typeof newNote>,
): Promise<CustomerNote> {
  const spellings = readSpellings(mobile);
  const { mobile: newest } = await requireCustomer(ctx, spellings);
  const sql = sqlClient();
  const { client, environment } = ctx;
  const id = newId(ctx.now());
  const entry = { action: 'customer.noted', environment, subjectId: id };
  const [row] = await sql<Parameters<typeof presentNote>[0][]>`
    with changed as (
      insert into customer_notes (client_id, environment, mobile, id, text, user_id, user_name, created_at)
      select ${client.id}::uuid, ${environment}::text, ${newest}::text, ${id}::uuid, ${text}::text, ${ctx.user.id}::uuid,
             ${ctx.user.name}::text, ${ctx.now().toISOString()}::timestamptz
      where (select count(*) from customer_notes
             where client_id = ${client.id} and environment = ${environment} and mobile = any (${spellings})) < ${MOST_NOTES}
      returning *
    ), noted as (${auditLine(ctx, entry, sql`from changed`)})
    select id, text, user_name, created_at from changed`;
  if (row) return presentNote(row);
  throw new AppError(
    'INVALID_STATE',
    `A customer has ${MOST_NOTES} notes at most. Remove one that is not needed.`,
  );
}
