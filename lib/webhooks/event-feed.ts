import { z } from 'zod';
import { sqlClient } from '#db/client';
import type { Context } from '#lib/context';
import { invariant } from '#lib/errors';
import { cursorField, makeCursor } from '#lib/http/paging';
import { validationError } from '#lib/http/respond';
import { lowestIdAt } from '#lib/ids';
import { deriveKeys } from '#lib/seal';
import { getEndpoint, signingSecrets } from '#lib/webhooks/endpoints';
import { eventTypes } from '#lib/webhooks/event-types';

/** Events that are read at a time. */
export const PAGE = 100;

const isDatable = (at: Date) => at.getTime() >= 0 && at.getUTCFullYear() <= 9999;

/** An event's place: where a reader of all events stands after it. Positions are explained in 40_webhooks.sql. */
export interface Place {
  position: string;
  id: string;
}

const lowestId = '00000000-0000-0000-0000-000000000000';

const placeField = cursorField
  .transform(([id, position], check): Place => {
    if (id !== undefined && position !== undefined) return { position, id };
    check.addIssue({
      code: 'custom',
      message:
        'The cursor must be the id of a message of this stream. Leave it out to begin with what happens from now on.',
      params: { code: 'invalid_cursor' },
    });
    return z.NEVER;
  })
  .meta({
    description: 'The id of the last message that was read.',
    examples: [makeCursor(['01936f2e-5c1a-7b3d-9e4f-0a1b2c3d4e5f', '42'])],
  });

export const streamQuery = z.object({
  'Last-Event-ID': placeField.optional(),
  cursor: placeField.optional(),
  since: z.iso
    .datetime({ offset: true, error: 'This must be a time with its zone, such as 2026-11-20T08:30:00Z.' })
    .transform((text) => new Date(text))
    .refine(isDatable, 'This must be a time of the years 1970 to 9999.')
    .meta({
      description: 'Begins with the first event of this time or later; without any, with the next one.',
      examples: ['2026-11-20T08:30:00Z'],
    })
    .optional(),
  events: z
    .string()
    .transform((text) => text.split(','))
    .pipe(z.array(z.enum(eventTypes, `Each event must be one of ${eventTypes.join(', ')}.`)))
    .meta({ description: 'Only these, with commas between.', examples: ['payment.succeeded,payment.failed'] })
    .optional(),
  endpoint_id: z
    .string()
    .meta({
      description: 'Chosen and signed as the webhooks of this endpoint are.',
      examples: ['01936f2e-5c1a-7b3d-9e4f-0a1b2c3d4e5f'],
    })
    .optional(),
});

export type StreamQuery = z.output<typeof streamQuery>;

/** What is sent of all events, in which form, and signed with what. */
export interface Selection {
  events: readonly string[][];
  payloadForm: 'current' | 'legacy';
  endpointId: string | null;
  secret: string;
  previousSecret?: string | undefined;
}

export interface EventRow extends Place {
  event: string;
  body: string;
  legacyBody: string | null;
  createdAt: Date;
  deliveryId: string | null;
}

/** Throws `NOT_FOUND` for an endpoint of somebody else. */
export async function select(ctx: Context, query: StreamQuery): Promise<Selection> {
  const asked = query.events ?? [];
  if (query.endpoint_id === undefined) {
    return { events: [asked], payloadForm: 'current', endpointId: null, ...listenSecrets(ctx) };
  }
  const endpoint = await getEndpoint(ctx, query.endpoint_id);
  return {
    events: [asked, endpoint.events],
    payloadForm: endpoint.payloadForm,
    endpointId: endpoint.id,
    ...signingSecrets(endpoint, ctx.now()),
  };
}

/**
 * Of the key, in the form of a webhook secret; the same after every restart, and stored nowhere. It goes with
 * `KAIRA_SECRET`, so while that is replaced the one before signs as well.
 */
function listenSecrets({ actor }: Context): { secret: string; previousSecret?: string } {
  invariant(actor.type === 'api_key', 'a stream is opened with a key');
  const [secret, previous] = deriveKeys(`kaira event stream v1 ${actor.id}`);
  const written = (bytes: Buffer) => `whsec_${bytes.toString('base64')}`;
  return { secret: written(secret), ...(previous && { previousSecret: written(previous) }) };
}

/** What is sent of an event; null when it is not asked for. An empty list asks for all. */
export function bodyFor({ events, payloadForm }: Selection, row: EventRow): string | null {
  if (events.some((list) => list.length > 0 && !list.includes(row.event))) return null;
  return payloadForm === 'legacy' ? row.legacyBody : row.body;
}

/**
 * Where a stream begins. "From now on" is after the last event that is settled, and not at the horizon: below the
 * horizon there is nothing more, and in a database that is restored elsewhere only events keep their places. At a time
 * the id counts too: all events from before positions share one (0001_webhook_log.sql).
 */
export async function startOf(ctx: Context, query: StreamQuery): Promise<Place> {
  const sql = sqlClient();
  const given = query['Last-Event-ID'] ?? query.cursor;
  if (given !== undefined) {
    const [row] = await sql`select ${given.position}::bigint < event_horizon() as known`;
    if (row?.known) return given;
    throw validationError([
      {
        path: query['Last-Event-ID'] === undefined ? 'cursor' : 'Last-Event-ID',
        message:
          'This cursor is ahead of all events: the database was restored from an earlier backup. Begin with since.',
        code: 'unknown_cursor',
      },
    ]);
  }
  const { client, environment } = ctx;
  const [row] = query.since
    ? await sql`
        (select 1 as choice, position, ${lowestIdAt(query.since)}::uuid as id from events
         where client_id = ${client.id} and environment = ${environment} and id >= ${lowestIdAt(query.since)}
           and created_at >= ${query.since.toISOString()} and position < event_horizon()
         order by position limit 1)
        union all
        (select 2, position, id from events
         where client_id = ${client.id} and environment = ${environment} and position < event_horizon()
         order by position desc, id desc limit 1)
        order by choice limit 1`
    : await sql`
        select position, id from events
        where client_id = ${client.id} and environment = ${environment} and position < event_horizon()
        order by position desc, id desc limit 1`;
  return row ? { position: row.position, id: row.id } : { position: '0', id: lowestId };
}

/** The next page below the horizon. */
export async function rowsAfter(ctx: Context, after: Place, endpointId: string | null): Promise<EventRow[]> {
  const rows = await sqlClient()`
    select e.position, e.id, e.event, e.body, e.legacy_body, e.created_at,
           (select d.id from deliveries d
            where d.client_id = e.client_id and d.environment = e.environment and d.transaction_id = e.transaction_id
              and d.event_id = e.id and d.endpoint_id = ${endpointId}::uuid limit 1) as delivery_id
    from events e
    where e.client_id = ${ctx.client.id} and e.environment = ${ctx.environment}
      and (e.position, e.id) > (${after.position}::bigint, ${after.id}::uuid) and e.position < event_horizon()
    order by e.position, e.id limit ${PAGE}`;
  return rows.map((row) => ({
    position: row.position,
    id: row.id,
    event: row.event,
    body: row.body,
    legacyBody: row.legacy_body,
    createdAt: new Date(row.created_at),
    deliveryId: row.delivery_id,
  }));
}

export function cursorOf({ position, id }: Place): string {
  return makeCursor([id, position]);
}
