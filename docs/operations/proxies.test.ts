import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type RequestOptions, request as requestPlain } from 'node:http';
import { request as requestTls } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { freePort } from '#e2e/setup/server';
import { findPeer } from '#lib/http/peer';
import { fencesOf, root, source } from './read-pages.ts';

// The configurations that install.md prints, and those of deploy/, as they stand but for ports, certificates and folders:
// compared with the code always, and run where the programs are installed.

const [nginx = ''] = fencesOf('install.md', 'nginx');
const [caddy = ''] = fencesOf('install.md', 'caddyfile');
const ofCompose = source('deploy/Caddyfile');
const unit = source('deploy/systemd/kaira.service');
const home = mkdtempSync(path.join(tmpdir(), 'kaira-proxies-'));
const MEGABYTE = 1024 * 1024;

afterAll(() => rmSync(home, { recursive: true, force: true, maxRetries: 5 }));

describe('the figures are those of the code', () => {
  const seconds = (text: string, form: RegExp) => Number(form.exec(text)?.[1]);
  const milliseconds = (file: string, form: RegExp) =>
    Number(form.exec(source(file))?.[1]?.replaceAll('_', ''));

  test('a connection that is idle is closed by the proxy before Kaira closes it', () => {
    const kept = milliseconds('server.ts', /keepAliveTimeout: ([\d_]+)/) / 1000;
    expect(seconds(nginx, /keepalive_timeout (\d+)s/)).toBeLessThan(kept);
    for (const each of [caddy, ofCompose]) expect(seconds(each, /keepalive (\d+)s/)).toBeLessThan(kept);
  });

  test('a body may be as large as the largest that is taken', () => {
    const [, most] =
      /MAX_FILE_BYTES = (\d+) \* 1024 \* 1024/.exec(source('lib/reconciliation/statement-file.ts')) ?? [];
    expect(nginx).toContain(`client_max_body_size ${most}m;`);
  });

  test('the port is the one that is listened on by default', () => {
    const port = 3000;
    expect(source('lib/settings.ts')).toContain(`PORT: whole(1, 65_535).default(${port})`);
    expect(nginx).toContain(`server 127.0.0.1:${port};`);
    expect(caddy.match(/127\.0\.0\.1:(\d+)/g)).toEqual([`127.0.0.1:${port}`, `127.0.0.1:${port}`]);
  });

  test('the units are kept as small as each other', () => {
    const guards = (name: string) => {
      const text = source(`deploy/systemd/${name}.service`);
      return text.slice(text.indexOf('NoNewPrivileges='), text.indexOf('UMask='));
    };
    expect(guards('kaira').split('\n').length).toBeGreaterThan(20);
    for (const name of ['kaira-worker', 'kaira-backup', 'kaira-audit'])
      expect(guards(name)).toBe(guards('kaira'));
  });

  test('the unit starts what npm start starts, and waits for as long as all of it may take to stop', () => {
    const [, start = ''] = /^ExecStart=\S+\/node_modules\/\.bin\/(.+)$/m.exec(unit) ?? [];
    expect(start).toBe(JSON.parse(source('package.json')).scripts.start);
    const stops =
      milliseconds('scripts/start.ts', /drainWithinMs = ([\d_]+)/) +
      milliseconds('db/embedded/postmaster.ts', /fastShutdownMs = ([\d_]+)/) +
      milliseconds('db/embedded/postmaster.ts', /immediateShutdownMs = ([\d_]+)/);
    expect(seconds(unit, /^TimeoutStopSec=(\d+)$/m) * 1000).toBeGreaterThan(stops);
    expect(unit).toMatch(/^KillMode=mixed$/m);
  });
});

/** The folder of a program of this machine, or undefined. */
function installed(program: string): string | undefined {
  const folders = [...(process.env.PATH ?? '').split(path.delimiter), '/usr/sbin', '/usr/local/sbin'];
  return folders.map((folder) => path.join(folder, program)).find((file) => existsSync(file));
}

const systemd = installed('systemd-analyze');
describe.skipIf(systemd === undefined)('the unit (skipped without systemd-analyze)', () => {
  test('has nothing that systemd does not know', () => {
    const file = path.join(home, 'kaira.service');
    writeFileSync(file, unit.replaceAll('/srv/kaira/current', root));
    expect(textOf(systemd ?? '', ['verify', '--man=no', file])).toBe('');
    writeFileSync(file, unit.replaceAll('/srv/kaira/current', root).replace('KillMode=', 'KilMode='));
    expect(textOf(systemd ?? '', ['verify', '--man=no', file])).toContain('KilMode');
  });
});

