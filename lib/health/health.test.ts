import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parseMarkdown } from '#lib/docs/markdown';
import { healthLines } from '#lib/health/get-health';
import { knownJobs } from '#lib/health/job-words';
import { DAY, HOUR, size, span } from '#lib/health/line';
import { OLD_SECONDS, SEAL_LATE_SECONDS } from '#lib/health/lines-of-keeping';
import { LATE_SECONDS, periodicJobs } from '#lib/health/lines-of-work';
import type { HealthFacts } from '#lib/health/read-facts';

const now = new Date('2026-11-27T10:00:00Z');
const ago = (seconds: number) => new Date(now.getTime() - seconds * 1000);
const value = <T>(of: T) => ({ value: of });
const turn = (due: Date) => ({ done_at: ago(60).toISOString(), due_at: due.toISOString() });

const figures = {
  due: [{ work: 'operations', seconds: 3 }],
  violations: 0,
  auditAge: 3 * HOUR,
  auditedAt: ago(3 * HOUR),
  backupAge: 5 * HOUR,
  backedUpAt: ago(5 * HOUR),
  sealAge: null,
  sealedAt: ago(30),
};
const database = {
  version: '18.1',
  bytes: 45e6,
  followers: 0,
  followersBehindSeconds: null,
  isArchiveFailing: false,
};
const worker = {
  name: 'one 17',
  version: '0.1.0',
  seenAt: ago(4),
  turns: { fold: turn(ago(-2)), seals: turn(ago(-50)) },
};
const schema = { applied: 45, known: 45, areFunctionsOurs: true, differences: [] };

/** An installation in production in which all is well. */
const sound: HealthFacts = {
  now,
  isProduction: true,
  baseUrl: 'https://pay.example',
  historyLost: null,
  isPooled: false,
  servers: value([{ name: 'the database server', state: 'primary' as const, behindSeconds: null }]),
  database: value(database),
  figures: value(figures),
  workers: value([worker]),
  backlog: value({ operations: 3, operationsDue: 1, deliveries: 0, messages: 0, unsealed: 2 }),
  disks: [{ name: 'the data folder', disk: value({ name: '', freeBytes: 40e9, totalBytes: 80e9 }) }],
  audit: value(null),
  webCertificate: value({ endsAt: ago(-60 * DAY), fault: null }),
  databaseCertificates: value([]),
  schema: value(schema),
  versions: { kaira: '0.1.0', node: '24.11.0' },
};

/** What stands above that which is well, where the installation has these facts. */
function told(facts: Partial<HealthFacts>) {
  return healthLines({ ...sound, ...facts }).filter(({ tone }) => tone !== 'succeeded');
}

