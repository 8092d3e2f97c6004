import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { startThrowAwayPostgres } from '#e2e/setup/throw-away-postgres';
import { runAndClearUp } from '#proof/run-and-clear-up';
import { bugs, type PlantedBug } from '#proof/simulation/bugs';
import { build } from '#scripts/build';
import { elapsed, step } from '#scripts/terminal';
import { mutants } from './mutants.ts';
import { runSeed } from './run.ts';
import { openStage, type Stage } from './stage.ts';

// npm run model:bugs -- [--mutants] [--only NAME,NAME] [--seeds 4] [--operations 150] [--json FILE]
// A gateway with one known mistake in it after the other (proof/simulation/bugs.ts), and whether the model notices.
// Only mistakes that a client can see in the sandbox are tried, for the model knows no other rails. With --mutants the
// gateway is the sound one, and the mistakes of mutants.ts are put into the model.

const { values } = parseArgs({
  options: {
    mutants: { type: 'boolean', default: false },
    only: { type: 'string' },
    seed: { type: 'string', default: '1' },
    seeds: { type: 'string', default: '4' },
    operations: { type: 'string', default: '150' },
    json: { type: 'string' },
  },
});
const root = path.resolve(import.meta.dirname, '../..');
const planting = [`--import=${path.join(import.meta.dirname, 'planted.ts')}`];

/** Of all that are planted elsewhere, those that show at the API of a sandbox. */
const visible = [
  ...['collection-reference-index-dropped', 'payout-reference-not-looked-for', 'version-check-dropped'],
  ...['balance-not-checked', 'balance-checked-without-what-is-unfolded', 'payout-not-reserved'],
  ...['event-not-written', 'event-told-to-nobody', 'late-success-dropped', 'terminal-status-overwritten'],
  ...['commission-by-floats', 'commission-not-booked', 'commission-taken-twice', 'float-never-given-back'],
  ...['float-reserved-twice', 'held-payout-released-without-its-float', 'balance-shows-what-is-held'],
  ...['environment-filter-skipped', 'client-filter-skipped', 'webhook-body-changed-on-resend'],
  ...['webhook-signed-with-the-wrong-key', 'delivery-succeeds-without-a-2xx', 'refunds-not-summed-up'],
  ...['cancelled-without-closing-at-the-rail', 'statement-opens-with-another-balance'],
];

interface Tried {
  bug: string;
  mistake: string;
  noticedBy: string;
  seed: number | null;
}

const ends: (() => Promise<void>)[] = [];
const startedAt = performance.now();
await runAndClearUp(run, () => ends.reduceRight((done, end) => done.then(end), Promise.resolve()));

async function run(): Promise<void> {
  await build();
  const postgres = await step('A PostgreSQL of its own', startThrowAwayPostgres);
  ends.push(postgres.stop);
  const sound = values.mutants ? await step('The gateway', () => openStage(postgres.url)) : undefined;
  if (sound !== undefined) ends.push(sound.stop);
  const wanted = values.only?.split(',') ?? (values.mutants ? mutants.map(({ name }) => name) : visible);
  const tried: Tried[] = [];
  for (const name of wanted) {
    const bug = [...bugs, ...mutants].find((each) => each.name === name);
    if (bug === undefined) throw new Error(`No mistake is called ${name}`);
    const result = sound === undefined ? await tryBug(postgres.url, bug) : await tryMutant(sound, bug.name);
    tried.push(result);
    console.log(
      `${result.seed === null ? 'NOT NOTICED' : `seed ${result.seed}`}  ${name}: ${result.noticedBy}`,
    );
  }
  const noticed = tried.filter(({ seed }) => seed !== null).length;
  console.log(`\n${noticed} of ${tried.length} noticed, in ${elapsed(startedAt)}`);
  if (values.json) writeFileSync(values.json, `${JSON.stringify({ noticed, tried }, null, 2)}\n`);
}

async function tryBug(postgresUrl: string, bug: PlantedBug): Promise<Tried> {
  const environment = { NODE_OPTIONS: planting.join(' '), MODEL_BUG: bug.name };
  const stage = await openStage(postgresUrl, environment);
  try {
    for (const text of sqlOf(bug)) await stage.sql.unsafe(text);
    const first = Number(values.seed);
    for (let seed = first; seed < first + Number(values.seeds); seed++) {
      const { differences, story } = await runSeed(stage, seed, Number(values.operations), {
        isShrunk: false,
      });
      const line = story?.split('\n').find((each) => each.startsWith('  DIFFERS')) ?? '';
      if (differences > 0) {
        return { bug: bug.name, mistake: bug.mistake, noticedBy: line.slice(10, 260), seed };
      }
    }
    return { bug: bug.name, mistake: bug.mistake, noticedBy: '–', seed: null };
  } finally {
    await stage.stop();
  }
}

async function tryMutant({ baseUrl, databaseUrl }: Stage, name: string): Promise<Tried> {
  const words = [baseUrl, databaseUrl, values.seeds, values.operations];
  const program = [...planting, path.join(import.meta.dirname, 'mutant-run.ts'), ...words];
  const { stdout } = await promisify(execFile)(process.execPath, program, {
    env: { ...process.env, MODEL_BUG: name },
  });
  const found = stdout.trim();
  const mistake = mutants.find((each) => each.name === name)?.mistake ?? '';
  const [, seed] = /^seed (\d+): /.exec(found) ?? [];
  return { bug: name, mistake, noticedBy: found || '–', seed: seed === undefined ? null : Number(seed) };
}

function sqlOf({ sql = [], statements = [] }: PlantedBug): string[] {
  const texts = new Map<string, string>();
  for (const { file, find, put } of sql) {
    const text = texts.get(file) ?? readFileSync(path.join(root, file), 'utf8');
    if (!text.includes(find)) throw new Error(`${file} has no ${find}`);
    texts.set(
      file,
      text.replace(find, () => put),
    );
  }
  return [...texts.values(), ...statements];
}
