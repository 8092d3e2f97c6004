import { sqlClient } from '#db/client';
import { auditLineOfPerson } from '#lib/auth/audit-log';
import type { Context } from '#lib/context';
import { AppError } from '#lib/errors';
import { isUuid } from '#lib/ids';
import { places, seal, unseal } from '#lib/seal';
import { answerOf } from '#lib/transactions/advance';
import { endpointNotFound } from '#lib/webhooks/endpoints';
import { makeWebhookSecret } from '#lib/webhooks/signature';

const OVERLAP_MS = 24 * 60 * 60 * 1000;
/** How often it is looked anew where others rotate the same secret at the same time. */
const MAX_TRIES = 8;

export interface RotatedSecret {
  id: string;
  /** Seen only in this result. */
  secret: string;
  previousSecretExpiresAt: Date;
}

/**
 * Gives an endpoint a new secret. For 24 hours every attempt is signed with the one before as well; a secret older
 * than that one signs nothing any more. A repeat with the same Idempotency-Key rotates once. Throws `NOT_FOUND`.
 */
export async function rotateSecret(ctx: Context, id: string): Promise<RotatedSecret> {
  if (!isUuid(id)) throw endpointNotFound();
  const secret = makeWebhookSecret();
  const result = { id, secret, previousSecretExpiresAt: new Date(ctx.now().getTime() + OVERLAP_MS) };
  const lease = ctx.idempotency;
  const answer = lease ? JSON.stringify(answerOf(lease, result)) : null;
  const sql = sqlClient();
  const entry = { action: 'webhook_endpoint.secret_rotated', subjectId: id };
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const sealed = await readSealed(ctx, id);
    const rotated = await sql`
      with rotated as (
        update webhook_endpoints
        set previous_secret_sealed = ${sealedAsPrevious(id, sealed)},
            previous_secret_expires_at = ${result.previousSecretExpiresAt.toISOString()},
            secret_sealed = ${seal(places.webhookSecret(id), secret)}, secret_last4 = ${secret.slice(-4)}
        where client_id = ${ctx.client.id} and environment = ${ctx.environment} and id = ${id} and deleted_at is null
          and secret_sealed = ${sealed}
        returning client_id, environment
      ), noted as (${auditLineOfPerson(ctx, entry, sql`from rotated`)})
      select case when ${lease !== undefined} then store_answer(client_id, environment, ${answer}::jsonb) end from rotated`;
    if (rotated.length === 0) continue;
    if (lease) lease.stored = true;
    return result;
  }
  throw new AppError(
    'SERVICE_UNAVAILABLE',
    'Others rotate this secret at the same time. Repeat the request.',
    {
      retryAfterSeconds: 1,
    },
  );
}

async function readSealed({ client, environment }: Context, id: string): Promise<Buffer> {
  const [row] = await sqlClient()`
    select secret_sealed from webhook_endpoints
    where client_id = ${client.id} and environment = ${environment} and id = ${id} and deleted_at is null`;
  if (row === undefined) throw endpointNotFound();
  return row.secret_sealed;
}

/** Sealed values are bound to their column. One that nobody can read any more signs nothing, and rotating is the remedy. */
function sealedAsPrevious(id: string, sealed: Buffer): Buffer | null {
  let secret: string;
  try {
    secret = unseal(places.webhookSecret(id), sealed);
  } catch {
    return null;
  }
  return seal(places.previousWebhookSecret(id), secret);
}

export function presentRotatedSecret(rotated: RotatedSecret) {
  return {
    id: rotated.id,
    secret: rotated.secret,
    previous_secret_expires_at: rotated.previousSecretExpiresAt.toISOString(),
  };
}
