import { and, asc, eq, isNull } from 'drizzle-orm';
import { z } from 'zod';
import { database, sqlClient, sqlState } from '#db/client';
import { webhookEndpoints } from '#db/schema/webhooks';
import { auditLineOfPerson, type Fragment } from '#lib/auth/audit-log';
import type { Context } from '#lib/context';
import { AppError } from '#lib/errors';
import { textField } from '#lib/fields';
import { validationError } from '#lib/http/respond';
import { isUuid, newId } from '#lib/ids';
import { places, seal, unseal } from '#lib/seal';
import { settings } from '#lib/settings';
import { answerOf } from '#lib/transactions/advance';
import { eventTypes } from '#lib/webhooks/event-types';
import { makeWebhookSecret } from '#lib/webhooks/signature';
import { endpointUrlFault, resolvePublicUrlFault } from '#lib/webhooks/url-guard';

export type WebhookEndpoint = typeof webhookEndpoints.$inferSelect;

const eventsField = z
  .array(
    z.enum(eventTypes, `Each event must be one of ${eventTypes.join(', ')}.`),
    'The events must be a list of event types, such as ["payment.succeeded"].',
  )
  .transform((events) => [...new Set(events)])
  .meta({
    description: 'Which events are sent there; an empty list means all.',
    examples: [[eventTypes[0]]],
  });
const payloadFormField = z
  .enum(['current', 'legacy'], 'The payload_form must be "current" or "legacy".')
  .meta({ description: 'legacy is the earlier transaction.completed form.', examples: ['current'] });
const urlField = z.string('The url must be a string, such as "https://shop.example.com/kaira".').meta({
  description:
    'A public https address on port 443, 8443 or 1024 and above, without user information or fragment.',
  format: 'uri',
  examples: ['https://shop.example.com/kaira'],
});
const descriptionField = textField(255)
  .nullable()
  .meta({ description: 'A note of your own.', examples: ['the shop'] });

export const newEndpoint = z.object({
  url: urlField,
  events: eventsField.default([]),
  payload_form: payloadFormField.default('current'),
  description: descriptionField.default(null),
});

export const endpointChange = z.object({
  url: urlField.optional(),
  events: eventsField.optional(),
  payload_form: payloadFormField.optional(),
  description: descriptionField.optional(),
  status: z
    .literal('ACTIVE', 'The status can only be set to "ACTIVE", which resumes the endpoint.')
    .meta({ description: 'Resumes an endpoint that was paused or disabled.', examples: ['ACTIVE'] })
    .optional(),
});

/**
 * Makes an endpoint with a secret that is seen only in this result. Throws `VALIDATION_ERROR` for an address that we
 * must not call (url-guard.ts).
 */
export async function createEndpoint(
  ctx: Context,
  body: z.output<typeof newEndpoint>,
): Promise<{ endpoint: WebhookEndpoint; secret: string }> {
  await requireCallable(body.url);
  const secret = makeWebhookSecret();
  const id = newId();
  const endpoint: WebhookEndpoint = {
    clientId: ctx.client.id,
    environment: ctx.environment,
    id,
    url: body.url,
    events: body.events,
    payloadForm: body.payload_form,
    description: body.description,
    status: 'ACTIVE',
    secretSealed: seal(places.webhookSecret(id), secret),
    secretLast4: secret.slice(-4),
    previousSecretSealed: null,
    previousSecretExpiresAt: null,
    failingSince: null,
    lastFailedAt: null,
    createdAt: ctx.now(),
    deletedAt: null,
  };
  const result = { endpoint, secret };
  try {
    await insertEndpoint(ctx, result);
  } catch (error) {
    if (sqlState(error) !== TOO_MANY_ENDPOINTS) throw error;
    throw new AppError(
      'INVALID_STATE',
      'An account has at most 20 webhook endpoints in each environment. Remove one first.',
    );
  }
  return result;
}

/** Raised by the trigger that counts them (db/functions/40_webhooks.sql). */
const TOO_MANY_ENDPOINTS = 'KA010';

async function insertEndpoint(
  ctx: Context,
  result: { endpoint: WebhookEndpoint; secret: string },
): Promise<void> {
  const { endpoint } = result;
  const sql = sqlClient();
  const lease = ctx.idempotency;
  const stored = lease
    ? sql`store_answer(${ctx.client.id}, ${ctx.environment}, ${JSON.stringify(answerOf(lease, result))}::jsonb)`
    : sql`null`;
  const entry = {
    action: 'webhook_endpoint.created',
    subjectId: endpoint.id,
    after: {
      url: endpoint.url,
      events: endpoint.events,
      payload_form: endpoint.payloadForm,
      description: endpoint.description,
    },
  };
  // One statement with the stored answer, so that a repeat can never make a second endpoint.
  await sql`
    with made as (
      insert into webhook_endpoints (client_id, environment, id, url, events, payload_form, description, secret_sealed, secret_last4, created_at)
      values (${endpoint.clientId}, ${endpoint.environment}, ${endpoint.id}, ${endpoint.url}, ${endpoint.events},
              ${endpoint.payloadForm}, ${endpoint.description}, ${endpoint.secretSealed}, ${endpoint.secretLast4},
              ${endpoint.createdAt.toISOString()})
      returning id
    ), noted as (${auditLineOfPerson(ctx, entry, sql`from made`)})
    select ${stored} from made`;
  if (lease) lease.stored = true;
}

export async function listEndpoints(ctx: Context): Promise<WebhookEndpoint[]> {
  return database().select().from(webhookEndpoints).where(own(ctx)).orderBy(asc(webhookEndpoints.id));
}

