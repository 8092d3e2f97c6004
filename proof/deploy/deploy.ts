import { execFileSync, spawnSync } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  type Compose,
  type Manifest,
  missingInCompose,
  missingInManifests,
  missingInUnits,
} from './missing.ts';

// npm run deploy:check
// What deploy/ and compose.yaml hold, by the programs that read it: docker compose, caddy, systemd-analyze, and the types
// and schemas of Kubernetes' own description, which npm brings for this one run; then what an operator relies on
// (missing.ts). What is not here is not checked, and says so. Exits with 1 on a fault.

const root = path.resolve(import.meta.dirname, '../..');
/** 0 is nothing exposed, 10 everything. https://www.freedesktop.org/software/systemd/man/252/systemd-analyze.html */
const mostExposed = 2;
const kubernetes = ['kubernetes-models@5.1.0', 'yaml@2.9.1'];
let hasBrought = false;
const folder = mkdtempSync(path.join(tmpdir(), 'kaira-deploy-'));

class NotHere extends Error {}

try {
  await check('compose.yaml', checkCompose);
  await check('compose.yaml holds', checkPromisesOfCompose);
  await check('deploy/Caddyfile', checkCaddyfile);
  await check('deploy/systemd', checkUnits);
  await check('deploy/kubernetes', checkManifests);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** Prints one line; a fault does not keep the others from being looked for. */
async function check(what: string, look: () => string | Promise<string>): Promise<void> {
  try {
    console.log(`  ${what.padEnd(20)}${await look()}`);
  } catch (error) {
    if (!(error instanceof NotHere)) process.exitCode = 1;
    console.log(`${error instanceof NotHere ? ' ' : '✗'} ${what.padEnd(20)}${(error as Error).message}`);
  }
}

function checkCompose(): string {
  const file = path.join(folder, 'env');
  const words = ['POSTGRES_PASSWORD', 'POSTGRES_APPLICATION_PASSWORD', 'KAIRA_SECRET'].map(
    (name) => `${name}=x`,
  );
  writeFileSync(file, [...words, 'BASE_URL=https://pay.example.com'].join('\n'));
  const config = ['--env-file', file, '--file', path.join(root, 'compose.yaml'), 'config', '--quiet'];
  const [program, ...before] = first(['docker', 'compose', 'version'], ['docker-compose', 'version']);
  run(program, [...before, ...config]);
  return `accepted by ${[program, ...before].join(' ')}`;
}

function checkCaddyfile(): string {
  const [program] = first(['caddy', 'version']);
  const env = { ...process.env, HOME: folder, BASE_URL: 'https://pay.example.com' };
  for (const CADDY_TLS of ['', 'tls internal']) {
    const words = ['validate', '--adapter', 'caddyfile', '--config', path.join(root, 'deploy/Caddyfile')];
    run(program, words, { ...env, CADDY_TLS });
  }
  return 'accepted by caddy';
}

/** With the paths of this checkout, since systemd looks whether the programs are there. */
function checkUnits(): string {
  const [program] = first(['systemd-analyze', '--version']);
  const files = globSync('deploy/systemd/*', { cwd: root }).map((file) => {
    const own = path.join(folder, path.basename(file));
    writeFileSync(own, readFileSync(path.join(root, file), 'utf8').replaceAll('/srv/kaira/current', root));
    return own;
  });
  const said = run(program, ['verify', '--man=no', ...files]);
  if (said !== '') throw new Error(said);
  const services = files.filter((file) => file.endsWith('.service'));
  const scores = services.map((file) => {
    const text = run(program, ['security', '--offline=true', file]);
    const score = Number(/Overall exposure level for \S+: ([\d.]+)/.exec(text)?.[1] ?? Number.NaN);
    return `${path.basename(file, '.service')} ${score}${score <= mostExposed ? '' : ' (too much)'}`;
  });
  if (scores.some((score) => /NaN|too much/.test(score))) throw new Error(scores.join(', '));
  const texts = services.map((file) => [path.basename(file), readFileSync(file, 'utf8')] as const);
  const missing = missingInUnits(Object.fromEntries(texts));
  if (missing.length > 0) throw new Error(`they lack ${missing.join('; ')}`);
  return `accepted; exposure ${scores.join(', ')}`;
}

interface Document {
  errors: Error[];
  warnings: Error[];
  toJS(): Manifest;
}

interface Yaml {
  parse(text: string, options: { merge: boolean }): Compose;
  parseAllDocuments(text: string): Document[];
}

/** The folder of the packages that are needed for this run only. */
function bringPackages(): string {
  try {
    if (!hasBrought)
      run('npm', [
        'install',
        '--prefix',
        folder,
        '--no-audit',
        '--no-fund',
        '--ignore-scripts',
        ...kubernetes,
      ]);
    hasBrought = true;
  } catch {
    throw new NotHere(`not checked: npm could not bring ${kubernetes.join(' and ')}`);
  }
  return path.join(folder, 'node_modules');
}

function loadYaml(): Yaml {
  return createRequire(path.join(bringPackages(), 'x.js'))('yaml') as Yaml;
}

function checkPromisesOfCompose(): string {
  const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
  const missing = missingInCompose(
    loadYaml().parse(read('compose.yaml'), { merge: true }),
    read('deploy/backup.sh'),
  );
  if (missing.length > 0) throw new Error(`it lacks ${missing.join('; ')}`);
  return 'metrics, an audit and a backup every night, and volumes for what was acknowledged';
}

/** The schemas find a wrong value and what is missing; the types, as TypeScript reads them, a name that is not one. */
async function checkManifests(): Promise<string> {
  const packages = bringPackages();
  const { parseAllDocuments } = loadYaml();
  const objects: Manifest[] = [];
  const lines: string[] = [];
  const kinds: string[] = [];
  for (const file of globSync('deploy/kubernetes/*.yaml', { cwd: root })) {
    for (const [index, document] of parseAllDocuments(
      readFileSync(path.join(root, file), 'utf8'),
    ).entries()) {
      const [fault] = [...document.errors, ...document.warnings];
      if (fault) throw new Error(`${file}: ${fault.message}`);
      const manifest = document.toJS();
      const { apiVersion, kind } = manifest;
      objects.push(manifest);
      const module = `kubernetes-models/${apiVersion}`;
      const models = (await import(pathToFileURL(path.join(packages, module, 'index.js')).href)) as Record<
        string,
        Model
      >;
      const Model = models[kind];
      if (!Model) throw new Error(`${file}: Kubernetes has no ${kind} in ${apiVersion}`);
      try {
        new Model(manifest).validate();
      } catch (error) {
        throw new Error(`${file}, ${kind} ${index + 1}: ${(error as Error).message}`);
      }
      kinds.push(kind);
      // The name, so that the compiler's line leads to the file.
      const name = `_${path.basename(file, '.yaml')}${index}`;
      lines.push(`import type { I${kind} as T${name} } from '${module}';`);
      lines.push(`export const ${name}: T${name} = ${JSON.stringify(manifest)};`);
    }
  }
  writeFileSync(path.join(folder, 'manifests.ts'), lines.join('\n'));
  const strict = ['--noEmit', '--strict', '--skipLibCheck', '--module', 'nodenext', '--ignoreConfig'];
  run(path.join(root, 'node_modules/.bin/tsc'), [...strict, path.join(folder, 'manifests.ts')]);
  const missing = missingInManifests(objects);
  if (missing.length > 0) throw new Error(`they lack ${missing.join('; ')}`);
  return `${kinds.length} objects hold that too, and have the form of ${kubernetes[0]} (${[...new Set(kinds)].join(', ')})`;
}

type Model = new (manifest: Manifest) => { validate(): void };

/** Of commands that tell a version, the first one that this machine has, without its last word. */
function first(...commands: [string, ...string[]][]): [string, ...string[]] {
  for (const [program, ...words] of commands) {
    if (spawnSync(program, words).status === 0) return [program, ...words.slice(0, -1)];
  }
  throw new NotHere(`not checked: there is no ${commands.map(([program]) => program).join(', no ')} here`);
}

/** What it wrote. Throws with that where it ends with anything but 0. */
function run(program: string, words: string[], env: NodeJS.ProcessEnv = process.env): string {
  try {
    return execFileSync(program, words, { cwd: folder, encoding: 'utf8', stdio: 'pipe', env }).trim();
  } catch (error) {
    const { stdout, stderr } = error as { stdout?: string; stderr?: string };
    throw new Error(`${stdout ?? ''}${stderr ?? ''}`.trim() || `${program} failed`);
  }
}
