import { z } from 'zod';
import { sqlClient } from '#db/client';
import type { Approval } from '#lib/approvals/approval';
import { ask } from '#lib/approvals/ask';
import { allowlistField } from '#lib/auth/ip-allowlist';
import type { UserContext } from '#lib/auth/user-context';
import { AppError } from '#lib/errors';
import { isUuid } from '#lib/ids';

export const allowlistRequest = z.object({ allowlist: allowlistField });

/**
 * Asks that a client's keys work from these addresses only, in both environments; an empty list means anywhere.
 * Throws `INVALID_STATE` for a list that is in force or while another request for it is open, and `NOT_FOUND`.
 */
export async function askForAllowlist(
  ctx: UserContext,
  clientId: string,
  allowlist: string[],
): Promise<Approval> {
  const sql = sqlClient();
  const [client] = !isUuid(clientId)
    ? []
    : await sql`select ip_allowlist from clients where id = ${clientId}`;
  if (client === undefined) throw new AppError('NOT_FOUND', 'There is no such client.');
  if ([...client.ip_allowlist].sort().join() === [...allowlist].sort().join()) {
    throw new AppError('INVALID_STATE', 'This list is in force already.');
  }
  const from = sql`
    select jsonb_build_object('allowlist', ${JSON.stringify(allowlist)}::jsonb, 'previous', to_jsonb(ip_allowlist)) as details,
           null::uuid as key_id
    from clients where id = ${clientId}`;
  const approval = await ask(ctx, { clientId, kind: 'ip_allowlist', environment: null, from });
  if (approval === undefined) throw new AppError('NOT_FOUND', 'There is no such client.');
  return approval;
}
