import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chownSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { closeDatabase } from '#db/client';
import { OneSentenceError } from '#db/one-sentence-error';
import { applicationUrl } from '#db/roles';
import { createApiKey, createClient, ensureAccounts } from '#lib/clients/create-client';
import { runAndClearUp } from '#proof/run-and-clear-up';
import { comesTrue, openFolder, startDatabase, strike } from '#proof/soak/stage';
import { reportFailure, step } from '#scripts/terminal';
import {
  type Container,
  type ImageConfig,
  killContainers,
  processorSecondsOf,
  startContainer,
} from './container.ts';
import { everyFile, exists, linesIn } from './files.ts';
import { ask, beginCollection, collect, outcome, payOut } from './payments.ts';
import { hasFault, type Row, tableOf } from './rows.ts';

// npm run image:test [-- --ready-within 3]
// Makes a Debian of what Node needs, builds the image on it where no network is, and runs it as compose.yaml does, with a
// PostgreSQL outside: read-only, no capability, not root. Money moves, all is killed and started again, and the books
// are audited. As root, with Debian's buildah, crun and mmdebstrap. Exits with 1 if anything is not as it should be.

const root = path.resolve(import.meta.dirname, '../..');
const base = 'localhost/kaira-base';
const mostMegabytes = 350;
/** On a machine that has no time, where it is not judged, a start takes minutes. */
const giveUpReadyMs = 180_000;
const { values } = parseArgs({
  // Seconds, on a machine that has nothing else to do.
  options: { 'ready-within': { type: 'string', default: '3' } },
});
const command = (script: string) => [
  'node',
  '--import',
  './scripts/load-environment.js',
  `scripts/${script}.ts`,
];
const rows: Row[] = [];
let folder = '';
const note = (what: string, seen: string | number, isRight?: boolean) => {
  rows.push({ what, seen: String(seen), ...(isRight !== undefined && { isRight }) });
};

