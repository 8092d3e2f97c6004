import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { TLSSocket } from 'node:tls';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readDatabaseCertificates } from '#lib/health/read-certificates';

let folder: string;
const servers: Server[] = [];

/** Answers a request for TLS as PostgreSQL does: `S` and a handshake, or `N`. */
async function startServer(word: 'S' | 'N'): Promise<number> {
  const [key, cert] = ['key.pem', 'cert.pem'].map((name) => readFileSync(path.join(folder, name)));
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', () => {
      socket.write(word);
      if (word === 'S') new TLSSocket(socket, { key, cert, isServer: true } as object).on('error', () => {});
    });
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'kaira-certificate-'));
  const made = ['-days', '5', '-nodes', '-newkey', 'rsa:2048', '-keyout', 'key.pem', '-out', 'cert.pem'];
  execFileSync('openssl', ['req', '-x509', ...made, '-subj', '/CN=db'], { cwd: folder, stdio: 'pipe' });
});
afterAll(() => {
  for (const server of servers) server.close();
  rmSync(folder, { recursive: true, force: true });
});

it('of each server of the database the end of its certificate is read, or that it offers none', async () => {
  const [tls, plain] = [await startServer('S'), await startServer('N')];
  const found = await readDatabaseCertificates(
    `postgres://kaira@127.0.0.1:${tls},127.0.0.1:${plain}/kaira?sslmode=prefer`,
  );
  expect(found.map(({ server }) => server)).toEqual([`127.0.0.1:${tls}`, `127.0.0.1:${plain}`]);
  const days = ((found[0]?.endsAt?.getTime() ?? 0) - Date.now()) / 86_400_000;
  expect(Math.round(days)).toBe(5);
  expect(found[1]?.endsAt).toBeNull();
});

it('of a connection that asks for none nothing is read, and of a server that is away it is not known', async () => {
  expect(await readDatabaseCertificates('postgres://kaira@127.0.0.1:1/kaira')).toEqual([]);
  await expect(
    readDatabaseCertificates('postgres://kaira@127.0.0.1:1/kaira?sslmode=require'),
  ).rejects.toThrow();
});
