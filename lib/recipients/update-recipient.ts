import type { z } from 'zod';
import { sqlClient } from '#db/client';
import { auditLineOfPerson } from '#lib/auth/audit-log';
import type { Context } from '#lib/context';
import { validationError } from '#lib/http/respond';
import { requireRail } from '#lib/rails/rail-settings';
import { getRecipient } from '#lib/recipients/get-recipient';
import {
  ownRecipients,
  type Recipient,
  type RecipientRow,
  type recipientChange,
  recipientNotFound,
  recipientOf,
} from '#lib/recipients/recipient';

/**
 * Changes what is given and nothing else. Throws `NOT_FOUND`, `VALIDATION_ERROR` for another number, and
 * `provider_not_enabled` for a rail that pays nobody.
 */
export async function updateRecipient(
  ctx: Context,
  id: string,
  body: z.output<typeof recipientChange>,
): Promise<Recipient> {
  const current = await getRecipient(ctx, id);
  if (body.mobile !== undefined && body.mobile !== current.mobile) {
    const message =
      'The number of a recipient does not change, so that a payout to it always means the same one. Save the other number as a recipient of its own.';
    throw validationError([{ path: 'mobile', message, code: 'not_changeable' }]);
  }
  if (body.provider) await requireRail(ctx, body.provider, 'payout');
  const { name, provider, note } = body;
  if (name === undefined && provider === undefined && note === undefined) return current;
  const sql = sqlClient();
  const entry = {
    action: 'recipient.changed',
    subjectId: id,
    before: sql`(select jsonb_build_object('name', name, 'mobile', mobile, 'provider', provider, 'note', note) from subject)`,
    after: sql`jsonb_build_object('name', name, 'mobile', mobile, 'provider', provider, 'note', note)`,
  };
  const [row] = await sql<RecipientRow[]>`
    with subject as (
      select * from recipients where ${ownRecipients(ctx)} and id = ${id} and deleted_at is null for update
    ), changed as (
      update recipients r
      set name = coalesce(${name ?? null}, r.name),
          provider = case when ${provider === undefined} then r.provider else ${provider ?? null} end,
          note = case when ${note === undefined} then r.note else ${note ?? null} end,
          updated_at = ${ctx.now().toISOString()}
      from subject s where r.client_id = s.client_id and r.environment = s.environment and r.id = s.id
      returning r.*
    ), noted as (${auditLineOfPerson(ctx, entry, sql`from changed`)})
    select * from changed`;
  if (row === undefined) throw recipientNotFound();
  return recipientOf(row);
}
