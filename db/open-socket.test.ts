import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, vi } from 'vitest';
import { longTest as test } from '#e2e/setup/long-test';
import { ANSWERS_WITHIN_MS, openSocket } from './open-socket.ts';

vi.setConfig({ testTimeout: 60_000 });

let folder: string;
let server: ChildProcess;
let port: number;

/** Takes TLS as PostgreSQL does, in a process of its own, which works while this one stands still. */
const program = `
  const { readFileSync } = require('node:fs'), tls = require('node:tls');
  const own = { key: readFileSync('key.pem'), cert: readFileSync('cert.pem'), isServer: true };
  const server = require('node:net').createServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', () => {
      socket.write('S');
      new tls.TLSSocket(socket, own).on('error', () => {});
    });
  });
  server.listen(0, '127.0.0.1', () => console.log(server.address().port));`;

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'kaira-tls-'));
  const made = ['-days', '2', '-nodes', '-newkey', 'rsa:2048', '-keyout', 'key.pem', '-out', 'cert.pem'];
  execFileSync('openssl', ['req', '-x509', ...made, '-subj', '/CN=db'], { cwd: folder, stdio: 'pipe' });
  writeFileSync(path.join(folder, 'server.cjs'), program);
  server = spawn(process.execPath, ['server.cjs'], { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = (await once(server.stdout!, 'data')) as [Buffer];
  port = Number(String(line));
});
afterAll(() => {
  server.kill();
  rmSync(folder, { recursive: true, force: true });
});

test('a process that stood still past the deadline, with the handshake half done, meets no error that nobody catches', async () => {
  const uncaught: unknown[] = [];
  const note = (error: unknown) => uncaught.push(error);
  process.on('uncaughtExceptionMonitor', note);
  const host = { host: '127.0.0.1', port };
  for (let round = 0; round < 5; round++) {
    const opened = Array.from({ length: 20 }, () =>
      openSocket(host, { mode: 'require', rootCertificate: undefined }).catch((error) => error),
    );
    await sleep(round * 3);
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ANSWERS_WITHIN_MS + 100);
    for (const each of await Promise.all(opened)) {
      if (each instanceof Error) continue;
      expect(each.destroyed).toBe(false);
      each.destroy();
    }
    await sleep(100);
  }
  process.off('uncaughtExceptionMonitor', note);
  expect(uncaught).toEqual([]);
});