interface Ports {
  kaira: number;
  plain: number;
  tls: number;
}

const openssl = installed('openssl');
const withNginx = installed('nginx');
const withCaddy = installed('caddy');

describe.skipIf(withNginx === undefined || openssl === undefined)(
  'nginx (skipped where it is not installed)',
  () => {
    behaves(async ({ kaira, plain, tls }) => {
      const folder = path.join(home, 'nginx');
      mkdirSync(folder);
      const key = path.join(folder, 'key.pem');
      const certificate = path.join(folder, 'certificate.pem');
      execFileSync(
        openssl ?? '',
        [
          ...[
            'req',
            '-x509',
            '-newkey',
            'ec',
            '-pkeyopt',
            'ec_paramgen_curve:prime256v1',
            '-nodes',
            '-days',
            '1',
          ],
          ...['-subj', '/CN=pay.example.com', '-keyout', key, '-out', certificate],
        ],
        { stdio: 'pipe' },
      );
      const site = nginx
        .replaceAll('127.0.0.1:3000', `127.0.0.1:${kaira}`)
        .replace('listen 80;', `listen 127.0.0.1:${plain};`)
        .replace('listen 443 ', `listen 127.0.0.1:${tls} `)
        .replace(/ssl_certificate \S+;/, `ssl_certificate ${certificate};`)
        .replace(/ssl_certificate_key \S+;/, `ssl_certificate_key ${key};`);
      const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
        .map((name) => `${name}_temp_path ${folder}/${name};`)
        .join('\n');
      const file = path.join(folder, 'nginx.conf');
      writeFileSync(
        file,
        `daemon off;\n${process.getuid?.() === 0 ? 'user root;\n' : ''}worker_processes 1;\npid ${folder}/pid;\nerror_log stderr;\n` +
          `events {}\nhttp {\naccess_log off;\n${temporary}\n${site}}\n`,
      );
      execFileSync(withNginx ?? '', ['-t', '-c', file, '-p', folder], { stdio: 'pipe' });
      return spawn(withNginx ?? '', ['-c', file, '-p', folder], { stdio: 'ignore' });
    });

    test('refuses a larger body than Kaira would', async () => {
      const { status } = await ask('tls', { method: 'POST', path: '/api/x' }, Buffer.alloc(17 * MEGABYTE));
      expect(status).toBe(413);
    });
  },
);

