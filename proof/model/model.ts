import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { startThrowAwayPostgres } from '#e2e/setup/throw-away-postgres';
import { runAndClearUp } from '#proof/run-and-clear-up';
import { build } from '#scripts/build';
import { elapsed, step } from '#scripts/terminal';
import { runSeed, type SeedReport } from './run.ts';
import { openStage } from './stage.ts';

// npm run model -- --seed 1 --operations 500 [--seeds 20] [--trace] [--json FILE]
// The product, over HTTP, against a model that was written from its documents alone (docs/proof/model.md). Exits with 1
// on any difference, after looking for the fewest steps that show it, and prints them.

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    seeds: { type: 'string', default: '1' },
    operations: { type: 'string', default: '500' },
    trace: { type: 'boolean', default: false },
    json: { type: 'string' },
  },
});

const ends: (() => Promise<void>)[] = [];
const startedAt = performance.now();
await runAndClearUp(run, () => ends.reduceRight((done, end) => done.then(end), Promise.resolve()));

async function run(): Promise<void> {
  await build();
  const postgres = await step('A PostgreSQL of its own', startThrowAwayPostgres);
  ends.push(postgres.stop);
  const stage = await step('The gateway', () => openStage(postgres.url));
  ends.push(stage.stop);
  const reports: SeedReport[] = [];
  for (let seed = Number(values.seed); seed < Number(values.seed) + Number(values.seeds); seed++) {
    const report = await runSeed(stage, seed, Number(values.operations), { isTraced: values.trace });
    reports.push(report);
    console.log(
      `seed ${seed}: ${report.steps} steps, ${report.answers} answers, ${report.webhooks} webhooks, ${report.differences === 0 ? 'no difference' : 'DIFFERENT'}`,
    );
    if (report.story !== undefined) console.log(`\n${report.story}\n`);
  }
  const sum = (name: 'steps' | 'answers' | 'webhooks' | 'differences') =>
    reports.reduce((total, each) => total + each[name], 0);
  const statuses: Record<string, number> = {};
  for (const each of reports)
    for (const [name, times] of Object.entries(each.statuses)) statuses[name] = (statuses[name] ?? 0) + times;
  const totals = {
    seeds: reports.length,
    steps: sum('steps'),
    answers: sum('answers'),
    webhooks: sum('webhooks'),
    differences: sum('differences'),
    known: [...new Set(reports.flatMap(({ known }) => known))],
  };
  console.log(`\n${JSON.stringify(totals, null, 2)}\n\nDone in ${elapsed(startedAt)}`);
  if (values.json) writeFileSync(values.json, `${JSON.stringify({ ...totals, statuses }, null, 2)}\n`);
  if (totals.differences > 0) process.exitCode = 1;
}