const cases: [what: string, facts: Partial<HealthFacts>, tone: string, text: RegExp][] = [
  ['lost history', { historyLost: 2 }, 'failed', /^The database lacks 2 payments/],
  [
    'a server that is away',
    {
      servers: value([
        { name: 'a:5432', state: 'primary', behindSeconds: null },
        { name: 'b:5432', state: 'away', behindSeconds: null },
      ]),
    },
    'failed',
    /does not answer at b:5432/,
  ],
  [
    'no primary',
    { servers: value([{ name: 'a:5432', state: 'standby', behindSeconds: 1 }]) },
    'failed',
    /takes writes/,
  ],
  [
    'a standby that is behind',
    {
      servers: value([
        { name: 'a:5432', state: 'primary', behindSeconds: null },
        { name: 'b:5432', state: 'standby', behindSeconds: 600 },
      ]),
    },
    'pending',
    /b:5432 is 10 minutes behind/,
  ],
  ['a pooler', { isPooled: true }, 'failed', /pooler/],
  [
    'followers of whom little is known',
    { database: value({ ...database, followers: 1 }) },
    'unknown',
    /may not read/,
  ],
  [
    'a stopped worker',
    { workers: value([{ ...worker, seenAt: ago(300) }]) },
    'failed',
    /^No worker works: the last one was seen 5 minutes ago/,
  ],
  ['no worker at all', { workers: value([]) }, 'failed', /^No worker was seen/],
  [
    'a periodic job that is late',
    { workers: value([{ ...worker, turns: { ...worker.turns, seals: turn(ago(240)) } }]) },
    'failed',
    /^Sealing the books: this was due 4 minutes ago/,
  ],
  [
    'overdue messages',
    { figures: value({ ...figures, due: [{ work: 'messages', seconds: 3700 }] }) },
    'failed',
    /^A message to a person has been due for 61 minutes/,
  ],
  [
    'a disk that is nearly full',
    { disks: [{ name: 'the data folder', disk: value({ name: '', freeBytes: 0.4e9, totalBytes: 80e9 }) }] },
    'failed',
    /has 400 MB free of 80.0 GB/,
  ],
  [
    'a disk that fills up',
    { disks: [{ name: 'the data folder', disk: value({ name: '', freeBytes: 4e9, totalBytes: 80e9 }) }] },
    'pending',
    /has 4.0 GB free/,
  ],
  [
    'a disk that cannot be looked at',
    { disks: [{ name: 'the database', disk: { unknown: 'it is elsewhere' } }] },
    'unknown',
    /^The free space of the database is not known: it is elsewhere\.$/,
  ],
  [
    'an old backup',
    { figures: value({ ...figures, backupAge: 4 * DAY, backedUpAt: ago(4 * DAY) }) },
    'failed',
    /^The last backup that was whole ended 4 days ago/,
  ],
  [
    'no backup since the first start',
    { figures: value({ ...figures, backupAge: 4 * DAY, backedUpAt: null }) },
    'failed',
    /^No backup is known/,
  ],
  [
    'no backup yet',
    { figures: value({ ...figures, backupAge: HOUR, backedUpAt: null }) },
    'pending',
    /^No backup is known/,
  ],
  [
    'an archive that fails',
    { database: value({ ...database, isArchiveFailing: true }) },
    'failed',
    /cannot archive/,
  ],
  [
    'a recount that did not end',
    { audit: value({ status: 'FAILED', error: 'The server was stopped.' } as never) },
    'pending',
    /did not end: The server was stopped\.$/,
  ],
  [
    'an old recount',
    { figures: value({ ...figures, auditAge: 2 * DAY, auditedAt: ago(2 * DAY) }) },
    'failed',
    /last recounted 48 hours ago/,
  ],
  [
    'a late seal',
    { figures: value({ ...figures, sealAge: 900, sealedAt: ago(900) }) },
    'failed',
    /last sealed 15 minutes ago, and more has waited/,
  ],
  [
    'a certificate that ends',
    { webCertificate: value({ endsAt: ago(-5 * DAY - 60), fault: null }) },
    'failed',
    /^The certificate of pay.example ends in 5 days\.$/,
  ],
  [
    'a certificate that ends soon',
    { webCertificate: value({ endsAt: ago(-20 * DAY), fault: null }) },
    'pending',
    /ends in 20 days/,
  ],
  [
    'a certificate that has ended',
    { webCertificate: value({ endsAt: ago(2 * DAY), fault: 'CERT_HAS_EXPIRED' }) },
    'failed',
    /ended 48 hours ago/,
  ],
  [
    'a certificate of another name',
    { webCertificate: value({ endsAt: ago(-60 * DAY), fault: 'ERR_TLS_CERT_ALTNAME_INVALID' }) },
    'failed',
    /refuse the certificate of pay.example/,
  ],
  [
    'no TLS where it should be',
    { webCertificate: { unknown: 'nobody answers there' } },
    'unknown',
    /pay.example is not known: nobody answers there/,
  ],
  [
    'plain http in production',
    { webCertificate: null, baseUrl: 'http://pay.example' },
    'pending',
    /without a certificate/,
  ],
  [
    'a database certificate that ends',
    { databaseCertificates: value([{ server: 'db:5432', endsAt: ago(-2 * DAY) }]) },
    'failed',
    /of the database at db:5432 ends in 48 hours/,
  ],
  [
    'a database that offers no TLS',
    { databaseCertificates: value([{ server: 'db:5432', endsAt: null }]) },
    'pending',
    /not encrypted/,
  ],
  [
    'a worker of another release',
    { workers: value([{ ...worker, version: '0.2.0' }]) },
    'pending',
    /is Kaira 0\.2\.0, and this server is Kaira 0\.1\.0/,
  ],
  ['missing migrations', { schema: value({ ...schema, applied: 44 }) }, 'failed', /44 of the 45 migrations/],
  [
    'rules that were changed',
    { schema: value({ ...schema, differences: ['trigger a', 'trigger b', 'c', 'd'] }) },
    'failed',
    /trigger a, trigger b, c and 1 more/,
  ],
];

