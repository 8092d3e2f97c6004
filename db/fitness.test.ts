import { expect, test } from 'vitest';
import { type Fitness, type RoleFitness, unfitness, unfitRole } from './fitness.ts';

const fit: Fitness = {
  database: 'kaira',
  version: 150_000,
  encoding: 'UTF8',
  sharing: 'session',
  clockMs: 0,
};
const fitRole: RoleFitness = {
  role: 'kaira_app',
  power: null,
  forbidden: null,
  connections: 97,
  hasDeadlines: true,
};

const ONE_SENTENCE = /^[^\n]+[^.\n]\.$/;

test('a database that is fit is told nothing', () => {
  expect(unfitness(fit, 'DATABASE_URL')).toBeUndefined();
  expect(unfitness({ ...fit, version: 180_004, clockMs: 119_000 }, 'DATABASE_URL')).toBeUndefined();
  const wanted = { connections: 97, isProduction: true };
  expect(unfitRole(fitRole, 'DATABASE_URL', wanted)).toBeUndefined();
});

test.each<[Partial<Fitness>, RegExp]>([
  [{ version: 140_023 }, /^DATABASE_OWNER_URL points to PostgreSQL 14; Kaira needs 15 or newer\.$/],
  [
    { encoding: 'LATIN1' },
    /^The database kaira at DATABASE_OWNER_URL is encoded in LATIN1,.*template template0/,
  ],
  [{ encoding: 'SQL_ASCII' }, /encoded in SQL_ASCII/],
  [
    { sharing: 'transaction' },
    /^DATABASE_OWNER_URL leads through a pooler in transaction mode.*pool_mode = session/,
  ],
  [{ sharing: 'none left' }, /default_pool_size/],
  [{ clockMs: 121_000 }, /^The clock of this machine is 121 s behind that of the database .* NTP\.$/],
  [{ clockMs: -3_600_000 }, /is 3600 s ahead of that of the database/],
])('%o is one sentence', (change, sentence) => {
  const told = unfitness({ ...fit, ...change }, 'DATABASE_OWNER_URL');
  expect(told).toMatch(sentence);
  expect(told).toMatch(ONE_SENTENCE);
});

test.each<[Partial<RoleFitness>, RegExp]>([
  [
    { power: 'is a superuser' },
    /^The role kaira_app of DATABASE_URL is a superuser, so that .*DATABASE_OWNER_URL/,
  ],
  [
    { forbidden: 'accounts, entries' },
    /^The role kaira_app of DATABASE_URL may not read accounts, entries: run npm run migrate/,
  ],
  [{ hasDeadlines: false }, /alter role kaira_app set statement_timeout = '10s'/],
  [{ connections: 36 }, /may have 36 connections, and this start takes up to 37: .*DATABASE_POOL/],
])('%o of a role is one sentence', (change, sentence) => {
  const told = unfitRole({ ...fitRole, ...change }, 'DATABASE_URL', { connections: 37, isProduction: true });
  expect(told).toMatch(sentence);
  expect(told).toMatch(ONE_SENTENCE);
});

test('outside production a role that may too much is not refused', () => {
  const wanted = { connections: 1, isProduction: false };
  expect(unfitRole({ ...fitRole, power: 'is a superuser' }, 'DATABASE_URL', wanted)).toBeUndefined();
});