/** Throws `NOT_FOUND`, also for somebody else's. */
export async function getEndpoint(ctx: Context, id: string): Promise<WebhookEndpoint> {
  const [row] = isUuid(id)
    ? await database()
        .select()
        .from(webhookEndpoints)
        .where(and(own(ctx), eq(webhookEndpoints.id, id)))
    : [];
  if (row === undefined) throw endpointNotFound();
  return row;
}

/**
 * Resuming (`status: ACTIVE`) and another address begin with a clean record; what was missed is replayed only when
 * that is asked for. Throws `NOT_FOUND`, `VALIDATION_ERROR`.
 */
export async function updateEndpoint(
  ctx: Context,
  id: string,
  body: z.output<typeof endpointChange>,
): Promise<WebhookEndpoint> {
  const current = await getEndpoint(ctx, id);
  if (body.url !== undefined) await requireCallable(body.url);
  if (Object.values(body).every((each) => each === undefined)) return current;
  const sql = sqlClient();
  const isResumed = body.status !== undefined && current.status !== 'ACTIVE';
  const entry = {
    action: isResumed ? 'webhook_endpoint.resumed' : 'webhook_endpoint.changed',
    subjectId: id,
    before: sql`before`,
    after: sql`after`,
  };
  // Only what was given, so that two changes at the same time do not undo each other.
  const changed = await sql`
    with subject as (
      select * from webhook_endpoints
      where client_id = ${ctx.client.id} and environment = ${ctx.environment} and id = ${id} and deleted_at is null
      for update
    ), changed as (
      update webhook_endpoints w
      set url = coalesce(${body.url ?? null}, w.url),
          events = coalesce(${body.events ?? null}::text[], w.events),
          payload_form = coalesce(${body.payload_form ?? null}, w.payload_form),
          description = case when ${body.description === undefined} then w.description else ${body.description ?? null} end,
          status = coalesce(${body.status ?? null}, w.status),
          failing_since = case when ${body.url === undefined && body.status === undefined} then w.failing_since end
      from subject s
      where w.client_id = s.client_id and w.environment = s.environment and w.id = s.id
      returning ${told(sql`s`)} as before, ${told(sql`w`)} as after
    ), noted as (${auditLineOfPerson(ctx, entry, sql`from changed`)})
    select from changed`;
  if (changed.length === 0) throw endpointNotFound();
  return getEndpoint(ctx, id);
}

/** What the audit log tells of an endpoint. */
function told(row: Fragment): Fragment {
  return sqlClient()`
    jsonb_build_object('url', ${row}.url, 'events', ${row}.events, 'payload_form', ${row}.payload_form,
                       'description', ${row}.description, 'status', ${row}.status)`;
}

/** From now on nothing is sent there; what was still to be delivered is skipped by a job. Throws `NOT_FOUND`. */
export async function deleteEndpoint(ctx: Context, id: string): Promise<WebhookEndpoint> {
  const current = await getEndpoint(ctx, id);
  const sql = sqlClient();
  const entry = { action: 'webhook_endpoint.deleted', subjectId: id, before: { url: current.url } };
  await sql`
    with changed as (
      update webhook_endpoints set deleted_at = ${ctx.now().toISOString()}
      where client_id = ${ctx.client.id} and environment = ${ctx.environment} and id = ${id} and deleted_at is null
      returning id
    ), noted as (${auditLineOfPerson(ctx, entry, sql`from changed`)})
    select from changed`;
  return current;
}

export function presentEndpoint(endpoint: WebhookEndpoint, secret?: string) {
  return {
    id: endpoint.id,
    url: endpoint.url,
    events: endpoint.events,
    payload_form: endpoint.payloadForm,
    description: endpoint.description,
    status: endpoint.status,
    ...(secret !== undefined && { secret }),
    secret_last4: endpoint.secretLast4,
    created_at: endpoint.createdAt.toISOString(),
  };
}

/** The secrets in clear that sign at this time: the endpoint's, and within a rotation the one before. */
export function signingSecrets(
  endpoint: Pick<WebhookEndpoint, 'id' | 'secretSealed' | 'previousSecretSealed' | 'previousSecretExpiresAt'>,
  at: Date,
): { secret: string; previousSecret?: string } {
  const { secretSealed, previousSecretSealed, previousSecretExpiresAt } = endpoint;
  const isRotating = previousSecretExpiresAt !== null && previousSecretExpiresAt > at;
  return {
    secret: unseal(places.webhookSecret(endpoint.id), secretSealed),
    ...(isRotating &&
      previousSecretSealed && {
        previousSecret: unseal(places.previousWebhookSecret(endpoint.id), previousSecretSealed),
      }),
  };
}

async function requireCallable(url: string): Promise<void> {
  const { WEBHOOK_ALLOW_PRIVATE: allowPrivate, baseUrl } = settings();
  const fault =
    endpointUrlFault(url, { allowPrivate, ownHosts: [new URL(baseUrl).hostname] }) ??
    (await resolvePublicUrlFault(url, { allowPrivate }));
  if (fault !== undefined) throw validationError([{ path: 'url', message: fault, code: 'invalid_url' }]);
}

function own(ctx: Context) {
  return and(
    eq(webhookEndpoints.clientId, ctx.client.id),
    eq(webhookEndpoints.environment, ctx.environment),
    isNull(webhookEndpoints.deletedAt),
  );
}

export function endpointNotFound(): AppError {
  return new AppError(
    'NOT_FOUND',
    "This key's account and environment have no webhook endpoint with that id. GET /api/v1/webhook-endpoints lists them.",
  );
}