describe('the health of an installation', () => {
  it('has nothing to say against one in which all is well', () => {
    expect(told({})).toEqual([]);
    expect(healthLines(sound).map(({ area }) => area)).toEqual([
      ...['history', 'database', 'database', 'workers', 'backlog', 'disk', 'backups', 'audit', 'seals'],
      ...['certificates', 'versions', 'versions'],
    ]);
  });

  it.each(cases)(
    'says of %s what is wrong, first, and by one line of its own',
    (_what, facts, tone, text) => {
      const [first, ...others] = told(facts).filter((each) => each.tone === tone);
      expect(first?.text).toMatch(text);
      expect(others).toEqual([]);
      expect(healthLines({ ...sound, ...facts })[0]).toEqual(first);
      if (tone !== 'unknown') expect(first?.todo).toMatch(/^[A-Z].{10,}\.$/);
    },
  );

  it('says what a recount found before what it is about', () => {
    const lines = told({ figures: value({ ...figures, violations: 2 }) });
    expect(lines.map(({ tone }) => tone)).toEqual(['failed', 'pending']);
    expect(lines[0]?.text).toMatch(/found 2 things wrong/);
  });

  it('puts what is urgent before what is not, and what is not known before what is well', () => {
    const order = healthLines({
      ...sound,
      workers: value([]),
      disks: [{ name: 'the database', disk: { unknown: 'it is elsewhere' } }],
      webCertificate: value({ endsAt: ago(-10 * DAY), fault: null }),
    }).map(({ tone }) => tone);
    expect(order.slice(0, 4)).toEqual(['failed', 'pending', 'unknown', 'succeeded']);
  });

  it('asks nobody for a backup or a certificate in a trial', () => {
    const trial = { isProduction: false, baseUrl: 'http://localhost:3000', webCertificate: null };
    const lines = told({ ...trial, figures: value({ ...figures, backedUpAt: null, backupAge: 9 * DAY }) });
    expect(lines.map(({ tone, area }) => [tone, area])).toEqual([['unknown', 'backups']]);
  });

  it('takes of several workers the newest turn of each job, and names late ones first', () => {
    const other = { ...worker, turns: { fold: turn(ago(400)), tidy: turn(ago(500)) } };
    const ended = { ...worker, seenAt: ago(400), turns: { tidy: turn(ago(-3600)), rails: turn(ago(-60)) } };
    const jobs = periodicJobs({ ...sound, workers: value([other, worker, ended]) });
    expect(jobs.map(({ job, is_late }) => [job, is_late])).toEqual([
      ['tidy', true],
      ['fold', false],
      ['seals', false],
    ]);
  });

  it('misses a job that a worker has never done since it began', () => {
    const begun = { ...worker, turns: { seals: { done_at: null, due_at: ago(600).toISOString() } } };
    expect(told({ workers: value([begun]) })[0]?.text).toMatch(
      /^Sealing the books: this was due 10 minutes ago/,
    );
  });

  it('leads to sections that exist', () => {
    const pages = new Map<string, Set<string>>();
    const linked = cases.flatMap(([, facts]) => healthLines({ ...sound, ...facts }).map(({ docs }) => docs));
    for (const link of new Set(linked)) {
      const [, page = '', section] = /^\/docs\/operations\/([\w-]+)(?:#(.+))?$/.exec(link) ?? [];
      const file = `docs/operations/${page}.md`;
      const found =
        pages.get(page) ??
        new Set(parseMarkdown(readFileSync(file, 'utf8'), file).sections.map(({ id }) => id));
      pages.set(page, found);
      expect({ link, exists: section === undefined || found.has(section) }).toEqual({ link, exists: true });
    }
  });

  it('knows each periodic job of a worker by its words, and no other', () => {
    const worker = readFileSync('lib/jobs/worker.ts', 'utf8');
    const jobs = [...worker.matchAll(/timedLoop\('(\w+)'/g)].map(([, job]) => job);
    expect([...knownJobs].sort()).toEqual(jobs.sort());
  });

  it('is late when an alert would say so', () => {
    const alerts = readFileSync('docs/operations/monitoring/alerts.yaml', 'utf8');
    const limits = [
      ...alerts.matchAll(
        /expr: (?:time\(\) - )?max.*(?:periodic_due|audit_age|seal_age|backup_age).* > (\d+)$/gm,
      ),
    ];
    expect(limits.map(([, limit]) => Number(limit))).toEqual([
      ...[LATE_SECONDS, OLD_SECONDS, SEAL_LATE_SECONDS, OLD_SECONDS],
    ]);
  });

  it('writes times and sizes as people say them', () => {
    expect([1, 119, 120, 7199, 7200, 71 * HOUR, 72 * HOUR].map(span)).toEqual([
      ...['1 second', '119 seconds', '2 minutes', '119 minutes', '2 hours', '71 hours', '3 days'],
    ]);
    expect([0, 999, 1_000, 1.44e9, 812e9].map(size)).toEqual([
      '0 bytes',
      '999 bytes',
      '1.0 kB',
      '1.4 GB',
      '812 GB',
    ]);
  });
});
