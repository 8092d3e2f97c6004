import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect as connectSocket, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, inject, test } from 'vitest';
import { connect } from './client.ts';
import { requireFitForApplication } from './fitness.ts';
import { isMigrated, migrate } from './migrate.ts';
import { applicationUrl } from './roles.ts';

test('a database with any name is migrated and used through a Unix socket, as both roles', async () => {
  const name = `kaira %/ü? ${randomBytes(4).toString('hex')}`;
  const url = new URL(inject('postgresUrl'));
  const folder = await mkdtemp(path.join(tmpdir(), 'kaira-socket-'));
  // The server of the tests has none of its own.
  const server = createServer((near) => {
    const far = connectSocket(Number(url.port), '127.0.0.1');
    near.on('error', () => far.destroy()).pipe(far);
    far.on('error', () => near.destroy()).pipe(near);
  }).listen(path.join(folder, '.s.PGSQL.6001'));
  await once(server, 'listening');
  const owner = `postgres://${url.username}:${url.password}@/${encodeURIComponent(name)}?host=${folder}&port=6001`;
  const application = applicationUrl(owner);
  const administrator = connect(inject('postgresUrl'), 1);
  try {
    await administrator`create database ${administrator(name)} encoding 'UTF8' locale 'C' template template0`;
    await migrate(owner, application);
    await requireFitForApplication(application, { DATABASE_POOL: 16, KAIRA_MODE: 'production' }, 1);
    const sql = connect(application, 1);
    expect(await isMigrated(sql)).toBe(true);
    const [row] = await sql`select current_database() as name, current_user as role`;
    expect(row).toEqual({ name, role: 'kaira_app' });
    await sql.end();
  } finally {
    server.close();
    await administrator`drop database if exists ${administrator(name)} with (force)`;
    await administrator.end();
    await rm(folder, { recursive: true });
  }
});
