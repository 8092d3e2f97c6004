/** Connections that are held: slow heads, slow bodies, nothing at all, and those that ask for another protocol. */
import { median, Raw } from './http.ts';
import { attack, begin, sleep } from './score.ts';
import { byKey, nextAddress, type Stage } from './stage.ts';

const HELD = 60;
/** docs/guides/limits.md: an idle connection is kept for 65 s. Some seconds more are for the clock that looks. */
const IDLE_MS = 65_000;

type Upgrade = { title: string; sockets: Raw[] };
const opened: Upgrade[] = [];
let openedAt = 0;

/** Opens what is to be looked at when the other attacks are over. */
export function holdUpgrades(stage: Stage, when: string) {
  const { base, greedy } = stage;
  const host = new URL(base).host;
  const ask = (target: string, more = '', protocol = 'websocket') =>
    `GET ${target} HTTP/1.1\r\nHost: ${host}\r\nConnection: Upgrade\r\nUpgrade: ${protocol}\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n${more}\r\n`;
  const key = `Authorization: Bearer ${greedy.keys.test}\r\n`;
  const kinds: [string, string][] = [
    ['a page', ask('/login')],
    ['the API with a key', ask('/api/v1/client/balance', key)],
    ['an unknown path', ask('/socket')],
    ['h2c', ask('/', 'HTTP2-Settings: AAMAAABkAAQAAP__\r\n', 'h2c')],
    ['hot reloading', ask('/_next/webpack-hmr')],
    [
      'a POST with a body that never comes',
      ask('/api/v1/collections/initiate', `${key}Content-Length: 5000\r\n`).replace('GET', 'POST'),
    ],
    ['CONNECT', `CONNECT 127.0.0.1:5432 HTTP/1.1\r\nHost: 127.0.0.1:5432\r\n\r\n`],
  ];
  openedAt = Date.now();
  for (const [title, text] of kinds) {
    const from = nextAddress();
    const sockets = Array.from({ length: 12 }, () => new Raw(base, from));
    for (const one of sockets) {
      one.write(text);
    }
    opened.push({ title: `${title}, ${when}`, sockets });
  }
}

export async function upgrades() {
  if (!begin('fairness')) {
    return;
  }
  const wait = openedAt + IDLE_MS + 12_000 - Date.now();
  if (wait > 0) {
    await sleep(wait);
  }
  const held = Math.round((Date.now() - openedAt) / 1000);
  for (const { title, sockets } of opened) {
    await attack(`sockets that ask for an upgrade: ${title}`, async () => {
      const open = sockets.filter(({ closed }) => !closed).length;
      const said = sockets[0]?.received.split('\r\n')[0] || 'nothing';
      return [
        [open === 0, `expected all closed, seen ${open} of ${sockets.length} open after ${held} s (${said})`],
      ];
    });
    for (const one of sockets) {
      one.end();
    }
  }
}

/** 400 connections in all that say something slowly, and somebody who wants to be served. */
export async function slow(stage: Stage) {
  if (!begin('fairness')) {
    return;
  }
  const { base, greedy, victim } = stage;
  const host = new URL(base).host;
  const head = `POST /api/v1/collections/initiate HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${greedy.keys.test}\r\nContent-Type: application/json\r\n`;
  const kinds: [string, string, string][] = [
    ['slow bodies', `${head}Content-Length: 900\r\n\r\n{`, ' '],
    ['slow bodies in chunks', `${head}Transfer-Encoding: chunked\r\n\r\n1\r\n{\r\n`, '1\r\n \r\n'],
    ['heads that never end', `GET /login HTTP/1.1\r\nHost: ${host}\r\n`, 'X-A: b\r\n'],
    ['nothing at all', '', ''],
    [
      'log-ins with slow bodies',
      `POST /auth/client/login HTTP/1.1\r\nHost: ${host}\r\nContent-Type: application/json\r\nContent-Length: 900\r\n\r\n{`,
      ' ',
    ],
    ['a request line of one letter at a time', 'GE', 'T'],
  ];
  const held = kinds.map(([title, first, next]) => {
    const from = nextAddress();
    const sockets = Array.from({ length: HELD }, () => new Raw(base, from));
    for (const one of sockets) {
      one.write(first);
    }
    return { title, next, sockets };
  });
  const times: number[] = [];
  const statuses = new Set<number>();
  for (const end = Date.now() + 17_000; Date.now() < end; ) {
    for (const { sockets, next } of held) {
      for (const one of sockets) {
        one.write(next);
      }
    }
    const answer = await byKey(base, victim.keys.live, 'GET', '/api/v1/client/balance');
    times.push(answer.ms);
    statuses.add(answer.status);
    await sleep(700);
  }
  await attack(`${HELD * kinds.length} slow connections leave another client alone`, async () => [
    [
      [...statuses].join() === '200' && median(times) < 400,
      `expected 200 and quick, seen ${[...statuses].join('/')} in ${median(times).toFixed(0)} ms`,
    ],
  ]);
  for (const { title, sockets } of held) {
    await attack(`slow connections are closed: ${title}`, async () => {
      const open = sockets.filter(({ closed }) => !closed).length;
      const idle = title === 'nothing at all';
      return [
        [
          open === 0 || idle,
          `expected all closed after 17 s, seen ${open} of ${sockets.length} open${idle ? ' (idle ones have 65 s)' : ''}`,
        ],
      ];
    });
    for (const one of sockets) {
      one.end();
    }
  }
}
