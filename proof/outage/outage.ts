import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { build } from '#scripts/build';
import { elapsed } from '#scripts/terminal';
import { told, type Verdict } from './judge.ts';
import { databases } from './stage.ts';
import { type Ended, tableOf } from './table.ts';
import { isTried, troubles } from './troubles.ts';

// npm run outage [-- --only freeze/tls,kill/one-host] [--away 8] [--rate 10] [--to FILE] [--keep]
// The database goes away in each of five ways, as one host, three hosts or behind HAProxy, without TLS and with it, or
// forgets its connections, while a client writes through the API. Writes the table; what is left out by --only stands there as it last ended here.
// Needs root (`nft`, `mount`), HAProxy and openssl. Exits with 1 when a line is not within the limits.

const { values: options } = parseArgs({
  options: {
    only: { type: 'string' },
    away: { type: 'string', default: '8' },
    rate: { type: 'string', default: '10' },
    to: { type: 'string', default: 'docs/proof/outage.md' },
    keep: { type: 'boolean', default: false },
  },
});
const root = path.resolve(import.meta.dirname, '../..');
const folder = path.join(root, '.data/proof');
const file = path.join(folder, 'outage.json');
const startedAt = performance.now();

const names = troubles.flatMap((trouble) =>
  databases
    .filter((database) => isTried(trouble, database))
    .flatMap((database) => ['plain', 'tls'].map((protection) => `${trouble}/${database}/${protection}`)),
);
const patterns = options.only?.split(',').map((each) => each.split('/')) ?? [[]];
const wanted = names.filter((name) =>
  patterns.some((words) => words.every((word) => name.split('/').includes(word))),
);
if (wanted.length === 0) throw new Error(`There is no ${options.only}; there are ${names.join(', ')}`);

await build();
mkdirSync(folder, { recursive: true });
let isMissed = false;
for (const name of wanted) {
  const beganAt = performance.now();
  const commit = describeCommit();
  const verdict = await run(name);
  const results = { ...readResults(), [name]: { ...verdict, at: new Date().toISOString(), commit } };
  writeFileSync(file, JSON.stringify(results, null, 2));
  if (verdict.misses.length > 0) isMissed = true;
  console.log(
    `${name.padEnd(26)} 503 ${told(verdict.until503)} s, longest ${told(verdict.longest)} s, away ${told(verdict.away)} s, ` +
      `200 ${told(verdict.until200)} s, ${verdict.acknowledged} acknowledged, ${verdict.lost} lost  (${elapsed(beganAt)})` +
      verdict.misses.map((each) => `\n  MISSED: ${each}`).join(''),
  );
}
const to = path.resolve(root, options.to);
writeFileSync(to, tableOf(readFileSync(to, 'utf8'), names, readResults()));
console.log(
  `\n${wanted.length} of ${names.length} lines in ${elapsed(startedAt)}; ${options.to} was written`,
);
if (isMissed) process.exitCode = 1;

async function run(name: string): Promise<Verdict> {
  const words = [
    ...name.split('/'),
    '--away',
    options.away,
    '--rate',
    options.rate,
    ...(options.keep ? ['--keep'] : []),
  ];
  const child = spawn(process.execPath, ['proof/outage/cell.ts', ...words], {
    cwd: root,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, TZ: 'UTC' } as unknown as NodeJS.ProcessEnv,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  let verdict: Verdict | undefined;
  child.once('message', (message) => {
    verdict = message as Verdict;
  });
  const [code] = (await once(child, 'close')) as [number | null];
  if (verdict) return verdict;
  return {
    until503: undefined,
    longest: 0,
    away: undefined,
    until200: undefined,
    acknowledged: 0,
    lost: 0,
    auditViolations: 0,
    ended: 0,
    stopped: undefined,
    misses: [`the trial ended with ${code} before it had a verdict`],
  };
}

function readResults(): Record<string, Ended> {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return {};
  }
}

function describeCommit(): string {
  const git = (...words: string[]) => execFileSync('git', words, { cwd: root, encoding: 'utf8' }).trim();
  const changes = git(
    'status',
    '--porcelain',
    '--untracked-files=no',
    '--',
    'db',
    'lib',
    'app',
    'server.ts',
    'scripts',
  );
  return `${git('rev-parse', '--short', 'HEAD')}${changes === '' ? '' : ' with changes'}`;
}
