import { z } from 'zod';
import { sqlClient } from '#db/client';
import type { Approval } from '#lib/approvals/approval';
import { ask } from '#lib/approvals/ask';
import type { UserContext } from '#lib/auth/user-context';
import type { Context } from '#lib/context';
import { isUuid } from '#lib/ids';
import { keyNotFound, requireHoldable } from '#lib/keys/key';

/** contract.md §6. */
const overlaps = [0, 1, 24, 72];

export const rotationRequest = z.object({
  overlap_hours: z
    .number('The overlap_hours must be a number.')
    .refine((hours) => overlaps.includes(hours), `The overlap_hours must be one of ${overlaps.join(', ')}.`)
    .default(24),
});

/**
 * Asks that a key be replaced by one of the same scope; until the new one is revealed nothing changes. Throws
 * `NOT_FOUND`, also for a key that works no longer and for another client's, `FORBIDDEN` for a scope that is beyond the
 * role of who asks, and `INVALID_STATE` while a request for it is open.
 */
export async function askForRotation(
  ctx: Context & UserContext,
  keyId: string,
  { overlap_hours }: z.output<typeof rotationRequest>,
): Promise<Approval> {
  if (!isUuid(keyId)) throw keyNotFound();
  const [key] = await sqlClient()`
    select scope from api_keys where id = ${keyId} and client_id = ${ctx.client.id} and environment = ${ctx.environment}`;
  if (key === undefined) throw keyNotFound();
  requireHoldable(ctx, key.scope);
  const from = sqlClient()`
    select jsonb_build_object('scope', scope, 'prefix', prefix, 'last4', last4, 'overlap_hours', ${overlap_hours}::int) as details,
           id as key_id
    from api_keys
    where id = ${keyId} and client_id = ${ctx.client.id} and environment = ${ctx.environment} and revoked_at is null
      and (expires_at is null or expires_at > ${ctx.now().toISOString()})`;
  const { client, environment } = ctx;
  const approval = await ask(ctx, { clientId: client.id, kind: 'key_rotation', environment, from });
  if (approval === undefined) throw keyNotFound();
  return approval;
}
