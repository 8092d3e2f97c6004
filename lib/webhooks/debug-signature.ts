import { and, desc, eq, inArray, or, sql } from 'drizzle-orm';
import { z } from 'zod';
import { database } from '#db/client';
import { events } from '#db/schema/events';
import { deliveries, webhookEndpoints } from '#db/schema/webhooks';
import type { Context, Environment } from '#lib/context';
import { isUuid } from '#lib/ids';
import { describeError, log } from '#lib/log';
import { unseal } from '#lib/seal';
import {
  diagnoseSignature,
  type KnownSecret,
  type SentEvent,
  type SignatureDiagnosis,
} from '#lib/webhooks/diagnose-signature';
import { getEndpoint, SECRET_PURPOSE, type WebhookEndpoint } from '#lib/webhooks/endpoints';
import { readHeaders } from '#lib/webhooks/signature-headers';

/** Far more than the longest event, pretty-printed; what is computed for one request grows with it. */
const MAX_BODY_BYTES = 8 * 1024;
const MAX_HEADERS = 100;
/** A signature is compared with the secrets of this many endpoints, those in use first. */
const MAX_ENDPOINTS = 40;
/** A transaction has fewer. */
const MAX_EVENTS = 8;
const environments = ['SANDBOX', 'LIVE'] as const;

const tooLong = `The body must have at most ${MAX_BODY_BYTES} bytes; no event of Kaira is longer.`;

export const debugRequest = z
  .object({
    body: z
      .string('The body must be a string; send exact bytes as body_base64.')
      .refine(
        (text) => text.isWellFormed(),
        'The body has lone surrogates; send the exact bytes as body_base64.',
      )
      .refine((text) => Buffer.byteLength(text) <= MAX_BODY_BYTES, tooLong)
      .optional(),
    body_base64: z
      .string('The body_base64 must be a string.')
      .refine(
        (text) => Buffer.from(text, 'base64').toString('base64') === text,
        'The body_base64 must be standard base64 with its padding.',
      )
      .refine((text) => Buffer.byteLength(text, 'base64') <= MAX_BODY_BYTES, tooLong)
      .optional(),
    headers: z
      .record(
        z.string(),
        z.union([z.string(), z.array(z.string())], 'Each header must be a string or a list of strings.'),
        'The headers must be an object of strings.',
      )
      .refine(
        (headers) => Object.keys(headers).length <= MAX_HEADERS,
        `At most ${MAX_HEADERS} headers are read.`,
      ),
    computed_signature: z
      .string('The computed_signature must be a string.')
      .max(500, 'The computed_signature must have at most 500 characters.')
      .optional(),
    received_at: z.iso
      .datetime({
        offset: true,
        error: 'The received_at must be an ISO 8601 time, such as "2026-11-20T10:00:00Z".',
      })
      .transform((text) => new Date(text))
      .optional(),
  })
  .refine(({ body, body_base64 }) => (body === undefined) !== (body_base64 === undefined), {
    path: ['body'],
    error: 'Give either body or body_base64.',
    params: { code: 'one_of' },
  });

/**
 * Says why a receiver refuses what this endpoint was sent (diagnose-signature.ts). Reads only what is the client's
 * own, and changes nothing. Throws `NOT_FOUND`, also for somebody else's endpoint.
 */
export async function debugSignature(
  ctx: Context,
  endpointId: string,
  request: z.output<typeof debugRequest>,
): Promise<SignatureDiagnosis> {
  const endpoint = await getEndpoint(ctx, endpointId);
  const body = Buffer.from(
    request.body ?? request.body_base64 ?? '',
    request.body === undefined ? 'base64' : 'utf8',
  );
  const others = await otherEndpoints(ctx, endpoint);
  const named = await findNamed(ctx, request.headers, body.toString('utf8'));
  const deliveredTo = others.find(
    (each) => each.id === named.endpointId && each.environment === ctx.environment,
  );
  return diagnoseSignature({
    body,
    headers: request.headers,
    computedSignature: request.computed_signature,
    receivedAt: request.received_at,
    now: ctx.now(),
    environment: ctx.environment,
    secrets: [...secretsOf(endpoint), ...others.flatMap((each) => othersSecrets(each, ctx.environment))],
    events: named.events,
    isOfOtherEnvironment: named.isOfOtherEnvironment,
    deliveredTo: deliveredTo && { id: deliveredTo.id, url: deliveredTo.url },
  });
}

