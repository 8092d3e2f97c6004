import { setTimeout as sleep } from 'node:timers/promises';
import { isDatabaseAway } from '#db/client';
import type { Context } from '#lib/context';
import { AppError } from '#lib/errors';
import type { ApiRequest } from '#lib/http/api-route';
import { draining } from '#lib/http/probes';
import { rateLimited } from '#lib/http/respond';
import { validate } from '#lib/http/validate';
import { describeError, log } from '#lib/log';
import { getEndpoint } from '#lib/webhooks/endpoints';
import {
  bodyFor,
  cursorOf,
  type EventRow,
  PAGE,
  type Place,
  rowsAfter,
  type Selection,
  type StreamQuery,
  select,
  startOf,
  streamQuery,
} from '#lib/webhooks/event-feed';
import { webhookHeaders } from '#lib/webhooks/signature';
import { stopWaiting, type Waiter, waitForNews } from '#lib/webhooks/stream-news';

const STREAMS_PER_ACCOUNT = 4;

const STREAMS_PER_PROCESS = 500;

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

type StreamRequest = Pick<ApiRequest, 'method' | 'query' | 'headers' | 'signal' | 'requireAccess'>;

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
export const streams = new Set<Stream>();

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
    if (waiter) stopWaiting(waiter);
  }
}

/** The host prints what it is given. */
function withoutStack(error: Error): Error {
  delete error.stack;
  return error;
}
