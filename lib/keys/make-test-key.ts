import { sqlClient } from '#db/client';
import { auditLine } from '#lib/auth/audit-log';
import type { Scope } from '#lib/auth/find-caller';
import { hashApiKey, makeApiKey } from '#lib/auth/key-format';
import { countAttempt } from '#lib/auth/login-throttle';
import type { UserContext } from '#lib/auth/user-context';
import type { Context } from '#lib/context';
import { AppError } from '#lib/errors';
import { newId } from '#lib/ids';
import { type Key, type KeyRow, presentKey, requireHoldable } from '#lib/keys/key';

/** So that a list that people read is not filled by a script; those that are revoked or over do not count. */
const MAX_KEYS = 20;

/**
 * Makes a key of the sandbox at once and returns it: the only time that it is seen. Nobody approves it, since no money
 * moves there. Throws `FORBIDDEN` in live and beyond the caller's role, `INVALID_STATE` for too many,
 * and `RATE_LIMITED` after 30 in an hour.
 */
export async function makeTestKey(
  ctx: Context & UserContext,
  { scope }: { scope: Scope },
): Promise<{ secret: string; key: Key }> {
  if (ctx.environment !== 'SANDBOX') {
    throw new AppError('FORBIDDEN', 'A live key is asked for, and an operator approves it.');
  }
  requireHoldable(ctx, scope);
  await countAttempt({ testKey: ctx.client.id });
  const sql = sqlClient();
  const now = ctx.now();
  const secret = makeApiKey('SANDBOX');
  const id = newId(now);
  const entry = {
    action: 'key.made',
    environment: 'SANDBOX' as const,
    subjectId: id,
    after: sql`(select jsonb_build_object('prefix', prefix, 'last4', last4, 'scope', scope) from made)`,
  };
  const [row] = await sql<KeyRow[]>`
    with made as (
      insert into api_keys (id, client_id, environment, key_hash, prefix, last4, scope, created_at)
      select ${id}::uuid, ${ctx.client.id}::uuid, 'SANDBOX', ${hashApiKey(secret)}::bytea,
             ${secret.slice(0, 'sk_test_'.length)}::text, ${secret.slice(-4)}::text, ${scope}::text, ${now.toISOString()}::timestamptz
      where (
        select count(*) from api_keys
        where client_id = ${ctx.client.id} and environment = 'SANDBOX' and revoked_at is null
          and (expires_at is null or expires_at > ${now.toISOString()})
      ) < ${MAX_KEYS}
      returning *
    ), noted as (${auditLine(ctx, entry, sql`from made`)})
    select * from made`;
  if (row === undefined) {
    throw new AppError('INVALID_STATE', `There are ${MAX_KEYS} keys. Revoke those that you do not need.`);
  }
  return { secret, key: presentKey(row, now) };
}
