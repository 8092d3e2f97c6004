import { sqlClient } from '#db/client';
import { auditLineOfPerson } from '#lib/auth/audit-log';
import type { Context } from '#lib/context';
import { isUuid } from '#lib/ids';
import { places, seal } from '#lib/seal';
import { answerOf } from '#lib/transactions/advance';
import { endpointNotFound } from '#lib/webhooks/endpoints';
import { makeWebhookSecret } from '#lib/webhooks/signature';

const OVERLAP_MS = 24 * 60 * 60 * 1000;

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
  const rotated = await sql`
    with rotated as (
      update webhook_endpoints
      set previous_secret_sealed = secret_sealed, previous_secret_expires_at = ${result.previousSecretExpiresAt.toISOString()},
          secret_sealed = ${seal(places.webhookSecret(id), secret)}, secret_last4 = ${secret.slice(-4)}
      where client_id = ${ctx.client.id} and environment = ${ctx.environment} and id = ${id} and deleted_at is null
      returning client_id, environment
    ), noted as (${auditLineOfPerson(ctx, entry, sql`from rotated`)})
    select case when ${lease !== undefined} then store_answer(client_id, environment, ${answer}::jsonb) end from rotated`;
  if (rotated.length === 0) throw endpointNotFound();
  if (lease) lease.stored = true;
  return result;
}

export function presentRotatedSecret(rotated: RotatedSecret) {
  return {
    id: rotated.id,
    secret: rotated.secret,
    previous_secret_expires_at: rotated.previousSecretExpiresAt.toISOString(),
  };
}
