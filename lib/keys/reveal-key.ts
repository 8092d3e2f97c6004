import { sqlClient } from '#db/client';
import { approvalNotFound, isUnused, statusNow, wrongState } from '#lib/approvals/approval';
import { auditLine } from '#lib/auth/audit-log';
import { forgetCallers } from '#lib/auth/find-caller';
import { hashApiKey, makeApiKey } from '#lib/auth/key-format';
import { mayDo, mayHoldKey } from '#lib/auth/roles';
import type { UserContext } from '#lib/auth/user-context';
import type { Context } from '#lib/context';
import { AppError } from '#lib/errors';
import { isUuid, newId } from '#lib/ids';
import { type Key, type KeyRow, presentKey, requireHoldable } from '#lib/keys/key';
import { queueMessage } from '#lib/messages/queue-message';
import { peopleOf } from '#lib/messages/recipients';

/**
 * Makes the key of an approved request and returns it: the only time that it is seen, by who asked or by an owner, whose
 * role must be good for its scope at this moment. Guarantee: of any number of reveals at the same time one gets a key.
 * The key that it replaces works on for the overlap from now, and no longer than it would have. Throws `NOT_FOUND`,
 * `FORBIDDEN`, and `INVALID_STATE`, also for an approval that was not used in time.
 */
export async function revealKey(
  ctx: Context & UserContext,
  approvalId: string,
): Promise<{ secret: string; key: Key }> {
  await requireRevealable(ctx, approvalId);
  const sql = sqlClient();
  const now = ctx.now();
  const at = now.toISOString();
  const secret = makeApiKey(ctx.environment);
  const keyId = newId(now);
  const entry = {
    action: 'key.revealed',
    clientId: ctx.client.id,
    environment: ctx.environment,
    subjectId: keyId,
    after: sql`(select jsonb_build_object('approval_id', ${approvalId}::text, 'prefix', prefix, 'last4', last4, 'scope', scope,
      'replaces', (select jsonb_build_object('key_id', id, 'last4', last4, 'expires_at', expires_at) from replaced)) from made)`,
  };
  const environment = ctx.environment === 'LIVE' ? 'live' : 'sandbox';
  const message = {
    kind: 'key_revealed' as const,
    event: `key_revealed:${keyId}`,
    facts: { who: ctx.user.name, environment, last4: secret.slice(-4) },
  };
  const [row] = await sql<KeyRow[]>`
    with taken as (
      update approvals a set status = 'DONE', ended_at = ${at}
      where client_id = ${ctx.client.id} and environment = ${ctx.environment} and id = ${approvalId}
        and kind in ('key_rotation', 'new_key') and status = 'APPROVED' and not ${isUnused(now)}
      returning *
    ), replaced as (
      update api_keys k
      set expires_at = least(k.expires_at, ${at}::timestamptz + make_interval(hours => (t.details ->> 'overlap_hours')::int))
      from taken t
      where t.kind = 'key_rotation' and k.id = t.key_id and k.client_id = t.client_id and k.revoked_at is null
      returning k.*
    ), made as (
      insert into api_keys (id, client_id, environment, key_hash, prefix, last4, scope, created_at)
      select ${keyId}::uuid, client_id, environment, ${hashApiKey(secret)}::bytea, ${secret.slice(0, 'sk_test_'.length)}::text,
             ${secret.slice(-4)}::text, details ->> 'scope', ${at}::timestamptz
      from taken returning *
    ), noted as (${auditLine(ctx, entry, sql`from made`)}),
    told as (${queueMessage(now, message, peopleOf(message.kind, ctx.client.id, sql`exists (select from made)`))})
    select * from made`;
  if (row === undefined) throw await notRevealable(ctx, approvalId);
  forgetCallers(ctx.client.id);
  return { secret, key: presentKey(row, now) };
}

/** The rights are judged by the roles of now: what was asked for may be more than the one who asked may do today. */
async function requireRevealable(ctx: Context & UserContext, id: string): Promise<void> {
  const found = await findRequest(ctx, id);
  if (found === undefined) throw approvalNotFound();
  const isOwn = found.requested_by === ctx.user.id;
  if (!isOwn && !mayDo(ctx.user.role, 'team.manage')) {
    throw new AppError('FORBIDDEN', 'Whoever asked for this key reveals it, or an owner of the account.');
  }
  requireHoldable(ctx, found.scope);
  if (!isOwn && !mayHoldKey(found.role ?? 'viewer', ctx.environment, found.scope)) {
    throw new AppError(
      'FORBIDDEN',
      'Whoever asked for this key may not have it any more. Withdraw the request, and ask for the key yourself.',
    );
  }
}

async function notRevealable(ctx: Context, id: string): Promise<AppError> {
  const found = await findRequest(ctx, id);
  return found === undefined ? approvalNotFound() : wrongState(found.status);
}

async function findRequest({ client, environment }: Context, id: string) {
  if (!isUuid(id)) return undefined;
  const [found] = await sqlClient()`
    select ${statusNow()} as status, a.requested_by, a.details ->> 'scope' as scope, u.role
    from approvals a left join users u on u.id = a.requested_by
    where a.client_id = ${client.id} and a.environment = ${environment} and a.id = ${id}`;
  return found;
}
