import { expect, test } from 'vitest';
import { parseDatabaseUrl } from './hosts.ts';

test('an address may name several servers, each with its own port', () => {
  expect(parseDatabaseUrl('postgres://kaira:p%40ss@one:6001,two,[::1]:6003/kaira?sslmode=require')).toEqual({
    url: 'postgres://kaira:p%40ss@one:6001/kaira',
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
  'mysql://root@localhost/kaira',
  'postgres://',
  'postgres:///kaira',
  'postgres://kaira@one,/kaira',
  'postgres://kaira@one,,two/kaira',
  'postgres://kaira@one:70000,two/kaira',
  'postgres://kaira@one:port,two/kaira',
  'one,two',
  'postgres://kaira@one/kaira?sslmode=verify-everything',
])('%s is no address of a database', (text) => {
  expect(parseDatabaseUrl(text)).toBeUndefined();
});
