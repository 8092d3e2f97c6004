import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { connect } from '#db/client';
import { longTest } from '#e2e/setup/long-test';
import { createTestDatabase, type TestDatabase } from '#e2e/setup/test-database';
import { lastNightBefore } from './last-night.ts';

vi.setConfig({ testTimeout: 180_000 });

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test('a night begins at 03:00 UTC', () => {
  const night = (now: string) => lastNightBefore(new Date(now)).toISOString();
  expect(night('2026-11-24T02:59:59.999Z')).toBe('2026-11-23T03:00:00.000Z');
  expect(night('2026-11-24T03:00:00.000Z')).toBe('2026-11-24T03:00:00.000Z');
  expect(night('2026-11-30T23:59:00.000Z')).toBe('2026-11-30T03:00:00.000Z');
});

longTest(
  'the books are recounted where no audit has ended since the last night, and not again; SIGTERM ends it with 0',
  async () => {
    const sql = connect(database.url, 1);
    const audits = async () =>
      (await sql`select count(*)::int as all from ledger_audits where finished_at is not null`)[0]?.all;
    const begun: ReturnType<typeof spawn>[] = [];
    const begin = () => {
      const child = spawn(process.execPath, ['scripts/audit-nightly.ts'], { stdio: 'inherit' });
      begun.push(child);
      return child;
    };
    const end = async (child: ReturnType<typeof begin>) => {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      return (await ended)[0];
    };
    try {
      const first = begin();
      await expect.poll(audits, { timeout: 60_000 }).toBe(1);
      expect(await end(first)).toBe(0);
      await sql`update ledger_audits set finished_at = finished_at - interval '25 hours'`;
      const second = begin();
      await expect.poll(audits, { timeout: 60_000 }).toBe(2);
      expect(await end(second)).toBe(0);
      // That it has looked is told by the sessions of the database, which are counted when they have ended.
      const looks = async () =>
        Number(
          (await sql`select sessions from pg_stat_database where datname = current_database()`)[0]?.sessions,
        );
      const before = await looks();
      const third = begin();
      await expect.poll(looks, { timeout: 60_000 }).toBeGreaterThan(before);
      expect([await audits(), await end(third)]).toEqual([2, 0]);
    } finally {
      // One that goes on would hold what this process prints open, and with it the whole run.
      for (const child of begun) child.kill('SIGKILL');
      await sql.end();
    }
  },
);
