import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { isDatabaseAway, sqlClient } from '#db/client';
import type { Context } from '#lib/context';
import { AppError, invariant } from '#lib/errors';
import type { ApiRequest } from '#lib/http/api-route';
import { cursorField, makeCursor } from '#lib/http/paging';
import { draining } from '#lib/http/probes';
import { rateLimited, validationError } from '#lib/http/respond';
import { validate } from '#lib/http/validate';
import { lowestIdAt } from '#lib/ids';
import { describeError, log } from '#lib/log';
import { deriveKeys } from '#lib/seal';
import { getEndpoint, signingSecrets } from '#lib/webhooks/endpoints';
import { eventTypes } from '#lib/webhooks/event-types';
import { webhookHeaders } from '#lib/webhooks/signature';

const STREAMS_PER_ACCOUNT = 4;
const STREAMS_PER_PROCESS = 500;
const PAGE = 100;
/** One statement looks for all streams of this process, so this is the delay and not the load. */
const LOOK_EVERY_MS = 500;
const DATABASE_AWAY_PAUSE_MS = 1_000;
/** How long a reader who is busy has to fetch the end of an answer that is over. */
const LAST_CALL_MS = 1_000;
/** What clients wait before they reconnect. */
const RETRY_MS = 2_000;

const usualTiming = {
  heartbeatMs: 15_000,
  /** How long a key that was revoked may go on listening. */
  checkMs: 15_000,
  /** A reader who takes nothing for this long is dropped. */
  stallMs: 30_000,
  /** At most; clients come back, and so spread over the servers. */
  lifetimeMs: 60 * 60 * 1000,
};

const isDatable = (at: Date) => at.getTime() >= 0 && at.getUTCFullYear() <= 9999;

