import { eq } from 'drizzle-orm';
import { database } from '#db/client';
import { clients } from '#db/schema/clients';
import type { Context } from '#lib/context';
import { invariant } from '#lib/errors';

/** The client profile, bare, in the spec's own spelling. */
export async function getProfile(ctx: Context) {
  const [row] = await database().select().from(clients).where(eq(clients.id, ctx.client.id));
  invariant(row, 'a caller has a client');
  const { id, name, businessPhone, businessEmail, status } = row;
  return { id, name, businessPhone, businessEmail, status };
}
