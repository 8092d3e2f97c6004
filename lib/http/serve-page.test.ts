import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { encodeToken } from '#lib/auth/session-token';
import { findSession } from '#lib/auth/sessions';
import { socketFacts } from '#lib/http/peer';
import { room } from '#lib/http/room';
import { servePage } from '#lib/http/serve-page';

// A place that is not given back is gone until the process ends, and four of them are all that a person has.

// Who has which session is the database's to say, and here it says that everybody is of one client.
vi.mock('#lib/auth/sessions', async (real) => ({
  ...(await real<typeof import('#lib/auth/sessions')>()),
  findSession: vi.fn(async () => ({ client: { id: 'a client' } })),
}));

let server: Server | undefined;
let cookie: string;

beforeEach(async () => {
  vi.stubEnv('DATABASE_URL', 'postgres://127.0.0.1/nowhere');
  vi.stubEnv('KAIRA_SECRET', 'a secret of the tests, 32 characters or more');
  cookie = `session_token=${await encodeToken('session', { sid: 's', sub: 'somebody' }, 60)}`;
});

afterEach(() => {
  server?.closeAllConnections();
  server?.close();
  vi.unstubAllEnvs();
});

/** A server of pages, to which `text` was sent on a connection of its own; `begun` is told of each request. */
async function ask(
  text: string,
  render: (incoming: IncomingMessage, outgoing: ServerResponse) => Promise<void>,
  begun: (incoming: IncomingMessage) => void = () => {},
): Promise<{ socket: Socket; served: Promise<void>[] }> {
  const served: Promise<void>[] = [];
  server = createServer((incoming, outgoing) => {
    socketFacts.run({ address: '127.0.0.1', encrypted: false }, () => {
      served.push(servePage(incoming, outgoing, render));
    });
    begun(incoming);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1').on('error', () => {});
  socket.write(text);
  return { socket, served };
}

const request = (path: string, as = cookie) => `GET ${path} HTTP/1.1\r\nhost: kaira\r\ncookie: ${as}\r\n\r\n`;

test('whoever hangs up before it is known who they are leaves no place taken', async () => {
  const render = vi.fn(async (_: IncomingMessage, outgoing: ServerResponse) => void outgoing.end('late'));
  const { served } = await ask(request('/'), render, (incoming) => incoming.socket.destroy());
  await vi.waitFor(() => expect(served).toHaveLength(1));
  await served[0];
  expect([room.taken(), render.mock.calls.length]).toEqual([0, 0]);
});

test('whoever hangs up while a page is made leaves no place taken', async () => {
  const { socket, served } = await ask(request('/'), () => nextTurn());
  await vi.waitFor(() => expect(room.taken()).toBe(1));
  socket.destroy();
  await served[0];
  expect(room.taken()).toBe(0);
});

test('a page whose connection ends while one before it is made leaves no place taken', async () => {
  const first = Promise.withResolvers<void>();
  const { socket, served } = await ask(request('/first') + request('/second'), async (incoming, outgoing) => {
    if (incoming.url === '/first') await first.promise;
    outgoing.end(incoming.url);
  });
  await vi.waitFor(() => expect(room.taken()).toBe(2));
  socket.destroy();
  first.resolve();
  await Promise.all(served);
  expect([served.length, room.taken()]).toEqual([2, 0]);
});

test('people of one client have one share of the pages together, and whose session has ended none of it', async () => {
  const cookieOf = async (sub: string) =>
    `session_token=${await encodeToken('session', { sid: `session of ${sub}`, sub }, 60)}`;
  const [owner, viewer] = [await cookieOf('owner'), await cookieOf('viewer')];
  const [first, open] = [Promise.withResolvers<void>(), new Set<string>()];
  const render = async (incoming: IncomingMessage, outgoing: ServerResponse) => {
    open.add(incoming.url ?? '');
    if (incoming.url !== '/login') await first.promise;
    outgoing.end();
  };
  const { socket, served } = await ask(
    [1, 2, 3].map((each) => request(`/owner/${each}`, owner) + request(`/viewer/${each}`, viewer)).join(''),
    render,
  );
  await vi.waitFor(() => expect(served).toHaveLength(6));
  await vi.waitFor(() => expect(open.size).toBe(2));
  // Nothing more is begun, however long it is looked.
  await nextTurn();
  expect(open.size).toBe(2);
  vi.mocked(findSession).mockResolvedValueOnce(undefined);
  // One of before: it asks as a stranger, whom the client's full share is nothing to.
  socket.write(request('/login', await cookieOf('somebody of before')));
  await vi.waitFor(() => expect(open).toContain('/login'));
  first.resolve();
  await Promise.all(served);
  expect([open.size, room.taken()]).toEqual([7, 0]);
});