describe.skipIf(withCaddy === undefined).each([
  ['install.md', caddy],
  ['compose.yaml', ofCompose.replaceAll('app:3000', '127.0.0.1:3000')],
])('Caddy of %s (skipped where it is not installed)', (of, site) => {
  behaves(async ({ kaira, plain, tls }) => {
    const folder = path.join(home, `caddy-${of}`);
    mkdirSync(folder);
    const file = path.join(folder, 'Caddyfile');
    // Its own authority in place of a public one.
    const options = `\tadmin off\n\tdefault_bind 127.0.0.1\n\thttp_port ${plain}\n\thttps_port ${tls}\n\tlocal_certs\n\tskip_install_trust\n\tstorage file_system ${folder}/storage\n`;
    const own = /^\{$/m.test(site) ? site : `{\n}\n\n${site}`;
    writeFileSync(
      file,
      own.replace(/^\{\n/m, `{\n${options}`).replaceAll('127.0.0.1:3000', `127.0.0.1:${kaira}`),
    );
    const words = ['--adapter', 'caddyfile', '--config', file];
    const homes = { HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };
    const env = { ...process.env, ...homes, BASE_URL: 'https://pay.example.com' };
    execFileSync(withCaddy ?? '', ['validate', ...words], { stdio: 'pipe', env });
    return spawn(withCaddy ?? '', ['run', ...words], { stdio: 'ignore', env });
  });
});

let ports: Ports;

/** What install.md asks of a proxy, in front of a server that tells what it was sent. */
function behaves(start: (ports: Ports) => Promise<ChildProcess>): void {
  let proxy: ChildProcess | undefined;
  const kaira = createServer(async (incoming, outgoing) => {
    if (incoming.url === '/api/v1/events/stream') {
      outgoing.writeHead(200, { 'content-type': 'text/event-stream', 'x-accel-buffering': 'no' });
      outgoing.write('retry: 2000\n\n');
      return;
    }
    let bytes = 0;
    for await (const chunk of incoming) bytes += (chunk as Buffer).length;
    outgoing.end(JSON.stringify({ headers: incoming.headers, url: incoming.url, bytes }));
  });

  beforeAll(async () => {
    kaira.listen(0, '127.0.0.1');
    await once(kaira, 'listening');
    ports = { kaira: (kaira.address() as AddressInfo).port, plain: await freePort(), tls: await freePort() };
    proxy = await start(ports);
    await vi.waitFor(async () => expect((await ask('tls', { path: '/' })).status).toBe(200), {
      timeout: 15_000,
      interval: 100,
    });
  }, 30_000);

  afterAll(async () => {
    kaira.closeAllConnections();
    kaira.close();
    if (proxy === undefined || proxy.exitCode !== null) return;
    const exited = once(proxy, 'exit');
    proxy.kill('SIGTERM');
    await exited;
  });

  const forged = { 'x-forwarded-for': '203.0.113.9', 'x-forwarded-proto': 'https' };
  /** What Kaira makes of what it was sent, behind one proxy. */
  const peerOf = (text: string) => findPeer(new Headers(JSON.parse(text).headers), 1);

  test('over https Kaira hears that it was, from whom, and for which host', async () => {
    const { status, text } = await ask('tls', { path: '/admin?a=b' });
    expect(status).toBe(200);
    expect(JSON.parse(text)).toMatchObject({ url: '/admin?a=b', headers: { host: 'pay.example.com' } });
    expect(peerOf(text)).toEqual({
      address: '127.0.0.1',
      secure: true,
      loopback: false,
      network: '127.0.0.1',
    });
  });

  test('what a caller says of that is not believed', async () => {
    const secure = await ask('tls', { path: '/', headers: { ...forged, 'x-forwarded-proto': 'http' } });
    expect(peerOf(secure.text)).toEqual({
      address: '127.0.0.1',
      secure: true,
      loopback: false,
      network: '127.0.0.1',
    });
    const plain = await ask('plain', { path: '/api/v1/client/balance', headers: forged });
    expect(peerOf(plain.text)).toEqual({
      address: '127.0.0.1',
      secure: false,
      loopback: false,
      network: '127.0.0.1',
    });
  });

  test('a page over http leads to https, and the API does not: Kaira refuses it', async () => {
    const page = await ask('plain', { path: '/admin/login?a=b' });
    expect([page.status, page.location]).toEqual([308, 'https://pay.example.com/admin/login?a=b']);
    const api = await ask('plain', { path: '/api/v1/client/balance' });
    expect([api.status, JSON.parse(api.text).url]).toEqual([200, '/api/v1/client/balance']);
  });

  test('the largest body passes', async () => {
    const body = Buffer.alloc(16 * MEGABYTE);
    const { status, text } = await ask('tls', { method: 'POST', path: '/api/x' }, body);
    expect([status, JSON.parse(text).bytes]).toEqual([200, body.length]);
  });

  test('an event stream is passed on as it comes', async () => {
    const incoming = await open('tls', { path: '/api/v1/events/stream' });
    const [first] = await once(incoming, 'data');
    expect(String(first)).toBe('retry: 2000\n\n');
    incoming.destroy();
  });
}

async function open(way: 'plain' | 'tls', options: RequestOptions, body?: Buffer): Promise<IncomingMessage> {
  const common = {
    ...options,
    host: '127.0.0.1',
    port: ports[way],
    headers: { host: 'pay.example.com', ...options.headers },
    signal: AbortSignal.timeout(10_000),
  };
  const outgoing =
    way === 'tls'
      ? requestTls({ ...common, servername: 'pay.example.com', rejectUnauthorized: false })
      : requestPlain(common);
  // A proxy that refuses a body does not read it to its end.
  const answered = once(outgoing, 'response');
  outgoing.on('error', () => {});
  outgoing.end(body);
  const [incoming] = (await answered) as [IncomingMessage];
  return incoming;
}

async function ask(way: 'plain' | 'tls', options: RequestOptions, body?: Buffer) {
  const incoming = await open(way, options, body);
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  return {
    status: incoming.statusCode,
    location: incoming.headers.location,
    text: Buffer.concat(chunks).toString(),
  };
}

/** What a program says, whether it ends well or not. */
function textOf(program: string, words: string[]): string {
  const { stdout, stderr } = spawnSync(program, words, { encoding: 'utf8' });
  return stdout + stderr;
}
