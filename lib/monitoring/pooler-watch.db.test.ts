import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { applicationUrl } from '#db/roles';
import { hasPgBouncer, startPgBouncer } from '#e2e/setup/pgbouncer';
import { createTestDatabase, type TestDatabase } from '#e2e/setup/test-database';
import { isPooled } from './pooler-watch.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});

afterAll(() => database.drop());

test.skipIf(!hasPgBouncer)(
  'a pooler that was put in front later is seen within a minute, and its end too (skipped without PgBouncer)',
  async () => {
    const url = applicationUrl(database.url);
    const pooler = await startPgBouncer(url, { pool_mode: 'transaction' });
    vi.useFakeTimers({ toFake: ['performance'] });
    try {
      expect(isPooled(url)).toBe(false);
      vi.advanceTimersByTime(59_000);
      expect(isPooled(pooler.url)).toBe(false);
      vi.advanceTimersByTime(2_000);
      await vi.waitFor(() => expect(isPooled(pooler.url)).toBe(true), 5_000);
      vi.advanceTimersByTime(61_000);
      await vi.waitFor(() => expect(isPooled(url)).toBe(false), 5_000);
    } finally {
      vi.useRealTimers();
      await pooler.stop();
    }
  },
);
