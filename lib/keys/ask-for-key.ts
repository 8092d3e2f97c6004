import { z } from 'zod';
import { sqlClient } from '#db/client';
import type { Approval } from '#lib/approvals/approval';
import { ask } from '#lib/approvals/ask';
import type { Scope } from '#lib/auth/find-caller';
import type { UserContext } from '#lib/auth/user-context';
import type { Context } from '#lib/context';
import { invariant } from '#lib/errors';
import { requireHoldable, scopes } from '#lib/keys/key';

export const keyRequest = z.object({
  scope: z.enum(scopes, `The scope must be one of ${scopes.join(', ')}.`),
});

/**
 * Asks for a further key, which works beside the others. Throws `FORBIDDEN` for a scope that is beyond the role of who
 * asks, and `INVALID_STATE` for too many open requests.
 */
export async function askForKey(ctx: Context & UserContext, { scope }: { scope: Scope }): Promise<Approval> {
  requireHoldable(ctx, scope);
  const from = sqlClient()`select jsonb_build_object('scope', ${scope}::text) as details, null::uuid as key_id`;
  const approval = await ask(ctx, {
    clientId: ctx.client.id,
    kind: 'new_key',
    environment: ctx.environment,
    from,
  });
  invariant(approval, 'what names no row is always asked');
  return approval;
}
