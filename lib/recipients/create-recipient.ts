import type { z } from 'zod';
import { sqlClient } from '#db/client';
import { auditLineOfPerson } from '#lib/auth/audit-log';
import type { Context } from '#lib/context';
import { newId } from '#lib/ids';
import { requireRail } from '#lib/rails/rail-settings';
import { findRecipientByMobile } from '#lib/recipients/find-recipient';
import type { newRecipient, Recipient } from '#lib/recipients/recipient';
import { answerOf } from '#lib/transactions/advance';

export interface SavedRecipient {
  recipient: Recipient;
  /** The number was a recipient already, who stays as it is. */
  replayed: boolean;
}

/** How often somebody else may save and delete the number between our two statements. */
const MAX_TRIES = 8;

/**
 * Guarantee: a number is one recipient of a client and environment, however many requests save it at once. One that is
 * there already is answered as it stands. Throws `provider_not_enabled` for a rail that pays nobody.
 */
export async function createRecipient(
  ctx: Context,
  body: z.output<typeof newRecipient>,
): Promise<SavedRecipient> {
  if (body.provider !== null) await requireRail(ctx, body.provider, 'payout');
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const saved = await insertRecipient(ctx, body);
    if (saved) return { recipient: saved, replayed: false };
    const recipient = await findRecipientByMobile(ctx, body.mobile);
    if (recipient) return { recipient, replayed: true };
  }
  throw new Error(`A number was saved and deleted ${MAX_TRIES} times while it was being saved`);
}

async function insertRecipient(
  ctx: Context,
  { name, mobile, provider, note }: z.output<typeof newRecipient>,
): Promise<Recipient | undefined> {
  const sql = sqlClient();
  const now = ctx.now();
  const recipient: Recipient = {
    id: newId(now),
    ...{ name, mobile, provider, note },
    createdAt: now,
    updatedAt: now,
    isDeleted: false,
  };
  const lease = ctx.idempotency;
  const stored = lease
    ? sql`store_answer(${ctx.client.id}, ${ctx.environment}, ${JSON.stringify(answerOf(lease, { recipient, replayed: false }))}::jsonb)`
    : sql`null`;
  const entry = {
    action: 'recipient.created',
    subjectId: recipient.id,
    after: { name, mobile, provider, note },
  };
  const made = await sql`
    with made as (
      insert into recipients (client_id, environment, id, name, mobile, provider, note, created_at, updated_at)
      values (${ctx.client.id}, ${ctx.environment}, ${recipient.id}, ${name}, ${mobile}, ${provider}, ${note},
              ${now.toISOString()}, ${now.toISOString()})
      on conflict (client_id, environment, mobile) where deleted_at is null do nothing
      returning id
    ), noted as (${auditLineOfPerson(ctx, entry, sql`from made`)})
    select ${stored} from made`;
  if (made.length === 0) return undefined;
  if (lease) lease.stored = true;
  return recipient;
}
