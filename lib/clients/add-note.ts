import { z } from 'zod';
import { sqlClient } from '#db/client';
import { auditLine } from '#lib/auth/audit-log';
import type { UserContext } from '#lib/auth/user-context';
import { clientNotFound } from '#lib/clients/client-row';
import { presentNote } from '#lib/clients/get-client';
import { isUuid, newId } from '#lib/ids';
import { textFault } from '#lib/text';

const MAX_LENGTH = 2_000;

/** Lines are allowed here: a note is read by people only. */
export const noteRequest = z.object({
  text: z
    .string('The text must be a string.')
    .transform((text) => text.replace(/\r\n?/g, '\n').trim())
    .refine(
      (text) => textFault(text.replaceAll('\n', ' '), { max: MAX_LENGTH }) === undefined,
      `A note is 1 to ${MAX_LENGTH.toLocaleString('en')} characters of plain text.`,
    ),
});

/** Notes something about a client for the other operators; a note stays. Throws `NOT_FOUND`. */
export async function addNote(ctx: UserContext, clientId: string, { text }: z.output<typeof noteRequest>) {
  if (!isUuid(clientId)) throw clientNotFound();
  const sql = sqlClient();
  const id = newId(ctx.now());
  const entry = { action: 'client.noted', clientId, subjectId: id, after: { text } };
  const [row] = await sql`
    with changed as (
      insert into client_notes (client_id, id, text, user_id, user_name, created_at)
      select id, ${id}::uuid, ${text}::text, ${ctx.user.id}::uuid, ${ctx.user.name}::text, ${ctx.now().toISOString()}::timestamptz
      from clients where id = ${clientId}
      returning *
    ), noted as (${auditLine(ctx, entry, sql`from changed`)})
    select id, text, user_name, created_at from changed`;
  if (row === undefined) throw clientNotFound();
  return presentNote(row as Parameters<typeof presentNote>[0]);
}
