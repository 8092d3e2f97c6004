import { expect, test } from 'vitest';
import { parseDatabaseUrl } from './hosts.ts';

test('an address may name several servers, each with its own port', () => {
  expect(parseDatabaseUrl('postgres://kaira:p%40ss@one:6001,two,[::1]:6003/kaira?sslmode=require')).toEqual({
    url: 'postgres://kaira:p%40ss@one:6001/kaira?sslmode=require',
    hosts: [
      { host: 'one', port: 6001 },
      { host: 'two', port: 5432 },
      { host: '::1', port: 6003 },
    ],
  });
});

test('an address with one server is left as it is', () => {
  const url = 'postgresql://kaira:secret@db.example.com:6432/kaira';
  expect(parseDatabaseUrl(url)).toEqual({ url, hosts: [{ host: 'db.example.com', port: 6432 }] });
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
])('%s is no address of a database', (text) => {
  expect(parseDatabaseUrl(text)).toBeUndefined();
});
