import { z } from 'zod';
import { sqlClient } from '#db/client';
import { accessGrant } from '#lib/auth/access-grants';
import { auditLine } from '#lib/auth/audit-log';
import { prepareInvitation, presentInvitation } from '#lib/auth/invitations';
import type { UserContext } from '#lib/auth/user-context';
import { clientFields } from '#lib/clients/client-fields';
import { type ClientRow, presentClient } from '#lib/clients/client-row';
import { accountNames } from '#lib/clients/create-client';
import { textField } from '#lib/fields';
import { validationError } from '#lib/http/respond';
import { newId } from '#lib/ids';
import { tellInvited } from '#lib/messages/tell-invited';

export const newClient = z.object({
  name: clientFields.name,
  business_phone: clientFields.business_phone,
  business_email: clientFields.business_email,
  commission_bps: clientFields.commission_bps.default(150),
  owner_name: textField(100).transform((name) => name.trim()),
  owner_email: clientFields.business_email,
});

/**
 * Guarantee: the client, all of its accounts and its owner, in one statement. The owner's invitation is in this result
 * only: a new client has nothing that one operator alone could take, and whoever opened it never decides on a live key
 * that this owner asks for. Throws `VALIDATION_ERROR` for an e-mail that signs in already.
 */
export async function openClient(ctx: UserContext, body: z.output<typeof newClient>) {
  const sql = sqlClient();
  const now = ctx.now().toISOString();
  const [clientId, ownerId] = [newId(ctx.now()), newId(ctx.now())];
  const { invitation, insert } = prepareInvitation(ctx.now(), sql`from owner`);
  const entry = { action: 'client.created', clientId, subjectId: clientId, after: body };
  const [row] = await sql<ClientRow[]>`
    with owner as (
      insert into users (id, client_id, email, name, role, created_at)
      values (${ownerId}, ${clientId}, ${body.owner_email}, ${body.owner_name}, 'owner', ${now})
      on conflict (email) do nothing returning id, email, name
    ), made as (
      insert into clients (id, name, business_phone, business_email, commission_bps, created_at)
      select ${clientId}::uuid, ${body.name}::text, ${body.business_phone}::text, ${body.business_email}::text,
             ${body.commission_bps}::int, ${now}::timestamptz
      from owner returning *
    ), opened as (
      insert into accounts (client_id, environment, name)
      select made.id, e, a from made, unnest(array['SANDBOX', 'LIVE']) e, unnest(${accountNames()}::text[]) a
    ), invited as (${insert}), told as (${tellInvited(ctx.now(), invitation, { team: body.name }, sql`from owner`)}), kept as (${accessGrant(ctx, 'opened', sql`from owner`)}), noted as (${auditLine(ctx, entry, sql`from made`)})
    select * from made`;
  if (row === undefined) {
    throw validationError([
      { path: 'owner_email', message: 'Somebody signs in with this e-mail address already.', code: 'taken' },
    ]);
  }
  return { client: presentClient(row), invitation: presentInvitation(invitation) };
}
