import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { closeDatabase, connect } from '#db/client';
import { applicationUrl } from '#db/roles';
import { startTestServer } from '#e2e/setup/server';
import { startThrowAwayPostgres } from '#e2e/setup/throw-away-postgres';
import { runAndClearUp } from '#proof/run-and-clear-up';
import { build } from '#scripts/build';
import { step } from '#scripts/terminal';
import type { FuzzReport } from './run.ts';

// npm run fuzz -- --requests 100000 --seed 7 [--lanes 24] [--json FILE]
// A gateway of its own on a database of its own; requests made from its description, right ones and spoilt ones, and
// every answer judged (request.ts, chains.ts); the ledger's audit at the end. Exits with 1 on any fault, after
// the seed, the smallest request that shows it as a curl line, and the answer.

const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '100000' },
    seed: { type: 'string', default: '7' },
    lanes: { type: 'string', default: '24' },
    json: { type: 'string' },
  },
});
const requests = Number(values.requests);
const seed = Number(values.seed);

const ends: (() => Promise<void>)[] = [];
await runAndClearUp(run, () => ends.reduceRight((done, end) => done.then(end), Promise.resolve()));

async function run(): Promise<void> {
  await build();
  const postgres = await step('A PostgreSQL of its own', startThrowAwayPostgres);
  ends.push(postgres.stop);
  const server = await step('The gateway', () => startTestServer(postgres.url, { LOG_LEVEL: 'error' }));
  ends.push(server.stop);
  // Read by the library when something first asks for a setting.
  process.env.DATABASE_URL = applicationUrl(server.databaseUrl);
  process.env.KAIRA_SECRET = server.secret;
  const sql = connect(server.databaseUrl, 2, 'kaira fuzz');
  ends.push(() => sql.end(), closeDatabase);
  const { fuzz } = await import('./run.ts');
  const { auditFaults, makeKeys } = await import('./stage.ts');
  const keys = await makeKeys(server.baseUrl, sql);
  const onProgress = (sent: number) => {
    if (sent % 10_000 === 0) console.log(`  ${sent.toLocaleString('en')} requests`);
  };
  const report = await fuzz({
    origin: server.baseUrl,
    keys,
    requests,
    seed,
    lanes: Number(values.lanes),
    onProgress,
  });
  const audit = await auditFaults(sql);
  print(report, audit);
  if (values.json) writeFileSync(values.json, `${JSON.stringify({ ...report, audit }, null, 2)}\n`);
  if (report.failures.length > 0 || audit.length > 0) process.exitCode = 1;
}

function print(report: FuzzReport, audit: string[]): void {
  const routes = Object.entries(report.statuses).sort(([a], [b]) => a.localeCompare(b));
  const statuses = [...new Set(routes.flatMap(([, counts]) => Object.keys(counts)))].sort();
  const total = (status: string) =>
    routes.reduce((sum, [, counts]) => sum + (counts[Number(status)] ?? 0), 0);
  const row = (name: string, figure: (status: string) => number) =>
    console.log(name.padEnd(62) + statuses.map((each) => String(figure(each) || '·').padStart(7)).join(''));
  console.log(`\n${' '.repeat(62)}${statuses.map((each) => each.padStart(7)).join('')}`);
  for (const [route, counts] of routes) row(route, (status) => counts[Number(status)] ?? 0);
  row('all', total);
  console.log('');
  for (const [kind, times] of Object.entries(report.kinds).sort(([a], [b]) => a.localeCompare(b))) {
    console.log(`${String(times).padStart(8)}  ${kind}`);
  }
  const rate = Math.round(report.requests / report.seconds);
  console.log(
    `\nseed ${report.seed}: ${report.requests.toLocaleString('en')} requests in ${report.seconds.toFixed(1)} s (${rate}/s), ` +
      `${report.failures.length} failures; the sandbox's own 500.00 was answered ${report.simulatedErrors} times; ` +
      `${report.resent} requests were sent anew; the audit found ${audit.length === 0 ? 'nothing' : 'this'}`,
  );
  for (const each of [...audit, ...report.failures]) console.log(`\n${each}`);
}
