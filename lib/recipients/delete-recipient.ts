import { sqlClient } from '#db/client';
import { auditLineOfPerson } from '#lib/auth/audit-log';
import type { Context } from '#lib/context';
import { getRecipient } from '#lib/recipients/get-recipient';
import { ownRecipients, type Recipient } from '#lib/recipients/recipient';

/**
 * The number can be saved anew; name and note are forgotten. The row stays, so that the repeat of a payout that named
 * the recipient is still that payout. Throws `NOT_FOUND`.
 */
export async function deleteRecipient(ctx: Context, id: string): Promise<Recipient> {
  const current = await getRecipient(ctx, id);
  const sql = sqlClient();
  const now = ctx.now().toISOString();
  const entry = {
    action: 'recipient.deleted',
    subjectId: id,
    before: { name: current.name, mobile: current.mobile },
  };
  await sql`
    with changed as (
      update recipients set name = '', note = null, deleted_at = ${now}, updated_at = ${now}
      where ${ownRecipients(ctx)} and id = ${id} and deleted_at is null
      returning id
    ), noted as (${auditLineOfPerson(ctx, entry, sql`from changed`)})
    select from changed`;
  return current;
}