/** Deleted ones too: a secret that is still configured somewhere is often of one. */
async function otherEndpoints(ctx: Context, endpoint: WebhookEndpoint): Promise<WebhookEndpoint[]> {
  const rows = await database()
    .select()
    .from(webhookEndpoints)
    .where(eq(webhookEndpoints.clientId, ctx.client.id))
    .orderBy(sql`${webhookEndpoints.deletedAt} is not null`, desc(webhookEndpoints.id))
    .limit(MAX_ENDPOINTS);
  return rows.filter((row) => row.id !== endpoint.id);
}

function secretsOf({
  secretSealed,
  previousSecretSealed,
  previousSecretExpiresAt,
}: WebhookEndpoint): KnownSecret[] {
  const current: KnownSecret = { secret: unseal(SECRET_PURPOSE, secretSealed), owner: 'current' };
  if (previousSecretSealed === null || previousSecretExpiresAt === null) return [current];
  const secret = unseal(SECRET_PURPOSE, previousSecretSealed);
  return [current, { secret, owner: 'previous', expiresAt: previousSecretExpiresAt }];
}

/** Of an endpoint in the other environment nothing but that is told. What cannot be decrypted is left out. */
function othersSecrets(row: WebhookEndpoint, environment: Environment): KnownSecret[] {
  const endpoint = { id: row.id, url: row.url, isDeleted: row.deletedAt !== null };
  const whose =
    row.environment === environment
      ? { owner: 'other_endpoint' as const, endpoint }
      : { owner: 'other_environment' as const };
  try {
    return [{ secret: unseal(SECRET_PURPOSE, row.secretSealed), ...whose }];
  } catch (error) {
    log.error({ endpointId: row.id, ...describeError(error) }, 'a webhook secret cannot be decrypted');
    return [];
  }
}

/** The client's events that the headers name, or, whatever became of the body, the ids in its text. */
async function findNamed(ctx: Context, headers: Record<string, string | string[]>, body: string) {
  const read = readHeaders(headers);
  const idsIn = (...names: string[]) => names.flatMap((name) => read.get(name)?.[0] ?? []).filter(isUuid);
  const [delivery] = await database()
    .select()
    .from(deliveries)
    .where(
      and(
        eq(deliveries.clientId, ctx.client.id),
        inArray(deliveries.environment, environments),
        inArray(deliveries.id, idsIn('x-gw-delivery')),
      ),
    );
  const eventIds = idsIn('x-gw-event-id', 'webhook-id').map((id) => id.toLowerCase());
  if (delivery) eventIds.push(delivery.eventId);
  const transactionIds = (body.match(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi) ?? []).slice(0, 5);
  const named = inArray(events.id, eventIds);
  const rows = await database()
    .select()
    .from(events)
    .where(
      and(
        eq(events.clientId, ctx.client.id),
        or(
          and(inArray(events.environment, environments), named),
          inArray(events.transactionId, transactionIds),
        ),
      ),
    )
    .orderBy(desc(sql`(${named}) is true`), desc(events.id))
    .limit(MAX_EVENTS);
  const own = rows.filter((row) => row.environment === ctx.environment);
  return {
    events: own.map(
      (row): SentEvent => ({
        id: row.id,
        bodies: [row.body, ...(row.legacyBody === null ? [] : [row.legacyBody])],
        namedBy: eventIds.includes(row.id) ? 'headers' : 'body',
      }),
    ),
    isOfOtherEnvironment: own.length === 0 && rows.length > 0,
    endpointId: delivery?.endpointId,
  };
}
