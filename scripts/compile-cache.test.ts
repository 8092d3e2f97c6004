import { execFile } from 'node:child_process';
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { longTest } from '#e2e/setup/long-test';

const run = promisify(execFile);
let root: string;

/** A checkout in little: the script under test, a program, and a file that the program and its child load. */
beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'kaira-compile-'));
  await cp(path.join(import.meta.dirname, 'compile-cache.js'), path.join(root, 'scripts/compile-cache.js'));
  await writeFile(path.join(root, 'package.json'), '{"type":"module"}');
  await says('one');
  await writeFile(
    path.join(root, 'program.ts'),
    `import { execFileSync } from 'node:child_process';
     import { word } from './word.ts';
     const isChild: boolean = process.argv.includes('child');
     console.log(isChild ? 'child' : 'program', word());
     if (!isChild) process.stdout.write(execFileSync(process.execPath, ['program.ts', 'child'], { stdio: ['ignore', 'pipe', 'inherit'] }));`,
  );
});
afterEach(() => rm(root, { recursive: true, force: true }));

function says(word: string): Promise<void> {
  return writeFile(path.join(root, 'word.ts'), `export const word = (): string => '${word}';`);
}

/** All that the program and its child print; anything on the error channel fails the test. */
async function start(environment: Record<string, string> = {}): Promise<string[]> {
  const { NODE_COMPILE_CACHE: _, ...env } = process.env;
  const words = ['--import', './scripts/compile-cache.js', 'program.ts'];
  const options = { cwd: root, env: { ...env, ...environment } };
  const { stdout, stderr } = await run(process.execPath, words, options);
  expect(stderr).toBe('');
  return stdout.trim().split('\n');
}

/** What is kept below `folder`, by name. */
async function kept(folder = path.join(root, '.next/cache/kaira-compile')): Promise<Map<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const files = entries.filter((each) => each.isFile()).map((each) => path.join(each.parentPath, each.name));
  return new Map(
    await Promise.all(files.map(async (file) => [file, await readFile(file, 'latin1')] as const)),
  );
}

test('what a program and its children load is kept beside the build, and a changed file is read anew', async () => {
  expect(await start()).toEqual(['program one', 'child one']);
  const first = await kept();
  // word.ts and program.ts; and the second start changes nothing of it.
  expect(first.size).toBeGreaterThanOrEqual(2);
  expect(await start()).toEqual(['program one', 'child one']);
  expect(await kept()).toEqual(first);
  await says('two');
  expect(await start()).toEqual(['program two', 'child two']);
});

longTest('sixteen programs that start at once with nothing kept say what each alone would', async () => {
  const all = await Promise.all(Array.from({ length: 16 }, () => start()));
  expect(new Set(all.flat())).toEqual(new Set(['program one', 'child one']));
  const first = await kept();
  expect(await start()).toEqual(['program one', 'child one']);
  expect(await kept()).toEqual(first);
});

test('where nothing can be written a program starts as if there were no cache, and says nothing of it', async () => {
  // A file where the folder would be holds up root as well.
  await writeFile(path.join(root, '.next'), '');
  expect(await start()).toEqual(['program one', 'child one']);
});

test('what was damaged on the disk is not used', async () => {
  await start();
  const first = await kept();
  for (const [file, bytes] of first) await writeFile(file, bytes.slice(0, bytes.length / 2), 'latin1');
  expect(await start()).toEqual(['program one', 'child one']);
});

test('a folder that the environment names is used instead', async () => {
  const folder = path.join(root, 'elsewhere');
  expect(await start({ NODE_COMPILE_CACHE: folder })).toEqual(['program one', 'child one']);
  expect((await kept(folder)).size).toBeGreaterThanOrEqual(2);
  expect((await kept()).size).toBe(0);
});
