import { expect, test } from 'vitest';
import { parseDatabaseUrl } from './hosts.ts';

test('an address may name several servers, each with its own port', () => {
  expect(parseDatabaseUrl('postgres://kaira:p%40ss@one:6001,two,[::1]:6003/kaira?sslmode=require')).toEqual({
    url: 'postgres://kaira:p%40ss@one:6001/kaira',
    database: 'kaira',
    hosts: [
      { host: 'one', port: 6001 },
      { host: 'two', port: 5432 },
      { host: '::1', port: 6003 },
    ],
    tls: { mode: 'require', rootCertificate: undefined },
  });
});

test('an address with one server is left as it is', () => {
  const url = 'postgresql://kaira:secret@db.example.com:6432/kaira';
  expect(parseDatabaseUrl(url)).toEqual({
    url,
    database: 'kaira',
    hosts: [{ host: 'db.example.com', port: 6432 }],
    tls: { mode: 'disable', rootCertificate: undefined },
  });
});

test.each([
  ['sslmode=verify-full', 'verify-full', undefined],
  ['sslmode=prefer', 'prefer', undefined],
  ['sslmode=require', 'require', undefined],
  ['sslmode=require&sslrootcert=/ca.pem', 'verify-ca', '/ca.pem'],
  ['sslmode=verify-full&sslrootcert=/ca.pem', 'verify-full', '/ca.pem'],
  ['sslrootcert=system', 'verify-full', 'system'],
])('%s is understood as libpq does, and is not sent to the server', (query, mode, rootCertificate) => {
  const address = parseDatabaseUrl(`postgres://kaira@one/kaira?${query}&application_name=x`);
  expect(address?.tls).toEqual({ mode, rootCertificate });
  expect(address?.url).toBe('postgres://kaira@one/kaira?application_name=x');
});

test.each([
  ['postgres://kaira@%2Fvar%2Frun%2Fpostgresql/kaira', 'kaira@localhost', 5432],
  ['postgres://kaira@%2Fvar%2Frun%2Fpostgresql:6001/kaira', 'kaira@localhost:6001', 6001],
  ['postgres://kaira:p%40ss@/kaira?host=/var/run/postgresql&port=6001', 'kaira:p%40ss@localhost', 6001],
  ['postgres:///kaira?host=%2Fvar%2Frun%2Fpostgresql', 'localhost', 5432],
])('%s is reached by a Unix socket', (text, login, port) => {
  expect(parseDatabaseUrl(text)).toEqual({
    url: `postgres://${login}/kaira`,
    database: 'kaira',
    hosts: [{ host: '/var/run/postgresql', port }],
    tls: { mode: 'disable', rootCertificate: undefined },
  });
});

test('a name of a database is told as it is, and may be left out', () => {
  expect(parseDatabaseUrl('postgres://kaira@one/ka%2Fi%20ra%25')?.database).toBe('ka/i ra%');
  expect(parseDatabaseUrl('postgres://kaira@one')?.database).toBeUndefined();
});

test.each([
  'mysql://root@localhost/kaira',
  'postgres://',
  'postgres:///kaira',
  'postgres://kaira@one,/kaira',
  'postgres://kaira@one,,two/kaira',
  'postgres://kaira@one:70000,two/kaira',
  'postgres://kaira@one:port,two/kaira',
  'one,two',
  'postgres:///kaira?host=one',
  'postgres://kaira@one/ka%ira',
  'postgres://kaira:p%ss@one/kaira',
  'postgres://kaira@one/kaira?sslmode=verify-everything',
])('%s is no address of a database', (text) => {
  expect(parseDatabaseUrl(text)).toBeUndefined();
});
