import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fakeGateway, refused } from '../fake-gateway.ts';
import type { StreamedEvent } from './index.ts';

const at = '/api/v1/events/stream';
const open = 'retry: 2000\nid: c0\nevent: open\ndata: {"signing_secret":null,"cursor":"c0"}\n\n';

function message(id: string, cursor: string): string {
  const body = JSON.stringify({ event: 'payment.succeeded', data: { id, amount: '1.00' } });
  const data = { id, event: 'payment.succeeded', created_at: '2026-11-20T08:30:00.000Z', body, headers: {} };
  return `id: ${cursor}\ndata: ${JSON.stringify(data)}\n\n`;
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** The first events of a stream, with all pauses passed. */
async function take(events: AsyncIterable<StreamedEvent>, count: number): Promise<StreamedEvent[]> {
  const found: StreamedEvent[] = [];
  const walk = (async () => {
    for await (const each of events) if (found.push(each) === count) break;
    return found;
  })();
  walk.catch(() => {});
  await vi.runAllTimersAsync();
  return walk;
}

test('events come with their data and their place, and comments and openings are none', async () => {
  const { kaira, requests } = fakeGateway([{ text: `${open}: heartbeat\n\n${message('e1', 'c1')}` }]);
  const [event] = await take(kaira.events.stream({ events: 'payment.succeeded' }), 1);
  expect(event).toMatchObject({
    id: 'e1',
    event: 'payment.succeeded',
    data: { id: 'e1', amount: '1.00' },
    cursor: 'c1',
  });
  expect(requests).toMatchObject([
    { target: `${at}?events=payment.succeeded`, headers: { accept: 'text/event-stream' } },
  ]);
});

test('messages are read whatever the chunks that they come in, with any ends of lines', async () => {
  for (const end of ['\n', '\r\n', '\r']) {
    const text = `${open}${message('e1', 'c1')}${message('e2', 'c2')}: heartbeat\n\n`.replaceAll('\n', end);
    const bytes = new TextEncoder().encode(text);
    const byteByByte = async () =>
      new Response(
        new ReadableStream<Uint8Array>({
          start(controller) {
            for (const each of bytes) controller.enqueue(Uint8Array.of(each));
            controller.close();
          },
        }),
      );
    const { kaira } = fakeGateway([], { fetch: byteByByte as typeof fetch });
    const found = await take(kaira.events.stream(), 2);
    expect(found.map((each) => [each.id, each.cursor])).toEqual([
      ['e1', 'c1'],
      ['e2', 'c2'],
    ]);
  }
});

test('after an end, a lost connection and a refusal that passes, it goes on where it was', async () => {
  const { kaira, requests } = fakeGateway([
    { text: open + message('e1', 'c1') },
    'lost',
    refused(503, 'SERVICE_UNAVAILABLE', {}, { 'Retry-After': '1' }),
    // Cut off in the middle of a message, and after a place that was passed over.
    { text: `id: c2\n: heartbeat\n\n${message('e3', 'c3').slice(0, 40)}` },
    { text: message('e3', 'c3').replaceAll('\n', '\r\n') },
  ]);
  const found = await take(kaira.events.stream(), 2);
  expect(found.map((each) => each.id)).toEqual(['e1', 'e3']);
  expect(requests.map((each) => each.headers['last-event-id'])).toEqual([undefined, 'c1', 'c1', 'c1', 'c2']);
});

test('a refusal that stays is thrown, and so is the last of too many failures', async () => {
  const refusing = fakeGateway([refused(404, 'NOT_FOUND')]);
  await expect(take(refusing.kaira.events.stream(), 1)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  const failing = fakeGateway(['lost'], { maxRetries: 2 });
  await expect(take(failing.kaira.events.stream(), 1)).rejects.toThrow('fetch failed');
  expect(failing.requests).toHaveLength(3);
});

test('a signal ends it without an error, also while it waits to connect again', async () => {
  const { kaira } = fakeGateway(['lost']);
  const controller = new AbortController();
  const walk = (async () => {
    for await (const _ of kaira.events.stream({}, { signal: controller.signal, maxRetries: 99 }));
    return 'ended';
  })();
  await vi.advanceTimersByTimeAsync(10);
  controller.abort();
  expect(await walk).toBe('ended');
});

test('a line that falls silent is left for a new one', async () => {
  let count = 0;
  const silent = async (_: unknown, { signal }: RequestInit = {}) => {
    const isFirst = count++ === 0;
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(new TextEncoder().encode(isFirst ? open : message('e1', 'c1')));
        signal?.addEventListener('abort', () => controller.error(signal.reason));
      },
    });
    return new Response(body);
  };
  const { kaira } = fakeGateway([], { fetch: silent as typeof fetch });
  expect(await take(kaira.events.stream(), 1)).toMatchObject([{ id: 'e1' }]);
  expect(count).toBe(2);
});
