import { sqlClient } from '#db/client';
import type { Context } from '#lib/context';
import { isUuid } from '#lib/ids';
import { ownRecipients, type Recipient, type RecipientRow, recipientOf } from '#lib/recipients/recipient';

/** By its id, also one that was deleted; undefined for somebody else's. */
export async function findRecipient(ctx: Context, id: string): Promise<Recipient | undefined> {
  if (!isUuid(id)) return undefined;
  const [row] = await sqlClient()<RecipientRow[]>`
    select * from recipients where ${ownRecipients(ctx)} and id = ${id}`;
  return row && recipientOf(row);
}

/** The recipient that a number is saved as. */
export async function findRecipientByMobile(ctx: Context, mobile: string): Promise<Recipient | undefined> {
  const [row] = await sqlClient()<RecipientRow[]>`
    select * from recipients where ${ownRecipients(ctx)} and mobile = ${mobile} and deleted_at is null`;
  return row && recipientOf(row);
}
