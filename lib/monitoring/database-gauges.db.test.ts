import type { Sql } from 'postgres';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createTestDatabase, superuserSql, type TestDatabase } from '#e2e/setup/test-database';

let database: TestDatabase;
let sql: Sql;
let read: () => Promise<void>;
let text: () => Promise<string>;

beforeAll(async () => {
  database = await createTestDatabase();
  sql = superuserSql();
  ({ readDatabaseGauges: read } = await import('#lib/monitoring/database-gauges'));
  const { registry } = await import('#lib/metrics');
  text = () => registry.metrics();
  const { ensureAccounts } = await import('#lib/clients/create-client');
  await ensureAccounts();
});

afterAll(() => database.drop());

let scrapes = 0;

/** As a scrape does it that comes a minute after the last. */
async function scrape(): Promise<string> {
  vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 60_000 * ++scrapes);
  await read();
  vi.restoreAllMocks();
  return text();
}

describe('the figures that only the database knows', () => {
  it('tell what waits and for how long, and forget what has gone', async () => {
    await sql`
      insert into cases (id, environment, provider, kind, subject, details, status, opened_at)
      select gen_random_uuid(), 'LIVE', 'PROVIDER_W', 'mismatch', 's' || n, '{}', 'OPEN', now() from generate_series(1, 3) n`;
    await sql`
      insert into rail_notices (provider, dedupe_id, body_sealed, received_at, status, run_at, attempts)
      values ('PROVIDER_W', 'n1', '\\x00', now(), 'RECEIVED', now() - interval '90 seconds', 0)`;
    const first = await scrape();
    expect(first).toContain('kaira_database_up 1');
    expect(first).toContain('kaira_cases_open{kind="mismatch"} 3');
    expect(first).toMatch(/kaira_work_overdue_seconds\{work="notices"\} 9\d\./);
    expect(first).toContain('kaira_work_overdue_seconds{work="deliveries"} 0');
    expect(first).toContain('kaira_rail_float_bututs{provider="PROVIDER_W",part="balance"} 0');
    await sql`update cases set status = 'CLOSED', closed_at = now(), resolution = 'looked at'`;
    await sql`delete from rail_notices`;
    const later = await scrape();
    expect(later).not.toContain('kaira_cases_open{');
    expect(later).toContain('kaira_work_overdue_seconds{work="notices"} 0');
  });

  it('tell of a rail what its calls say, or the operator who overrules them', async () => {
    await sql`
      insert into rail_health (provider, direction, status, since, figures, override, updated_at)
      values ('PROVIDER_W', 'payout', 'DELAYED', now(), '{}', null, now()), ('PROVIDER_A', 'payout', 'OPERATIONAL', now(), '{}', 'CLOSED', now())`;
    const told = await scrape();
    expect(told).toContain('kaira_rail_status{provider="PROVIDER_W",direction="payout"} 1');
    expect(told).toContain('kaira_rail_status{provider="PROVIDER_A",direction="payout"} 2');
    await sql`delete from rail_health`;
  });

  it('tell in production how old the last audit and the last backup are, from the first start on', async () => {
    const { settings } = await import('#lib/settings');
    const ageOf = (what: string, told: string) =>
      Number(new RegExp(`^kaira_${what} (\\S+)$`, 'm').exec(told)?.[1]);
    await sql`update clients set created_at = now() - interval '30 hours'`;
    const trial = await scrape();
    expect([ageOf('audit_age_seconds', trial), ageOf('backup_age_seconds', trial)]).toEqual([0, 0]);
    settings().KAIRA_MODE = 'production';
    const never = await scrape();
    for (const what of ['audit_age_seconds', 'backup_age_seconds'])
      expect(ageOf(what, never)).toBeCloseTo(108_000, -2);
    expect(ageOf('audit_violations', never)).toBe(0);

    const { recordAudit } = await import('#lib/ledger/run-audit');
    const line = { invariant: 1, name: 'sums', rowsChecked: 9, violations: 2, examples: [] };
    // A connection as `npm run audit` has it.
    const { connect } = await import('#db/client');
    const own = connect(process.env.DATABASE_URL ?? '', 1);
    await recordAudit(own, [line, { ...line, violations: 1 }], 1_500);
    await sql`insert into backups default values`;
    const done = await scrape();
    expect(ageOf('audit_age_seconds', done)).toBeLessThan(60);
    expect(ageOf('backup_age_seconds', done)).toBeLessThan(60);
    expect(ageOf('audit_violations', done)).toBe(3);
    await recordAudit(own, [{ ...line, violations: 0 }], 1_500);
    await own.end();
    expect(ageOf('audit_violations', await scrape())).toBe(0);
    settings().KAIRA_MODE = 'local';
  });

  it('ask the database once for scrapes that come together', async () => {
    await scrape();
    await sql`
      insert into cases (id, environment, provider, kind, subject, details, status, opened_at)
      values (gen_random_uuid(), 'LIVE', 'PROVIDER_W', 'returned', 'again', '{}', 'OPEN', now())`;
    await read();
    expect(await text()).not.toContain('kind="returned"');
  });

  it('say so when the database is away, and throw nothing', async () => {
    const pool = globalThis as { kairaSql?: unknown };
    const before = pool.kairaSql;
    pool.kairaSql = () => Promise.reject(Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }));
    expect(await scrape()).toContain('kaira_database_up 0');
    pool.kairaSql = before;
    expect(await scrape()).toContain('kaira_database_up 1');
  });
});