/** An event's place: where a reader of all events stands after it. Positions are explained in 40_webhooks.sql. */
interface Place {
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

type StreamQuery = z.output<typeof streamQuery>;
type StreamRequest = Pick<ApiRequest, 'method' | 'query' | 'headers' | 'signal' | 'requireAccess'>;

/** What is sent of all events, in which form, and signed with what. */
interface Selection {
  events: readonly string[][];
  payloadForm: 'current' | 'legacy';
  endpointId: string | null;
  secret: string;
  previousSecret?: string | undefined;
}

interface EventRow extends Place {
  event: string;
  body: string;
  legacyBody: string | null;
  createdAt: Date;
  deliveryId: string | null;
}

/**
 * The events of the key's account and environment as server-sent events
 * (https://html.spec.whatwg.org/multipage/server-sent-events.html), each with the text and the headers of a webhook.
 *
 * Guarantee: from where the stream begins every event comes once, in the order of positions, whatever order they are
 * committed in. It begins after `Last-Event-ID`, else after `cursor`, else with the first event of `since` or later
 * (1970-01-01T00:00:00Z for all), else with what is committed from now on.
 *
 * Signed with a secret of the key's own, told in the first message, and with the event's id as that of the delivery;
 * with `endpoint_id` signed, chosen and numbered as that endpoint's webhooks are. Throws `VALIDATION_ERROR`, `NOT_FOUND`, `RATE_LIMITED`. Null for a HEAD.
 */
export async function openEventStream(
  ctx: Context,
  request: StreamRequest,
  timing: typeof usualTiming = usualTiming,
): Promise<ReadableStream<Uint8Array> | null> {
  const lastEventId = request.headers.get('last-event-id') ?? undefined;
  const query = validate(streamQuery, { ...request.query, 'Last-Event-ID': lastEventId });
  const selection = await select(ctx, query);
  const start = await startOf(ctx, query);
  if (request.method === 'HEAD') return null;
  requireRoom(ctx);
  return follow({ ctx, request, query, timing }, selection, start);
}

interface Stream {
  ctx: Context;
  /** Tells the reader that it is over; clients come back by themselves. */
  end(): void;
}

/** All of this process that are open. */
const streams = new Set<Stream>();

draining.addEventListener('abort', () => {
  for (const stream of streams) stream.end();
});

function requireRoom(ctx: Context): void {
  const ofAccount = [...streams].filter(
    (each) => each.ctx.client.id === ctx.client.id && each.ctx.environment === ctx.environment,
  ).length;
  const isAccountFull = ofAccount >= STREAMS_PER_ACCOUNT;
  if (!isAccountFull && streams.size < STREAMS_PER_PROCESS) return;
  throw rateLimited(
    isAccountFull
      ? `An account has at most ${STREAMS_PER_ACCOUNT} event streams at a time in each environment. Close one first.`
      : 'This server has as many event streams as it can serve. Wait for Retry-After, then try again.',
    {
      limit: isAccountFull ? STREAMS_PER_ACCOUNT : STREAMS_PER_PROCESS,
      remaining: 0,
      retryAfterSeconds: 15,
      resetSeconds: 15,
    },
  );
}

interface Opening {
  ctx: Context;
  request: StreamRequest;
  query: StreamQuery;
  timing: typeof usualTiming;
}

/**
 * The stream itself. Nothing is fetched or signed before the reader asks for it, so a slow reader costs one page; all
 * that runs for it ends with it, whoever ends it.
 */
function follow(opening: Opening, first: Selection, start: Place): ReadableStream<Uint8Array> {
  const { ctx, request, query, timing } = opening;
  let controller: ReadableStreamDefaultController<Uint8Array>;
  let selection = first;
  let place = start;
  let toldCursor = '';
  let rows: EventRow[] = [];
  let mayHaveMore = true;
  let isOpened = false;
  let isOver = false;
  let isAsked = false;
  let isChecking = false;
  let waiter: Waiter | undefined;
  let stall: NodeJS.Timeout | undefined;

  const stream: Stream = { ctx, end };
  streams.add(stream);
  const heartbeats = setInterval(sendHeartbeat, timing.heartbeatMs);
  const checks = setInterval(() => void check(), timing.checkMs);
  // Not all of those that a restart brought together come back together.
  const lifetime = setTimeout(end, timing.lifetimeMs * (0.75 + Math.random() / 4));
  awaitReader(timing.stallMs);
  request.signal.addEventListener('abort', release, { once: true });
  if (request.signal.aborted) release();

  return new ReadableStream<Uint8Array>(
    {
      start: (own) => {
        controller = own;
      },
      async pull() {
        clearTimeout(stall);
        if (isOver) return controller.close();
        isAsked = true;
        const text = await nextText();
        isAsked = false;
        if (isOver || text === undefined) return;
        write(text);
        awaitReader(timing.stallMs);
      },
      cancel: release,
    },
    { highWaterMark: 0 },
  );

  function write(text: string): void {
    controller.enqueue(Buffer.from(text));
  }

  /** Undefined when the stream is over. */
  async function nextText(): Promise<string | undefined> {
    if (!isOpened) {
      isOpened = true;
      return openMessage();
    }
    if (draining.aborted) end();
    while (!isOver) {
      const row = rows.shift();
      if (row !== undefined) {
        place = row;
        const body = bodyFor(selection, row);
        if (body !== null) return eventMessage(row, body);
      } else if (mayHaveMore) {
        await fetchRows();
      } else {
        await news();
      }
    }
    return undefined;
  }

  /** Its id lets a client that is cut off before the first event resume here. */
  function openMessage(): string {
    const signingSecret = selection.endpointId === null ? selection.secret : null;
    const data = JSON.stringify({ signing_secret: signingSecret, cursor: cursorOf(place) });
    return `retry: ${RETRY_MS}\nid: ${tellCursor()}\nevent: open\ndata: ${data}\n\n`;
  }

  function eventMessage(row: EventRow, body: string): string {
    const headers = webhookHeaders({
      environment: ctx.environment,
      event: row.event,
      eventId: row.id,
      deliveryId: row.deliveryId ?? row.id,
      attempt: 1,
      body,
      sentAt: ctx.now(),
      secret: selection.secret,
      previousSecret: selection.previousSecret,
    });
    const { id, event } = row;
    const data = JSON.stringify({ id, event, created_at: row.createdAt.toISOString(), body, headers });
    return `id: ${tellCursor()}\ndata: ${data}\n\n`;
  }

  async function fetchRows(): Promise<void> {
    try {
      // An endpoint's list, form and secrets may have changed since.
      if (query.endpoint_id !== undefined) selection = await select(ctx, query);
      rows = await rowsAfter(ctx, place, selection.endpointId);
      mayHaveMore = rows.length === PAGE;
    } catch (error) {
      if (isDatabaseAway(error)) await sleep(DATABASE_AWAY_PAUSE_MS);
      else endOn(error);
    }
  }

  async function news(): Promise<void> {
    await new Promise<void>((resolve) => {
      waiter = { ctx, place, wake: resolve };
      waitForNews(waiter);
    });
    mayHaveMore = true;
  }

  /** A comment; with an id where events were passed over, so that a client that resumes passes them over at once. */
  function sendHeartbeat(): void {
    if (!isAsked) return;
    const isBehind = isOpened && toldCursor !== cursorOf(place);
    write(`${isBehind ? `id: ${tellCursor()}\n` : ''}: heartbeat\n\n`);
  }

  function tellCursor(): string {
    toldCursor = cursorOf(place);
    return toldCursor;
  }

  async function check(): Promise<void> {
    if (isChecking) return;
    isChecking = true;
    try {
      await request.requireAccess();
      if (query.endpoint_id !== undefined) await getEndpoint(ctx, query.endpoint_id);
    } catch (error) {
      if (!isDatabaseAway(error)) endOn(error);
    } finally {
      isChecking = false;
    }
  }

  /** The reader learns the reason from the refusal of its next request. */
  function endOn(error: unknown): void {
    if (!(error instanceof AppError)) log.error(describeError(error), 'an event stream broke');
    end();
  }

  function end(): void {
    if (isOver) return;
    release();
    if (isAsked) controller.close();
    else awaitReader(LAST_CALL_MS);
  }

  function awaitReader(ms: number): void {
    stall = setTimeout(() => {
      release();
      // Only an error makes the host close a connection that it cannot write to.
      controller.error(withoutStack(new Error('The reader of an event stream took nothing for too long.')));
    }, ms);
  }

  function release(): void {
    isOver = true;
    streams.delete(stream);
    clearInterval(heartbeats);
    clearInterval(checks);
    clearTimeout(lifetime);
    clearTimeout(stall);
    if (waiter) {
      waiting.delete(waiter);
      waiter.wake();
    }
  }
}

/** The host prints what it is given. */
function withoutStack(error: Error): Error {
  delete error.stack;
  return error;
}

interface Waiter {
  ctx: Context;
  place: Place;
  wake(): void;
}

/** The streams that have sent all there was. */
const waiting = new Set<Waiter>();
let isLooking = false;

function waitForNews(waiter: Waiter): void {
  waiting.add(waiter);
  if (!isLooking) void lookForNews();
}

/** Looks while any stream waits, and wakes those that have something to send. */
async function lookForNews(): Promise<void> {
  isLooking = true;
  while (waiting.size > 0) {
    await sleep(LOOK_EVERY_MS);
    try {
      for (const waiter of await findNews([...waiting])) {
        waiting.delete(waiter);
        waiter.wake();
      }
    } catch (error) {
      if (!isDatabaseAway(error)) log.error(describeError(error), 'the look for events of streams failed');
    }
  }
  isLooking = false;
}

async function findNews(asked: Waiter[]): Promise<Waiter[]> {
  if (asked.length === 0) return [];
  const rows = await sqlClient()`
    select w.number from unnest(
      ${asked.map(({ ctx }) => ctx.client.id)}::uuid[], ${asked.map(({ ctx }) => ctx.environment)}::text[],
      ${asked.map(({ place }) => place.position)}::bigint[], ${asked.map(({ place }) => place.id)}::uuid[]
    ) with ordinality as w (client_id, environment, position, id, number)
    where exists (
      select from events e
      where e.client_id = w.client_id and e.environment = w.environment
        and (e.position, e.id) > (w.position, w.id) and e.position < event_horizon()
    )`;
  const numbers = new Set(rows.map((row) => Number(row.number)));
  return asked.filter((_, index) => numbers.has(index + 1));
}

/** Throws `NOT_FOUND` for an endpoint of somebody else. */
async function select(ctx: Context, query: StreamQuery): Promise<Selection> {
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
function bodyFor({ events, payloadForm }: Selection, row: EventRow): string | null {
  if (events.some((list) => list.length > 0 && !list.includes(row.event))) return null;
  return payloadForm === 'legacy' ? row.legacyBody : row.body;
}

/**
 * Where a stream begins. "From now on" is after the last event that is settled, and not at the horizon: below the
 * horizon there is nothing more, and in a database that is restored elsewhere only events keep their places. At a time
 * the id counts too: all events from before positions share one (0001_webhook_log.sql).
 */
async function startOf(ctx: Context, query: StreamQuery): Promise<Place> {
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
async function rowsAfter(ctx: Context, after: Place, endpointId: string | null): Promise<EventRow[]> {
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

function cursorOf({ position, id }: Place): string {
  return makeCursor([id, position]);
}
