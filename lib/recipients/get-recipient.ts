import type { Context } from '#lib/context';
import { findRecipient } from '#lib/recipients/find-recipient';
import { type Recipient, recipientNotFound } from '#lib/recipients/recipient';

/** Throws `NOT_FOUND`, also for somebody else's and for one that was deleted. */
export async function getRecipient(ctx: Context, id: string): Promise<Recipient> {
  const recipient = await findRecipient(ctx, id);
  if (recipient === undefined || recipient.isDeleted) throw recipientNotFound();
  return recipient;
}
