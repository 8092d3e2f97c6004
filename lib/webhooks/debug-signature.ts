import { and, desc, eq, inArray, ne, or, sql } from 'drizzle-orm';
import { z } from 'zod';
import { database } from '#db/client';
import { events } from '#db/schema/events';
import { webhookEndpoints } from '#db/schema/webhooks';
import type { Context } from '#lib/context';
import { isUuid } from '#lib/ids';
import { describeError, log } from '#lib/log';
import { places, unseal } from '#lib/seal';
import {
  diagnoseSignature,
  readHeaders,
  type SentEvent,
  type SignatureDiagnosis,
} from '#lib/webhooks/diagnose-signature';
import { getEndpoint, type WebhookEndpoint } from '#lib/webhooks/endpoints';
import type { KnownSecret } from '#lib/webhooks/recognise-signature';

/** Far more than the longest event, pretty-printed; what is computed for one request grows with it. */
const MAX_BODY_BYTES = 8 * 1024;
const MAX_HEADERS = 100;
/** A signature is compared with the secrets of this many endpoints, those in use first. */
const MAX_ENDPOINTS = 40;
/** A transaction has fewer. */
const MAX_EVENTS = 8;

const bytesField = (encoding: 'utf8' | 'base64', message: string) =>
  z
    .string(message)
    .refine((text) => Buffer.from(text, encoding).toString(encoding) === text, message)
    .transform((text) => Buffer.from(text, encoding))
    .refine(
      (bytes) => bytes.length <= MAX_BODY_BYTES,
      `The body must have at most ${MAX_BODY_BYTES} bytes; no event is longer.`,
    )
    .optional();

export const debugRequest = z
  .object({
    body: bytesField('utf8', 'The body must be text; send other bytes as body_base64.').meta({
      description: 'The body as it arrived.',
      examples: ['{"event":"payment.succeeded","data":{}}'],
    }),
    body_base64: bytesField('base64', 'The body_base64 must be standard base64 with its padding.').meta({
      description: 'The same in standard base64, where it is not text.',
      examples: ['e30='],
    }),
    headers: z
      .record(
        z.string(),
        z.union([z.string(), z.array(z.string())], 'Each header must be a string or a list of strings.'),
        'The headers must be an object, with the value of each as a string.',
      )
      .refine(
        (headers) => Object.keys(headers).length <= MAX_HEADERS,
        `At most ${MAX_HEADERS} headers are read. Leave out those of proxies.`,
      )
      .meta({
        description: 'The headers as they arrived.',
        maxProperties: MAX_HEADERS,
        examples: [{ 'x-gw-signature': '0'.repeat(64) }],
      }),
    computed_signature: z
      .string('The computed_signature must be a string.')
      .max(500, 'The computed_signature must have at most 500 characters. Send the digest alone.')
      .meta({ description: 'What your own code computed.', examples: ['0'.repeat(64)] })
      .optional(),
    received_at: z.iso
      .datetime({ offset: true, error: 'The received_at must be a time such as "2026-11-20T10:00:00Z".' })
      .transform((text) => new Date(text))
      .meta({ description: 'When it arrived, a time with its zone.', examples: ['2026-11-20T08:30:00Z'] })
      .optional(),
  })
  .refine(({ body, body_base64 }) => (body === undefined) !== (body_base64 === undefined), {
    path: ['body'],
    error: 'Give either body or body_base64, and not both.',
    params: { code: 'one_of' },
  })
  .meta({
    examples: [
      {
        body: '{"event":"payment.succeeded","data":{}}',
        headers: { 'x-gw-signature': '0'.repeat(64) },
      },
    ],
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
  const headers = readHeaders(request.headers);
  const body = request.body ?? request.body_base64 ?? Buffer.alloc(0);
  return diagnoseSignature({
    body,
    headers,
    computedSignature: request.computed_signature,
    receivedAt: request.received_at,
    now: ctx.now(),
    environment: ctx.environment,
    secrets: [...secretsOf(endpoint), ...(await othersSecrets(ctx, endpoint))],
    ...(await findNamed(ctx, headers, body.toString('utf8'))),
  });
}

function secretsOf(endpoint: WebhookEndpoint): KnownSecret[] {
  const { secretSealed, previousSecretSealed, previousSecretExpiresAt: expiresAt } = endpoint;
  const current: KnownSecret = {
    secret: unseal(places.webhookSecret(endpoint.id), secretSealed),
    owner: 'current',
  };
  if (previousSecretSealed === null || expiresAt === null) return [current];
  const previous = unseal(places.previousWebhookSecret(endpoint.id), previousSecretSealed);
  return [current, { secret: previous, owner: 'previous', expiresAt }];
}

/** Of deleted endpoints too: a secret that is still configured somewhere is often of one. */
async function othersSecrets(ctx: Context, endpoint: WebhookEndpoint): Promise<KnownSecret[]> {
  const rows = await database()
    .select()
    .from(webhookEndpoints)
    .where(and(eq(webhookEndpoints.clientId, ctx.client.id), ne(webhookEndpoints.id, endpoint.id)))
    .orderBy(sql`${webhookEndpoints.deletedAt} is not null`, desc(webhookEndpoints.id))
    .limit(MAX_ENDPOINTS);
  return rows.flatMap(({ id, url, environment, deletedAt, secretSealed }): KnownSecret[] => {
    try {
      const secret = unseal(places.webhookSecret(id), secretSealed);
      // Of an endpoint in the other environment nothing but that is told.
      if (environment !== ctx.environment) return [{ secret, owner: 'other_environment' }];
      return [{ secret, owner: 'other_endpoint', endpoint: { id, url, isDeleted: deletedAt !== null } }];
    } catch (error) {
      log.error({ endpointId: id, ...describeError(error) }, 'a webhook secret cannot be decrypted');
      return [];
    }
  });
}

/** The client's events that the headers name, or, whatever became of the body, the transactions in its text. */
async function findNamed(ctx: Context, headers: ReadonlyMap<string, string>, body: string) {
  const named = ['x-gw-event-id', 'webhook-id'].flatMap((name) => headers.get(name) ?? []);
  const eventIds = named.filter(isUuid).map((id) => id.toLowerCase());
  const transactionIds = body.match(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi) ?? [];
  const isNamed = inArray(events.id, eventIds);
  const rows = await database()
    .select()
    .from(events)
    .where(
      and(
        eq(events.clientId, ctx.client.id),
        inArray(events.environment, ['SANDBOX', 'LIVE']),
        or(isNamed, inArray(events.transactionId, transactionIds.slice(0, 5))),
      ),
    )
    .orderBy(desc(sql`(${isNamed}) is true`), desc(events.id))
    .limit(MAX_EVENTS);
  const own = rows.filter(({ environment }) => environment === ctx.environment);
  const sent = own.map(
    ({ id, body, legacyBody }): SentEvent => ({
      id,
      bodies: legacyBody === null ? [body] : [body, legacyBody],
      namedBy: eventIds.includes(id) ? 'headers' : 'body',
    }),
  );
  return { events: sent, isOfOtherEnvironment: own.length === 0 && rows.length > 0 };
}
