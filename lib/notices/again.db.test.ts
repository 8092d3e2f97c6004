import type { Sql } from 'postgres';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, superuserSql, type TestDatabase } from '#e2e/setup/test-database';
import { sealNotice } from '#lib/notices/stored-notice';
import { claimNotices, workNotice } from '#lib/notices/work-notice';
import type { RailNotice } from '#lib/rails/rail';
import { places } from '#lib/seal';

// A notice that we cannot place: it may have overtaken our own commit, so it is worked on later and later.

let database: TestDatabase;
let sql: Sql;

beforeAll(async () => {
  database = await createTestDatabase();
  sql = superuserSql();
});
afterAll(() => database.drop());

/** In seconds, after each try. */
const later = [1, 2, 5, 15, 30, 60, 120, 300, 600, 1_800, 3_600, 7_200, 21_600];

async function store(id: string, told: Partial<RailNotice>, sealed?: Buffer): Promise<void> {
  const notice: RailNotice = {
    ...{ dedupeId: id, of: 'collection', state: 'SUCCEEDED', reference: null, railReference: `cos-${id}` },
    ...{ amountBututs: 150_00n, currency: 'GMD' },
    ...told,
  };
  const body = sealed ?? sealNotice(places.railNotice('PROVIDER_W', id), notice, Buffer.from('{}'));
  await sql`
    insert into rail_notices (provider, dedupe_id, body_sealed, received_at, status, run_at)
    values ('PROVIDER_W', ${id}, ${body}, now(), 'RECEIVED', now())`;
}

/** The next try: its status, and after how many seconds another one follows. */
async function tryAgain(id: string): Promise<[string, number | null]> {
  await sql`update rail_notices set run_at = now() - interval '1 second' where dedupe_id = ${id}`;
  const [claimed] = await claimNotices(1);
  expect(claimed).toMatchObject({ provider: 'PROVIDER_W', dedupeId: id });
  const [before] = await sql`select clock_timestamp() as at`;
  if (claimed) await workNotice(claimed);
  const [row] = await sql`
    select status, extract(epoch from run_at - ${before?.at}::timestamptz)::float8 as least,
           extract(epoch from run_at - clock_timestamp())::float8 as most
    from rail_notices where dedupe_id = ${id}`;
  // Two processes read the clock of this machine, on two processors.
  const seconds = later.find((each) => row?.most <= each + 0.05 && each - 0.05 <= row?.least);
  return [row?.status, row?.least === null ? null : (seconds ?? Number.NaN)];
}

const casesOf = (id: string) => sql`
  select kind, subject from cases where subject in (${id}, ${`cos-${id}`}) order by kind`;

test.each(['SUCCEEDED', 'REVERSED'] as const)(
  'a notice that money moved (%s) for which there is no payment is a case after the eighth try',
  async (state) => {
    const id = `money-${state}`;
    await store(id, { state });
    for (const seconds of later.slice(0, 7)) expect(await tryAgain(id)).toEqual(['RECEIVED', seconds]);
    expect(await casesOf(id)).toEqual([]);
    expect(await tryAgain(id)).toEqual(['CASE', null]);
    expect(await casesOf(id)).toEqual([{ kind: 'unknown_reference', subject: `cos-${id}` }]);
  },
);

test('a notice that none moved is left alone after as many', async () => {
  await store('none', { state: 'FAILED' });
  for (const seconds of later.slice(0, 7)) expect(await tryAgain('none')).toEqual(['RECEIVED', seconds]);
  expect(await tryAgain('none')).toEqual(['IGNORED', null]);
  expect(await casesOf('none')).toEqual([]);
});

test('a notice that cannot be opened is a case after the last try, by its name', async () => {
  await store('sealed', {}, Buffer.from('sealed under another secret'));
  for (const seconds of later.slice(0, -1)) expect(await tryAgain('sealed')).toEqual(['RECEIVED', seconds]);
  expect(await tryAgain('sealed')).toEqual(['CASE', null]);
  expect(await casesOf('sealed')).toEqual([{ kind: 'unknown_reference', subject: 'sealed' }]);
});