const told = () => run().catch(reportFailure);
await runAndClearUp(told, async () => {
  await killContainers();
  await closeDatabase();
  if (folder) {
    buildah('umount', '--all');
    buildah('rm', '--all');
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
  await strike(false);
});

async function run(): Promise<void> {
  requirePrograms();
  folder = await mkdtemp(path.join(tmpdir(), 'kaira-image-'));
  // Images of this run in a store of their own, which goes with the folder.
  const store = path.join(folder, 'storage.conf');
  writeFileSync(
    store,
    `[storage]\ndriver = "${process.env.STORAGE_DRIVER || 'overlay'}"\ngraphroot = "${folder}/graph"\nrunroot = "${folder}/run"\n`,
  );
  process.env.CONTAINERS_STORAGE_CONF = store;
  await step('Making the base', makeBase);
  await step('npm run image, without a network', () => makeImage('kaira', 'docker'));
  await step('The same in the OCI format', () => makeImage('kaira-oci', 'oci'));
  const rootfs = await step('Looking into the image', lookInto);
  await step('Running it', () => live(rootfs));
  console.log(`\n${tableOf(rows).join('\n')}`);
  if (hasFault(rows)) process.exitCode = 1;
}

function requirePrograms(): void {
  const missing = ['buildah', 'crun', 'mmdebstrap', 'unshare'].filter((program) => {
    return !(process.env.PATH ?? '')
      .split(':')
      .some((at) => statSync(path.join(at, program), { throwIfNoEntry: false }));
  });
  if (missing.length > 0) {
    throw new OneSentenceError(
      `Missing: ${missing.join(', ')}; apt-get install buildah crun mmdebstrap util-linux.`,
    );
  }
  if (process.getuid?.() !== 0)
    throw new OneSentenceError('Run it as root: it mounts images and runs containers.');
}

/** libstdc++ and what it needs in turn: no shell and no package manager. */
async function makeBase(): Promise<void> {
  const codename = /^VERSION_CODENAME=(.+)$/m.exec(readFileSync('/etc/os-release', 'utf8'))?.[1] ?? 'stable';
  const tar = path.join(folder, 'base.tar');
  runQuietly('mmdebstrap', ['--variant=extract', '--include=libstdc++6', codename, tar]);
  const name = buildah('from', 'scratch');
  buildah('add', name, tar, '/');
  buildah('commit', '--rm', name, base);
  rmSync(tar);
}

async function makeImage(tag: string, format: string): Promise<void> {
  const words = ['--base', base, '--with', 'buildah', '--tag', tag, '--format', format];
  const alone = ['--net', 'sh', '-c', 'ip link set lo up && exec "$@"', 'sh'];
  runQuietly('unshare', [...alone, 'npm', 'run', 'image', '--', ...words]);
}

/** What the image is made of. Answers where it is mounted. */
async function lookInto(): Promise<string> {
  const sizes = JSON.parse(buildah('images', '--json')) as { names?: string[]; size: string }[];
  const sizeOf = (tag: string) =>
    sizes.find(({ names }) => names?.includes(`localhost/${tag}:latest`))?.size ?? '';
  const megabytes = /^([\d.]+) MB$/.exec(sizeOf('kaira'))?.[1];
  note(
    'size, of which the base',
    `${sizeOf('kaira')}, ${sizeOf('kaira-base')}`,
    Number(megabytes ?? Infinity) <= mostMegabytes,
  );
  const docker = configOf('kaira');
  note('user', docker.User ?? 'root', /^[1-9]\d*:[1-9]\d*$/.test(docker.User ?? ''));
  note(
    'health check in docker’s format',
    docker.Healthcheck ? 'yes' : 'no',
    docker.Healthcheck !== undefined,
  );
  const rootfs = mount('kaira');
  const { devDependencies, optionalDependencies } = JSON.parse(source('package.json'));
  const unwanted = [...Object.keys(devDependencies), ...Object.keys(optionalDependencies), 'node'];
  const found = unwanted.filter((name) => exists(path.join(rootfs, 'app/node_modules', name)));
  note('packages of development, built-in PostgreSQL', found.join(', ') || 'none', found.length === 0);
  const files = everyFile(rootfs);
  const nodes = files.filter(({ name, size }) => /(^|\/)node$/.test(name) && size > 50_000_000);
  note('programs named node', nodes.map(({ name }) => name).join(', '), nodes.length === 1);
  const open = files.filter(
    ({ name, mode, uid }) =>
      /^(app|usr\/local)\//.test(name) && (uid !== 0 || mode & 0o022 || !(mode & 0o004)),
  );
  note('files of Kaira that its user may change, or may not read', open.length, open.length === 0);
  const secret = files.filter(
    ({ name }) => /(^|\/)(\.env|\.git|\.data|.*\.test\.tsx?)$/.test(name) && !name.includes('node_modules/'),
  );
  note('settings, data, tests', secret.length, secret.length === 0);
  return rootfs;
}

function mount(tag: string): string {
  return buildah('mount', buildah('from', `localhost/${tag}`));
}

async function live(rootfs: string): Promise<void> {
  await openFolder();
  const { url: owner } = await startDatabase(false);
  const environment = {
    DATABASE_URL: applicationUrl(owner),
    KAIRA_SECRET: randomBytes(32).toString('base64'),
    BASE_URL: 'https://pay.example.com',
    TRUST_PROXY: '1',
    KAIRA_WORKER: 'off',
  };
  const config = configOf('kaira');
  const data = path.join(folder, 'data');
  mkdirSync(data);
  const [uid = 0, gid = 0] = (config.User ?? '').split(':').map(Number);
  chownSync(data, uid, gid);
  const start = (name: string, more: Record<string, string> = {}, script?: string) =>
    startContainer({
      name,
      folder,
      rootfs,
      config,
      environment: { ...environment, ...more },
      data,
      command: script === undefined ? undefined : command(script),
    });

  const migration = await start('migrate', { DATABASE_OWNER_URL: owner }, 'migrate');
  const migrated = await migration.ended;
  if (migrated !== 0) throw new Error(`migrate ended with ${migrated}:\n${migration.output()}`);
  await noteCompiled(() => start('migrate-again', { NODE_DEBUG_NATIVE: 'COMPILE_CACHE' }, 'migrate'));
  const key = await makeClient();

  const first = await start('app');
  await noteReady('seconds until ready', first);
  const worker = await start('worker', {}, 'worker');
  lookAt(first, config);
  const paid = await collect(first, key, 'image-1');
  note('a collection of 100.00', paid.status, paid.status === 'SUCCEEDED');
  const acknowledged = await beginCollection(first, key, 'image-2');
  await killContainers();
  await Promise.all([first.ended, worker.ended]);
  const noted = everyFile(data).reduce((sum, { name }) => sum + linesIn(path.join(data, name), paid.id), 0);
  note('what was acknowledged outlives the container', noted > 0 ? 'yes' : 'no', noted > 0);

  const second = await start('app-again');
  const spent = await noteReady('seconds until ready after SIGKILL', second);
  const cold = await start('app-cold', { NODE_DISABLE_COMPILE_CACHE: '1' });
  const spentCold = await noteReady(undefined, cold);
  note(
    'processor seconds until ready, and with nothing compiled beforehand',
    `${spent.toFixed(1)}, ${spentCold.toFixed(1)}`,
    spent < spentCold,
  );
  await start('worker-again', {}, 'worker');
  const oci = { rootfs: mount('kaira-oci'), config: configOf('kaira-oci') };
  await lookAtOci(
    await startContainer({ name: 'app-oci', folder, ...oci, environment, data, command: undefined }),
  );
  const again = await collect(second, key, 'image-1');
  note(
    'the same request again',
    again.id === paid.id ? 'the same collection' : 'another one',
    again.id === paid.id,
  );
  const begun = await outcome(second, key, 'collections', 'image-2');
  const isWhole = begun.id === acknowledged && begun.status === 'SUCCEEDED';
  note('one that was acknowledged right before', begun.status, isWhole);
  const paidOut = await payOut(second, key, 'image-3');
  note('a payout of 25.00', paidOut.status, paidOut.status === 'SUCCEEDED');
  const outside = await audit(owner);
  note('npm run audit', outside.said, outside.code === 0);
  const inside = second.exec(command('audit'));
  note('audit inside the image', lastLine(inside.output), inside.code === 0);

  const stoppedAt = performance.now();
  process.kill(second.pid, (config.StopSignal ?? 'SIGTERM') as NodeJS.Signals);
  const code = await second.ended;
  note('seconds to stop, exit code', `${secondsSince(stoppedAt)}, ${code}`, code === 0);
  const fetched = [first, second, worker].some((each) => /download|install/i.test(each.output()));
  note('fetches anything at its start', fetched ? 'yes' : 'no', !fetched);
}

/** How many of the files that it loads are compiled already, as Node tells. */
async function noteCompiled(start: () => Promise<Container>): Promise<void> {
  const container = await start();
  await container.ended;
  const told = (words: RegExp) => container.output().match(words)?.length ?? 0;
  const all = told(/reading cache from/g);
  const taken = told(/reading cache from .*success/g) - told(/was rejected/g);
  note('files that need not be compiled, of those loaded', `${taken} of ${all}`, all > 100 && taken === all);
}

async function makeClient(): Promise<string> {
  await ensureAccounts();
  const client = { name: 'Image test', businessPhone: '+2207012345', businessEmail: 'image@example.com' };
  return createApiKey(await createClient(client), 'SANDBOX');
}

/** What the kernel says of the process, and what the container can do. */
function lookAt(container: Container, config: ImageConfig): void {
  const status = readFileSync(`/proc/${container.pid}/status`, 'utf8');
  const field = (name: string) => new RegExp(`^${name}:\\s+(\\S+)`, 'm').exec(status)?.[1] ?? '';
  const held = ['CapInh', 'CapPrm', 'CapEff', 'CapBnd', 'CapAmb'].map(field);
  note(
    'capabilities',
    held.every((each) => /^0+$/.test(each)) ? 'none' : held.join(' '),
    held.every((each) => /^0+$/.test(each)),
  );
  note(
    'user of the process, new privileges',
    `${field('Uid')}, ${field('NoNewPrivs') === '1' ? 'refused' : 'possible'}`,
    field('Uid') !== '0' && field('NoNewPrivs') === '1',
  );
  const write = (file: string) =>
    container.exec(['node', '-e', `require('fs').writeFileSync('${file}', '')`]);
  const [app, next, temporary] = [write('/app/x'), write('/app/.next/x'), write('/tmp/x')];
  note(
    'can write',
    temporary.code === 0 ? '/tmp' : 'nothing',
    app.code !== 0 && next.code !== 0 && temporary.code === 0,
  );
  const [, ...check] = config.Healthcheck?.Test ?? [];
  const healthy = container.exec(check);
  const broken = container.exec(['node', '-e', `process.env.PORT = '1'; ${check.at(-1)}`]);
  note(
    'health check: as it is, and where nobody listens',
    `${healthy.code}, ${broken.code}`,
    healthy.code === 0 && broken.code === 1,
  );
}

/** The OCI format has no place for a health check: compose.yaml's own is run in that image, as an operator would have it. */
async function lookAtOci(container: Container): Promise<void> {
  await noteReady(undefined, container);
  const [, script = ''] =
    /\n {4}healthcheck:\n {6}test: \['CMD', 'node', '-e', "(.+)"\]/.exec(source('compose.yaml')) ?? [];
  const codes = [container.port, 1].map(
    (port) => container.exec(['node', '-e', script.replace(':3000/', `:${port}/`)]).code,
  );
  const isAsked = script.includes(':3000/');
  note(
    'compose.yaml’s health check in the OCI image: as it is, and where nobody listens',
    codes.join(', '),
    isAsked && codes.join() === '0,1',
  );
}

/** Answers how much of the processors' time it has taken until then. */
async function noteReady(what: string | undefined, container: Container): Promise<number> {
  const startedAt = performance.now();
  const isReady = () =>
    ask(container, '/readyz').then(
      ({ status }) => status === 200,
      () => false,
    );
  let hasEnded = false;
  void container.ended.then(() => {
    hasEnded = true;
  });
  if (!(await comesTrue(async () => hasEnded || (await isReady()), giveUpReadyMs, 20)) || hasEnded) {
    throw new Error(`The container was not ready:\n${container.output()}`);
  }
  const seconds = secondsSince(startedAt);
  const spent = processorSecondsOf(container.pid);
  if (what === undefined) return spent;
  const load = loadavg()[0] ?? 0;
  // What waits for a processor says nothing of the image; its share of their time is told below.
  const isBusy = load > availableParallelism();
  const busy = `load ${load.toFixed(1)} on ${availableParallelism()} processors${isBusy ? ': not judged' : ''}`;
  note(what, `${seconds} (${busy})`, isBusy ? undefined : Number(seconds) <= Number(values['ready-within']));
  return spent;
}

async function audit(url: string): Promise<{ code: number; said: string }> {
  try {
    const output = execFileSync('npm', ['run', 'audit'], {
      cwd: root,
      encoding: 'utf8',
      stdio: 'pipe',
      env: { ...process.env, DATABASE_URL: url },
    });
    return { code: 0, said: lastLine(output) };
  } catch (error) {
    const { status, stdout, stderr } = error as { status: number; stdout: string; stderr: string };
    return { code: status, said: lastLine(`${stdout}${stderr}`) };
  }
}

function source(file: string): string {
  return readFileSync(path.join(root, file), 'utf8');
}

function configOf(tag: string): ImageConfig {
  const { Docker, OCIv1 } = JSON.parse(buildah('inspect', '--type', 'image', `localhost/${tag}`)) as {
    Docker: { config: ImageConfig };
    OCIv1: { config: ImageConfig };
  };
  return tag.endsWith('-oci') ? OCIv1.config : Docker.config;
}

function buildah(...words: string[]): string {
  return execFileSync('buildah', words, { encoding: 'utf8', stdio: 'pipe' }).trim();
}

function runQuietly(program: string, words: string[]): void {
  try {
    execFileSync(program, words, { cwd: root, stdio: 'pipe' });
  } catch (error) {
    const { stdout, stderr } = error as { stdout: Buffer; stderr: Buffer };
    throw new Error(`${program} ${words.join(' ')} failed:\n${stdout}${stderr}`);
  }
}

function lastLine(output: string): string {
  return (
    output
      .trim()
      .split('\n')
      .find((line) => /^\d+ invariants/.test(line)) ??
    output.trim().split('\n').at(-1) ??
    ''
  );
}

function secondsSince(startedAt: number): string {
  return ((performance.now() - startedAt) / 1000).toFixed(1);
}
